//! Snippets for a type's page: the minimal template, and one with all properties.

use heat_hot::language::{HotVersion, Keys, TemplateVersion};
use heat_model::{CustomConstraintTable, ResourceType, Value};
use indexmap::IndexMap;

use super::sample::sample_properties;
use crate::yaml_text::item::{Item, Layout};
use crate::yaml_text::{emit, value};

/// The name of the resource in snippets: the type's last part in snake case.
#[must_use]
pub fn resource_name(type_name: &str) -> String {
    let short = type_name.rsplit("::").next().unwrap_or(type_name);
    let chars: Vec<char> = short.chars().collect();
    let mut out = String::with_capacity(short.len() + 4);
    for (index, char) in chars.iter().enumerate() {
        let starts_word = char.is_uppercase()
            && index > 0
            && (!chars[index - 1].is_uppercase()
                || chars.get(index + 1).is_some_and(|next| next.is_lowercase()));
        if starts_word {
            out.push('_');
        }
        out.extend(char.to_lowercase());
    }
    out
}

/// The snippets of a type.
#[derive(Debug)]
pub struct Snippets {
    /// With the required properties only.
    pub minimal: String,
    /// With every property that is not deprecated or hidden; `None` if that is the same as the minimal one.
    pub full: Option<String>,
}

/// Generates the snippets of a type.
#[must_use]
pub fn snippets(schema: &ResourceType, constraints: &CustomConstraintTable) -> Snippets {
    let required = sample_properties(schema, constraints, true);
    let all = sample_properties(schema, constraints, false);
    let text = |properties| {
        let (section, resources) = resources(&schema.name, definition(&schema.name, properties));
        emit::entry(&section, &resources, 0)
    };
    let minimal = text(&required);
    let full = (all.len() > required.len()).then(|| text(&all));
    Snippets { minimal, full }
}

/// The version of the templates that are written: the newest.
pub(crate) const VERSION: TemplateVersion = TemplateVersion::Hot(HotVersion::NEWEST);

/// The definition of a resource: the type and each property on a separate line, values as people write them.
pub(crate) fn definition(type_name: &str, properties: &IndexMap<String, Value>) -> Vec<(String, Item)> {
    let keys = Keys::of(VERSION).resource;
    let mut definition = vec![(keys.resource_type.to_owned(), Item::line(type_name))];
    if !properties.is_empty() {
        let entries = properties.iter().map(|(name, value)| (name.clone(), value::item(value)));
        definition.push((keys.properties.to_owned(), Item::Map(entries.collect(), Layout::Block)));
    }
    definition
}

/// The section of a template with this definition as its only resource.
pub(crate) fn resources(type_name: &str, definition: Vec<(String, Item)>) -> (String, Item) {
    let resource = Item::Map(definition, Layout::Block);
    let section = Item::Map(vec![(resource_name(type_name), resource)], Layout::Block);
    (Keys::of(VERSION).resources.to_owned(), section)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(json: &str, minimal: &str, full: Option<&str>) {
        let schema: ResourceType = serde_json::from_str(json).unwrap();
        let made = snippets(&schema, &CustomConstraintTable::default());
        assert_eq!((made.minimal.as_str(), made.full.as_deref()), (minimal, full));
    }

    #[test]
    fn snippets_satisfy_the_schema() {
        check(
            r#"{"type": "My::Big::DBToken", "properties": {
                "length": {"type": "integer", "required": true, "constraints": [{"range": {"min": 5}}]},
                "kind": {"type": "string", "constraints": [{"allowed_values": ["a", "no"]}]},
                "code": {"type": "string", "constraints": [{"length": {"max": 3}}]},
                "hosts": {"type": "list", "schema": {"*": {"type": "map", "schema": {
                    "name": {"type": "string", "required": true}, "up": {"type": "boolean", "default": true}}}}},
                "old": {"type": "string", "support_status": [{"status": "DEPRECATED"}]}
            }}"#,
            "resources:\n  db_token:\n    type: My::Big::DBToken\n    properties:\n      length: 5\n",
            Some(
                "resources:\n  db_token:\n    type: My::Big::DBToken\n    properties:\n      length: 5\n      kind: a\n      \
                 code: my-\n      hosts:\n        - name: my-name\n          up: true\n",
            ),
        );
        check(r#"{"type": "A"}"#, "resources:\n  a:\n    type: A\n", None);
    }

    #[test]
    fn the_samples_of_a_type_share_a_budget() {
        let property = r#"{"type": "list", "constraints": [{"length": {"min": 1000}}]}"#;
        let properties: Vec<_> = (0..1000).map(|number| format!(r#""p{number}": {property}"#)).collect();
        let schema = format!(r#"{{"type": "A", "properties": {{{}}}}}"#, properties.join(","));
        let schema: ResourceType = serde_json::from_str(&schema).unwrap();
        let made = snippets(&schema, &CustomConstraintTable::default()).full.unwrap();
        assert!(made.len() < 1_000_000, "{}", made.len());
        assert!(made.contains("my-p0"));
        assert!(made.ends_with("p999: {get_param: p999}\n"), "{}", &made[made.len() - 100..]);
    }
}
