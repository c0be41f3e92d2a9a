//! The assets: styles, scripts and all other files that are copied into the site.

use std::path::Path;

use heat_catalogue::input;
use heat_yaml::Diagnostic;

use super::compact;
use super::folder::files_below;

/// A file that is copied unchanged.
#[derive(Debug, Clone)]
pub struct Asset {
    /// The path of the file in the folder of assets, with `/` between folders.
    pub path: String,
    /// The bytes of the file.
    pub contents: Vec<u8>,
}

/// The built-in assets by file name.
const ASSETS: [(&str, &[u8]); 22] = [
    ("checker/page.css", include_bytes!("../../site/assets/checker/page.css")),
    ("checker/page.js", include_bytes!("../../site/assets/checker/page.js")),
    ("checker/worker.js", include_bytes!("../../site/assets/checker/worker.js")),
    ("compare.js", include_bytes!("../../site/assets/compare.js")),
    ("favicon.svg", include_bytes!("../../site/assets/favicon.svg")),
    ("hidden.js", include_bytes!("../../site/assets/hidden.js")),
    ("lists.js", include_bytes!("../../site/assets/lists.js")),
    ("not-found.js", include_bytes!("../../site/assets/not-found.js")),
    ("pages.css", include_bytes!("../../site/assets/pages.css")),
    ("redirect.js", include_bytes!("../../site/assets/redirect.js")),
    ("release.js", include_bytes!("../../site/assets/release.js")),
    ("search-abbreviations.js", include_bytes!("../../site/assets/search-abbreviations.js")),
    ("search-engine.js", include_bytes!("../../site/assets/search-engine.js")),
    ("search-errors.js", include_bytes!("../../site/assets/search-errors.js")),
    ("search-words.js", include_bytes!("../../site/assets/search-words.js")),
    ("search.js", include_bytes!("../../site/assets/search.js")),
    ("site.js", include_bytes!("../../site/assets/site.js")),
    ("shared-page.js", include_bytes!("../../site/assets/shared-page.js")),
    ("style.css", include_bytes!("../../site/assets/style.css")),
    ("template-links.js", include_bytes!("../../site/assets/template-links.js")),
    ("theme.js", include_bytes!("../../site/assets/theme.js")),
    ("type-page.js", include_bytes!("../../site/assets/type-page.js")),
];

/// The assets that every site has.
#[must_use]
pub fn built_in_assets() -> Vec<Asset> {
    ASSETS
        .iter()
        .map(|(path, contents)| Asset { path: (*path).to_owned(), contents: compacted(path, contents) })
        .collect()
}

/// Returns an asset in compact form, as it is published.
fn compacted(path: &str, contents: &[u8]) -> Vec<u8> {
    let text = std::str::from_utf8(contents).unwrap_or_default();
    match path.rsplit('.').next() {
        Some("css") => compact::style(text).into_bytes(),
        Some("js") => compact::script(text).into_bytes(),
        _ => contents.to_vec(),
    }
}

/// Reads the assets: all files of `assets/` in the site folder.
///
/// # Errors
/// If a file or folder cannot be read.
pub fn read_assets(site: &Path) -> Result<Vec<Asset>, Diagnostic> {
    let mut assets = Vec::new();
    for (name, path) in files_below(&site.join("assets"))? {
        let contents = input::read(&path, input::MAX_DATA).map_err(|error| error.at(&path))?;
        assets.push(Asset { path: name, contents });
    }
    Ok(assets)
}
