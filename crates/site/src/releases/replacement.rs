//! The replacements of items that were deprecated or hidden.
//!
//! A translation rule is the most precise source: it moves the value of the old property to the new one. Otherwise, a status can
//! name the substitute class, and its message can name types, properties and attributes. If a replacement is itself HIDDEN, its
//! own replacements are used.

use heat_catalogue::Catalogue;
use heat_model::translation::{RuleKind, TranslationRule};
use heat_model::{NestedSchema, PropertySchema, ResourceType, StatusEntry, SupportStatus, Value};

use crate::links::addresses::type_url;
use crate::links::targets::words;

/// A replacement that is shown on the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Replacement {
    /// The type that is the replacement, or that contains it.
    pub(crate) resource_type: String,
    /// The replacing property or attribute; empty if the replacement is the type as a whole.
    pub(crate) name: String,
    /// The anchor of the replacement on the page of its type; empty for the type as a whole.
    anchor: String,
}

impl Replacement {
    /// The address of the replacement, from the site's root.
    pub(crate) fn url(&self) -> String {
        let page = type_url(&self.resource_type);
        if self.anchor.is_empty() { page } else { format!("{page}#{}", self.anchor) }
    }

    fn of_type(name: &str) -> Self {
        Self { resource_type: name.to_owned(), name: String::new(), anchor: String::new() }
    }

    fn of_property(resource_type: &str, names: &[&str]) -> Self {
        let name = names.join(".");
        Self { resource_type: resource_type.to_owned(), anchor: format!("prop-{name}"), name }
    }

    fn of_attribute(resource_type: &str, name: &str) -> Self {
        Self {
            resource_type: resource_type.to_owned(),
            name: name.to_owned(),
            anchor: format!("attr-{name}"),
        }
    }
}

/// The maximum length of a chain of replacements that are HIDDEN themselves.
const MAX_STEPS: usize = 8;

/// The replacements of a type.
pub(crate) fn replacements_of_type(catalogue: &Catalogue, schema: &ResourceType) -> Vec<Replacement> {
    let mut found = Vec::new();
    type_step(catalogue, schema, MAX_STEPS, &mut found);
    found
}

fn type_step(catalogue: &Catalogue, schema: &ResourceType, steps: usize, found: &mut Vec<Replacement>) {
    let entries = || entries_since_supported(&schema.support_status);
    let substitute = entries().find_map(|entry| entry.substitute_class.as_deref());
    let named = match substitute.filter(|name| catalogue.types.contains_key(*name)) {
        Some(name) => vec![Replacement::of_type(name)],
        None => entries()
            .filter_map(|entry| entry.message.as_deref())
            .map(|message| named_in(catalogue, schema, &[], message))
            .find(|named| !named.is_empty())
            .unwrap_or_default(),
    };
    for replacement in named {
        match catalogue.types.get(&replacement.resource_type).filter(|schema| schema.is_hidden()) {
            Some(hidden) if steps > 0 && hidden.name != schema.name => {
                type_step(catalogue, hidden, steps - 1, found);
            }
            Some(_) => {}
            None if found.contains(&replacement) => {}
            None => found.push(replacement),
        }
    }
}

/// The replacements of a property, by the names in its path, or of an attribute, by its name.
pub(crate) fn replacements_of_part(
    catalogue: &Catalogue,
    schema: &ResourceType,
    names: &[&str],
    is_attribute: bool,
    status: &SupportStatus,
) -> Vec<Replacement> {
    if !is_attribute {
        let targets = schema.translation_rules.iter().filter(|rule| takes_from(rule, names));
        let mut found: Vec<Replacement> = Vec::new();
        for rule in targets {
            let path: Vec<&str> = rule.translation_path.iter().map(String::as_str).collect();
            let replacement = Replacement::of_property(&schema.name, &path);
            if is_shown(schema, &path) && !found.contains(&replacement) {
                found.push(replacement);
            }
        }
        if !found.is_empty() {
            return found;
        }
    }
    let (_, around) = names.split_last().unwrap_or((&"", &[]));
    entries_since_supported(status)
        .filter_map(|entry| entry.message.as_deref())
        .map(|message| named_in(catalogue, schema, around, message))
        .find(|named| !named.is_empty())
        .unwrap_or_default()
}

/// The entries of a status that name replacements: those since it was last supported.
fn entries_since_supported(status: &SupportStatus) -> impl Iterator<Item = &StatusEntry> {
    status.history.iter().take_while(|entry| entry.status != heat_model::Status::Supported)
}

/// Returns whether a translation rule moves this property's value to another property.
fn takes_from(rule: &TranslationRule, names: &[&str]) -> bool {
    let is_source = || rule.source_path().is_some_and(|path| path == names);
    let is_value = || match names {
        [name] => rule.value.as_ref().is_some_and(|value| gets_property(value, name)),
        _ => false,
    };
    matches!(rule.rule, RuleKind::Replace | RuleKind::Add) && (is_source() || is_value())
}

/// Returns whether a value contains `{get_property: name}`.
fn gets_property(value: &Value, name: &str) -> bool {
    match value {
        Value::Map(map) => map.iter().any(|(key, value)| {
            (key == "get_property" && value.as_str() == Some(name)) || gets_property(value, name)
        }),
        Value::List(items) => items.iter().any(|item| gets_property(item, name)),
        _ => false,
    }
}

/// The visible types, properties and attributes that a message names. A name after the word `property` is a sibling of the item
/// with the message, or a top-level property; if the message names one type, it is a property of that type.
fn named_in(
    catalogue: &Catalogue,
    schema: &ResourceType,
    around: &[&str],
    message: &str,
) -> Vec<Replacement> {
    #[derive(Clone, Copy, PartialEq)]
    enum Expected {
        Nothing,
        Property,
        Attribute,
    }
    let all: Vec<&str> = words(message).map(|(_, word)| word).collect();
    let types: Vec<&ResourceType> = all.iter().filter_map(|word| catalogue.types.get(*word)).collect();
    let owner = match types.as_slice() {
        [one] => one,
        _ => schema,
    };
    let around = if owner.name == schema.name { around } else { &[] };
    let mut parts = Vec::new();
    let mut expected = Expected::Nothing;
    for word in all {
        expected = match word.to_lowercase().as_str() {
            "property" | "properties" => Expected::Property,
            "attribute" | "attributes" => Expected::Attribute,
            "and" | "or" => expected,
            _ => {
                let part = match expected {
                    Expected::Nothing => None,
                    Expected::Property => property(owner, around, word),
                    Expected::Attribute => attribute(owner, word),
                };
                if part.is_none() {
                    Expected::Nothing
                } else {
                    parts.extend(part);
                    expected
                }
            }
        };
    }
    if parts.is_empty() {
        types.iter().map(|schema| Replacement::of_type(&schema.name)).collect()
    } else {
        parts
    }
}

fn property(schema: &ResourceType, around: &[&str], name: &str) -> Option<Replacement> {
    let sibling: Vec<&str> = around.iter().copied().chain([name]).collect();
    [sibling.as_slice(), &[name]]
        .into_iter()
        .find(|path| is_shown(schema, path))
        .map(|path| Replacement::of_property(&schema.name, path))
}

fn attribute(schema: &ResourceType, name: &str) -> Option<Replacement> {
    let attribute = schema.attributes.get(name)?;
    (!attribute.support_status.is_hidden()).then(|| Replacement::of_attribute(&schema.name, name))
}

/// Returns whether a property exists, and neither it nor anything that contains it is HIDDEN.
fn is_shown(schema: &ResourceType, names: &[&str]) -> bool {
    let Some((first, rest)) = names.split_first() else { return false };
    let mut property = schema.properties.get(*first);
    for name in rest {
        property = property
            .filter(|property| !property.support_status.is_hidden())
            .and_then(|property| member(property, name));
    }
    property.is_some_and(|property| !property.support_status.is_hidden())
}

/// A nested property; the items of lists have no name.
fn member<'a>(property: &'a PropertySchema, name: &str) -> Option<&'a PropertySchema> {
    let mut nested = property.schema.as_ref();
    while let Some(NestedSchema::Item(item)) = nested {
        nested = item.schema.as_ref();
    }
    match nested {
        Some(NestedSchema::Members(members)) => members.get(name),
        _ => None,
    }
}

/// Returns whether a message says no more than to use these replacements.
pub(crate) fn says_only(message: &str, replacements: &[Replacement]) -> bool {
    const FILLERS: [&str; 8] =
        ["use", "property", "properties", "attribute", "attributes", "and", "or", "of"];
    !replacements.is_empty()
        && words(message).all(|(_, word)| {
            FILLERS.contains(&word.to_lowercase().as_str())
                || replacements
                    .iter()
                    .any(|each| each.resource_type == word || each.name.rsplit('.').next() == Some(word))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn catalogue(types: &str) -> Catalogue {
        let types: Vec<ResourceType> = serde_json::from_str(types).unwrap();
        let types = types.into_iter().map(|schema| (schema.name.clone(), schema)).collect();
        Catalogue { types, ..Catalogue::default() }
    }

    fn shown(found: &[Replacement]) -> Vec<String> {
        found.iter().map(Replacement::url).collect()
    }

    #[test]
    fn replacements_of_types_come_from_their_status() {
        let catalogue = catalogue(
            r#"[{"type": "A::New"}, {"type": "A::Other", "properties": {"gateway": {"type": "map"}}},
                {"type": "A::Old", "support_status": [{"status": "HIDDEN", "message": "Use A::New."}]},
                {"type": "A::Older", "support_status": [{"status": "HIDDEN", "message": "Gone; use A::Old."}]},
                {"type": "A::Substituted", "support_status": [{"status": "HIDDEN", "message": "Use A::Other."},
                    {"status": "DEPRECATED", "substitute_class": "A::New"}]},
                {"type": "A::Part", "support_status": [{"status": "HIDDEN", "message": "Use property gateway of A::Other."}]},
                {"type": "A::Silent", "support_status": [{"status": "HIDDEN"},
                    {"status": "DEPRECATED", "message": "Use A::New or A::Other."}, {"message": "Better than A::Old."}]},
                {"type": "A::Circle", "support_status": [{"status": "HIDDEN", "message": "Use A::Circle2."}]},
                {"type": "A::Circle2", "support_status": [{"status": "HIDDEN", "message": "Use A::Circle."}]},
                {"type": "A::Nothing", "support_status": [{"status": "HIDDEN", "message": "Use A::Unknown."}]}]"#,
        );
        let check = |name: &str, expect: &[&str]| {
            let found = replacements_of_type(&catalogue, &catalogue.types[name]);
            assert_eq!(shown(&found), expect, "{name}");
        };
        check("A::Old", &["types/A/New.html"]);
        check("A::Older", &["types/A/New.html"]);
        check("A::Substituted", &["types/A/New.html"]);
        check("A::Part", &["types/A/Other.html#prop-gateway"]);
        check("A::Silent", &["types/A/New.html", "types/A/Other.html"]);
        check("A::Circle", &[]);
        check("A::Nothing", &[]);
    }

    #[test]
    fn replacements_of_properties_come_from_rules() {
        let catalogue = catalogue(
            r#"[{"type": "A::B", "properties": {
                    "network": {"type": "string"}, "network_id": {"type": "string"}, "classes": {"type": "list"},
                    "sequence": {"type": "string"}, "secret": {"type": "string", "support_status": [{"status": "HIDDEN"}]},
                    "ips": {"type": "list", "schema": {"*": {"type": "map", "schema": {
                        "subnet": {"type": "string"}, "subnet_id": {"type": "string"}}}}}},
                "attributes": {"all": {}},
                "translation_rules": [
                    {"rule": "replace", "translation_path": ["network"], "value_path": ["network_id"]},
                    {"rule": "add", "translation_path": ["classes"], "value": [{"class": {"get_property": "sequence"}}]},
                    {"rule": "replace", "translation_path": ["ips", "subnet"], "value_name": "subnet_id"},
                    {"rule": "replace", "translation_path": ["secret"], "value_path": ["other"]}]}]"#,
        );
        let check = |names: &[&str], message: &str, expect: &[&str]| {
            let status =
                serde_json::from_value(serde_json::json!([{ "status": "HIDDEN", "message": message }]));
            let found =
                replacements_of_part(&catalogue, &catalogue.types["A::B"], names, false, &status.unwrap());
            assert_eq!(shown(&found), expect, "{names:?} {message}");
        };
        check(&["network_id"], "Use property classes.", &["types/A/B.html#prop-network"]);
        check(&["sequence"], "", &["types/A/B.html#prop-classes"]);
        check(&["ips", "subnet_id"], "", &["types/A/B.html#prop-ips.subnet"]);
        check(&["ips", "x"], "Use property subnet.", &["types/A/B.html#prop-ips.subnet"]);
        check(
            &["ips", "x"],
            "Use properties network and subnet.",
            &["types/A/B.html#prop-network", "types/A/B.html#prop-ips.subnet"],
        );
        check(&["x"], "Use attribute all.", &["types/A/B.html#attr-all"]);
        check(&["x"], "The network is gone.", &[]);
        check(&["x"], "Use property secret.", &[]);
        check(&["other"], "", &[]);
    }

    #[test]
    fn a_message_that_only_names_replacements_is_redundant() {
        let named = [Replacement::of_property("A::B", &["ips", "subnet"])];
        for (message, expect) in [
            ("Use property subnet.", true),
            ("Use property subnet of A::B.", true),
            ("Use property subnet by name.", false),
        ] {
            assert_eq!(says_only(message, &named), expect, "{message}");
        }
        assert!(!says_only("Use it.", &[]));
    }
}
