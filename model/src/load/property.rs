//! Properties, attributes and support statuses.

use heat_yaml::Node;
use indexmap::IndexMap;

use super::constraint;
use super::fields::Reader;
use crate::{
    AttributeSchema, AttributeType, CacheMode, NestedSchema, PropertySchema, PropertyType, Status,
    StatusEntry, SupportStatus,
};

/// The keys of a property schema.
pub(super) const PROPERTY_KEYS: [&str; 11] = [
    "type",
    "description",
    "support_status",
    "required",
    "default",
    "update_allowed",
    "immutable",
    "implemented",
    "allow_conversion",
    "constraints",
    "schema",
];

const ATTRIBUTE_KEYS: [&str; 5] = ["type", "description", "example", "support_status", "cache_mode"];
const STATUS_KEYS: [&str; 4] = ["status", "version", "message", "substitute_class"];

/// How deep schemas may be nested. The deepest of Heat's own has 6 levels; deeper pages, structs and paths
/// would be of no use.
const MAX_SCHEMA_DEPTH: usize = 16;

/// Property schemas by name.
pub(super) fn properties(
    reader: &mut Reader<'_>,
    node: &Node,
    what: &str,
) -> IndexMap<String, PropertySchema> {
    let mut properties = IndexMap::new();
    if reader.nesting == MAX_SCHEMA_DEPTH {
        reader.error(
            heat_yaml::code::TOO_DEEP,
            node.span,
            format!("schemas are nested more than {MAX_SCHEMA_DEPTH} levels deep"),
            "this level exceeds the limit",
            Some("use the type `any` for its contents, or move them to a separate property".to_owned()),
        );
        return properties;
    }
    reader.nesting += 1;
    for (name, entry) in reader.named(node, what) {
        properties.insert(name.to_owned(), property(reader, &entry.value));
    }
    reader.nesting -= 1;
    properties
}

/// A property. If its type cannot be read, it is included with the type `any`, so that its name is known, and
/// its contents are read and their errors reported too.
fn property(reader: &mut Reader<'_>, node: &Node) -> PropertySchema {
    let Some(fields) = reader.fields(node, "a property", &PROPERTY_KEYS) else {
        return PropertySchema::new(PropertyType::Any);
    };
    let property_type = if let Some(node) = fields.get("type") {
        property_type(reader, node)
    } else {
        if fields.lacks("type") {
            let words = PropertyType::ALL.map(PropertyType::as_str).join(", ");
            let help = format!("add `type:` with one of {words}");
            reader.error(
                "missing-key",
                fields.span,
                "a property must have a type",
                "missing `type`",
                Some(help),
            );
        }
        None
    };
    let mut schema = PropertySchema::new(property_type.unwrap_or(PropertyType::Any));
    schema.description = reader.description(fields.get("description"));
    schema.support_status = support_status(reader, fields.get("support_status"));
    schema.default = fields
        .get("default")
        .map(|node| reader.value(node))
        .filter(|value| !matches!(value, crate::Value::Null));
    let mut flag = |key: &str, unset: bool| {
        fields.get(key).and_then(|node| reader.boolean(node, &format!("`{key}`"))).unwrap_or(unset)
    };
    schema.required = flag("required", false);
    schema.update_allowed = flag("update_allowed", false);
    schema.immutable = flag("immutable", false);
    schema.implemented = flag("implemented", true);
    schema.allow_conversion = flag("allow_conversion", false);
    schema.constraints =
        fields.get("constraints").map_or_else(Vec::new, |node| constraint::list(reader, node));
    if property_type.is_none() {
        // They would be checked against values of a type that they may not be for.
        schema.constraints.clear();
    }
    schema.schema = fields.get("schema").map(|node| NestedSchema::from(properties(reader, node, "`schema`")));
    schema
}

fn property_type(reader: &mut Reader<'_>, node: &Node) -> Option<PropertyType> {
    let words = PropertyType::ALL.map(PropertyType::as_str);
    reader.word(node, "invalid-type", "a type", &words)
}

/// Attribute schemas by name.
pub(super) fn attributes(reader: &mut Reader<'_>, node: &Node) -> IndexMap<String, AttributeSchema> {
    let mut attributes = IndexMap::new();
    for (name, entry) in reader.named(node, "`attributes`") {
        if let Some(schema) = attribute(reader, &entry.value) {
            attributes.insert(name.to_owned(), schema);
        }
    }
    attributes
}

fn attribute(reader: &mut Reader<'_>, node: &Node) -> Option<AttributeSchema> {
    let fields = reader.fields(node, "an attribute", &ATTRIBUTE_KEYS)?;
    let words = AttributeType::ALL.map(AttributeType::as_str);
    let cache_mode: Option<CacheMode> = fields
        .get("cache_mode")
        .and_then(|node| reader.word(node, "invalid-value", "a cache mode", &["cache_local", "cache_none"]));
    Some(AttributeSchema {
        attribute_type: fields
            .get("type")
            .and_then(|node| reader.word(node, "invalid-type", "an attribute's type", &words)),
        description: reader.description(fields.get("description")),
        example: fields.get("example").map(|node| reader.value(node)),
        support_status: support_status(reader, fields.get("support_status")),
        cache_mode: cache_mode.unwrap_or_default(),
    })
}

/// A support status with its history.
pub(super) fn support_status(reader: &mut Reader<'_>, node: Option<&Node>) -> SupportStatus {
    let Some(node) = node else { return SupportStatus::default() };
    SupportStatus { history: reader.items(node, "`support_status`", status_entry) }
}

fn status_entry(reader: &mut Reader<'_>, node: &Node) -> Option<StatusEntry> {
    let fields = reader.fields(node, "a support status", &STATUS_KEYS)?;
    let words = Status::ALL.map(Status::as_str);
    let status =
        fields.get("status").map(|node| reader.word(node, "invalid-value", "a support status", &words));
    let mut text = |key: &str| fields.get(key).and_then(|node| reader.string(node, &format!("`{key}`")));
    Some(StatusEntry {
        status: status.unwrap_or(Some(Status::Supported)).unwrap_or(Status::Unknown),
        version: text("version"),
        // Without the final line feed that YAML's block styles leave.
        message: text("message").map(|text| text.trim_end().to_owned()),
        substitute_class: text("substitute_class"),
    })
}
