//! JSON as this tool writes it: readable, and harmless wherever it is shown.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, BufWriter, Write};

use heat_yaml::is_steering;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

/// Formats data as indented JSON, with a line feed at its end. Characters that control a terminal, and text that would begin a
/// command in the log of a GitHub workflow, are escaped, which does not change the data.
pub fn pretty<T: Serialize>(data: &T) -> serde_json::Result<String> {
    Ok(harmless(&serde_json::to_string_pretty(data)?).into_owned() + "\n")
}

/// Writes data as indented JSON, part by part: there can be very many findings, so their whole text is never in memory.
///
/// # Errors
/// If the output is closed or full.
pub(crate) fn write_pretty<T: Serialize>(data: &T, out: &mut dyn Write) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    serde_json::to_writer_pretty(EscapingWriter(&mut out), data)?;
    out.write_all(b"\n")?;
    out.flush()
}

/// A list whose items are created when they are written.
pub(crate) struct Items<F>(pub(crate) F);

impl<F, I> Serialize for Items<F>
where
    F: Fn() -> I,
    I: Iterator,
    I::Item: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// Writer that passes JSON on and escapes what is not harmless. It requires that each call passes whole characters, and
/// everything in a string up to the next escaped character, as the serializer does.
struct EscapingWriter<'o>(&'o mut dyn Write);

impl Write for EscapingWriter<'_> {
    fn write(&mut self, json: &[u8]) -> io::Result<usize> {
        let text = str::from_utf8(json).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        self.0.write_all(harmless(text).as_bytes())?;
        Ok(json.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Formats a large document as JSON with few lines, which is mostly read by programs: one line per top-level key.
pub fn in_lines(document: &Map<String, Value>) -> serde_json::Result<String> {
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
    json.push_str("\n}\n");
    Ok(match harmless(&json) {
        Cow::Owned(harmless) => harmless,
        Cow::Borrowed(_) => json,
    })
}

fn harmless(json: &str) -> Cow<'_, str> {
    // These characters can only occur in strings, and not after a backslash.
    let is_escaped = |each: char| each != '\n' && is_steering(each);
    if !json.contains(is_escaped) && !json.contains("##[") {
        return json.into();
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
    text.replace("##[", "#\\u0023[").into()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::rc::Rc;

    use super::*;

    #[test]
    fn it_is_the_same_data() {
        let text = "a\u{7f}\u{9b}2J\u{202e}\u{2028}\n\\##[error]\u{1b}é";
        let json = pretty(&[text]).unwrap();
        assert_eq!(serde_json::from_str::<Vec<String>>(&json).unwrap(), [text]);
        assert!(!json.contains(|each| each != '\n' && is_steering(each)), "{json}");
        assert!(!json.contains("##["), "{json}");
        let mut written = Vec::new();
        write_pretty(&[text], &mut written).unwrap();
        assert_eq!(String::from_utf8(written).unwrap(), json, "written part by part");
    }

    #[test]
    fn items_are_written_one_after_the_other() {
        /// Checks the maximum number of items that exist at one time.
        fn check(count: usize, most: usize) {
            let items: Vec<Value> =
                (0..count).map(|number| serde_json::json!({"a": [number, "##["]})).collect();
            let (alive, largest) = (Rc::new(()), Cell::new(0));
            let made = Items(|| {
                items.iter().map(|item| {
                    let counted = Counted(item, Rc::clone(&alive));
                    largest.set(largest.get().max(Rc::strong_count(&alive) - 1));
                    counted
                })
            });
            let mut written = Vec::new();
            write_pretty(&made, &mut written).unwrap();
            assert_eq!(String::from_utf8(written).unwrap(), pretty(&items).unwrap());
            assert_eq!(largest.get(), most, "{count}");
        }
        struct Counted<'v>(&'v Value, #[expect(dead_code, reason = "it is counted")] Rc<()>);
        impl Serialize for Counted<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.0.serialize(serializer)
            }
        }
        check(0, 0);
        check(1, 1);
        check(1_000, 1);
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
