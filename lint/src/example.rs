//! Templates in examples: the part of HOT that is needed to check them against a schema.
//!
//! This does not read templates the way Heat does: it ignores parameters, conditions and references.

use std::sync::Arc;

use heat_model::Value;
use heat_model::intrinsic::{self, HotVersion};
use heat_model::load::fields::Reader;
use heat_model::suggest::nearest;
use heat_yaml::{Entry, Mapping, Node, ParseOptions, Source, Span};

/// The sections of a template.
const SECTIONS: [&str; 7] = [
    "heat_template_version",
    "description",
    "parameter_groups",
    "parameters",
    "resources",
    "outputs",
    "conditions",
];

/// The keys of a resource in a template.
const RESOURCE_KEYS: [&str; 9] = [
    "type",
    "properties",
    "metadata",
    "depends_on",
    "update_policy",
    "deletion_policy",
    "description",
    "external_id",
    "condition",
];

/// Whether a value is a function call, whose result is only known in a stack.
pub(super) fn is_function(value: &Value) -> bool {
    value.as_map().is_some_and(|map| {
        map.len() == 1 && map.keys().next().is_some_and(|name| intrinsic::is_function(name))
    })
}

/// An error in a template, at a place in its text.
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

/// A template as far as it could be read.
pub(super) struct Template {
    pub(super) source: Arc<Source>,
    root: Option<Node>,
    pub(super) mistakes: Vec<Mistake>,
}

/// A resource in a template.
pub(super) struct Resource<'a> {
    /// The span of its name.
    pub(super) name: Span,
    /// Its properties with the span of their key.
    pub(super) properties: Option<&'a Entry>,
    /// Its update policy with the span of its key.
    pub(super) update_policy: Option<&'a Entry>,
}

impl Template {
    /// Reads a template, JSON first.
    pub(super) fn read(text: &str) -> Self {
        let source = Source::new("template", text);
        let parsed = heat_yaml::parse_template(&source, &ParseOptions::template());
        let mut reader = Reader::new(&source);
        if let Some(root) = &parsed.root {
            check_sections(&mut reader, root);
        }
        let found = parsed.diagnostics.into_iter().chain(reader.diagnostics);
        let mistakes = found
            .map(|found| {
                let span = found.labels.first().map_or(Span::default(), |label| label.span);
                Mistake { span, message: found.message, help: found.help }
            })
            .collect();
        Self { source, root: parsed.root, mistakes }
    }

    /// Its resources of a type.
    pub(super) fn resources_of(&self, type_name: &str) -> Vec<Resource<'_>> {
        let is_of_type = |resource: &Node| {
            let named =
                resource.as_mapping().and_then(|resource| resource.get("type")).and_then(Node::as_str);
            named == Some(type_name)
        };
        let resources = self.root.as_ref().and_then(Node::as_mapping).and_then(|root| root.get("resources"));
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
                    properties: part("properties"),
                    update_policy: part("update_policy"),
                }
            })
            .collect()
    }
}

/// Checks the sections of a template and the keys of its resources.
fn check_sections(reader: &mut Reader<'_>, root: &Node) {
    let Some(sections) = reader.fields(root, "a template", &SECTIONS) else { return };
    match sections.get("heat_template_version") {
        Some(version) => check_version(reader, version),
        None => missing(
            reader,
            "the template has no `heat_template_version`",
            Some("begin it with `heat_template_version: 2021-04-16`"),
        ),
    }
    let Some(resources) = sections.get("resources") else {
        missing(reader, "the template has no `resources`", None);
        return;
    };
    let Some(by_name) = resources.as_mapping() else {
        reader.wrong_kind(resources, "`resources`", "a map", None);
        return;
    };
    for entry in by_name {
        let Some(resource) = reader.fields(&entry.value, "a resource", &RESOURCE_KEYS) else { continue };
        match resource.get("type") {
            None => reader.error("missing-key", entry.key.span, "a resource requires a `type`", "", None),
            Some(name) => {
                let _ = reader.string(name, "the `type` of a resource");
            }
        }
    }
}

/// Reports what a template as a whole lacks.
fn missing(reader: &mut Reader<'_>, message: &str, help: Option<&str>) {
    reader.error("missing-key", Span::default(), message, "", help.map(str::to_owned));
}

fn check_version(reader: &mut Reader<'_>, version: &Node) {
    let Some(text) = reader.string(version, "`heat_template_version`") else { return };
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
