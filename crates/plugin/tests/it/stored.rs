//! Stored properties can always be read, so that a resource can always be updated and deleted.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use heat_plugin::constraints::WithoutCloud;
use heat_plugin::resolve::{IdentityResolver, Query, ResolveError};
use heat_plugin::update::Decision;
use heat_plugin::{Context, HeatResource, Stored, StoredProperties, Value, json, value};

/// A resource type with a property of every type.
#[derive(HeatResource)]
#[heat(schema = "tests/schemas/Everything.yaml")]
#[expect(dead_code, reason = "the test only uses what is derived from it")]
pub(crate) struct Everything;

use everything::{Kind, Pools, Properties, Property};

const WITHOUT_CLOUD: WithoutCloud = WithoutCloud::timeless();

fn stored(data: &str) -> StoredProperties<everything::Values> {
    Properties::from_stored(&json::parse(data).unwrap(), &Context::new(&WITHOUT_CLOUD)).unwrap()
}

fn new() -> Properties {
    Properties::from_value(&value!({"name": "web"}), &IdentityResolver).unwrap()
}

#[test]
fn a_value_that_is_no_longer_allowed_is_kept() {
    let old = stored(r#"{"name": "web", "kind": "z"}"#);
    assert_eq!(old.kind, Stored::Other("z".into()));
    assert_eq!(old.name, "web".to_owned());
    // A match on the known values needs no wildcard.
    let known = match old.kind {
        Stored::Known(Kind::X | Kind::Y) => true,
        Stored::Other(_) => false,
    };
    assert!(!known);
    let changes = old.changes(&new());
    assert_eq!((changes.changed, changes.decision), (vec![Property::Kind], Decision::Refused));
    assert_eq!(old.to_value(), value!({"name": "web", "kind": "z", "tags": ["always"], "pools": []}));
    assert_eq!(old.problems()[0].to_string(), "kind: expected one of x, y, found \"z\"");
}

#[test]
fn integers_are_of_any_size() {
    let digits = "1".repeat(30);
    let old = stored(&format!(r#"{{"name": "web", "size": {digits}}}"#));
    assert_eq!(old.size.other().unwrap().to_string(), digits);
    assert_eq!(stored(r#"{"name": "web", "size": 5000}"#).size, Some(5000));
}

#[test]
fn a_new_required_property_is_missing_from_what_is_stored() {
    let old = stored("{}");
    assert_eq!(old.name, Stored::Other(Value::Null));
    assert_eq!(old.problems()[0].to_string(), "name: expected a string, found null");
    assert!(old.changes(&new()).contains(&Property::Name));
    assert!(old.to_properties().is_err());
    let pools = stored(
        r#"{"name": "a", "pools": [{"mode": "active"}, {"network": "n", "mode": "odd"}, {"network": "m"}]}"#,
    );
    let items = pools.pools.items();
    assert_eq!(items[0], Stored::Other(value!({"mode": "active"})));
    assert_eq!(items[1], Stored::Other(value!({"network": "n", "mode": "odd"})));
    assert_eq!(items[2], Pools { network: "m".to_owned(), mode: None });
}

#[test]
fn removed_properties_are_omitted() {
    let old = stored(r#"{"name": "web", "forgotten": [1], "kind": "y"}"#);
    assert_eq!(old.kind, Kind::Y);
    assert_eq!(old.raw()["forgotten"], value!([1]));
    assert_eq!(old.to_properties().unwrap().kind, Kind::Y);
}

/// Every property, with every kind of value: it can be read, results in its type or stays as it was, and can
/// be compared.
#[test]
fn nothing_that_can_be_stored_is_refused() {
    let deep = (0..600).fold(Value::Null, |inner, _| value!([inner]));
    let mut odd = vec![
        value!(null),
        value!(true),
        value!(0),
        value!(-1),
        value!(u128::MAX),
        value!(1.5),
        value!(f64::NAN),
        value!(f64::INFINITY),
        value!(""),
        value!("text"),
        value!("12"),
        value!("\u{0}"),
        value!([]),
        value!([null]),
        value!([[], {}, "a", 1]),
        value!({}),
        value!({"a": null}),
        value!({"network": [1], "mode": {}}),
        value!([{"network": null}]),
        value!([{"network": {"network": {}}}]),
        deep,
    ];
    odd.push(odd.iter().cloned().collect());
    let gone = |_: &Query<'_>| -> Result<Value, ResolveError> { Err("gone".into()) };
    let new = new();
    for property in Property::ALL {
        for value in &odd {
            let data = [(property.name().to_owned(), value.clone())].into_iter().collect::<Value>();
            for context in [Context::new(&WITHOUT_CLOUD), Context::new(&WITHOUT_CLOUD).with_resolver(&gone)] {
                let old = Properties::from_stored(&data, &context).unwrap();
                let changes = old.changes(&new);
                assert!(!changes.changed.is_empty(), "the name is missing: {property} {value}");
                assert!(old.to_properties().is_err() || *property == Property::Name);
                let _ = (old.to_value(), old.clone(), format!("{old:?}"));
            }
            let translated = StoredProperties::<everything::Values>::from_translated(&data).unwrap();
            let _ = translated.changes(&new);
        }
    }
    assert!(Properties::from_stored(&value!([1]), &Context::new(&WITHOUT_CLOUD)).is_err());
}

#[test]
fn data_that_heat_has_read_are_not_translated_again() {
    let once =
        Properties::from_value(&value!({"name": "web", "tags": ["a"], "old_ratio": 2}), &IdentityResolver);
    let once = once.unwrap();
    assert_eq!(once.tags, Some(vec!["a".into(), "always".into()]));
    assert_eq!(once.ratio.as_ref().map(ToString::to_string).as_deref(), Some("2"));
    let data = once.to_value();
    let again = Properties::from_translated(&data).unwrap();
    assert_eq!(again, once);
    let stored = StoredProperties::<everything::Values>::from_translated(&data).unwrap();
    assert_eq!(stored.to_properties().unwrap(), once);
    assert!(stored.changes(&once).is_empty());
    // Applying the rules again would add one more value each time.
    let twice = Properties::from_value(&data, &IdentityResolver).unwrap();
    assert_eq!(twice.tags.as_ref().map(Vec::len), Some(3));
}

#[test]
fn data_that_heat_has_read_have_nulls_and_types() {
    // Like `dict(self.properties)` in Python: every property is present, with None for those without a value.
    let data = value!({
        "name": "web", "kind": "x", "size": "7", "ratio": null, "flag": null, "labels": null, "extra": null, "tags": null,
        "pools": [{"network": "n", "mode": null}], "document": "text", "old_ratio": null, "fixed": "not checked"
    });
    let read = Properties::from_translated(&data).unwrap();
    assert_eq!((read.size, read.flag, &read.labels, &read.tags), (Some(7), None, &None, &None));
    assert_eq!(read.pools, [Pools { network: "n".to_owned(), mode: None }]);
    assert_eq!(read.fixed.as_deref(), Some("not checked"));
    let errors =
        Properties::from_translated(&value!({"size": "many", "name": null})).unwrap_err().to_string();
    assert!(
        errors.contains("size: expected an integer") && errors.contains("name: missing required property"),
        "{errors}"
    );
}

#[test]
fn a_failing_resolver_does_not_prevent_reading() {
    let gone = |_: &Query<'_>| -> Result<Value, ResolveError> { Err("there is no such network".into()) };
    let context = Context::new(&WITHOUT_CLOUD).with_resolver(&gone);
    let old =
        Properties::from_stored(&value!({"name": "a", "pools": [{"network": "lost"}]}), &context).unwrap();
    assert_eq!(old.pools, vec![Pools { network: "lost".to_owned(), mode: None }]);
}

#[test]
fn slow_patterns_are_given_up_for_all_values_together() {
    let text = "a".repeat(40) + "!";
    let items: Value = (0..1000).map(|_| Value::from(&text)).collect();
    let errors = slow::Properties::from_value(&value!({"names": items}), &IdentityResolver).unwrap_err();
    // Each value costs 200,000 steps: 1,000 values would cost 200 million.
    assert!(errors.errors.len() < 40, "{} errors", errors.errors.len());
    let last = errors.errors.last().unwrap().to_string();
    assert!(last.contains("the pattern backtracks too much on too many values"), "{last}");
}

/// A resource type with a pattern that backtracks without end.
#[derive(HeatResource)]
#[heat(schema = "tests/schemas/Slow.yaml")]
#[expect(dead_code, reason = "the test only uses what is derived from it")]
pub(crate) struct Slow;
