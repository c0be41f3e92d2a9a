//! The outline of a template: its parameters, conditions, resources with their types, and outputs.

use heat_hot::Template;
use heat_yaml::{Entry, Span};
use lsp_types::{DocumentSymbol, SymbolKind};

use crate::documents::Document;
use crate::text::names::text_span;
use crate::workspace::Workspace;

/// Maximum number of names of a section to show: a longer outline is of no use, and all of it is sent after each change.
const MAX_SHOWN: usize = 5_000;

impl Workspace {
    /// The outline of a document.
    pub(crate) fn symbols(&self, document: &Document) -> Option<Vec<DocumentSymbol>> {
        let template = self.template(document)?;
        let root = template.root().as_mapping()?;
        Some(root.iter().filter_map(|section| section_symbol(document, template, section)).collect())
    }
}

/// The sections with names, and the kind of symbol for their names.
pub(crate) fn sections(template: &Template) -> impl Iterator<Item = (&'static str, SymbolKind)> {
    let keys = template.keys();
    let all = [
        (Some(keys.parameters), SymbolKind::VARIABLE),
        (Some(keys.resources), SymbolKind::OBJECT),
        (Some(keys.outputs), SymbolKind::PROPERTY),
        (keys.conditions, SymbolKind::BOOLEAN),
        (keys.mappings, SymbolKind::CONSTANT),
    ];
    all.into_iter().filter_map(|(section, kind)| Some((section?, kind)))
}

/// A section with its entries; `None` if the key is not such a section.
fn section_symbol(document: &Document, template: &Template, section: &Entry) -> Option<DocumentSymbol> {
    let keys = template.keys();
    let name = section.key.as_str()?;
    let (_, kind) = sections(template).find(|(section, _)| *section == name)?;
    let detail = match name {
        _ if name == keys.parameters => Some(if keys.is_hot() { "type" } else { "Type" }),
        _ if name == keys.resources => Some(keys.resource.resource_type),
        _ => None,
    };
    let entries = section.value.as_mapping().into_iter().flatten().take(MAX_SHOWN);
    let children = entries.filter_map(|entry| {
        let shown = detail.and_then(|key| entry.value.as_mapping()?.get(key)?.as_str()).map(str::to_owned);
        symbol(document, entry, kind, shown, None)
    });
    symbol(document, section, SymbolKind::NAMESPACE, None, Some(children.collect()))
}

fn symbol(
    document: &Document,
    entry: &Entry,
    kind: SymbolKind,
    detail: Option<String>,
    children: Option<Vec<DocumentSymbol>>,
) -> Option<DocumentSymbol> {
    // Clients refuse a symbol without a name.
    let name = entry.key.as_str().filter(|name| !name.trim().is_empty())?.to_owned();
    // An alias has the span of the value that it refers to, which can be before the key.
    let end = entry.value.span.end.max(entry.key.span.end);
    let whole = Span::new(entry.key.span.start, end);
    #[expect(deprecated, reason = "the protocol's type has a field that `tags` replaced")]
    Some(DocumentSymbol {
        name,
        detail,
        kind,
        tags: None,
        deprecated: None,
        range: document.range(whole),
        selection_range: document.range(text_span(document.text(), entry.key.span)),
        children,
    })
}
