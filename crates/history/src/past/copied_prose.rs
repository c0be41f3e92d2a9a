//! Descriptions and other texts of the newest schemas, copied to the schemas of earlier releases.

use heat_model::update::UpdateBehaviour;
use heat_model::{NestedSchema, PropertySchema, ResourceType, SupportStatus};
use indexmap::IndexMap;

use crate::prose::remove_update_effects;

/// Copies the texts of the newest schema of a type to an earlier one, where that has none.
pub(super) fn copy(now: &ResourceType, then: &mut ResourceType) {
    text(now.description.as_ref(), &mut then.description);
    status(&now.support_status, &mut then.support_status);
    members(&now.properties, &mut then.properties);
    members(&now.update_policy, &mut then.update_policy);
    text(now.get_resource.as_ref(), &mut then.get_resource);
    then.commands.clone_from(&now.commands);
    let sections = now.sections.iter().cloned().map(|mut section| {
        section.properties.retain(|name| then.properties.contains_key(name));
        section
    });
    then.sections = sections.filter(|section| !section.properties.is_empty()).collect();
    let facts = now.service_facts_where(&|path| then.property_at(path).is_some());
    then.set_service_facts(facts);
    // The effect of an update is meaningless for a property whose changes never reached the plug-in.
    then.properties
        .values_mut()
        .filter(|property| property.update_behaviour() != UpdateBehaviour::InPlace)
        .for_each(remove_update_effects);
    for (name, attribute) in &mut then.attributes {
        let Some(now) = now.attributes.get(name) else { continue };
        text(now.description.as_ref(), &mut attribute.description);
        // The example is only valid if the attribute had the same type.
        let is_same = now.attribute_type == attribute.attribute_type;
        attribute.example = now.example.clone().filter(|_| is_same);
        status(&now.support_status, &mut attribute.support_status);
    }
}

fn members(now: &IndexMap<String, PropertySchema>, then: &mut IndexMap<String, PropertySchema>) {
    for (name, property) in then {
        if let Some(now) = now.get(name) {
            copy_property(now, property);
        }
    }
}

fn copy_property(now: &PropertySchema, then: &mut PropertySchema) {
    text(now.description.as_ref(), &mut then.description);
    if then.update_effect.is_none() {
        then.update_effect.clone_from(&now.update_effect);
    }
    status(&now.support_status, &mut then.support_status);
    for constraint in &mut then.constraints {
        let same = now.constraints.iter().find(|other| other.kind == constraint.kind);
        text(same.and_then(|same| same.description.as_ref()), &mut constraint.description);
    }
    match (&now.schema, &mut then.schema) {
        (Some(NestedSchema::Item(now)), Some(NestedSchema::Item(then))) => copy_property(now, then),
        (Some(NestedSchema::Members(now)), Some(NestedSchema::Members(then))) => members(now, then),
        _ => {}
    }
}

/// Copies the messages of the steps that both histories have.
fn status(now: &SupportStatus, then: &mut SupportStatus) {
    for step in &mut then.history {
        let same =
            now.history.iter().find(|other| (&other.status, &other.version) == (&step.status, &step.version));
        text(same.and_then(|same| same.message.as_ref()), &mut step.message);
    }
}

fn text(now: Option<&String>, then: &mut Option<String>) {
    if then.is_none() {
        *then = now.cloned();
    }
}
