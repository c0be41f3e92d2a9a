//! Options that set a parameter: `NAME=VALUE`.

/// Splits the name and the value of a parameter.
pub(crate) fn parameter(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("a parameter is written NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}
