//! Search for names in all templates of the workspace, and for the types of its catalogue.

use std::path::Path;
use std::sync::Arc;

use heat_yaml::{Source, Span};
use lsp_types::{Location, SymbolInformation, SymbolKind};

use super::symbols::sections;
use crate::protocol::addresses::uri_of;
use crate::protocol::positions::Lines;
use crate::text::names::text_span;
use crate::text::reading;
use crate::workspace::Workspace;

/// Maximum number of symbols to return: nobody reads more.
const MAX_SYMBOLS: usize = 1_000;

impl Workspace {
    /// The symbols whose names contain the letters of a query in the same order.
    pub(crate) fn workspace_symbols(&self, query: &str) -> Vec<SymbolInformation> {
        let open = self.documents.iter().map(|document| Arc::clone(&document.source));
        let closed = self.folders.iter().flat_map(|folder| self.closed_templates(folder));
        let names = open.chain(closed).flat_map(|source| self.symbols_in(&source, query));
        self.type_symbols(query).chain(names).take(MAX_SYMBOLS).collect()
    }

    /// The types whose schemas are in the workspace.
    fn type_symbols(&self, query: &str) -> impl Iterator<Item = SymbolInformation> {
        let types = self.catalogue.visible().filter(move |schema| matches(&schema.name, query));
        types.filter_map(|schema| {
            let path = self.catalogue.path_of(&schema.name)?;
            let is_here = self.folders.iter().any(|folder| Path::new(path).starts_with(folder));
            let location = Location { uri: uri_of(path)?, range: lsp_types::Range::default() };
            is_here.then(|| symbol(&schema.name, SymbolKind::CLASS, location, None))
        })
    }

    /// The names in a template.
    fn symbols_in(&self, source: &Arc<Source>, query: &str) -> Vec<SymbolInformation> {
        let Some(template) = reading::template(source, None) else { return Vec::new() };
        let open = self.documents.iter().find(|document| document.path() == source.name());
        let Some(uri) = open.map(|document| document.uri.clone()).or_else(|| uri_of(source.name())) else {
            return Vec::new();
        };
        let lines = Lines::of(source.text());
        let place = |span: Span| Location {
            uri: uri.clone(),
            range: lines.range(source.text(), text_span(source.text(), span), self.encoding),
        };
        let mut found = Vec::new();
        for (section, kind) in sections(&template) {
            let entries = template.entries(section).into_iter().flatten();
            let named = entries.filter_map(|entry| Some((entry.key.as_str()?, entry.key.span)));
            let matching = named.filter(|(name, _)| !name.trim().is_empty() && matches(name, query));
            found.extend(matching.map(|(name, span)| symbol(name, kind, place(span), Some(section))));
        }
        found
    }
}

fn symbol(name: &str, kind: SymbolKind, location: Location, container: Option<&str>) -> SymbolInformation {
    #[expect(deprecated, reason = "the protocol's type has a field that `tags` replaced")]
    SymbolInformation {
        name: name.to_owned(),
        kind,
        tags: None,
        deprecated: None,
        location,
        container_name: container.map(str::to_owned),
    }
}

/// Returns whether a name contains all characters of a query in the same order, ignoring case, as editors match them.
fn matches(name: &str, query: &str) -> bool {
    let mut name = name.chars().flat_map(char::to_lowercase);
    query.chars().flat_map(char::to_lowercase).all(|wanted| name.any(|char| char == wanted))
}

#[cfg(test)]
mod tests {
    fn check(name: &str, query: &str, expect: bool) {
        assert_eq!(super::matches(name, query), expect, "{name} {query}");
    }

    #[test]
    fn letters_are_found_in_their_order() {
        check("web_server", "", true);
        check("web_server", "WS", true);
        check("web_server", "sw", false);
        check("Größe", "gß", true);
        check("a", "aa", false);
    }
}
