//! JSON as this tool writes it: readable, and harmless wherever it is shown.

use std::fmt::Write as _;

use heat_yaml::is_steering;
use serde::Serialize;

/// The data as JSON with a line feed at its end. Characters that control a terminal, and the beginning of a command for the log
/// of a GitHub workflow, are escaped, which does not change the data.
pub(crate) fn pretty<T: Serialize>(data: &T) -> serde_json::Result<String> {
    let json = serde_json::to_string_pretty(data)? + "\n";
    // These characters can only occur in strings, and not after a backslash.
    let is_escaped = |each: char| each != '\n' && is_steering(each);
    if !json.contains(is_escaped) && !json.contains("##[") {
        return Ok(json);
    }
    let mut text = String::with_capacity(json.len() + 64);
    for character in json.chars() {
        if is_escaped(character) {
            // Writing to a string cannot fail.
            _ = write!(text, "\\u{:04x}", u32::from(character));
        } else {
            text.push(character);
        }
    }
    Ok(text.replace("##[", "#\\u0023["))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_same_data() {
        let text = "a\u{7f}\u{9b}2J\u{202e}\u{2028}\n\\##[error]\u{1b}é";
        let json = pretty(&[text]).unwrap();
        assert_eq!(serde_json::from_str::<Vec<String>>(&json).unwrap(), [text]);
        assert!(!json.contains(|each| each != '\n' && is_steering(each)), "{json}");
        assert!(!json.contains("##["), "{json}");
    }
}
