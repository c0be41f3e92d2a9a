//! The list of deployments, read only as far as needed.
//!
//! In nearly all runs there is nothing to do, and a list can be long: a stack with many deployments to one server, each with a
//! script. So an entry that is already done is read only up to its identifier.

use std::ops::Range;

use heat_json::{Reader, Token};
use heat_model::evaluate::MAX_DEPTH;
use heat_model::{Value, json};
use heat_software::COMPONENT;

/// An entry of a list that is valid JSON.
#[derive(Debug, Clone)]
pub(crate) enum Entry<'a> {
    /// The entry as a value.
    Read(&'a Value),
    /// The entry as text, with its identifier if the identifier is enough to tell whether the entry is done.
    Text {
        /// The text.
        text: &'a str,
        /// The identifier. `None` for an entry without one, and for a component, which may have nothing to do.
        id: Option<String>,
    },
}

/// Splits the text of a list into its entries.
///
/// # Errors
/// If it is not a list in JSON. The message contains the position, but does not quote the text.
pub(crate) fn entries(text: &[u8]) -> Result<Vec<Entry<'_>>, String> {
    let text = std::str::from_utf8(text).map_err(|error| format!("it is not UTF-8: {error}"))?;
    if let Ok(Some(entries)) = split(text) {
        return Ok(entries);
    }
    match json::parse(text).map_err(|error| error.to_string())? {
        Value::Null => Ok(Vec::new()),
        other => Err(format!("it is {} instead of a list", other.kind())),
    }
}

/// Returns the entries, or `None` if the text is not a list.
fn split(text: &str) -> Result<Option<Vec<Entry<'_>>>, heat_json::Error> {
    let mut reader = Reader::new(text, MAX_DEPTH);
    if reader.token()? != Some(Token::OpenList) {
        return Ok(None);
    }
    let mut entries = Vec::new();
    loop {
        match reader.token()? {
            Some(Token::OpenMap) => {
                let start = reader.place().start;
                let id = identifier(&mut reader)?;
                entries.push(entry(text, start..reader.place().end, id));
            }
            Some(Token::CloseList) | None => break,
            Some(Token::OpenList) => {
                let start = reader.place().start;
                while reader.skip_value()?.is_some() {}
                entries.push(entry(text, start..reader.place().end, None));
            }
            Some(_) => entries.push(entry(text, reader.place(), None)),
        }
    }
    // Text after the list is an error.
    reader.token()?;
    Ok(Some(entries))
}

fn entry(text: &str, range: Range<usize>, id: Option<String>) -> Entry<'_> {
    Entry::Text { text: text.get(range).unwrap_or_default(), id }
}

/// Reads an open map to its end. Returns its `id`, unless it is a component.
fn identifier(reader: &mut Reader<'_>) -> Result<Option<String>, heat_json::Error> {
    let mut id = None;
    let mut is_component = false;
    // Of duplicate keys, the last one is used.
    while let Some(Token::Key(key)) = reader.token()? {
        match key.as_str() {
            "id" => id = scalar(reader)?,
            "group" => is_component = scalar(reader)?.as_deref() == Some(COMPONENT),
            _ => {
                reader.skip_value()?;
            }
        }
    }
    Ok(id.filter(|_| !is_component))
}

/// Reads a text, or a number as written. `None` for anything else.
fn scalar(reader: &mut Reader<'_>) -> Result<Option<String>, heat_json::Error> {
    Ok(match reader.token()? {
        Some(Token::String(text)) => Some(text),
        // As Python writes it, which has no `-0`.
        Some(Token::Integer(digits)) if digits != "-0" => Some(digits.to_owned()),
        Some(Token::OpenList) => {
            while reader.skip_value()?.is_some() {}
            None
        }
        Some(Token::OpenMap) => {
            while let Some(Token::Key(_)) = reader.token()? {
                reader.skip_value()?;
            }
            None
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deployment::{Choice, Deployment, read_list};

    #[track_caller]
    fn check(text: &str, expect: Result<&[Option<&str>], &str>) {
        let found = entries(text.as_bytes());
        let ids = found.as_ref().map(|found| {
            found
                .iter()
                .map(|entry| match entry {
                    Entry::Text { id, .. } => id.as_deref(),
                    Entry::Read(_) => None,
                })
                .collect::<Vec<_>>()
        });
        assert_eq!(ids.as_deref().map_err(|problem| problem.as_str()), expect, "{text}");
        // The texts are the values of the list, and the identifiers those of the deployments.
        let values = read_list(text.as_bytes());
        let Ok(found) = found else { return assert_eq!(values.err().as_deref(), expect.err(), "{text}") };
        let values = values.unwrap();
        assert_eq!(found.len(), values.len(), "{text}");
        for (entry, value) in found.iter().zip(&values) {
            let Entry::Text { text, id } = entry else { panic!("{entry:?}") };
            assert_eq!(json::parse(text).unwrap(), *value);
            if let Some(id) = id {
                let deployment = Deployment::read(value).unwrap();
                assert_eq!(*id, deployment.id);
                assert!(matches!(deployment.choose(), Choice::Run(_)), "{text}");
            }
        }
    }

    #[test]
    fn entries_have_their_identifiers() {
        check("[]", Ok(&[]));
        check("null", Ok(&[]));
        check(
            r#" [ {"id": "a", "config": "x\"]}"} , {"group": "script", "id": 7}] "#,
            Ok(&[Some("a"), Some("7")]),
        );
        check(r#"[{"id": "a", "id": "b"}, {"x": {"id": "c"}, "y": [{"id": 1}]}]"#, Ok(&[Some("b"), None]));
        check(
            r#"[{"id": "a", "group": "component"}, {"group": "component", "id": "a", "group": "x"}]"#,
            Ok(&[None, Some("a")]),
        );
        check(
            r#"[{"id": ["a"]}, {"id": {"a": {"b": 1}}, "id": "c"}, {"id": 1.5}, {"id": null}, {"id": -0}]"#,
            Ok(&[None, Some("c"), None, None, None]),
        );
        check(r#"[1, null, "a", [[1], {}], {}]"#, Ok(&[None; 5]));
    }

    #[test]
    fn what_is_no_list_is_explained() {
        check("{}", Err("it is a map instead of a list"));
        check("", Err("expected a value (line 1, column 1)"));
        check("[] 1", Err("unexpected text after the value (line 1, column 4)"));
        check("[{\"id\": \"a\"", Err("[0].id: expected `,` or `}` (line 1, column 12)"));
        check(
            "[{\"id\": \"a\"}, {\"config\": \"\n\"}]",
            Err("[1].config: an unescaped control character in a string (line 1, column 27)"),
        );
        assert!(entries(b"[\"\xff\"]").is_err());
        assert!(entries("[".repeat(100_000).as_bytes()).is_err());
    }
}
