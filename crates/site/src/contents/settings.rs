//! The settings of a site, as a person gives them: folders to read, addresses, and what to show.

use std::path::{Path, PathBuf};

use heat_catalogue::{SchemaFiles, input};
use heat_errors::ErrorPages;
use heat_yaml::{Diagnostic, Source};

use super::options::SiteOptions;
use crate::files::assets::{built_in_assets, read_assets};
use crate::files::browser_checker::BrowserChecker;
use crate::files::folder::files_below;
use crate::files::templates::Templates;
use crate::guide::architectures::Architectures;
use crate::guide::pages::Guide;
use crate::links::edit_links::EditLinks;
use crate::releases::options::{HiddenItems, OldReleases};

/// The settings of a site: folders that replace or extend what is built in, addresses, and what to show.
#[derive(Debug, Clone, Default)]
pub struct SiteSettings {
    /// A folder of templates that replace built-in ones.
    pub templates: Option<PathBuf>,
    /// A folder of guide pages and assets that replace or extend the built-in ones.
    pub site: Option<PathBuf>,
    /// The folder of the checker for browsers.
    pub checker: Option<PathBuf>,
    /// The URL at which the site will be published; ends with `/`.
    pub base_url: Option<String>,
    /// The address at which a source can be edited, with `{path}` in place of its path.
    pub edit_url: Option<String>,
    /// Where HIDDEN items appear.
    pub hidden: HiddenItems,
    /// Which earlier releases have pages.
    pub old_releases: OldReleases,
}

impl SiteSettings {
    /// Reads the templates.
    ///
    /// # Errors
    /// If a template cannot be read or does not compile.
    pub fn templates(&self) -> Result<Templates, Diagnostic> {
        Templates::load(self.templates.as_deref())
    }

    /// The links to edit the sources of pages.
    #[must_use]
    pub fn edit_links(&self, files: &SchemaFiles) -> Option<EditLinks> {
        let site = self.site.as_deref().unwrap_or(Path::new("site"));
        let schemas = files.files.iter().map(|(name, file)| (name.as_str(), Path::new(file.source.name())));
        Some(EditLinks::new(self.edit_url.as_deref()?, site, schemas))
    }

    /// Reads everything that the site has besides the catalogue.
    ///
    /// # Errors
    /// If a file of the site's folder cannot be read.
    pub fn options(&self) -> Result<SiteOptions, Diagnostic> {
        let mut guide = Guide::built_in();
        let mut architectures = Architectures::built_in();
        let mut errors = ErrorPages::built_in();
        let mut assets = built_in_assets();
        if let Some(folder) = &self.site {
            if !folder.is_dir() {
                return Err(Diagnostic::error("unreadable-file", "there is no such folder")
                    .in_file(folder.display().to_string()));
            }
            guide.replace_with(Guide::read(folder)?);
            architectures.replace_with(Architectures::read(folder)?);
            errors.replace_with(read_errors(folder)?);
            for asset in read_assets(folder)? {
                match assets.iter_mut().find(|known| known.path == asset.path) {
                    Some(known) => *known = asset,
                    None => assets.push(asset),
                }
            }
        }
        Ok(SiteOptions {
            guide,
            architectures,
            errors,
            assets,
            checker: self.checker.as_deref().map(BrowserChecker::read).transpose()?,
            base_url: self.base_url.clone(),
            edit: None,
            hidden: self.hidden,
            old_releases: self.old_releases,
        })
    }
}

/// Reads the pages of errors in a site's folder: the Markdown files in `errors/`, in a folder for each area.
fn read_errors(site: &Path) -> Result<ErrorPages, Diagnostic> {
    let root = site.join("errors");
    let mut files = Vec::new();
    for path in files_below(&root)?.into_iter().filter(|path| path.extension().is_some_and(|end| end == "md"))
    {
        let below: Vec<_> =
            path.strip_prefix(&root).unwrap_or(&path).iter().map(|part| part.to_string_lossy()).collect();
        files.push((below.join("/"), Source::new(path.display().to_string(), input::read_text(&path)?)));
    }
    let (pages, problems) =
        ErrorPages::read(files.iter().map(|(path, source)| (path.as_str(), source.clone())));
    problems.into_iter().next().map_or(Ok(pages), Err)
}
