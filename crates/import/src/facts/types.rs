//! The facts of one type, read into the model.

use heat_model::{
    AttributeSchema, EarlyReference, NestedSchema, PropertySchema, PropertyType, ResourceType, SchemaPath,
    Status, StatusEntry, SupportStatus,
};
use indexmap::IndexMap;
use serde_json::Value;

use super::reader::{Fields, Reader};
use crate::type_facts::{Part, TypeFacts};

const TYPE_KEYS: [&str; 25] = [
    "python_class",
    "description",
    "support_status",
    "properties",
    "attributes",
    "base_attributes",
    "update_policy",
    "default_client_name",
    "entity",
    "required_service_extension",
    "physical_resource_name_limit",
    "always_replace_on_check_failed",
    "requires_deferred_auth",
    "strict_dependency",
    "no_signal_actions",
    "supports_snapshot_deletion",
    "any_property",
    "any_attribute",
    "has_show",
    "reference_before_creation",
    "dependencies_by_value",
    "has_dependencies_by_value",
    "has_translation_rules",
    "translation_rules",
    "properties_groups",
];

const PROPERTY_KEYS: [&str; 11] = [
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

const STATUS_KEYS: [&str; 5] = ["status", "version", "message", "substitute_class", "previous_status"];

/// Reads the facts of a type; `None` if they are not an object.
pub(super) fn resource_type(reader: &mut Reader<'_>, name: &str, value: &Value) -> Option<TypeFacts> {
    let path = SchemaPath::root().join(name);
    let fields = reader.fields(&path, value, &TYPE_KEYS)?;
    let mut schema = ResourceType::new(name);
    schema.description = fields.text(reader, "description");
    schema.support_status = support_status(reader, &fields);
    schema.default_client_name = fields.text(reader, "default_client_name");
    schema.entity = fields.text(reader, "entity");
    schema.required_service_extension = fields.text(reader, "required_service_extension");
    if let Some((path, limit)) = fields.get("physical_resource_name_limit") {
        schema.physical_resource_name_limit =
            reader.parsed(&path, limit).unwrap_or(ResourceType::PHYSICAL_RESOURCE_NAME_LIMIT);
    }
    schema.python_class = fields.text(reader, "python_class");
    schema.always_replace_on_check_failed = fields.flag(reader, "always_replace_on_check_failed", true);
    schema.requires_deferred_auth = fields.flag(reader, "requires_deferred_auth", false);
    schema.strict_dependency = fields.flag(reader, "strict_dependency", true);
    if let Some(actions) = fields.list(reader, "no_signal_actions") {
        schema.no_signal_actions = actions;
    }
    schema.properties = properties(reader, &fields, "properties");
    schema.attributes = attributes(reader, &fields, "base_attributes");
    schema.attributes.retain(|name, attribute| !is_standard_show(name, attribute));
    schema.attributes.extend(attributes(reader, &fields, "attributes"));
    schema.update_policy = properties(reader, &fields, "update_policy");
    schema.properties_groups = fields.list(reader, "properties_groups").unwrap_or_default();
    schema.translation_rules = fields.list(reader, "translation_rules").unwrap_or_default();
    schema.supports_snapshot_deletion = fields.flag(reader, "supports_snapshot_deletion", false);
    schema.any_property = fields.flag(reader, "any_property", false);
    schema.any_attribute = fields.flag(reader, "any_attribute", false);
    if fields.get("has_show").is_some() {
        schema.set_has_record(fields.flag(reader, "has_show", false));
    }
    schema.reference_before_creation = reference_before_creation(reader, &path, &fields);
    schema.dependencies_by_value = fields.list(reader, "dependencies_by_value").unwrap_or_default();
    let unknown = Part::ALL.into_iter().filter(|part| fields.get(part.key()).is_none()).collect();
    let adds_dependencies = fields.flag(reader, "has_dependencies_by_value", false);
    Some(TypeFacts { schema, unknown, adds_dependencies })
}

/// The value of `get_resource` before the resource is created. Facts also have a word for the default, the resource's name.
fn reference_before_creation(
    reader: &mut Reader<'_>,
    path: &SchemaPath,
    fields: &Fields<'_>,
) -> Option<EarlyReference> {
    let word = fields.text(reader, "reference_before_creation").filter(|word| word != "name")?;
    let reference = word.parse();
    reference.map_err(|error| reader.error(format!("`{path}.reference_before_creation`: {error}"))).ok()
}

/// Returns whether an attribute is the base attribute that every type has implicitly.
fn is_standard_show(name: &str, attribute: &AttributeSchema) -> bool {
    let standard = AttributeSchema {
        attribute_type: Some(heat_model::AttributeType::Map),
        cache_mode: heat_model::CacheMode::CacheNone,
        description: attribute.description.clone(),
        ..AttributeSchema::default()
    };
    name == ResourceType::BASE_ATTRIBUTE && *attribute == standard
}

fn properties(reader: &mut Reader<'_>, fields: &Fields<'_>, key: &str) -> IndexMap<String, PropertySchema> {
    named(reader, fields, key, property)
}

fn attributes(reader: &mut Reader<'_>, fields: &Fields<'_>, key: &str) -> IndexMap<String, AttributeSchema> {
    named(reader, fields, key, attribute)
}

fn named<T>(
    reader: &mut Reader<'_>,
    fields: &Fields<'_>,
    key: &str,
    read: impl Fn(&mut Reader<'_>, &SchemaPath, &Value) -> Option<T>,
) -> IndexMap<String, T> {
    let Some((path, value)) = fields.get(key) else { return IndexMap::new() };
    let Some(map) = reader.object(&path, value) else { return IndexMap::new() };
    map.iter()
        .filter_map(|(name, value)| Some((name.clone(), read(reader, &path.join(name), value)?)))
        .collect()
}

fn property(reader: &mut Reader<'_>, path: &SchemaPath, value: &Value) -> Option<PropertySchema> {
    let fields = reader.fields(path, value, &PROPERTY_KEYS)?;
    let mut schema = PropertySchema::new(PropertyType::Any);
    if let Some(word) = fields.text(reader, "type") {
        match word.to_lowercase().parse() {
            Ok(property_type) => schema.property_type = property_type,
            Err(error) => reader.error(format!("`{path}.type`: {error}")),
        }
    } else {
        reader.error(format!("`{path}` has no type"));
    }
    schema.description = fields.text(reader, "description");
    schema.support_status = support_status(reader, &fields);
    schema.required = fields.flag(reader, "required", false);
    schema.default = fields.get("default").and_then(|(path, value)| reader.parsed(&path, value));
    schema.update_allowed = fields.flag(reader, "update_allowed", false);
    schema.immutable = fields.flag(reader, "immutable", false);
    schema.implemented = fields.flag(reader, "implemented", true);
    schema.allow_conversion = fields.flag(reader, "allow_conversion", false);
    schema.constraints = fields.list(reader, "constraints").unwrap_or_default();
    if fields.get("schema").is_some() {
        schema.schema = Some(NestedSchema::from(properties(reader, &fields, "schema")));
    }
    Some(schema)
}

fn attribute(reader: &mut Reader<'_>, path: &SchemaPath, value: &Value) -> Option<AttributeSchema> {
    let fields = reader.fields(path, value, &["type", "description", "support_status", "cache_mode"])?;
    let mut schema = AttributeSchema::default();
    if let Some(word) = fields.text(reader, "type") {
        match word.to_lowercase().parse() {
            Ok(attribute_type) => schema.attribute_type = Some(attribute_type),
            Err(error) => reader.error(format!("`{path}.type`: {error} of an attribute")),
        }
    }
    if let Some(word) = fields.text(reader, "cache_mode") {
        match word.parse() {
            Ok(cache_mode) => schema.cache_mode = cache_mode,
            Err(error) => reader.error(format!("`{path}.cache_mode`: {error}")),
        }
    }
    schema.description = fields.text(reader, "description");
    schema.support_status = support_status(reader, &fields);
    Some(schema)
}

/// Reads a chain of statuses, each of which contains the previous one, into a list.
fn support_status(reader: &mut Reader<'_>, owner: &Fields<'_>) -> SupportStatus {
    let mut history = Vec::new();
    let mut next = owner.get("support_status");
    while let Some((path, value)) = next {
        let Some(fields) = reader.fields(&path, value, &STATUS_KEYS) else { break };
        let mut entry = StatusEntry::default();
        if let Some(word) = fields.text(reader, "status") {
            match word.parse() {
                Ok(status) => entry.status = status,
                Err(error) => reader.error(format!("`{path}.status`: {error}")),
            }
        }
        entry.version = fields.text(reader, "version");
        entry.message = fields.text(reader, "message");
        entry.substitute_class = fields.text(reader, "substitute_class");
        history.push(entry);
        next = fields.get("previous_status");
    }
    // Heat sets a plain SUPPORTED if nothing is declared.
    if history.len() == 1
        && history[0] == (StatusEntry { status: Status::Supported, ..StatusEntry::default() })
    {
        history.clear();
    }
    SupportStatus { history }
}
