//! Names that files share: parameters and outputs of a template, which the templates around it set and read.

use std::path::Path;
use std::sync::Arc;

use heat_hot::Template;
use heat_hot::function;
use heat_hot::snippet::Context;
use heat_hot_language::Variant;
use heat_yaml::{Mapping, Node, Source, Span, Value};
use lsp_types::{Location, Uri};

use crate::documents::Document;
use crate::documents::files::{OpenFiles, root_of};
use crate::documents::kind::DocumentKind;
use crate::places::template_types::TemplateTypes;
use crate::protocol::addresses::uri_of;
use crate::protocol::positions::{Encoding, Lines};
use crate::text::names::{Names, Space, text_span};
use crate::text::reading;
use crate::workspace::Workspace;

/// Kind of a shared name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Parameter,
    Output,
}

/// A name in a template that other templates can use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SharedName {
    /// The path of the template.
    pub(crate) file: String,
    pub(crate) part: Part,
    pub(crate) name: String,
}

/// An occurrence of a shared name.
pub(crate) struct Occurrence {
    /// The URI of the file.
    pub(crate) uri: Uri,
    pub(crate) source: Arc<Source>,
    /// Span of the name, excluding quotes.
    pub(crate) span: Span,
    /// `true` if this occurrence defines the name.
    pub(crate) is_definition: bool,
}

impl Occurrence {
    /// The location in the protocol's form.
    pub(crate) fn location(&self, encoding: Encoding) -> Location {
        let lines = Lines::of(self.source.text());
        Location { uri: self.uri.clone(), range: lines.range(self.source.text(), self.span, encoding) }
    }
}

impl Workspace {
    /// The shared name at an offset of a document, and its span there.
    pub(crate) fn shared_name(&self, document: &Document, offset: usize) -> Option<(SharedName, Span)> {
        let Some(template) = self.template(document) else { return self.environment_name(document, offset) };
        let is_here = |span: &Span| (span.start..=span.end).contains(&offset);
        let own =
            |part, name: &str| SharedName { file: document.path().to_owned(), part, name: name.to_owned() };
        if let Some(found) = Names::of(template).at(offset) {
            return (found.space == Space::Parameter)
                .then(|| (own(Part::Parameter, &found.name), found.span));
        }
        if let Some((name, span)) = outputs(template).find(|(_, span)| is_here(span)) {
            return Some((own(Part::Output, name), span));
        }
        uses(template, &self.types(document, template)).into_iter().find(|(_, span)| is_here(span))
    }

    /// Returns the definition of a shared name.
    pub(crate) fn shared_definition(&self, name: &SharedName) -> Option<Occurrence> {
        let document = self.file(&name.file)?;
        in_its_template(&document, name).into_iter().find(|each| each.is_definition)
    }

    /// All occurrences of a shared name: in its template, in the open and sibling files in which that template is nested, and in
    /// the environments that set it, including those of the names that these join with it.
    pub(crate) fn shared_occurrences(&self, name: &SharedName) -> Vec<Occurrence> {
        let (names, in_environments) = self.joined(name);
        let in_templates = names.iter().flat_map(|name| self.occurrences_in_templates(name));
        let mut found: Vec<Occurrence> = in_templates.chain(in_environments).collect();
        // One anchor of a template can set the parameters of two others.
        let place = |each: &Occurrence| (each.source.name().to_owned(), each.span);
        let mut seen = std::collections::HashSet::new();
        found.retain(|each| seen.insert(place(each)));
        found
    }

    fn occurrences_in_templates(&self, name: &SharedName) -> Vec<Occurrence> {
        let Some(document) = self.file(&name.file) else { return Vec::new() };
        let mut found = in_its_template(&document, name);
        for document in self.documents.iter().filter(|document| document.path() != name.file) {
            found.extend(self.in_another(document, name));
        }
        let root = root_of(Path::new(&name.file), &self.folders);
        let closed = root.iter().flat_map(|root| self.closed_templates(root));
        for source in closed.filter(|source| source.name() != name.file && source.text().contains(&name.name))
        {
            let document = self.file(source.name());
            found.extend(document.iter().flat_map(|document| self.in_another(document, name)));
        }
        found
    }

    /// A file as a document: from the editor if it is open, otherwise from the disk.
    pub(crate) fn file(&self, path: &str) -> Option<Document> {
        let open = self.documents.iter().find(|document| document.path() == path);
        let uri = open.map(|document| document.uri.clone()).or_else(|| uri_of(path))?;
        let files = OpenFiles::of(&self.documents, path, &self.folders);
        let text = files.source(Path::new(path))?.text().to_owned();
        Some(Document::new(uri, 0, text, self.encoding))
    }

    fn in_another(&self, document: &Document, name: &SharedName) -> Vec<Occurrence> {
        if self.kind(document) != DocumentKind::Template {
            return Vec::new();
        }
        let Some(template) = reading::template(&document.source, None) else { return Vec::new() };
        let same =
            uses(&template, &self.types(document, &template)).into_iter().filter(|(each, _)| each == name);
        let found = same.map(|(_, span)| Occurrence {
            uri: document.uri.clone(),
            source: Arc::clone(&document.source),
            span,
            is_definition: false,
        });
        found.collect()
    }
}

/// The occurrences of a name in the template that defines it.
fn in_its_template(document: &Document, name: &SharedName) -> Vec<Occurrence> {
    let Some(template) = reading::template(&document.source, None) else { return Vec::new() };
    let found = |span, is_definition| Occurrence {
        uri: document.uri.clone(),
        source: Arc::clone(&document.source),
        span,
        is_definition,
    };
    match name.part {
        Part::Parameter => {
            let names = Names::of(&template);
            let same = names.same(Space::Parameter, &name.name);
            same.map(|each| found(each.span, each.is_definition)).collect()
        }
        Part::Output => {
            let same = outputs(&template).filter(|(output, _)| *output == name.name);
            same.map(|(_, span)| found(span, true)).collect()
        }
    }
}

/// The names of outputs with their spans.
fn outputs(template: &Template) -> impl Iterator<Item = (&str, Span)> {
    let text = template.source().text();
    let entries = template.entries(template.keys().outputs).into_iter().flatten();
    entries.filter_map(move |entry| Some((entry.key.as_str()?, text_span(text, entry.key.span))))
}

/// The names with which a template sets the parameters and reads the outputs of templates that are nested in it.
fn uses(template: &Template, types: &TemplateTypes<'_>) -> Vec<(SharedName, Span)> {
    let mut finder = Finder { template, types, found: Vec::new() };
    let keys = template.keys();
    for section in [keys.resources, keys.outputs] {
        if let Some(node) = template.section(section) {
            finder.node(node);
        }
    }
    // The value of an anchor is in the text once, no matter how often it is used.
    let mut found = finder.found;
    found.sort_by_key(|(_, span)| *span);
    found.dedup();
    found
}

struct Finder<'t> {
    template: &'t Template,
    types: &'t TemplateTypes<'t>,
    found: Vec<(SharedName, Span)>,
}

impl Finder<'_> {
    fn node(&mut self, node: &Node) {
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            match &node.value {
                Value::Sequence(items) | Value::Set(items) => open.extend(items),
                Value::Mapping(map) => {
                    self.properties(map);
                    self.attribute(map);
                    open.extend(map.iter().map(|entry| &entry.value));
                }
                _ => {}
            }
        }
    }

    /// Collects the properties, if the map is a resource.
    fn properties(&mut self, map: &Mapping) {
        let keys = self.template.keys().resource;
        let type_name = map.get(keys.resource_type).and_then(Node::as_str);
        let properties = map.get(keys.properties).and_then(Node::as_mapping);
        let (Some(type_name), Some(properties)) = (type_name, properties) else { return };
        for entry in properties {
            self.add(type_name, Part::Parameter, &entry.key);
        }
    }

    /// Collects the attribute that the map reads, if it is a call that reads one.
    fn attribute(&mut self, map: &Mapping) {
        let [entry] = map.entries() else { return };
        let name = entry.key.as_str().unwrap_or_default();
        let variant = function::variant(name, self.template.version(), Context::Value);
        let reads = matches!(
            variant,
            Some(
                Variant::GetAttThenSelect
                    | Variant::CfnGetAtt
                    | Variant::GetAtt
                    | Variant::GetAttAllAttributes
            )
        );
        let Some([resource, attribute, ..]) = entry.value.as_sequence().filter(|_| reads) else { return };
        let keys = self.template.keys();
        let resources = self.template.entries(keys.resources);
        let resource = resource.as_str().and_then(|name| resources?.get(name)?.as_mapping());
        let type_name = resource.and_then(|resource| resource.get(keys.resource.resource_type)?.as_str());
        if let Some(type_name) = type_name {
            self.add(type_name, Part::Output, attribute);
        }
    }

    fn add(&mut self, type_name: &str, part: Part, node: &Node) {
        let (Some(name), Some(nested)) = (node.as_str(), self.types.nested(type_name)) else { return };
        let is_known = match part {
            Part::Parameter => nested.schema.properties.contains_key(name),
            Part::Output => nested.schema.attributes.contains_key(name),
        };
        if is_known {
            let file = nested.template.template.source().name().to_owned();
            let span = text_span(self.template.source().text(), node.span);
            self.found.push((SharedName { file, part, name: name.to_owned() }, span));
        }
    }
}
