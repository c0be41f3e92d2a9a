//! What a site is made of beside the catalogue, by the names of folders.

use std::path::PathBuf;

use heat_yaml::Diagnostic;

use super::guide::{Guide, built_in_assets, read_assets};
use super::options::{HiddenItems, SiteOptions};
use super::templates::Templates;

/// What a site is made of beside the catalogue.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    /// A folder of templates to use in place of the built-in ones.
    pub templates: Option<PathBuf>,
    /// A folder of guide pages and assets to use in place of, or beside, the built-in ones.
    pub site: Option<PathBuf>,
    /// The address under which the site will be reached; ends with `/`.
    pub base_url: Option<String>,
    /// Where HIDDEN things have a place.
    pub hidden: HiddenItems,
}

impl Sources {
    /// The templates.
    ///
    /// # Errors
    /// A template that cannot be read or does not compile.
    pub fn templates(&self) -> Result<Templates, Diagnostic> {
        Templates::load(self.templates.as_deref())
    }

    /// What is added to the catalogue.
    ///
    /// # Errors
    /// A file of the site's folder that cannot be read.
    pub fn options(&self) -> Result<SiteOptions, Diagnostic> {
        let mut guide = Guide::built_in();
        let mut assets = built_in_assets();
        if let Some(folder) = &self.site {
            if !folder.is_dir() {
                return Err(Diagnostic::error("unreadable-file", "there is no such folder")
                    .in_file(folder.display().to_string()));
            }
            guide.replace_with(Guide::read(folder)?);
            for asset in read_assets(folder)? {
                match assets.iter_mut().find(|known| known.path == asset.path) {
                    Some(known) => *known = asset,
                    None => assets.push(asset),
                }
            }
        }
        Ok(SiteOptions { guide, assets, base_url: self.base_url.clone(), hidden: self.hidden })
    }
}
