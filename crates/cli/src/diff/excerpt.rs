//! The lines of a schema file that a finding is about, on one side or on both.

use heat_model::load::SchemaFile;
use heat_model::{SchemaPath, Segment};
use heat_report::finding::{Line, Mark, Region};
use heat_yaml::{Node, Source, Span};

/// The maximum number of lines to show of one side.
const MAX_LINES: usize = 8;

/// The maximum length of a line; longer lines are truncated.
const MAX_CHARACTERS: usize = 160;

/// A location in a file of one of the sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilePlace {
    /// The path of the file, as it is or would be in the working tree.
    pub path: String,
    /// The name of the file, with the revision from which it was read: `main:schemas/OS/Nova/Server.yaml`.
    pub name: String,
    /// The region in the file; `None` if it has no lines of its own, like facts.
    pub region: Option<Region>,
}

/// The node at a path of a file.
pub(super) struct Found<'a> {
    source: &'a Source,
    span: Span,
    /// `true` if the node exists; otherwise this is the nearest enclosing node.
    is_there: bool,
}

impl<'a> Found<'a> {
    pub(super) fn at(file: &'a SchemaFile, path: &SchemaPath) -> Self {
        Self::below(&file.source, &file.root, file.key_span(&SchemaPath::root()), path)
    }

    /// The node at a path in any file, starting at a node with a span.
    pub(super) fn below(source: &'a Source, root: &'a Node, span: Span, path: &SchemaPath) -> Self {
        let mut node = root;
        let mut found = Self { source, span, is_there: true };
        for segment in &path.0 {
            let Some((span, next)) = step(node, segment) else {
                found.is_there = false;
                return found;
            };
            found.span = span;
            node = next;
        }
        if !path.0.is_empty() {
            found.span.end = found.span.end.max(node.span.end);
        }
        found
    }

    pub(super) fn region(&self) -> Region {
        let source = self.source;
        let [first, last] = self.ends();
        let start = source.line_column(self.span.start);
        let end_column = source.line(last).trim_end().chars().count() + 1;
        if self.is_there && last > first {
            return Region { line: first, column: start.column, end: Some((last, end_column)) };
        }
        let end = source.line_column(self.span.end);
        Region { line: first, column: start.column, end: Some((end.line, end.column)) }
    }

    /// The first and the last line, without blank lines at the end.
    fn ends(&self) -> [usize; 2] {
        let source = self.source;
        let text = source.slice(self.span).trim_end();
        let end = self.span.start + text.len();
        [source.line_column(self.span.start).line, source.line_column(end).line]
    }

    fn lines(&self, mark: Mark) -> Vec<Line> {
        let [first, last] = self.ends();
        let source = self.source;
        let line = |number| Line { mark, number: Some(number), text: cut(source.line(number)) };
        (first..=last).map(line).collect()
    }

    /// The line of the nearest enclosing node.
    fn heading(&self) -> Line {
        let number = self.ends()[0];
        Line { mark: Mark::Context, number: Some(number), text: cut(self.source.line(number)) }
    }
}

/// Takes a step into a tree: returns the span of the key or item, and its node.
fn step<'a>(node: &'a Node, segment: &Segment) -> Option<(Span, &'a Node)> {
    match segment {
        Segment::Key(key) => {
            let entry = node.as_mapping()?.entry(key)?;
            Some((entry.key.span, &entry.value))
        }
        Segment::Index(index) => {
            let item = node.as_sequence()?.get(*index)?;
            Some((item.span, item))
        }
    }
}

/// The lines that differ between two locations, the old ones first. Equal lines at the ends are omitted, except for one that
/// shows which node contains them.
pub(super) fn lines(before: Option<&Found<'_>>, after: Option<&Found<'_>>) -> Vec<Line> {
    match (before, after) {
        (None, None) => Vec::new(),
        (Some(one), None) => shortened(one.lines(Mark::Removed)),
        (None, Some(one)) => shortened(one.lines(Mark::Added)),
        (Some(old), Some(new)) if old.is_there && new.is_there => {
            changed(old.lines(Mark::Removed), new.lines(Mark::Added))
        }
        (Some(old), Some(new)) if old.is_there => {
            std::iter::once(new.heading()).chain(shortened(old.lines(Mark::Removed))).collect()
        }
        (Some(old), Some(new)) if new.is_there => {
            std::iter::once(old.heading()).chain(shortened(new.lines(Mark::Added))).collect()
        }
        (Some(_), Some(new)) => vec![new.heading()],
    }
}

fn changed(mut old: Vec<Line>, mut new: Vec<Line>) -> Vec<Line> {
    let equal = old.iter().zip(&new).take_while(|(old, new)| old.text == new.text).count();
    old.drain(..equal);
    let context = new.drain(..equal).next_back().map(|line| Line { mark: Mark::Context, ..line });
    while let (Some(last), Some(other)) = (old.last(), new.last())
        && last.text == other.text
    {
        old.pop();
        new.pop();
    }
    context.into_iter().chain(shortened(old)).chain(shortened(new)).collect()
}

fn shortened(mut lines: Vec<Line>) -> Vec<Line> {
    // Replacing one line with a marker would save nothing.
    if lines.len() > MAX_LINES + 1 {
        let rest = lines.len() - MAX_LINES;
        lines.truncate(MAX_LINES);
        let indent: String = lines
            .last()
            .map(|line| line.text.chars().take_while(|c| *c == ' ').collect())
            .unwrap_or_default();
        lines
            .push(Line { mark: Mark::LeftOut, number: None, text: format!("{indent}… {rest} more lines") });
    }
    lines
}

/// Truncates a line that is too long.
pub(super) fn cut(line: &str) -> String {
    match line.char_indices().nth(MAX_CHARACTERS) {
        Some((index, _)) => format!("{}…", line.get(..index).unwrap_or_default()),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heat_model::load::load_schema;
    use heat_yaml::Source;

    fn file(text: &str) -> SchemaFile {
        load_schema(&Source::new("x.yaml", text)).file.unwrap()
    }

    fn path(text: &str) -> SchemaPath {
        text.split('.').fold(SchemaPath::root(), |path, key| path.join(key))
    }

    fn check(before: (&str, &str), after: (&str, &str), expect: &str) {
        let (old, new) = (file(before.0), file(after.0));
        let (old, new) = (Found::at(&old, &path(before.1)), Found::at(&new, &path(after.1)));
        let lines = lines(Some(&old), Some(&new)).into_iter().map(|line| {
            let number = line.number.map_or_else(String::new, |number| number.to_string());
            format!("{number}{}{}\n", line.mark.character(), line.text)
        });
        assert_eq!(lines.collect::<String>(), expect);
    }

    #[test]
    fn removed_lines_are_shown_below_their_parent() {
        let old = "type: A::B\nproperties:\n  a:\n    type: string\n    update_allowed: true\n";
        let new = "type: A::B\nproperties:\n  a:\n    type: string\n";
        check(
            (old, "properties.a.update_allowed"),
            (new, "properties.a.update_allowed"),
            "3   a:\n5-    update_allowed: true\n",
        );
        check(
            (new, "properties.a.update_allowed"),
            (old, "properties.a.update_allowed"),
            "3   a:\n5+    update_allowed: true\n",
        );
    }

    #[test]
    fn equal_ends_are_left_out() {
        let text = |list: &str| {
            format!(
                "type: A::B\nproperties:\n  a:\n    type: string\n    constraints:\n      - allowed_values: {list}\n      - length: {{max: 3}}\n"
            )
        };
        check(
            (&text("[a, b]"), "properties.a.constraints"),
            (&text("[a]"), "properties.a.constraints"),
            "5     constraints:\n6-      - allowed_values: [a, b]\n6+      - allowed_values: [a]\n",
        );
    }

    #[test]
    fn long_excerpts_are_truncated() {
        let items = |count: usize| {
            let items: Vec<_> = (0..count).map(|item| format!("  p{item}: {{type: string}}")).collect();
            format!("type: A::B\nproperties:\n{}\n", items.join("\n"))
        };
        let (old, new) = (file(&items(30)), file(&items(1)));
        let (old, new) = (Found::at(&old, &path("properties")), Found::at(&new, &path("properties")));
        let lines = lines(Some(&old), Some(&new));
        assert_eq!(lines.len(), 1 + MAX_LINES + 1);
        assert_eq!(lines[9].text, "  … 21 more lines");
    }
}
