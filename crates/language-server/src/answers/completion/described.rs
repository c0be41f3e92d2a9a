//! Completions in files that a JSON Schema describes: tests of templates, and rules of projects.

use std::path::Path;
use std::sync::LazyLock;

use heat_hot::Template;
use heat_model::ResourceType;
use heat_template_test::templates_of;
use heat_yaml::{Mapping, Node};
use lsp_types::CompletionItemKind;
use serde_json::Value;

use super::items::{Item, booleans};
use super::paths::FileFilter;
use crate::catalogue::KnownTypes;
use crate::documents::kind::DocumentKind;
use crate::places::cursor::{Cursor, Step};
use crate::places::template_types::{TemplateTypes, provider};

/// Maximum number of references that a schema can follow within one step.
const MAX_DEPTH: usize = 16;

static OF_TESTS: LazyLock<Value> =
    LazyLock::new(|| parsed(include_str!("../../../template-tests.schema.json")));
static OF_RULES: LazyLock<Value> =
    LazyLock::new(|| parsed(include_str!("../../../project-rule.schema.json")));

/// A test exports the same texts as JSON.
fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

/// The JSON Schema of a kind of document.
pub(super) fn schema_of(kind: DocumentKind) -> Option<&'static Value> {
    match kind {
        DocumentKind::Tests => Some(&OF_TESTS),
        DocumentKind::Rule => Some(&OF_RULES),
        _ => None,
    }
}

/// Data for completions in a file with tests, or with a rule.
pub(super) struct DescribedOffers<'a> {
    pub(super) schema: &'static Value,
    pub(super) root: &'a Node,
    /// The template that is tested, with the types of its resources.
    pub(super) tested: Option<(&'a Template, &'a TemplateTypes<'a>)>,
    pub(super) types: &'a KnownTypes<'a>,
    /// The files that the path at the cursor can continue to.
    pub(super) paths: &'a dyn Fn(FileFilter) -> Vec<Item>,
}

impl DescribedOffers<'_> {
    /// The keys for the map at a path, which already has `others`.
    pub(super) fn keys(&self, path: &[Step], others: &[String]) -> Vec<Item> {
        let mut items = self.named_keys(path);
        for schema in self.at(path) {
            for (name, property) in schema["properties"].as_object().into_iter().flatten() {
                let item = Item::key(name, CompletionItemKind::PROPERTY);
                let words = |schema: &Value| schema["description"].as_str().map(str::to_owned);
                let words =
                    words(property).or_else(|| expanded(self.schema, property).into_iter().find_map(words));
                items.push(words.into_iter().fold(item, Item::with_documentation));
            }
        }
        let mut known: Vec<String> = others.to_vec();
        items.retain(|item| {
            let is_new = !known.contains(&item.label);
            known.push(item.label.clone());
            is_new
        });
        items
    }

    /// The values at a path.
    pub(super) fn values(&self, path: &[Step]) -> Vec<Item> {
        let named = self.named_values(path);
        if !named.is_empty() {
            return named;
        }
        let schemas = self.at(path);
        let word = |value: &Value| Some(Item::word(value.as_str()?, CompletionItemKind::ENUM_MEMBER));
        let listed = schemas.iter().flat_map(|schema| schema["enum"].as_array().into_iter().flatten());
        let mut items: Vec<Item> = listed.filter_map(word).collect();
        if schemas.iter().any(|schema| schema["type"] == "boolean") {
            items.extend(booleans());
        }
        items
    }

    /// Keys that are names: of parameters, and of resources and their attributes.
    fn named_keys(&self, path: &[Step]) -> Vec<Item> {
        let keys: Vec<&str> = path.iter().filter_map(Step::key).collect();
        let of_case = if let ["cases", _, rest @ ..] = keys.as_slice() { rest } else { &keys };
        let Some((template, _)) = self.tested else { return Vec::new() };
        match of_case {
            ["parameters"] => {
                let schema = provider(template);
                let parameters = schema.iter().flat_map(|schema| &schema.properties);
                parameters.map(|(name, schema)| Item::parameter(name, schema)).collect()
            }
            ["answers", "attributes"] => named(template, template.keys().resources)
                .map(|name| Item::key(name, CompletionItemKind::VARIABLE))
                .collect(),
            ["answers", "attributes", resource] => self
                .type_of(resource)
                .into_iter()
                .flat_map(|schema| schema.attributes.keys())
                .map(|name| Item::key(name, CompletionItemKind::FIELD))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// Values that are names: of resources, outputs and properties, of cases, types and files.
    fn named_values(&self, path: &[Step]) -> Vec<Item> {
        let keys: Vec<&str> = path.iter().filter_map(Step::key).collect();
        let word = |name: &str| Item::word(name, CompletionItemKind::VARIABLE);
        let of_template = |section: fn(&Template) -> &str| -> Vec<Item> {
            let tested = self.tested.map(|(template, _)| named(template, section(template)));
            tested.into_iter().flatten().map(word).collect()
        };
        let last = keys.last().copied().unwrap_or_default();
        match keys.as_slice() {
            ["template"] => (self.paths)(FileFilter::Templates),
            ["environments"] | ["cases", _, "environments"] => (self.paths)(FileFilter::Files),
            ["cases", own, "from"] => {
                let cases = self.root.as_mapping().and_then(|root| root.get("cases")?.as_mapping());
                let names = cases.into_iter().flat_map(Mapping::iter).filter_map(|entry| entry.key.as_str());
                names.filter(|name| name != own).map(word).collect()
            }
            ["cases", _, "expect", "output"] => of_template(|template| template.keys().outputs),
            ["cases", _, "expect", "parameter"] => of_template(|template| template.keys().parameters),
            ["cases", _, "expect", "condition"] => {
                of_template(|template| template.keys().conditions.unwrap_or_default())
            }
            ["cases", _, "expect", "resource" | "after"] => of_template(|template| template.keys().resources),
            [.., "applies_to"] if matches!(path.last(), Some(Step::Index(_))) => {
                self.types.visible().map(Item::resource_type).collect()
            }
            _ if PATHS.contains(&last) && matches!(path.last(), Some(Step::Index(0))) => {
                self.properties(path).unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    /// The properties that a condition can begin with: of the resource that is expected, or of the types that the rule is about.
    fn properties(&self, path: &[Step]) -> Option<Vec<Item>> {
        let around = path.iter().enumerate().rev().find_map(|(depth, _)| {
            let node = self.root.at(&Cursor::segments(&path[..depth]))?.as_mapping()?;
            node.get("resource").or_else(|| node.get("applies_to"))
        })?;
        let schemas: Vec<&ResourceType> = if let Some(resource) = around.as_str() {
            self.type_of(resource).into_iter().collect()
        } else {
            let names = around.as_sequence()?.iter().filter_map(Node::as_str);
            names.filter_map(|name| self.types.find(name)).collect()
        };
        let properties = schemas.iter().flat_map(|schema| schema.properties.iter());
        let mut items: Vec<Item> =
            properties.map(|(name, schema)| Item::property(name, schema, None).into_word()).collect();
        items.dedup_by(|one, other| one.label == other.label);
        Some(items)
    }

    /// The type of a resource of the template.
    fn type_of(&self, resource: &str) -> Option<&ResourceType> {
        let (template, types) = self.tested?;
        let keys = template.keys();
        let name = template.entries(keys.resources)?.get(resource)?.as_mapping()?;
        types.find(name.get(keys.resource.resource_type)?.as_str()?)
    }

    /// The schemas of the value at a path.
    fn at(&self, path: &[Step]) -> Vec<&'static Value> {
        path.iter().fold(expanded(self.schema, self.schema), |schemas, step| {
            let below = schemas.into_iter().filter_map(|schema| match step {
                Step::Key(key) => schema["properties"]
                    .get(key)
                    .or_else(|| schema.get("additionalProperties").filter(|rest| rest.is_object())),
                Step::Index(_) => schema.get("items"),
            });
            below.flat_map(|schema| expanded(self.schema, schema)).collect()
        })
    }
}

/// Keys of conditions whose values are paths.
const PATHS: [&str; 3] = ["property", "items", "for_each"];

/// Names in a section of a template.
fn named<'t>(template: &'t Template, section: &str) -> impl Iterator<Item = &'t str> {
    let entries = template.entries(section).into_iter().flat_map(Mapping::iter);
    entries.filter_map(|entry| entry.key.as_str())
}

/// A schema with the alternatives in it, and what it refers to.
fn expanded(root: &'static Value, schema: &'static Value) -> Vec<&'static Value> {
    let mut found = Vec::new();
    let mut open = vec![(schema, 0)];
    while let Some((schema, depth)) = open.pop().filter(|(_, depth)| *depth < MAX_DEPTH) {
        found.push(schema);
        let reference = schema["$ref"].as_str().and_then(|path| root.pointer(path.strip_prefix('#')?));
        open.extend(reference.map(|schema| (schema, depth + 1)));
        for word in ["allOf", "anyOf", "oneOf"] {
            let alternatives = schema[word].as_array().into_iter().flatten();
            open.extend(alternatives.rev().map(|schema| (schema, depth + 1)));
        }
    }
    found
}

/// Paths of the templates that a file can test: the one that it names, or those that have its name.
pub(super) fn tested_templates(path: &str, root: &Node) -> Vec<String> {
    let named = root.as_mapping().and_then(|root| root.get("template")?.as_str());
    let beside = |name: &str| Some(Path::new(path).parent()?.join(name).to_string_lossy().into_owned());
    match named {
        Some(name) => beside(name).into_iter().collect(),
        None => templates_of(path).collect(),
    }
}
