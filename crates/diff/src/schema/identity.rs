//! Schemas without their prose: equality that ignores descriptions, examples and support statuses.
//!
//! If something was removed and something equal in this sense was added, it is treated as renamed.

use heat_model::steps::step;
use heat_model::{AttributeSchema, Constraint, NestedSchema, PropertySchema, ResourceType};

use heat_history::prose::Reduction;

/// Returns whether two properties differ only in prose and status.
pub(crate) fn same_property(left: &PropertySchema, right: &PropertySchema) -> bool {
    step();
    let PropertySchema {
        property_type,
        description: _,
        support_status: _,
        required,
        default,
        update_allowed,
        immutable,
        update_effect: _,
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

/// Returns whether two attributes differ only in prose and status.
pub(crate) fn same_attribute(left: &AttributeSchema, right: &AttributeSchema) -> bool {
    reduced_attribute(left) == reduced_attribute(right)
}

/// A type without its name, prose and status, as a string that is equal for types that differ only in these. `None` if it has
/// neither properties nor attributes: such types are never treated as equal.
pub(crate) fn identity_of_type(schema: &ResourceType) -> Option<String> {
    if schema.properties.is_empty() && schema.attributes.is_empty() {
        return None;
    }
    let mut reduced = schema.clone();
    Reduction::Identity.of_type(&mut reduced);
    reduced.name.clear();
    reduced.python_class = None;
    serde_json::to_string(&reduced).ok()
}

/// A property without its prose and status, as a string.
pub(crate) fn identity_of_property(schema: &PropertySchema) -> Option<String> {
    let mut reduced = schema.clone();
    Reduction::Identity.of_property(&mut reduced);
    serde_json::to_string(&reduced).ok()
}

/// An attribute without its prose and status, as a string. `None` if it does not declare its type: such attributes are never
/// treated as equal.
pub(crate) fn identity_of_attribute(schema: &AttributeSchema) -> Option<String> {
    schema.attribute_type.and_then(|_| serde_json::to_string(&reduced_attribute(schema)).ok())
}

fn reduced_attribute(schema: &AttributeSchema) -> AttributeSchema {
    let mut reduced = schema.clone();
    Reduction::Identity.of_attribute(&mut reduced);
    reduced
}
