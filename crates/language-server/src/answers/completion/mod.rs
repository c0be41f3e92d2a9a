//! Completions at the cursor.

mod described;
mod environment;
mod items;
mod keys;
mod paths;
mod values;

use heat_model::CustomConstraintTable;
use lsp_types::{
    CompletionItem, CompletionItemLabelDetails, CompletionItemTag, CompletionTextEdit, Documentation,
    InsertTextFormat, InsertTextMode, MarkupContent, MarkupKind, Position, TextEdit,
};

use crate::documents::Document;
use crate::documents::kind::DocumentKind;
use crate::places::Places;
use crate::places::cursor::{Cursor, Role};
use crate::text::names::Names;
use crate::workspace::Workspace;
use described::{DescribedOffers, tested_templates};
use environment::EnvironmentOffers;
use items::Item;
use paths::FileFilter;

impl Workspace {
    /// Returns the completions at a position.
    pub(crate) fn completion(&self, document: &Document, at: Position) -> Option<Vec<CompletionItem>> {
        let kind = self.kind(document);
        let schema = described::schema_of(kind);
        if !matches!(kind, DocumentKind::Template | DocumentKind::Environment) && schema.is_none() {
            return None;
        }
        let offset = document.offset(at);
        let cursor = Cursor::at(document, offset)?;
        let before = document.text().get(cursor.word.start..offset).unwrap_or_default();
        let paths = |wanted| self.paths(document, before, wanted);
        let items = if kind == DocumentKind::Environment {
            let offers = EnvironmentOffers {
                types: &self.types_of(document),
                templates: &|| self.templates_of(document),
                paths: &paths,
            };
            offered(&cursor, |others| offers.keys(&cursor.path, others), || offers.values(&cursor.path))
        } else if let Some(schema) = schema {
            let root = cursor.template.root();
            let tested =
                tested_templates(document.path(), root).into_iter().find_map(|path| self.file(&path));
            let tested = tested.as_ref().and_then(|tested| Some((tested, tested.template()?)));
            let tested_types = tested.map(|(tested, template)| self.types(tested, template));
            let offers = DescribedOffers {
                schema,
                root,
                tested: tested.map(|(_, template)| template).zip(tested_types.as_ref()),
                types: &self.types_of(document),
                paths: &paths,
            };
            offered(&cursor, |others| offers.keys(&cursor.path, others), || offers.values(&cursor.path))
        } else {
            let types = self.types(document, &cursor.template);
            let offers = Offers {
                paths: &paths,
                places: Places { template: &cursor.template, types: &types },
                names: Names::of(&cursor.template),
                customs: &self.catalogue.types().custom_constraints,
            };
            offered(&cursor, |others| offers.keys(&cursor.path, others), || offers.values(&cursor.path))
        };
        let range = document.range(cursor.word);
        let with_snippets = self.settings.has_snippets;
        let write = |(rank, item): (usize, Item)| {
            let (text, is_snippet) = item.text(&cursor, with_snippets);
            CompletionItem {
                sort_text: Some(format!("{rank:05}")),
                filter_text: Some(item.label.clone()),
                kind: Some(item.kind),
                label_details: item
                    .detail
                    .is_some()
                    .then(|| CompletionItemLabelDetails { detail: None, description: item.detail.clone() }),
                detail: item.detail,
                documentation: item.documentation.map(|value| {
                    Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value })
                }),
                tags: item.is_deprecated.then(|| vec![CompletionItemTag::DEPRECATED]),
                // The lines of a snippet are below the one of the cursor.
                insert_text_mode: text.contains('\n').then_some(InsertTextMode::ADJUST_INDENTATION),
                insert_text_format: is_snippet.then_some(InsertTextFormat::SNIPPET),
                text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text: text })),
                label: item.label,
                ..CompletionItem::default()
            }
        };
        Some(items.into_iter().enumerate().map(write).collect())
    }
}

/// The items at a cursor: keys, which depend on the other keys of the map, and values.
fn offered(
    cursor: &Cursor,
    keys: impl Fn(&[String]) -> Vec<Item>,
    values: impl Fn() -> Vec<Item>,
) -> Vec<Item> {
    let mut items = match &cursor.role {
        Role::Key { others } => keys(others),
        Role::Value => values(),
    };
    // A word alone on its line, or after the dash of an item, can become a value or a key.
    match &cursor.role {
        Role::Key { others } if others.is_empty() && !cursor.has_colon => items.extend(values()),
        Role::Value if cursor.begins_line => items.extend(keys(&[])),
        _ => {}
    }
    items
}

/// Data for completions in a template.
struct Offers<'a> {
    /// The files that the path at the cursor can continue to.
    paths: &'a dyn Fn(FileFilter) -> Vec<Item>,
    places: Places<'a>,
    names: Names,
    customs: &'a CustomConstraintTable,
}
