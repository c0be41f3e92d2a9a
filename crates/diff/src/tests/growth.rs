//! The work grows linearly with the number of names and values in a schema, not quadratically.

use heat_admit::{loses_nothing, lost_value};
use heat_model::steps::count;
use heat_model::{
    AttributeSchema, Constraint, ConstraintKind, PropertySchema, PropertyType, ReleaseTable, ResourceType,
    Value,
};

use crate::{Policy, compare};

/// The number of steps of a comparison, and the ids of the rules that report something.
fn compared(before: &[ResourceType], after: &[ResourceType]) -> (u64, Vec<&'static str>) {
    let sides = [before, after].map(|side| side.iter().collect::<Vec<_>>());
    let releases = ReleaseTable::default();
    let (steps, findings) = count(|| compare(&sides[0], &sides[1], &Policy::new(&releases)));
    (steps, findings.iter().map(|finding| finding.rule.id).collect())
}

/// Twice the number of items takes about twice the number of steps, and only `rules` report something.
fn check_growth(many: usize, rules: &[&str], sides: impl Fn(usize) -> [Vec<ResourceType>; 2]) {
    let [half, whole] = [many / 2, many].map(|many| {
        let [before, after] = sides(many);
        let (steps, found) = compared(&before, &after);
        assert!(!found.is_empty() && found.iter().all(|id| rules.contains(id)), "{many}: {found:?}");
        steps
    });
    assert!(half > 0, "nothing is counted");
    let most = half * 5 / 2;
    assert!(whole <= most, "{} take {half} steps, and {many} take {whole}", many / 2);
}

fn named(name: &str) -> ResourceType {
    ResourceType { name: name.to_owned(), ..serde_json::from_str(r#"{"type": "A::B"}"#).unwrap() }
}

/// A type with one property.
fn with_property(property: PropertySchema) -> Vec<ResourceType> {
    let mut schema = named("A::B");
    schema.properties.insert("a".to_owned(), property);
    vec![schema]
}

fn listing(property_type: PropertyType, values: impl Iterator<Item = Value>) -> PropertySchema {
    let mut property = PropertySchema::new(property_type);
    property.constraints.push(Constraint::from(ConstraintKind::AllowedValues(values.collect())));
    property
}

#[test]
fn renamed_properties() {
    // All items are equal, so none can be told apart. With descriptions, each can be matched.
    for described in [false, true] {
        let rules: &[&str] =
            if described { &["property-renamed"] } else { &["property-removed", "property-added"] };
        check_growth(500, rules, |many| {
            ["old", "new"].map(|prefix| {
                let mut schema = named("A::B");
                for number in 0..many {
                    let mut property = PropertySchema::new(PropertyType::String);
                    property.description = described.then(|| format!("Number {number}."));
                    schema.properties.insert(format!("{prefix}_{number}"), property);
                }
                vec![schema]
            })
        });
    }
}

#[test]
fn renamed_attributes() {
    check_growth(500, &["attribute-renamed"], |many| {
        ["old", "new"].map(|prefix| {
            let mut schema = named("A::B");
            for number in 0..many {
                let mut attribute: AttributeSchema = serde_json::from_str(r#"{"type": "string"}"#).unwrap();
                attribute.description = Some(format!("Number {number}."));
                schema.attributes.insert(format!("{prefix}_{number}"), attribute);
            }
            vec![schema]
        })
    });
}

#[test]
fn renamed_types() {
    check_growth(400, &["resource-type-renamed"], |many| {
        ["Old", "New"].map(|prefix| {
            let types = (0..many).map(|number| {
                let mut schema = named(&format!("{prefix}::T{number}"));
                schema.description = Some(format!("Number {number}."));
                schema.properties.insert("a".to_owned(), PropertySchema::new(PropertyType::String));
                schema
            });
            types.collect()
        })
    });
}

#[test]
fn one_allowed_value_less() {
    check_growth(2_000, &["allowed-values-narrowed"], |many| {
        [many, many - 1].map(|many| {
            let values = (0..many).map(|number| format!("value-{number}").into());
            with_property(listing(PropertyType::String, values))
        })
    });
}

#[test]
fn allowed_values_under_another_type() {
    let [half, whole] = [1_000, 2_000].map(|many| {
        let values = || (0..many).map(|number| Value::from(number.to_string()));
        let [before, after] = [PropertyType::String, PropertyType::Integer]
            .map(|property_type| listing(property_type, values()));
        // Every value is checked: none is lost.
        let (steps, lost) = count(|| lost_value(&before, &after));
        assert_eq!(lost, None);
        let (more, is_safe) = count(|| loses_nothing(&before, &after));
        assert!(is_safe);
        steps + more
    });
    assert!(half > 0 && whole <= half * 5 / 2, "1,000 take {half} steps, and 2,000 take {whole}");
}

#[test]
fn one_allowed_value_less_under_another_type() {
    check_growth(
        2_000,
        &["allowed-values-narrowed", "property-type-changed", "property-type-changed-compatibly"],
        |many| {
            let values = move |many: usize| (0..many).map(|number| Value::from(number.to_string()));
            [
                with_property(listing(PropertyType::String, values(many))),
                with_property(listing(PropertyType::Integer, values(many - 1))),
            ]
        },
    );
}
