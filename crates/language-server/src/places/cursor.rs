//! Position of the cursor in a template that is being written.
//!
//! Text that is being written is seldom a valid template: a value is missing, or a key. So it is read with a [`MARKER`] at the
//! cursor, in several possible continuations, until one of them can be read. The path to the marker in the tree is that to the
//! cursor.

use heat_hot::Template;
use heat_yaml::{Node, PathSegment, Source, Span, Value};

use crate::documents::Document;
use crate::text::reading;

/// Represents the cursor. No text contains this character, which is for private use.
const MARKER: char = '\u{f8d7}';

/// Maximum size of a text in which the cursor is searched for, in bytes: the text is read several times.
const MAX_SIZE: usize = 1 << 20;

/// A step from the root of a template to the cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    Key(String),
    Index(usize),
}

impl Step {
    /// The key, if the step is one.
    pub(crate) fn key(&self) -> Option<&str> {
        match self {
            Self::Key(key) => Some(key),
            Self::Index(_) => None,
        }
    }

    pub(crate) fn segment(&self) -> PathSegment<'_> {
        match self {
            Self::Key(key) => PathSegment::Key(key),
            Self::Index(index) => PathSegment::Index(*index),
        }
    }
}

/// Kind of node at the cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Role {
    /// The key of an entry, in a map with these other keys.
    Key { others: Vec<String> },
    /// A scalar value.
    Value,
}

/// The node at the cursor, and the text around it.
#[derive(Debug)]
pub(crate) struct Cursor {
    /// The template, with the marker.
    pub(crate) template: Template,
    /// The path to the value, or to the map with the key.
    pub(crate) path: Vec<Step>,
    pub(crate) role: Role,
    /// The word at the cursor, which a completion replaces, in the text of the document.
    pub(crate) word: Span,
    /// `true` if the word is in quotes.
    pub(crate) is_quoted: bool,
    /// `true` if a colon already follows the word.
    pub(crate) has_colon: bool,
    /// `true` if the word is the first on its line, after the dashes of items.
    pub(crate) begins_line: bool,
}

impl Cursor {
    /// Finds the node at an offset; `None` if the offset is in a comment or in a text of several lines, or if no continuation can
    /// be read.
    pub(crate) fn at(document: &Document, offset: usize) -> Option<Self> {
        let text = document.text();
        if text.contains(MARKER) || text.len() > MAX_SIZE {
            return None;
        }
        let line = Line::around(document, offset)?;
        line.continuations().into_iter().find_map(|continuation| {
            let marked = [text.get(..offset)?, &continuation.text, text.get(continuation.end..)?].concat();
            let source = Source::new(document.path(), marked);
            let template = reading::template(&source, Some(offset))?;
            let found = find(template.root())?;
            Self::found(found, template, &line, continuation.adds_colon)
        })
    }

    fn found(found: Found, template: Template, line: &Line<'_>, adds_colon: bool) -> Option<Self> {
        let Found { path, role, span } = found;
        let text = template.source().text();
        let written = template.source().slice(span);
        if written.contains('\n') {
            return None;
        }
        let is_quoted = written.starts_with(['"', '\'']);
        let quote = usize::from(is_quoted);
        let word = Span::new(span.start + quote, (span.end - quote).saturating_sub(MARKER.len_utf8()));
        let has_colon = !adds_colon && text.get(span.end..)?.trim_start_matches([' ', '\t']).starts_with(':');
        let begins_line = span.start <= line.first_word();
        Some(Self { template, path, role, word, is_quoted, has_colon, begins_line })
    }

    /// The steps as a path of the tree.
    pub(crate) fn segments(steps: &[Step]) -> Vec<PathSegment<'_>> {
        steps.iter().map(Step::segment).collect()
    }
}

/// The line with the cursor.
struct Line<'t> {
    start: usize,
    offset: usize,
    before: &'t str,
    after: &'t str,
}

impl<'t> Line<'t> {
    fn around(document: &'t Document, offset: usize) -> Option<Self> {
        let text = document.text();
        let start = document.lines.start_of_line(offset);
        let (before, rest) = (text.get(start..offset)?, text.get(offset..)?);
        let after = rest.split(['\n', '\r']).next().unwrap_or_default();
        Some(Self { start, offset, before, after })
    }

    /// The offset of the first word on the line, after the dashes of items.
    fn first_word(&self) -> usize {
        let mut rest = self.before.trim_start();
        while let Some(item) = rest.strip_prefix("- ") {
            rest = item.trim_start();
        }
        self.start + self.before.len() - rest.len()
    }
}

/// A possible continuation of the text at the cursor.
struct Continuation {
    /// The text from the cursor on, which begins with the marker.
    text: String,
    /// The end of the text that it replaces.
    end: usize,
    /// `true` if the continuation adds the colon of a key, which the text lacks.
    adds_colon: bool,
}

impl Line<'_> {
    /// Possible continuations of the line, likely ones first.
    fn continuations(&self) -> Vec<Continuation> {
        let is_end = |char: char| char.is_whitespace() || ",]}:\"'#".contains(char);
        let rest = self.after.split(is_end).next().unwrap_or_default();
        let behind = self.after.get(rest.len()..).unwrap_or_default().trim_start();
        let with = |text: String, end: usize, adds_colon: bool| Continuation { text, end, adds_colon };
        let word = self.before.get(self.first_word() - self.start..).unwrap_or_default();
        let is_first = !word.contains([' ', '"', '\'', '{', '[']);
        let mut ways = Vec::new();
        if is_first && (behind.is_empty() || behind.starts_with('#')) {
            ways.push(with(format!("{MARKER}{rest}:"), self.offset + rest.len(), true));
        }
        ways.push(with(MARKER.to_string(), self.offset, false));
        let closing = self.closing();
        if !closing.is_empty() {
            ways.push(with(format!("{MARKER}{rest}{closing}"), self.offset + rest.len(), false));
            // The text after the cursor belongs to another unfinished part.
            ways.push(with(format!("{MARKER}{closing}"), self.offset + self.after.len(), false));
        }
        ways
    }

    /// The closing quotes and brackets for those that are open at the cursor, on this line.
    fn closing(&self) -> String {
        let (mut quote, mut brackets) = (None, Vec::new());
        let mut previous = ' ';
        for char in self.before.chars() {
            match (quote, char) {
                (Some(open), _) if char == open => quote = None,
                // A quote within a word is an apostrophe.
                (None, '"' | '\'') if !previous.is_alphanumeric() => quote = Some(char),
                (None, '{') => brackets.push('}'),
                (None, '[') => brackets.push(']'),
                (None, '}' | ']') => _ = brackets.pop(),
                _ => {}
            }
            previous = char;
        }
        quote.into_iter().chain(brackets.into_iter().rev()).collect()
    }
}

/// The marker's position in a tree.
struct Found {
    path: Vec<Step>,
    role: Role,
    span: Span,
}

/// Finds the marker in a node.
fn find(node: &Node) -> Option<Found> {
    let has_marker = |node: &Node| node.as_str().is_some_and(|text| text.contains(MARKER));
    match &node.value {
        Value::String(text) if text.contains(MARKER) => {
            Some(Found { path: Vec::new(), role: Role::Value, span: node.span })
        }
        Value::Sequence(items) => {
            items.iter().enumerate().find_map(|(index, item)| under(Step::Index(index), item))
        }
        Value::Mapping(map) => map.iter().find_map(|entry| {
            if has_marker(&entry.key) {
                let others = map.iter().filter(|other| !has_marker(&other.key));
                let others = others.filter_map(|other| other.key.as_str().map(str::to_owned)).collect();
                return Some(Found { path: Vec::new(), role: Role::Key { others }, span: entry.key.span });
            }
            under(Step::Key(entry.key.as_str()?.to_owned()), &entry.value)
        }),
        _ => None,
    }
}

/// Finds the marker in the node below a step.
fn under(step: Step, node: &Node) -> Option<Found> {
    let mut found = find(node)?;
    found.path.insert(0, step);
    Some(found)
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use lsp_types::Uri;

    use super::*;
    use crate::protocol::positions::Encoding;

    /// Compares the path to the cursor (`|`), its role, and the word there.
    #[track_caller]
    fn check(lines: &str, expect: &str) {
        let text = format!("heat_template_version: rocky\nresources:\n  a:\n    type: A::B\n{lines}");
        let offset = text.find('|').unwrap();
        let text = text.replacen('|', "", 1);
        let uri = Uri::from_str("file:///a.yaml").unwrap();
        let document = Document::new(uri, 1, text.clone(), Encoding::Utf8);
        let shown = Cursor::at(&document, offset).map_or_else(
            || "nowhere".to_owned(),
            |cursor| {
                let path = Cursor::segments(&cursor.path);
                let path: Vec<String> = path.iter().skip(2).map(ToString::to_string).collect();
                let role = match &cursor.role {
                    Role::Key { others } => format!("key beside {others:?}"),
                    Role::Value => "value".to_owned(),
                };
                format!("{}: {role} {:?}", path.join("."), &text[cursor.word.start..cursor.word.end])
            },
        );
        assert_eq!(shown, expect, "{lines}");
    }

    #[test]
    fn the_cursor_is_found_in_unfinished_text() {
        check("    |\n", r#": key beside ["type"] """#);
        check("    prop|\n", r#": key beside ["type"] "prop""#);
        check("    pr|op: x\n", r#": key beside ["type"] "prop""#);
        check("    properties:\n      |\n", r#"properties: key beside [] """#);
        check("    properties:\n      x: 1\n      |\n  b: {type: C}\n", r#"properties: key beside ["x"] """#);
        check("    properties:\n      x: |\n", r#"properties.x: value """#);
        check("    properties:\n      x: a|b # c\n", r#"properties.x: value "ab""#);
        check("    properties: {x: |}\n", r#"properties.x: value """#);
        check("    properties: {x: 1, |}\n", r#"properties: key beside ["x"] """#);
        check("    properties: {x: {get_param: |\n  b: {type: C}\n", r#"properties.x.get_param: value """#);
        check("    properties: {x: {get_attr: [b, |\n", r#"properties.x.get_attr.[1]: value """#);
        check("    properties: {x: \"a|\n", r#"properties.x: value "a""#);
        check("    properties: {x: 'a|b'}\n", r#"properties.x: value "ab""#);
        check("    depends_on:\n      - |\n", r#"depends_on.[0]: key beside [] """#);
        check("    depends_on: [b, |]\n", r#"depends_on.[1]: value """#);
    }

    #[test]
    fn other_unfinished_lines_do_not_matter() {
        check("    properties:\n      x: |\n  b: {type: [\n  c: {}\n", r#"properties.x: value """#);
        check("    prop\n    properties: {x: |}\n", r#"properties.x: value """#);
    }

    #[test]
    fn comments_and_texts_are_no_place() {
        check("    # a |\n", "nowhere");
        check("    metadata: >\n      text\n      more|\n", "nowhere");
    }
}
