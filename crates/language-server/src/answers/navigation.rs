//! Definitions and uses of names, and the files that a template names.

use heat_yaml::Span;
use lsp_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentLink, GotoDefinitionResponse, Location, Position,
    Range, Uri,
};

use super::hover::spot;
use crate::documents::Document;
use crate::protocol::addresses::uri_of;
use crate::text::file_names::{FileName, files};
use crate::text::names::{Names, Occurrence, Space};
use crate::workspace::Workspace;
use crate::workspace::environment_names::RegistryTarget;

impl Workspace {
    /// Returns the definition of the item at a position.
    pub(crate) fn definition(&self, document: &Document, at: Position) -> Option<GotoDefinitionResponse> {
        let offset = document.offset(at);
        let Some(template) = self.template(document) else {
            return self.definition_for_environment(document, offset).map(Into::into);
        };
        let names = Names::of(template);
        if let Some(name) = names.at(offset) {
            let definition = names.definition(name.space, &name.name)?;
            return Some(location(document, definition).into());
        }
        if let Some((name, _)) = self.shared_name(document, offset) {
            let definition = self.shared_definition(&name)?;
            return Some(definition.location(document.encoding).into());
        }
        let is_here = |span: &Span| (span.start..=span.end).contains(&offset);
        if let Some(file) = files(template).into_iter().find(|file| is_here(&file.span)) {
            return Some(file_location(&file.path)?.into());
        }
        let resources = template.entries(template.keys().resources)?;
        let key = template.keys().resource.resource_type;
        let types = resources.iter().filter_map(|resource| resource.value.as_mapping()?.get(key));
        let type_name = types.into_iter().find(|node| is_here(&node.span))?.as_str()?;
        Some(file_location(self.catalogue.path_of(type_name)?)?.into())
    }

    /// The definition of an item that an environment names: a parameter or a resource in a template, a type in its schema or
    /// template.
    fn definition_for_environment(&self, document: &Document, offset: usize) -> Option<Location> {
        if let Some((name, _)) = self.likely_environment_name(document, offset) {
            return Some(self.shared_definition(&name)?.location(document.encoding));
        }
        let spot = spot(document.template()?.root(), offset)?;
        match self.registered(document, &spot.path, spot.is_key)? {
            RegistryTarget::Template(path) => file_location(&path),
            RegistryTarget::Type(name) => file_location(self.catalogue.path_of(&name)?),
            RegistryTarget::Resource(name) => self.templates_of(document).iter().find_map(|template| {
                let names = Names::of(template);
                let definition = names.definition(Space::Resource, &name)?;
                let document = self.file(template.source().name())?;
                Some(location(&document, definition))
            }),
        }
    }

    /// Returns the uses of the name at a position.
    pub(crate) fn references(
        &self,
        document: &Document,
        at: Position,
        with_definition: bool,
    ) -> Option<Vec<Location>> {
        let offset = document.offset(at);
        if let Some((name, _)) = self.shared_name(document, offset) {
            let all = self.shared_occurrences(&name).into_iter();
            let all = all.filter(|each| with_definition || !each.is_definition);
            return Some(all.map(|each| each.location(document.encoding)).collect());
        }
        let names = Names::of(self.template(document)?);
        let name = names.at(offset)?;
        let all = names.same(name.space, &name.name).filter(|each| with_definition || !each.is_definition);
        Some(all.map(|each| location(document, each)).collect())
    }

    /// Returns the occurrences of a name in the document, and marks its definition.
    pub(crate) fn highlights(&self, document: &Document, at: Position) -> Option<Vec<DocumentHighlight>> {
        let names = Names::of(self.template(document)?);
        let name = names.at(document.offset(at))?;
        let highlight = |each: &Occurrence| DocumentHighlight {
            range: document.range(each.span),
            kind: Some(if each.is_definition {
                DocumentHighlightKind::WRITE
            } else {
                DocumentHighlightKind::READ
            }),
        };
        Some(names.same(name.space, &name.name).map(highlight).collect())
    }

    /// Links to the files that a document names.
    pub(crate) fn links(&self, document: &Document) -> Option<Vec<DocumentLink>> {
        let files = files(self.template(document)?);
        let link = |file: FileName| DocumentLink {
            range: document.range(file.span),
            target: absolute(&file.path),
            tooltip: None,
            data: None,
        };
        Some(files.into_iter().map(link).filter(|link| link.target.is_some()).collect())
    }
}

fn location(document: &Document, occurrence: &Occurrence) -> Location {
    Location { uri: document.uri.clone(), range: document.range(occurrence.span) }
}

/// The start of a file.
fn file_location(path: &str) -> Option<Location> {
    Some(Location { uri: absolute(path)?, range: Range::default() })
}

fn absolute(path: &str) -> Option<Uri> {
    path.starts_with('/').then(|| uri_of(path))?
}
