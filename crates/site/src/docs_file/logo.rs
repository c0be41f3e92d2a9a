//! The picture in the header of a site.
//!
//! Pages show it as an image: there, an SVG runs no scripts and loads no other files.

use std::path::Path;

use heat_catalogue::input;
use heat_yaml::Diagnostic;
use memchr::memmem;

/// The maximum size of a logo, in bytes: every page loads it.
const MAX_SIZE: u64 = 256 << 10;

/// The picture in the header of a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Logo {
    /// The path of the logo among the assets: `logo.svg` or `logo.png`.
    pub file: &'static str,
    /// The contents of the file.
    pub contents: Vec<u8>,
}

impl Logo {
    /// Reads a picture.
    ///
    /// # Errors
    /// If the file cannot be read, or browsers would not show it.
    pub fn read(path: &Path) -> Result<Self, Diagnostic> {
        Self::new(path, input::read(path, MAX_SIZE).map_err(|error| error.at(path))?)
    }

    fn new(path: &Path, contents: Vec<u8>) -> Result<Self, Diagnostic> {
        let end = path.extension().map(|end| end.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
        let (file, sign, kind): (_, &[u8], _) = match end.as_str() {
            "png" => ("logo.png", b"\x89PNG\r\n\x1a\n", "a PNG"),
            // Browsers do not draw elements outside of this namespace.
            "svg" => ("logo.svg", b"http://www.w3.org/2000/svg", "an SVG"),
            _ => return Err(refused(path, "a logo is an SVG or a PNG file")),
        };
        if memmem::find(&contents, sign).is_none() {
            return Err(refused(path, &format!("this is not {kind} picture, whatever its name says")));
        }
        Ok(Self { file, contents })
    }
}

fn refused(path: &Path, message: &str) -> Diagnostic {
    Diagnostic::error("invalid-value", message)
        .in_file(path.display().to_string())
        .with_help("export the logo as SVG or PNG")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the name of a logo among the assets, or the reason of its rejection.
    #[track_caller]
    fn check(name: &str, contents: &[u8], expect: &str) {
        let got = Logo::new(Path::new(name), contents.to_vec());
        assert_eq!(got.map_or_else(|refused| refused.message, |logo| logo.file.to_owned()), expect);
    }

    #[test]
    fn only_pictures_are_logos() {
        check("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "logo.svg");
        check("a.PNG", b"\x89PNG\r\n\x1a\n\0", "logo.png");
        check("a.svg", b"<svg/>", "this is not an SVG picture, whatever its name says");
        check("a.png", b"<svg/>", "this is not a PNG picture, whatever its name says");
        check("a.jpg", b"\xff\xd8", "a logo is an SVG or a PNG file");
    }
}
