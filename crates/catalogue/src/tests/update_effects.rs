//! The costs of updates in the catalogue: every updatable property has them, and they agree with the code that decides what replaces
//! a resource.
//!
//! The conformance family `update_effects` compares them with what Heat's plug-ins and real services do.

use heat_model::update_effect::{EffectCase, EffectLevel, ValueSet};
use heat_model::{PropertySchema, ResourceType, Status};
use heat_updates::TypeRule;

use super::catalogue;

/// The properties whose changes are passed to the plug-in.
fn updatable(schema: &ResourceType) -> impl Iterator<Item = (&String, &PropertySchema)> {
    schema.properties.iter().filter(|(_, property)| property.update_allowed && !property.immutable)
}

#[test]
fn every_type_says_what_updates_cost() {
    let catalogue = catalogue();
    let shown = catalogue.types.values().filter(|schema| schema.support_status.status() != Status::Hidden);
    let without: Vec<String> = shown.flat_map(without_effect).collect();
    assert_eq!(without, Vec::<String>::new());
}

/// The updatable properties without a cost of updates. Fields have that of the property that contains them, unless theirs differs.
fn without_effect(schema: &ResourceType) -> Vec<String> {
    let without = updatable(schema).filter(|(_, property)| property.update_effect.is_none());
    without.map(|(name, _)| format!("{}.{name}", schema.name)).collect()
}

#[test]
fn a_value_that_replaces_is_in_the_data() {
    let catalogue = catalogue();
    let mut checked = 0;
    for schema in catalogue.types.values() {
        let Some(TypeRule::ReplacedWhile { property, value }) = TypeRule::of(schema) else { continue };
        let effect = schema.properties[property].update_effect.as_ref().unwrap();
        let is_it = |case: &&EffectCase| case.becomes == Some(ValueSet::Values(vec![value.into()]));
        let mut levels =
            effect.cases.iter().filter(is_it).filter(|case| case.if_cloud.is_none()).map(|case| case.level);
        assert_eq!(levels.next(), Some(EffectLevel::Replaces), "{}.{property}: {value}", schema.name);
        checked += 1;
    }
    assert_eq!(checked, 1);
}
