//! Schemas without their prose: equality that ignores descriptions, examples and support statuses.
//!
//! If something was removed and something equal in this sense was added, it counts as renamed.

use heat_model::steps::step;
use heat_model::{
    AttributeSchema, Constraint, NestedSchema, PropertySchema, ResourceType, SupportStatus, Value,
};
use indexmap::IndexMap;

/// Whether two properties differ only in prose and status.
pub(super) fn same_property(left: &PropertySchema, right: &PropertySchema) -> bool {
    step();
    let PropertySchema {
        property_type,
        description: _,
        support_status: _,
        required,
        default,
        update_allowed,
        immutable,
        implemented,
        allow_conversion,
        constraints,
        schema,
    } = left;
    let same_kind = |(one, other): (&Constraint, &Constraint)| one.kind == other.kind;
    *property_type == right.property_type
        && *required == right.required
        && *update_allowed == right.update_allowed
        && *immutable == right.immutable
        && *implemented == right.implemented
        && *allow_conversion == right.allow_conversion
        && *default == right.default
        && constraints.len() == right.constraints.len()
        && constraints.iter().zip(&right.constraints).all(same_kind)
        && match (schema, &right.schema) {
            (None, None) => true,
            (Some(NestedSchema::Item(one)), Some(NestedSchema::Item(other))) => same_property(one, other),
            (Some(NestedSchema::Members(one)), Some(NestedSchema::Members(other))) => {
                one.len() == other.len()
                    && one.iter().all(|(name, member)| {
                        other.get(name).is_some_and(|partner| same_property(member, partner))
                    })
            }
            _ => false,
        }
}

/// Whether two attributes differ only in prose and status.
pub(super) fn same_attribute(left: &AttributeSchema, right: &AttributeSchema) -> bool {
    bare_attribute(left) == bare_attribute(right)
}

/// A type without its name, prose and status, as a string that is equal for types that differ only in these. `None` if
/// it has neither properties nor attributes: such types never count as equal.
pub(super) fn identity_of_type(schema: &ResourceType) -> Option<String> {
    let says_nothing = schema.properties.is_empty() && schema.attributes.is_empty();
    (!says_nothing).then(|| serde_json::to_string(&bare_type(schema)).ok()).flatten()
}

/// A property without its prose and status, as a string.
pub(super) fn identity_of_property(schema: &PropertySchema) -> Option<String> {
    serde_json::to_string(&bare(schema)).ok()
}

/// An attribute without its prose and status, as a string. `None` if it does not declare its type: such attributes
/// never count as equal.
pub(super) fn identity_of_attribute(schema: &AttributeSchema) -> Option<String> {
    schema.attribute_type.and_then(|_| serde_json::to_string(&bare_attribute(schema)).ok())
}

fn bare_type(schema: &ResourceType) -> ResourceType {
    ResourceType {
        name: String::new(),
        description: None,
        support_status: SupportStatus::default(),
        python_class: None,
        properties: bare_members(&schema.properties),
        update_policy: bare_members(&schema.update_policy),
        attributes: schema
            .attributes
            .iter()
            .map(|(name, each)| (name.clone(), bare_attribute(each)))
            .collect(),
        examples: Vec::new(),
        keywords: Vec::new(),
        accepted_findings: Vec::new(),
        ..schema.clone()
    }
}

fn bare_members(members: &IndexMap<String, PropertySchema>) -> IndexMap<String, PropertySchema> {
    let mut members: IndexMap<_, _> =
        members.iter().map(|(name, member)| (name.clone(), bare(member))).collect();
    // Their order does not matter.
    members.sort_unstable_keys();
    members
}

fn bare(schema: &PropertySchema) -> PropertySchema {
    step();
    let mut plain = schema.clone();
    plain.description = None;
    plain.support_status = SupportStatus::default();
    plain.constraints.iter_mut().for_each(|constraint| constraint.description = None);
    plain.schema = plain.schema.map(|nested| match nested {
        NestedSchema::Item(item) => NestedSchema::Item(Box::new(bare(&item))),
        NestedSchema::Members(members) => NestedSchema::Members(bare_members(&members)),
    });
    plain
}

fn bare_attribute(schema: &AttributeSchema) -> AttributeSchema {
    step();
    AttributeSchema {
        description: None,
        example: None,
        support_status: SupportStatus::default(),
        ..schema.clone()
    }
}

/// A schema without what people write about it: texts, messages, keywords, examples and accepted findings.
pub(super) fn facts_of(schema: &ResourceType) -> ResourceType {
    let mut attributes = schema.attributes.clone();
    for attribute in attributes.values_mut() {
        attribute.description = None;
        attribute.example = None;
        without_messages(&mut attribute.support_status);
    }
    let mut facts = ResourceType {
        description: None,
        properties: facts_of_members(&schema.properties),
        update_policy: facts_of_members(&schema.update_policy),
        attributes,
        examples: Vec::new(),
        keywords: Vec::new(),
        accepted_findings: Vec::new(),
        ..schema.clone()
    };
    without_messages(&mut facts.support_status);
    facts
}

fn facts_of_members(members: &IndexMap<String, PropertySchema>) -> IndexMap<String, PropertySchema> {
    members.iter().map(|(name, member)| (name.clone(), facts_of_property(member))).collect()
}

fn facts_of_property(schema: &PropertySchema) -> PropertySchema {
    step();
    let mut facts = schema.clone();
    facts.description = None;
    without_messages(&mut facts.support_status);
    facts.constraints.iter_mut().for_each(|constraint| constraint.description = None);
    facts.schema = facts.schema.map(|nested| match nested {
        NestedSchema::Item(item) => NestedSchema::Item(Box::new(facts_of_property(&item))),
        NestedSchema::Members(members) => NestedSchema::Members(facts_of_members(&members)),
    });
    facts
}

fn without_messages(status: &mut SupportStatus) {
    status.history.iter_mut().for_each(|step| step.message = None);
}

/// Schema data without descriptions and status messages.
#[must_use]
pub fn without_words(data: &Value) -> Value {
    let is_sentence =
        |key: &str, value: &Value| matches!(key, "description" | "message") && value.as_str().is_some();
    match data {
        Value::Map(entries) => entries
            .iter()
            .filter(|(key, value)| !is_sentence(key, value))
            .map(|(key, value)| (key.clone(), without_words(value)))
            .collect(),
        Value::List(items) => items.iter().map(without_words).collect(),
        plain => plain.clone(),
    }
}
