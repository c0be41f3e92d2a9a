//! Templates in examples: the part of HOT that is needed to check them against a schema.
//!
//! This code does not read templates as Heat does: it ignores parameters, conditions and references. A test of `heat-witness` has
//! `heat-hot` validate the examples of the catalogue; the derive macro, which compiles this code, does without.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use heat_hot_language::{HotVersion, Keys, TemplateVersion, function};
use heat_model::Value;
use heat_model::load::fields::Reader;
use heat_model::suggest::nearest;
use heat_yaml::{Entry, Mapping, Node, ParseOptions, Parsed, Source, Span};

/// Error in a template, with its span.
pub(super) struct Mistake {
    pub(super) span: Span,
    pub(super) message: String,
    pub(super) help: Option<String>,
}

impl Mistake {
    pub(super) fn new(span: Span, message: impl Into<String>) -> Self {
        Self { span, message: message.into(), help: None }
    }
}

/// Cache of the parsed templates of examples, so that each is parsed once for the rules and for other users.
#[derive(Debug, Default)]
pub struct ParsedExamples(Mutex<HashMap<String, Arc<ParsedExample>>>);

/// Parsed template of an example.
#[derive(Debug)]
pub struct ParsedExample {
    /// Text of the template.
    pub source: Arc<Source>,
    /// Tree that the text was parsed to, with the errors.
    pub parsed: Parsed,
}

impl ParsedExample {
    /// Parses a template, JSON first.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let source = Source::new("template", text);
        let parsed = heat_yaml::parse_template(&source, &ParseOptions::template());
        Self { source, parsed }
    }
}

impl ParsedExamples {
    /// Returns the parsed template with this text. Parses it if it is not in the cache.
    pub fn get(&self, text: &str) -> Arc<ParsedExample> {
        let all = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all().get(text) {
            return Arc::clone(known);
        }
        // The lock is released, so that other threads need not wait while this one parses.
        let parsed = Arc::new(ParsedExample::new(text));
        all().insert(text.to_owned(), Arc::clone(&parsed));
        parsed
    }

    /// Removes the parsed template with this text and returns it. Parses it if it is not in the cache.
    pub fn take(&self, text: &str) -> Arc<ParsedExample> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(text);
        known.unwrap_or_else(|| Arc::new(ParsedExample::new(text)))
    }
}

/// Template as far as it could be read.
pub(super) struct Template {
    read: Arc<ParsedExample>,
    version: TemplateVersion,
    pub(super) mistakes: Vec<Mistake>,
}

/// Resource in a template.
pub(super) struct Resource<'a> {
    /// Span of the resource's name.
    pub(super) name: Span,
    /// Properties of the resource with the span of their key.
    pub(super) properties: Option<&'a Entry>,
    /// Update policy of the resource with the span of its key.
    pub(super) update_policy: Option<&'a Entry>,
}

impl Template {
    /// Reads a template.
    pub(super) fn new(read: Arc<ParsedExample>) -> Self {
        let ParsedExample { source, parsed } = &*read;
        let mut reader = Reader::new(source);
        let version = parsed.root.as_ref().map_or(NEWEST, declared);
        if let Some(root) = &parsed.root {
            check_sections(&mut reader, root, &Keys::of(version));
        }
        let found = parsed.diagnostics.iter().cloned().chain(reader.diagnostics);
        let mistakes = found
            .map(|found| {
                let span = found.labels.first().map_or(Span::default(), |label| label.span);
                Mistake { span, message: found.message, help: found.help }
            })
            .collect();
        Self { read, version, mistakes }
    }

    /// Text of the template.
    pub(super) fn source(&self) -> &Arc<Source> {
        &self.read.source
    }

    /// Returns whether a value is a function call, whose result is only known in a stack.
    pub(super) fn is_call(&self, value: &Value) -> bool {
        let is_function = |name: &str| function(name).is_some_and(|function| function.is_value(self.version));
        value.as_map().is_some_and(|map| map.len() == 1 && map.keys().all(|name| is_function(name)))
    }

    /// Returns the resources of a type in the template.
    pub(super) fn resources_of(&self, type_name: &str) -> Vec<Resource<'_>> {
        let keys = Keys::of(self.version);
        let is_of_type = |resource: &Node| {
            let named = resource
                .as_mapping()
                .and_then(|resource| resource.get(keys.resource.resource_type)?.as_str());
            named == Some(type_name)
        };
        let resources = self
            .read
            .parsed
            .root
            .as_ref()
            .and_then(Node::as_mapping)
            .and_then(|root| root.get(keys.resources));
        let entries = resources.and_then(Node::as_mapping).map_or(&[][..], Mapping::entries);
        entries
            .iter()
            .filter(|entry| is_of_type(&entry.value))
            .map(|entry| {
                let part = |key: &str| {
                    let part = entry.value.as_mapping()?.entry(key)?;
                    (part.value.value != heat_yaml::Value::Null).then_some(part)
                };
                Resource {
                    name: entry.key.span,
                    properties: part(keys.resource.properties),
                    update_policy: part(keys.resource.update_policy),
                }
            })
            .collect()
    }
}

/// Newest version of HOT, which is used if a template declares no known version.
const NEWEST: TemplateVersion = TemplateVersion::Hot(HotVersion::NEWEST);

/// Version of HOT that a template declares.
fn declared(root: &Node) -> TemplateVersion {
    let version = root.as_mapping().and_then(|root| root.get(version_key())?.as_str());
    version.and_then(HotVersion::find).map_or(NEWEST, TemplateVersion::Hot)
}

/// Key that declares a version of HOT.
fn version_key() -> &'static str {
    NEWEST.declaration().0
}

/// Checks the sections of a template and the keys of its resources.
fn check_sections(reader: &mut Reader<'_>, root: &Node, keys: &Keys) {
    let names: Vec<&str> = keys.sections().collect();
    let Some(sections) = reader.fields(root, "a template", &names) else { return };
    if let Some(version) = sections.get(version_key()) {
        check_version(reader, version);
    } else {
        let (key, newest) = NEWEST.declaration();
        let help = format!("begin it with `{key}: {newest}`");
        missing(reader, &format!("the template has no `{key}`"), Some(help));
    }
    let section = keys.resources;
    let Some(resources) = sections.get(section) else {
        missing(reader, &format!("the template has no `{section}`"), None);
        return;
    };
    let Some(by_name) = resources.as_mapping() else {
        reader.wrong_kind(resources, &format!("`{section}`"), "a map", None);
        return;
    };
    let names: Vec<&str> = keys.resource.names().collect();
    let type_key = keys.resource.resource_type;
    for entry in by_name {
        let Some(resource) = reader.fields(&entry.value, "a resource", &names) else { continue };
        match resource.get(type_key) {
            None => {
                let message = format!("a resource requires a `{type_key}`");
                reader.error("missing-key", entry.key.span, message, "", None);
            }
            Some(name) => {
                let _ = reader.string(name, &format!("the `{type_key}` of a resource"));
            }
        }
    }
}

/// Reports something that is missing in the template as a whole.
fn missing(reader: &mut Reader<'_>, message: &str, help: Option<String>) {
    reader.error("missing-key", Span::default(), message, "", help);
}

fn check_version(reader: &mut Reader<'_>, version: &Node) {
    let Some(text) = reader.string(version, &format!("`{}`", version_key())) else { return };
    if HotVersion::find(&text).is_some() {
        return;
    }
    let known: Vec<&str> = HotVersion::names().collect();
    let help = match nearest(&text, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("expected one of {}", known.join(", ")),
    };
    let message = format!("there is no template version `{text}`");
    reader.error("invalid-value", version.span, message, "not known", Some(help));
}
