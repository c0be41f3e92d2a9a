//! The names of properties and attributes in the texts of a type's page, and the rows that they refer to.

use std::collections::{HashMap, HashSet};

use heat_catalogue::named_properties::{named_properties, own_and_items};
use heat_model::{ConstraintKind, PropertySchema, ResourceType, Value};

/// The rows of a type's page, by their anchors.
#[derive(Debug, Default)]
pub(crate) struct RowAnchors {
    /// The anchors of all rows: `prop-networks.fixed_ip`, `policy-…`, `attr-…`.
    anchors: HashSet<String>,
    /// The anchors of nested properties by their last name; `None` for names that occur more than once.
    nested: HashMap<String, Option<String>>,
    /// All values that properties allow.
    values: HashSet<String>,
}

/// The row that contains a text; by default, a text about the whole type.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct TextRow<'a> {
    /// The anchor of the row.
    pub(crate) anchor: &'a str,
    /// The property of the row: its allowed values are not names of properties.
    pub(crate) property: Option<&'a PropertySchema>,
}

/// A name in a text, with the text around it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mention<'a> {
    /// The name, or a path such as `networks.fixed_ip`.
    pub(crate) name: &'a str,
    /// The text before the name.
    pub(crate) before: &'a str,
    /// The text after the name.
    pub(crate) after: &'a str,
}

/// The prefixes of row anchors.
const PROPERTY: &str = "prop-";
const POLICY: &str = "policy-";
const ATTRIBUTE: &str = "attr-";

impl RowAnchors {
    /// Collects the rows of a type's page.
    #[must_use]
    pub(crate) fn new(schema: &ResourceType) -> Self {
        let mut parts = Self::default();
        for property in named_properties(schema) {
            let anchor = property.anchor();
            if let [_, .., name] = property.names.as_slice() {
                let unique = !parts.nested.contains_key(*name);
                parts.nested.insert((*name).to_owned(), unique.then(|| anchor.clone()));
            }
            parts.anchors.insert(anchor);
            parts.values.extend(allowed_values(property.schema).map(str::to_owned));
        }
        let base = schema.implicit_attribute().map(|(name, _)| name);
        let attributes = schema.attributes.keys().map(String::as_str).chain(base);
        parts.anchors.extend(attributes.map(|name| format!("{ATTRIBUTE}{name}")));
        parts
    }

    /// The anchor of the row that a name in a text refers to. `None` if that is the row of the text itself, if the name is a
    /// value, or if it belongs to something else.
    pub(crate) fn row_of_mention(&self, mention: Mention<'_>, row: TextRow<'_>) -> Option<String> {
        let Mention { name, before, after } = mention;
        let kind = after.trim_start();
        let (is_property, is_attribute) = (kind.starts_with("propert"), kind.starts_with("attribute"));
        let own_path = row.anchor.split_once('-').map_or("", |(_, path)| path);
        let is_own = own_path == name || own_path.rsplit('.').next() == Some(name);
        let is_other_kind = if row.anchor.starts_with(ATTRIBUTE) { is_property } else { is_attribute };
        if (is_own && !is_other_kind) || is_of_something_else(before, after) || is_value(name, row) {
            return None;
        }
        if row.anchor.starts_with(ATTRIBUTE) && is_key(before) {
            return None;
        }
        if is_attribute {
            return self.attribute(name);
        }
        // In "the server's `image`", the name is not a field of the row's property.
        let row = if before.ends_with("'s ") { TextRow::default() } else { row };
        if let Some(anchor) = self.property(name, row) {
            return Some(anchor);
        }
        if self.values.contains(name) {
            return None;
        }
        // Names in the text of an attribute are the keys of its value.
        let nested = self.nested.get(name).filter(|_| !row.anchor.starts_with(ATTRIBUTE));
        self.attribute(name).filter(|_| !is_property).or_else(|| nested.cloned().flatten())
    }

    /// The anchor of a property that the text of a row names: a field of the row's property, of a property around it, or a
    /// property of the type.
    pub(crate) fn property(&self, name: &str, row: TextRow<'_>) -> Option<String> {
        let (prefix, mut path) = match row.anchor.split_once('-') {
            Some(("prop", path)) => (PROPERTY, path),
            Some(("policy", path)) => (POLICY, path),
            _ => (PROPERTY, ""),
        };
        while !path.is_empty() {
            if let Some(anchor) = self.known(format!("{prefix}{path}.{name}")) {
                return Some(anchor);
            }
            path = path.rsplit_once('.').map_or("", |(around, _)| around);
        }
        self.known(format!("{prefix}{name}")).or_else(|| self.known(format!("{PROPERTY}{name}")))
    }

    /// The anchor of an attribute.
    pub(crate) fn attribute(&self, name: &str) -> Option<String> {
        self.known(format!("{ATTRIBUTE}{name}"))
    }

    fn known(&self, anchor: String) -> Option<String> {
        self.anchors.contains(&anchor).then_some(anchor)
    }
}

/// Returns whether the text says that a name belongs to another type, or to a resource of one: "`rules` of
/// `OS::Neutron::SecurityGroup`", "the `key_name` property of a server". "Its own" refers to the previous subject.
fn is_of_something_else(before: &str, after: &str) -> bool {
    if before.ends_with("`'s ") || before.ends_with("its own ") {
        return true;
    }
    let after = after.trim_start();
    let kinds = ["properties", "property", "attributes", "attribute"];
    let kind = kinds.into_iter().find(|kind| after.starts_with(kind));
    let rest = after[kind.map_or(0, str::len)..].trim_start();
    let Some(owner) = rest.strip_prefix("of ") else { return false };
    let indefinite = ["a ", "an ", "another "].into_iter().find_map(|article| owner.strip_prefix(article));
    let noun = indefinite.or_else(|| owner.strip_prefix("the ")).unwrap_or(owner);
    let is_type =
        noun.trim_start_matches('`').split([' ', '`']).next().is_some_and(|word| word.contains("::"));
    is_type || (indefinite.is_some() && kind.is_some())
}

/// Returns whether the sentence before a name is about the keys of a map.
fn is_key(before: &str) -> bool {
    let sentence = before.rsplit(". ").next().unwrap_or(before);
    ["map with ", "maps with ", "Map with ", "Maps with ", "keys "]
        .iter()
        .any(|words| sentence.contains(words))
}

/// Returns whether a name is an allowed value of the row's property.
fn is_value(name: &str, row: TextRow<'_>) -> bool {
    row.property.is_some_and(|property| allowed_values(property).any(|value| value == name))
}

/// The strings that a property or its items allow, if there is a list of them.
fn allowed_values(property: &PropertySchema) -> impl Iterator<Item = &str> {
    own_and_items(property)
        .into_iter()
        .flat_map(|constraint| match &constraint.kind {
            ConstraintKind::AllowedValues(values) => values.as_slice(),
            _ => &[],
        })
        .filter_map(Value::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema() -> ResourceType {
        serde_json::from_str(
            r#"{"type": "My::Server", "has_show": true,
                "properties": {
                    "image": {"type": "string"}, "key": {"type": "string"},
                    "mode": {"type": "string", "constraints": [{"allowed_values": ["image", "raw"]}]},
                    "disks": {"type": "list", "schema": {"*": {"type": "map", "schema": {
                        "image": {"type": "string"}, "size": {"type": "integer"}}}}},
                    "ports": {"type": "list", "schema": {"*": {"type": "map", "schema": {
                        "id": {"type": "string"}, "mtu": {"type": "integer"}}}}},
                    "routes": {"type": "list", "schema": {"*": {"type": "map", "schema": {
                        "id": {"type": "string"}}}}}},
                "update_policy": {"batch": {"type": "map", "schema": {"size": {"type": "integer"}}}},
                "attributes": {"key": {}, "address": {}, "raw": {}}}"#,
        )
        .unwrap()
    }

    /// Compares the row for a text in which the first code span is the name.
    #[track_caller]
    fn check(anchor: &str, text: &str, expect: Option<&str>) {
        let schema = schema();
        let mut pieces = text.splitn(3, '`');
        let [before, name, after] = [(); 3].map(|()| pieces.next().unwrap());
        let property = anchor.strip_prefix("prop-").and_then(|name| schema.properties.get(name));
        let found = RowAnchors::new(&schema)
            .row_of_mention(Mention { name, before, after }, TextRow { anchor, property });
        assert_eq!(found.as_deref(), expect, "{anchor}: {text}");
    }

    #[test]
    fn the_nearest_property_is_meant() {
        check("", "Boots from `image`.", Some("prop-image"));
        check("prop-disks", "Each has an `image`.", Some("prop-disks.image"));
        check("prop-disks.size", "That of the `image`.", Some("prop-disks.image"));
        check("prop-disks", "The server's `image` stays.", Some("prop-image"));
        check("prop-ports", "See `disks.size`.", Some("prop-disks.size"));
        check("policy-batch", "See `size`.", Some("policy-batch.size"));
        check("attr-address", "See `image`.", Some("prop-image"));
    }

    #[test]
    fn the_only_nested_property_of_a_name_is_meant_anywhere() {
        check("", "With an `mtu`.", Some("prop-ports.mtu"));
        check("", "With an `id`.", None);
        check("", "With nothing `known`.", None);
    }

    #[test]
    fn a_row_does_not_link_to_itself() {
        check("prop-image", "An `image`.", None);
        check("prop-disks.image", "An `image`.", None);
        check("attr-key", "The `key`.", None);
        check("attr-key", "The `key` property.", Some("prop-key"));
        check("prop-key", "The `key` attribute.", Some("attr-key"));
    }

    #[test]
    fn attributes_are_meant_where_no_property_is() {
        check("prop-image", "The `address`.", Some("attr-address"));
        check("prop-image", "The `address` property.", None);
        check("prop-image", "The `key`.", Some("prop-key"));
        check("prop-image", "The `show` attribute.", Some("attr-show"));
    }

    #[test]
    fn values_and_what_belongs_to_others_is_not_meant() {
        check("prop-mode", "If it is `image`.", None);
        check("prop-key", "The `image` of `OS::Other::Type`.", None);
        check("prop-key", "The `image` property of an OS::Other::Type.", None);
        check("prop-key", "The `image` property of a server.", None);
        check("prop-key", "The `image` of the server.", Some("prop-image"));
        check("prop-key", "`image` of a file.", Some("prop-image"));
        check("prop-key", "A device and its own `image`.", None);
        check("prop-key", "Only if it is `raw`.", None);
        check("attr-address", "A map with `image` and more.", None);
        check("attr-address", "Is one. A map with more if `image` is given.", None);
        check("attr-address", "A map with more. If `image` is given.", Some("prop-image"));
        check("attr-address", "See `mtu`.", None);
    }
}
