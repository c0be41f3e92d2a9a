//! Snippets for a type's page: the minimal template, and one with all properties.

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
    let minimal = text(schema, &required);
    let full = (all.len() > required.len()).then(|| text(schema, &all));
    Snippets { minimal, full }
}

/// The text of a snippet: the type and each property on a separate line, values as people write them.
fn text(schema: &ResourceType, properties: &IndexMap<String, Value>) -> String {
    let block = |entries| Item::Map(entries, Layout::Block);
    let mut resource = vec![("type".to_owned(), Item::line(&schema.name))];
    if !properties.is_empty() {
        let entries = properties.iter().map(|(name, value)| (name.clone(), value::item(value)));
        resource.push(("properties".to_owned(), block(entries.collect())));
    }
    let resources = block(vec![(resource_name(&schema.name), block(resource))]);
    emit::entry("resources", &resources, 0)
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
