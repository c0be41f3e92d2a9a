//! The costs of updates in the catalogue: every updatable property has them, and they agree with the code that decides what replaces
//! a resource.
//!
//! The conformance family `update_effects` compares them with what Heat's plug-ins and real services do.

use heat_model::load::load_schema;
use heat_model::update_effect::{EffectCase, EffectLevel, ValueSet};
use heat_model::{NestedSchema, PropertySchema, ResourceType, Status};
use heat_updates::TypeRule;
use heat_yaml::Source;

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

/// The updatable properties without a cost of updates, and the fields in them whose schemas allow updates.
fn without_effect(schema: &ResourceType) -> Vec<String> {
    let mut found = Vec::new();
    for (name, property) in updatable(schema) {
        let path = format!("{}.{name}", schema.name);
        if property.update_effect.is_none() {
            found.push(path.clone());
        }
        fields_without_effect(&path, property, &mut found);
    }
    found
}

/// Adds fields without a cost. Other fields only have one if it differs from that of the property that contains them.
fn fields_without_effect(path: &str, property: &PropertySchema, found: &mut Vec<String>) {
    for (key, field) in property.schema.iter().flat_map(NestedSchema::entries) {
        let path = format!("{path}.{key}");
        if field.update_allowed && field.update_effect.is_none() {
            found.push(path.clone());
        }
        fields_without_effect(&path, field, found);
    }
}

#[test]
fn fields_that_say_nothing_are_found() {
    let schema = "\
type: My::Own::Type
properties:
  a:
    type: list
    update_allowed: true
    update_effect: none
    schema:
      '*':
        type: map
        schema:
          b: {type: string, update_allowed: true}
          c: {type: map, update_allowed: true, update_effect: none, schema: {d: {type: string, update_allowed: true}}}
          e: {type: string}
  f: {type: string, update_allowed: true}
  g: {type: map, schema: {h: {type: string, update_allowed: true}}}
";
    let schema = load_schema(&Source::new("type.yaml", schema)).file.unwrap().schema;
    assert_eq!(without_effect(&schema), ["My::Own::Type.a.*.b", "My::Own::Type.a.*.c.d", "My::Own::Type.f"]);
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
