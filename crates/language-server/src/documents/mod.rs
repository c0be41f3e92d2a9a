//! The open documents: their texts, as the editor has them.
//!
//! The kind of a document and the files that it can read are determined here as well. Checks are in `workspace`.

pub(crate) mod files;
pub(crate) mod kind;

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use heat_hot::Template;
use heat_yaml::{Diagnostic as Finding, Source, Span};
use indexmap::IndexMap;
use lsp_types::{Position, Range, TextDocumentContentChangeEvent, Uri};

use crate::protocol::addresses::path_of;
use crate::protocol::positions::{Encoding, Lines};
use crate::text::reading;

/// Result of the check of a document.
#[derive(Default)]
pub(crate) struct CheckResult {
    /// The findings about the document.
    pub(crate) findings: Vec<Finding>,
    /// The files that were read, by their paths.
    pub(crate) files: BTreeSet<String>,
}

/// A document that is open in the editor.
pub(crate) struct Document {
    /// The URI of the document.
    pub(crate) uri: Uri,
    /// The document's version, as the client numbers it.
    pub(crate) version: i32,
    /// The document's text. Its name is the document's path, so that relative file names can be resolved.
    pub(crate) source: Arc<Source>,
    /// The lines of the text.
    pub(crate) lines: Lines,
    /// Unit of the columns in positions.
    pub(crate) encoding: Encoding,
    /// `true` if the findings have to be published.
    pub(crate) is_due: bool,
    /// Result of the last check; empty if something changed since.
    checked: OnceLock<CheckResult>,
    /// The text as a template, as far as it can be read.
    template: OnceLock<Option<Template>>,
}

impl Document {
    /// A document that was opened.
    pub(crate) fn new(uri: Uri, version: i32, text: String, encoding: Encoding) -> Self {
        let name = path_of(uri.as_str()).unwrap_or_else(|| uri.as_str().to_owned());
        let lines = Lines::of(&text);
        let source = Source::new(name, text);
        let (checked, template) = (OnceLock::new(), OnceLock::new());
        Self { uri, version, source, lines, encoding, is_due: true, checked, template }
    }

    /// The text of the document.
    pub(crate) fn text(&self) -> &str {
        self.source.text()
    }

    /// The path of the document, or its URI if it is not a file.
    pub(crate) fn path(&self) -> &str {
        self.source.name()
    }

    /// Changes the text. The changes apply one after the other.
    pub(crate) fn change(&mut self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        let mut text = self.text().to_owned();
        for change in changes {
            let Some(range) = change.range else {
                text = change.text;
                self.lines = Lines::of(&text);
                continue;
            };
            let Span { start, end, .. } = self.lines.span(&text, range, self.encoding);
            text.replace_range(start..end, &change.text);
            self.lines = Lines::of(&text);
        }
        self.version = version;
        self.source = Source::new(self.path(), text);
        self.template = OnceLock::new();
        self.set_due();
    }

    /// Marks the document to be checked again.
    pub(crate) fn set_due(&mut self) {
        self.is_due = true;
        self.checked = OnceLock::new();
    }

    /// Result of the last check; runs the check if there is none.
    pub(crate) fn checked(&self, check: impl FnOnce() -> CheckResult) -> &CheckResult {
        self.checked.get_or_init(check)
    }

    /// The text as a template, as far as it can be read.
    pub(crate) fn template(&self) -> Option<&Template> {
        self.template.get_or_init(|| reading::template(&self.source, None)).as_ref()
    }

    /// The byte offset of a position.
    pub(crate) fn offset(&self, position: Position) -> usize {
        self.lines.offset(self.text(), position, self.encoding)
    }

    /// The range of a span.
    pub(crate) fn range(&self, span: Span) -> Range {
        self.lines.range(self.text(), span, self.encoding)
    }
}

/// All open documents, by their URIs.
#[derive(Default)]
pub(crate) struct Documents {
    open: IndexMap<String, Document>,
}

impl Documents {
    /// Adds a document. Documents that read its file have to be checked again.
    pub(crate) fn open(&mut self, document: Document) {
        let path = document.path().to_owned();
        self.open.insert(document.uri.as_str().to_owned(), document);
        self.file_changed(&path);
    }

    /// Removes a document.
    pub(crate) fn close(&mut self, uri: &Uri) -> Option<Document> {
        let closed = self.open.shift_remove(uri.as_str())?;
        self.file_changed(closed.path());
        Some(closed)
    }

    /// The document with a URI.
    pub(crate) fn get(&self, uri: &Uri) -> Option<&Document> {
        self.open.get(uri.as_str())
    }

    /// Mutable access to the document with a URI.
    pub(crate) fn get_mut(&mut self, uri: &Uri) -> Option<&mut Document> {
        self.open.get_mut(uri.as_str())
    }

    /// All open documents.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Document> {
        self.open.values()
    }

    /// Mutable access to all open documents.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Document> {
        self.open.values_mut()
    }

    /// The text of the open document with a path.
    pub(crate) fn text_at(&self, path: &str) -> Option<&Arc<Source>> {
        self.iter().find(|document| document.path() == path).map(|document| &document.source)
    }

    /// Marks the documents that read a file to be checked again, because its contents changed.
    pub(crate) fn file_changed(&mut self, path: &str) {
        for document in self.open.values_mut() {
            if document.checked.get().is_some_and(|checked| checked.files.contains(path)) {
                document.set_due();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use super::*;

    /// Compares the text after some changes, each with a range `[line, column, line, column]` and its replacement.
    fn check(text: &str, changes: &[([u32; 4], &str)], expect: &str) {
        let uri = Uri::from_str("file:///a.yaml").unwrap();
        let mut document = Document::new(uri, 1, text.to_owned(), Encoding::Utf16);
        let changes = changes.iter().map(|([line, column, to, end], text)| TextDocumentContentChangeEvent {
            range: Some(Range::new(Position::new(*line, *column), Position::new(*to, *end))),
            range_length: None,
            text: (*text).to_owned(),
        });
        document.change(2, changes.collect());
        assert_eq!(document.text(), expect);
    }

    #[test]
    fn changes_apply_one_after_the_other() {
        check(
            "a: 1\nb: 2\n",
            &[([0, 3, 0, 4], "10"), ([1, 0, 1, 1], "c"), ([2, 0, 2, 0], "d: 3\n")],
            "a: 10\nc: 2\nd: 3\n",
        );
        check("a😀b", &[([0, 1, 0, 3], "")], "ab");
    }

    #[test]
    fn changes_outside_the_text_are_moved_into_it() {
        check("a\n", &[([9, 9, 99, 9], "b")], "a\nb");
        check("ab", &[([0, 1, 0, 0], "x")], "axb");
        check("a😀b", &[([0, 2, 0, 2], "x")], "ax😀b");
    }
}
