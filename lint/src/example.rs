//! Templates in examples: what of HOT has to be known to hold them against a schema.
//!
//! This is not the reading of templates as Heat does it: parameters, conditions and references are not looked at.

use std::sync::Arc;

use heat_model::Value;
use heat_model::intrinsic;
use heat_model::suggest::nearest;
use heat_yaml::{Entry, Mapping, Node, ParseOptions, Source, Span};

/// What `heat_template_version` can be: the dates, and the names of the releases that brought them.
const VERSIONS: [&str; 17] = [
    "2013-05-23",
    "2014-10-16",
    "2015-04-30",
    "2015-10-15",
    "2016-04-08",
    "2016-10-14",
    "2017-02-24",
    "2017-09-01",
    "2018-03-02",
    "2018-08-31",
    "2021-04-16",
    "newton",
    "ocata",
    "pike",
    "queens",
    "rocky",
    "wallaby",
];

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

/// Whether a value is the call of a function, whose result only a stack knows.
pub(super) fn is_function(value: &Value) -> bool {
    value.as_map().is_some_and(|map| {
        map.len() == 1 && map.keys().next().is_some_and(|name| intrinsic::is_function(name))
    })
}

/// A mistake in a template, at a place in its text.
pub(super) struct Mistake {
    pub(super) span: Span,
    pub(super) message: String,
    pub(super) help: Option<String>,
}

impl Mistake {
    pub(super) fn new(span: Span, message: impl Into<String>) -> Self {
        Self { span, message: message.into(), help: None }
    }

    fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
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
    /// Where its name stands.
    pub(super) name: Span,
    /// Its properties, and where their key stands.
    pub(super) properties: Option<&'a Entry>,
    /// Its update policy, and where its key stands.
    pub(super) update_policy: Option<&'a Entry>,
}

impl Template {
    /// Reads a template, JSON first.
    pub(super) fn read(text: &str) -> Self {
        let source = Source::new("template", text);
        let parsed = heat_yaml::parse_template(&source, &ParseOptions::template());
        let mistakes = parsed
            .diagnostics
            .into_iter()
            .map(|found| {
                let span = found.labels.first().map_or(Span::default(), |label| label.span);
                Mistake { span, message: found.message, help: found.help }
            })
            .collect();
        let mut template = Self { source, root: parsed.root, mistakes };
        template.check_sections();
        template
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

    fn check_sections(&mut self) {
        let Some(root) = &self.root else { return };
        let mistakes = &mut self.mistakes;
        let Some(sections) = root.as_mapping() else {
            mistakes.push(Mistake::new(root.span, format!("a template is a map, not {}", root.value.kind())));
            return;
        };
        check_keys(sections.entries(), &SECTIONS, "a template", mistakes);
        match sections.get("heat_template_version") {
            Some(version) => mistakes.extend(check_version(version)),
            None => mistakes.push(
                Mistake::new(Span::default(), "the template has no `heat_template_version`")
                    .with_help("begin it with `heat_template_version: 2021-04-16`"),
            ),
        }
        let Some(resources) = sections.entry("resources") else {
            mistakes.push(Mistake::new(Span::default(), "the template has no `resources`"));
            return;
        };
        let Some(resources) = resources.value.as_mapping() else {
            let message = format!("`resources` is a map, not {}", resources.value.value.kind());
            mistakes.push(Mistake::new(resources.value.span, message));
            return;
        };
        for entry in resources {
            let Some(resource) = entry.value.as_mapping() else {
                let message = format!("a resource is a map, not {}", entry.value.value.kind());
                mistakes.push(Mistake::new(entry.value.span, message));
                continue;
            };
            check_keys(resource.entries(), &RESOURCE_KEYS, "a resource", mistakes);
            match resource.get("type") {
                None => mistakes.push(Mistake::new(entry.key.span, "a resource needs a `type`")),
                Some(name) if name.as_str().is_none() => {
                    let message = format!("the `type` of a resource is a string, not {}", name.value.kind());
                    mistakes.push(Mistake::new(name.span, message));
                }
                Some(_) => {}
            }
        }
    }
}

fn check_keys(entries: &[Entry], known: &[&str], what: &str, mistakes: &mut Vec<Mistake>) {
    for entry in entries {
        let Some(key) = entry.key.as_str() else {
            mistakes.push(Mistake::new(entry.key.span, format!("a key of {what} is a string")));
            continue;
        };
        if known.contains(&key) {
            continue;
        }
        let mistake = Mistake::new(entry.key.span, format!("{what} has no key `{key}`"));
        mistakes.push(match nearest(key, known.iter().copied()) {
            Some(near) => mistake.with_help(format!("did you mean `{near}`?")),
            None => mistake.with_help(format!("known here: {}", known.join(", "))),
        });
    }
}

fn check_version(version: &Node) -> Option<Mistake> {
    let Some(text) = version.as_str() else {
        let message = format!("`heat_template_version` is a string, not {}", version.value.kind());
        return Some(Mistake::new(version.span, message));
    };
    if VERSIONS.contains(&text) {
        return None;
    }
    let mistake = Mistake::new(version.span, format!("Heat knows no template version `{text}`"));
    Some(match nearest(text, VERSIONS) {
        Some(near) => mistake.with_help(format!("did you mean `{near}`?")),
        None => mistake.with_help(format!("it is one of {}", VERSIONS.join(", "))),
    })
}
