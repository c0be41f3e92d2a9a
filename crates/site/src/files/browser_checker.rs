//! The files of the template checker for browsers.
//!
//! The checker is `heat-browser`, compiled to WebAssembly, which needs tools that not every machine has. Published programs
//! contain these files: `browser-build` writes them to the folder `checker` of this package before it is compiled or packed. In a
//! checkout, they are read from a folder. Without them, the site has no page that checks templates.

use std::io::Read as _;
use std::path::Path;

use flate2::read::GzDecoder;

use heat_catalogue::input;
use heat_yaml::Diagnostic;

use super::assets::Asset;
use super::folder::files_below;

/// The folder of the checker's files among the assets.
pub(crate) const FOLDER: &str = "checker";

/// The files that a build of the checker writes.
const FILES: [&str; 2] = ["heat_browser.js", "heat_browser_bg.wasm"];

/// The built-in files of the checker, compressed; empty if the program was compiled without them.
static BUILT_IN: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/checker.rs"));

/// The template checker, compiled for browsers.
#[derive(Debug, Clone)]
pub struct BrowserChecker {
    pub(crate) files: Vec<Asset>,
}

impl BrowserChecker {
    /// The built-in checker, if the program contains it.
    #[must_use]
    pub fn built_in() -> Option<Self> {
        let unpacked = |(name, packed): &(&str, &[u8])| {
            let mut contents = Vec::new();
            GzDecoder::new(*packed).read_to_end(&mut contents).ok()?;
            Some(Asset { path: format!("{FOLDER}/{name}"), contents })
        };
        let files: Vec<Asset> = BUILT_IN.iter().map(unpacked).collect::<Option<_>>()?;
        (!files.is_empty()).then_some(Self { files })
    }

    /// Reads the checker from the folder that `browser-build` wrote.
    ///
    /// # Errors
    /// If a file cannot be read, or one is missing.
    pub fn read(folder: &Path) -> Result<Self, Diagnostic> {
        let mut files = Vec::new();
        for (name, path) in files_below(folder)? {
            let contents = input::read(&path, input::MAX_DATA).map_err(|error| error.at(&path))?;
            files.push(Asset { path: format!("{FOLDER}/{name}"), contents });
        }
        for name in FILES {
            if !files.iter().any(|file| file.path == format!("{FOLDER}/{name}")) {
                let missing = Diagnostic::error("unreadable-file", format!("there is no `{name}`"));
                return Err(missing.in_file(folder.display().to_string()).with_help(
                    "`cargo run -p browser-build -- DIR` writes the files of the browser checker to a folder",
                ));
            }
        }
        Ok(Self { files })
    }
}

/// Returns whether an asset belongs to the page that checks templates.
pub(crate) fn is_of_checker(asset: &Asset) -> bool {
    asset.path.strip_prefix(FOLDER).is_some_and(|rest| rest.starts_with('/'))
}
