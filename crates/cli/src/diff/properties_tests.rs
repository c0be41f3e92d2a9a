//! Properties of any two schemas: comparing them never fails, and every change is found.

use std::time::SystemTime;

use arbitrary_schemas as arbitrary;
use heat_diff::{Finding, Policy, Severity, compare};
use heat_lint::{Tables, lint_file_for_errors};
use heat_model::custom_constraint::ConstraintRegistry;
use heat_model::evaluate::{Context, Evaluator};
use heat_model::load::load_schema;
use heat_model::{ConstraintKind, NestedSchema, PropertySchema, ReleaseTable, ResourceType, Value};
use heat_yaml::Source;
use indexmap::IndexMap;
use proptest::prelude::*;

fn findings(before: &ResourceType, after: &ResourceType) -> Vec<Finding> {
    let releases = ReleaseTable::default();
    compare(&[before], &[after], &Policy::new(&releases))
}

/// The fields of a type of the model, each with a function that copies it. Fields that are compared by other tests are named last: a
/// field that is nowhere does not compile.
macro_rules! parts {
    ($type:ident: $($field:ident)*; except $($other:ident)*) => {{
        fn _all($type { $($field: _,)* $($other: _),* }: $type) {}
        [$((stringify!($field), (|to, from| to.$field = from.$field) as fn(&mut $type, $type))),*]
    }};
}

fn parts_of_types() -> impl Iterator<Item = (&'static str, fn(&mut ResourceType, ResourceType))> {
    let parts = parts!(ResourceType:
        description support_status keywords default_client_name entity required_service_extension physical_resource_name_limit
        python_class always_replace_on_check_failed requires_deferred_auth strict_dependency supports_snapshot_deletion any_property
        any_attribute reference_before_creation get_resource commands sections validation_rules dependencies_by_value unique exclusive service_rules needs_first holds no_signal_actions attributes update_policy
        examples;
        except name has_show properties properties_groups translation_rules accepted_findings);
    let record: fn(&mut ResourceType, ResourceType) = |to, from| to.set_has_record(from.has_record());
    parts.into_iter().chain([("has_show", record)])
}

fn parts_of_properties() -> impl Iterator<Item = (&'static str, fn(&mut PropertySchema, PropertySchema))> {
    let parts = parts!(PropertySchema:
        property_type description support_status required update_allowed immutable update_effect default implemented allow_conversion
        schema constraints;
        except);
    parts.into_iter()
}

fn is_sound(schema: &ResourceType) -> bool {
    let source = Source::new("schemas/My/Custom/Token.yaml", heat_schema_text::schema_file(schema));
    let loaded = load_schema(&source);
    !loaded.has_errors()
        && loaded.file.is_some_and(|file| lint_file_for_errors(&file, &Tables::default()).is_empty())
}

fn accepts(schema: &ResourceType, data: &IndexMap<String, Value>) -> bool {
    let constraints = ConstraintRegistry::at(SystemTime::UNIX_EPOCH);
    Evaluator::new(schema).resolve(data, &Context::new(&constraints)).is_ok()
}

/// Data without the property, and with all kinds of values for it.
fn values(one: &PropertySchema, other: &PropertySchema) -> Vec<IndexMap<String, Value>> {
    let named = [one, other].into_iter().flat_map(|schema| {
        let of_constraints = schema.constraints.iter().flat_map(|constraint| match &constraint.kind {
            ConstraintKind::AllowedValues(values) => values.clone(),
            ConstraintKind::Range { min, max } => min.iter().chain(max).cloned().collect(),
            ConstraintKind::Modulo { step, offset } => step.iter().chain(offset).cloned().collect(),
            _ => Vec::new(),
        });
        of_constraints.chain(schema.default.clone()).collect::<Vec<_>>()
    });
    let map = || Value::from_iter([("a".to_owned(), Value::from(1))]);
    let plain: [Value; 12] = [
        Value::Null,
        true.into(),
        0.into(),
        7.into(),
        1.5.into(),
        "".into(),
        "7".into(),
        "a,b".into(),
        Value::from(Vec::<Value>::new()),
        Value::from(vec!["a", "b"]),
        Value::from(vec![map()]),
        map(),
    ];
    let given = plain.into_iter().chain(named).map(|value| IndexMap::from([("subject".to_owned(), value)]));
    given.chain([IndexMap::new()]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn equal_schemas_have_no_changes(schema in arbitrary::resource_type()) {
        prop_assert!(findings(&schema, &schema).is_empty());
    }

    #[test]
    fn any_two_can_be_compared(before in arbitrary::resource_type(), after in arbitrary::resource_type()) {
        let after = ResourceType { name: before.name.clone(), ..after };
        let fingerprints = |findings: Vec<Finding>| findings.iter().map(Finding::fingerprint).collect::<Vec<_>>();
        let found = fingerprints(findings(&before, &after));
        prop_assert_eq!(found, fingerprints(findings(&before, &after)));
    }

    #[test]
    fn every_change_of_a_type_is_found(before in arbitrary::resource_type(), other in arbitrary::resource_type()) {
        for (part, take) in parts_of_types() {
            let mut after = before.clone();
            take(&mut after, other.clone());
            prop_assert_eq!(before == after, findings(&before, &after).is_empty(), "{}", part);
        }
    }

    /// A change that is reported as safe is safe: no value that was accepted is refused.
    #[test]
    fn newly_refused_values_are_breaking(one in arbitrary::property(), other in arbitrary::property()) {
        for (part, take) in parts_of_properties() {
            let mut changed = one.clone();
            take(&mut changed, other.clone());
            let [before, after] = [&one, &changed].map(|property| {
                let mut schema = ResourceType::new("My::Custom::Token");
                schema.properties.insert("subject".to_owned(), property.clone());
                schema
            });
            // Heat does not load other schemas; and a default that cannot be read is a separate problem.
            let reads_default = |schema: &ResourceType| {
                let default = schema.properties.get("subject").and_then(|property| property.default.clone());
                default.is_none_or(|value| accepts(schema, &IndexMap::from([("subject".to_owned(), value)])))
            };
            if ![&before, &after].into_iter().all(|schema| is_sound(schema) && reads_default(schema)) {
                continue;
            }
            let refused = values(&one, &changed).into_iter().find(|data| accepts(&before, data) && !accepts(&after, data));
            let is_reported = findings(&before, &after).iter().any(|each| each.severity == Severity::Breaking);
            prop_assert!(refused.is_none() || is_reported, "{part}: {refused:?}\n{one:?}\n{changed:?}");
        }
    }

    #[test]
    fn every_change_of_a_property_is_found(
        mut before in arbitrary::resource_type(),
        one in arbitrary::property(),
        other in arbitrary::property(),
        nested in any::<bool>(),
    ) {
        for (part, take) in parts_of_properties() {
            let mut changed = one.clone();
            take(&mut changed, other.clone());
            let [old, new] = [&one, &changed].map(|inner| {
                let mut list = PropertySchema::new(heat_model::PropertyType::List);
                list.schema = Some(NestedSchema::Item(Box::new(inner.clone())));
                if nested { list } else { inner.clone() }
            });
            before.properties.insert("subject".to_owned(), old);
            let mut after = before.clone();
            after.properties.insert("subject".to_owned(), new);
            let found = findings(&before, &after);
            // Constraints that are written differently, or in a different order, may accept the same values.
            if before == after || part != "constraints" {
                prop_assert_eq!(before == after, found.is_empty(), "{}: {:?} {:?}", part, one, changed);
            }
        }
    }
}
