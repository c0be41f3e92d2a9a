//! JSON as this tool writes it: readable, and harmless wherever it is shown.

use std::fmt::Write as _;

use heat_yaml::is_steering;
use serde::Serialize;
use serde_json::{Map, Value};

/// The data as JSON with a line feed at its end. Characters that control a terminal, and the beginning of a command for the log
/// of a GitHub workflow, are escaped, which does not change the data.
pub(crate) fn pretty<T: Serialize>(data: &T) -> serde_json::Result<String> {
    Ok(harmless(serde_json::to_string_pretty(data)? + "\n"))
}

/// The same for a large document that is mostly read by programs: each key of the maps at its top has a line.
pub(crate) fn in_lines(document: &Map<String, Value>) -> serde_json::Result<String> {
    let mut json = "{".to_owned();
    for (index, (key, value)) in document.iter().enumerate() {
        json.push_str(if index == 0 { "\n" } else { ",\n" });
        json.push_str(&serde_json::to_string(key)?);
        json.push_str(": ");
        let Some(map) = value.as_object().filter(|map| !map.is_empty()) else {
            json.push_str(&serde_json::to_string(value)?);
            continue;
        };
        let lines = map.iter().map(|(key, value)| {
            Ok(format!("  {}: {}", serde_json::to_string(key)?, serde_json::to_string(value)?))
        });
        let lines = lines.collect::<serde_json::Result<Vec<_>>>()?;
        json.extend(["{\n", &lines.join(",\n"), "\n}"]);
    }
    Ok(harmless(json + "\n}\n"))
}

fn harmless(json: String) -> String {
    // These characters can only occur in strings, and not after a backslash.
    let is_escaped = |each: char| each != '\n' && is_steering(each);
    if !json.contains(is_escaped) && !json.contains("##[") {
        return json;
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
    text.replace("##[", "#\\u0023[")
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

    #[test]
    fn each_key_has_a_line() {
        let document = serde_json::json!({"a": 1, "b": {"c": [1, {"d": 2}], "e": "##[x]"}, "f": {}});
        let json = in_lines(document.as_object().unwrap()).unwrap();
        let expect =
            "{\n\"a\": 1,\n\"b\": {\n  \"c\": [1,{\"d\":2}],\n  \"e\": \"#\\u0023[x]\"\n},\n\"f\": {}\n}\n";
        assert_eq!(json, expect);
        assert_eq!(serde_json::from_str::<Value>(&json).unwrap(), document);
    }
}
