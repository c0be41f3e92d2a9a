//! Reading files that other programs write.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use heat_model::{Value, json};

/// Maximum size of a metadata document, in bytes.
pub(super) const MAX_METADATA: u64 = 32 << 20;

/// Reads the content of a file as text, up to a limit. `None` if there is no such file.
///
/// # Errors
/// If it cannot be read. The message does not name the file.
pub(super) fn read_text(path: &Path) -> Result<Option<String>, String> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    let mut text = String::new();
    let read = file.take(MAX_METADATA + 1).read_to_string(&mut text).map_err(|error| error.to_string())?;
    if read as u64 > MAX_METADATA {
        return Err(format!("it is longer than {MAX_METADATA} bytes"));
    }
    Ok(Some(text))
}

/// Reads the content of a JSON file. `None` if there is no such file.
///
/// # Errors
/// If it cannot be read, or is not JSON. The message does not quote it.
pub(super) fn read_json(path: &Path) -> Result<Option<Value>, String> {
    let Some(text) = read_text(path)? else { return Ok(None) };
    match json::parse(&text) {
        Ok(value) => Ok(Some(value)),
        Err(error) => Err(format!("it is not valid JSON (line {}, column {})", error.line, error.column)),
    }
}
