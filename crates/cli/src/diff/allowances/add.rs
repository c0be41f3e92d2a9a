//! Adding entries to the text of `schema-diff.yaml`, which otherwise stays as it is.

use heat_schema_text::emit;
use heat_schema_text::item::Item;
use heat_yaml::{ParseOptions, Source, Span, Value, one_line};

use super::settings::Allowances;
use crate::diff::report::Entry;

/// The beginning of a new file.
const HEAD: &str = "\
# Accepted changes, for which `heat-codegen diff` does not fail, with the reason and the release in which they expire.
";

/// The entries to add.
pub(in crate::diff) struct NewEntries<'a> {
    /// The findings to accept.
    pub(in crate::diff) entries: &'a [&'a Entry],
    /// Reason why the findings are accepted.
    pub(in crate::diff) reason: &'a str,
    /// The release in which the entries expire.
    pub(in crate::diff) expires: &'a str,
}

/// The text of the file with new entries; `None` if its layout does not allow adding any.
pub(in crate::diff) fn add(text: &str, new: &NewEntries<'_>) -> Option<String> {
    let source = Source::new("", text);
    let root = heat_yaml::parse(&source, &ParseOptions::default()).root;
    let list = root.as_ref().and_then(|root| root.as_mapping()?.get("allowances"));
    // An empty list is replaced with one that has an entry per line.
    let emptied = match list {
        Some(list) if is_empty(&list.value) => Some(without(text, list.span)?),
        _ => None,
    };
    let (text, list) = match &emptied {
        Some((text, _)) => (text.as_str(), None),
        None => (text, list),
    };
    let (end, indent, head) = match list {
        // The position is after the last entry, and the comment on its last line.
        Some(list) => {
            let end = list.span.start + source.slice(list.span).trim_end().len();
            (line_end(text, end)?, source.line_column(list.span.start).column.checked_sub(1)?, "")
        }
        None => match emptied {
            Some((_, end)) => (end, 2, ""),
            None => (text.len(), 2, "allowances:\n"),
        },
    };
    let (before, behind) = (text.get(..end)?, text.get(end..)?);
    let mut out = if text.is_empty() { HEAD.to_owned() } else { before.to_owned() };
    if !out.ends_with('\n') {
        out.push('\n');
    }
    out.push_str(head);
    for entry in new.entries {
        out.push_str(&item(entry, new, indent));
    }
    out.push_str(behind);
    // A list in brackets, or with an alias, does not continue line by line.
    let [old, read] = [text, &out].map(|text| Allowances::read(&Source::new("", text)));
    let is_right = read.diagnostics.is_empty() && read.entries.len() == old.entries.len() + new.entries.len();
    is_right.then_some(out)
}

fn is_empty(list: &Value) -> bool {
    match list {
        Value::Null => true,
        Value::Sequence(items) => items.is_empty(),
        _ => false,
    }
}

/// The text without an empty list, and the offset at which the lines of its entries belong; `None` if the list contains a
/// comment.
fn without(text: &str, list: Span) -> Option<(String, usize)> {
    let (before, behind) = (text.get(..list.start)?, text.get(list.end..)?);
    if text.get(list.start..list.end)?.contains('#') {
        return None;
    }
    let mut before = before.trim_end_matches([' ', '\t']);
    let line = behind.split('\n').next().unwrap_or_default();
    // If the list is alone on its line, the line is removed as well.
    if line.trim().is_empty() {
        before = before.trim_end();
    }
    let out = format!("{before}{behind}");
    let end = line_end(&out, before.len())?;
    Some((out, end))
}

/// The offset after the line break of the line that contains an offset.
fn line_end(text: &str, offset: usize) -> Option<usize> {
    Some(text.get(offset..)?.find('\n').map_or(text.len(), |end| offset + end + 1))
}

/// An entry, below a comment that describes the accepted finding.
fn item(entry: &Entry, new: &NewEntries<'_>, indent: usize) -> String {
    let what = format!("{}: {}: {}", entry.severity, entry.subject(), entry.message);
    let comment = one_line(&what);
    let entries = [
        // Digits alone would be read as a number.
        ("fingerprint".to_owned(), Item::Literal(format!("\"{}\"", entry.fingerprint))),
        ("reason".to_owned(), Item::prose(new.reason)),
        ("expires".to_owned(), Item::line(new.expires)),
    ];
    let margin = " ".repeat(indent);
    let text = emit::entries(&entries, indent + 2);
    let text = text.trim_start();
    format!("{margin}# {comment}\n{margin}- {text}")
}
