//! Reads properties, attributes and support statuses.

use heat_yaml::Node;
use indexmap::IndexMap;

use super::constraint;
use super::fields::Reader;
use super::update_effect;
use crate::{
    AttributeSchema, AttributeType, CacheMode, ConstraintKind, NestedSchema, PropertySchema, PropertyType,
    Status, StatusEntry, SupportStatus,
};

/// The keys of a property schema.
pub(super) const PROPERTY_KEYS: [&str; 12] = [
    "type",
    "description",
    "support_status",
    "required",
    "default",
    "update_allowed",
    "immutable",
    "update_effect",
    "implemented",
    "allow_conversion",
    "constraints",
    "schema",
];

const ATTRIBUTE_KEYS: [&str; 5] = ["type", "description", "example", "support_status", "cache_mode"];
const STATUS_KEYS: [&str; 4] = ["status", "version", "message", "substitute_class"];

/// Maximum nesting depth of schemas. Heat's own schemas have at most 6 levels; deeper pages, structs and paths would be of no
/// use.
const MAX_SCHEMA_DEPTH: usize = 16;

/// Reads property schemas by name.
pub(super) fn properties(
    reader: &mut Reader<'_>,
    node: &Node,
    what: &str,
) -> IndexMap<String, PropertySchema> {
    let mut properties = IndexMap::new();
    deeper(reader, node, |reader| {
        for (name, entry) in reader.named(node, what) {
            properties.insert(name.to_owned(), property(reader, &entry.value));
        }
    });
    properties
}

/// Reads one more level of nested schemas, unless the maximum depth is reached.
fn deeper<'s, T>(reader: &mut Reader<'s>, node: &Node, read: impl FnOnce(&mut Reader<'s>) -> T) -> Option<T> {
    if reader.nesting == MAX_SCHEMA_DEPTH {
        reader.error(
            heat_yaml::code::TOO_DEEP,
            node.span,
            format!("schemas are nested more than {MAX_SCHEMA_DEPTH} levels deep"),
            "this level exceeds the limit",
            Some("use the type `any` for its contents, or move them to a separate property".to_owned()),
        );
        return None;
    }
    reader.nesting += 1;
    let read = read(reader);
    reader.nesting -= 1;
    Some(read)
}

/// Reads a property. If its type cannot be read, the property gets the type `any`, so that its name is known, and its contents
/// are read and their errors reported too.
fn property(reader: &mut Reader<'_>, node: &Node) -> PropertySchema {
    let Some(fields) = reader.fields_with_advice(node, "a property", &PROPERTY_KEYS, advice_on_constraint)
    else {
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
    schema.update_effect = fields.get("update_effect").and_then(|node| update_effect::read(reader, node));
    schema.constraints =
        fields.get("constraints").map_or_else(Vec::new, |node| constraint::list(reader, node));
    if property_type.is_none() {
        // They would be checked against values of a type that they may not be for.
        schema.constraints.clear();
    }
    schema.schema = fields.get("schema").map(|node| nested(reader, node, property_type));
    schema
}

/// Advice about a constraint that is written as a key of the property.
fn advice_on_constraint(key: &str) -> Option<String> {
    ConstraintKind::KEYS.contains(&key).then(|| format!("write it as an item of `constraints`: `- {key}: …`"))
}

/// Reads the schema of a property's members or items.
fn nested(reader: &mut Reader<'_>, node: &Node, property_type: Option<PropertyType>) -> NestedSchema {
    let own_type = if property_type == Some(PropertyType::List) { own_type(node) } else { None };
    let Some(key) = own_type else {
        return NestedSchema::from(properties(reader, node, "`schema`"));
    };
    reader.error(
        "nested-schema-mismatch",
        key.span,
        "the schema of a list has one entry, `\"*\"`, for its items",
        "describes an item",
        Some("write it below `\"*\":`".to_owned()),
    );
    let item = deeper(reader, node, |reader| property(reader, node));
    NestedSchema::Item(Box::new(item.unwrap_or_else(|| PropertySchema::new(PropertyType::Any))))
}

/// Returns the key `type` of a map that is a property itself, not properties by name: there, `type` is a word.
fn own_type(node: &Node) -> Option<&Node> {
    let entry = node.as_mapping()?.iter().find(|entry| entry.key.as_str() == Some("type"))?;
    entry.value.as_str().is_some().then_some(&entry.key)
}

fn property_type(reader: &mut Reader<'_>, node: &Node) -> Option<PropertyType> {
    let words = PropertyType::ALL.map(PropertyType::as_str);
    reader.word(node, "invalid-type", "a type", &words)
}

/// Reads attribute schemas by name.
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

/// Reads a support status with its history.
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
