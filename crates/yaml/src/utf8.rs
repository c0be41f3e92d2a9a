//! Sources from the bytes of files, which have to be UTF-8.

use std::sync::Arc;

use crate::{Diagnostic, Severity, Source};

impl Source {
    /// Creates a source from the bytes of a file.
    ///
    /// # Errors
    /// A diagnostic that names the line of the first byte that is not UTF-8.
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Result<Arc<Self>, Diagnostic> {
        let name = name.into();
        String::from_utf8(bytes).map(|text| Self::new(name.as_str(), text)).map_err(|error| {
            let valid = error.utf8_error().valid_up_to();
            let line = error.as_bytes()[..valid].split(|byte| *byte == b'\n').count();
            Diagnostic::new(Severity::Error, "invalid-utf8", format!("line {line} is not UTF-8 text"))
                .in_file(name)
                .with_help("save the file as UTF-8")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_utf8_names_its_line() {
        let error = Source::from_bytes("x.yaml", b"a: 1\nb: \xff\n".to_vec()).unwrap_err();
        assert_eq!(error.message, "line 2 is not UTF-8 text");
        assert_eq!(error.file.as_deref(), Some("x.yaml"));
    }
}
