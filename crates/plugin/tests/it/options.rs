//! The options of `#[heat(…)]`.
#![deny(warnings, deprecated)]

use std::collections::{BTreeSet, HashMap};

use heat_plugin::constraints::WithoutCloud;
use heat_plugin::record::Field;
use heat_plugin::resolve::IdentityResolver;
use heat_plugin::update::UpdateBehaviour;
use heat_plugin::value::{Map, Number, TextOr};
use heat_plugin::{Attribute as _, Context, HeatResource, Property as _, Stored, Value, value};

/// The ID of a network.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct NetworkId(String);

impl Field for NetworkId {
    fn from_value(value: Value) -> Result<Self, String> {
        match value.as_str() {
            Some(id) if id.starts_with("net-") => Ok(Self(id.to_owned())),
            _ => Err(format!("expected the ID of a network, found {value}")),
        }
    }

    fn to_value(&self) -> Value {
        self.0.as_str().into()
    }
}

impl From<&str> for NetworkId {
    fn from(id: &str) -> Self {
        Self(id.to_owned())
    }
}

/// A resource type with all options.
#[derive(HeatResource)]
#[heat(
    schema = "tests/schemas/Everything.yaml",
    integers = "range",
    deprecated = "allow",
    docs = "https://docs.example.org/heat",
    with("pools.network" = "NetworkId", "words.*" = "crate::options::Tag"),
    rename_type("pools" = "Pool", "pools.mode" = "Mode"),
    derive(enums(Hash, PartialOrd, Ord, Default), builders(Clone, Debug, Default, PartialEq))
)]
pub(crate) struct Everything;

/// A resource type with the defaults, except for one integer.
#[derive(HeatResource)]
#[heat(schema = "tests/schemas/Everything.yaml", module = "plain", with("size" = "u64"))]
pub(crate) struct Plain;

/// A text without spaces.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Tag(String);

impl Field for Tag {
    fn from_value(value: Value) -> Result<Self, String> {
        let text = String::from_value(value)?;
        if text.contains(' ') { Err("a tag has no spaces".to_owned()) } else { Ok(Self(text)) }
    }

    fn to_value(&self) -> Value {
        self.0.as_str().into()
    }
}

use everything::{Attribute, Attributes, Kind, Mode, Pool, Properties, Property, Updatable};

fn read(data: &Value) -> Result<Properties, String> {
    Properties::from_value(data, &IdentityResolver).map_err(|error| error.to_string())
}

#[test]
fn integers_fit_their_range() {
    let size: Option<u16> = read(&value!({"name": "a", "size": 4096})).unwrap().size;
    assert_eq!(size, Some(4096));
    let built = Properties::builder().name("a").size(7_u16).build().unwrap();
    assert_eq!(built.size, Some(7));
    let plain = plain::Properties::from_value(&value!({"name": "a", "size": 7}), &IdentityResolver).unwrap();
    assert_eq!(plain.size, Some(7_u64));
}

#[test]
fn own_types_read_and_reject_values() {
    let pools = value!([{"network": "net-1"}, {"network": "net-2", "mode": "active"}]);
    let properties = read(&value!({"name": "a", "pools": pools, "words": ["b"]})).unwrap();
    assert_eq!(
        properties.pools[1],
        Pool { network: NetworkId("net-2".to_owned()), mode: Some(Mode::Active) }
    );
    assert_eq!(properties.words, Some(vec![Tag("b".to_owned())]));
    assert_eq!(properties.clone(), properties);
    assert_eq!(read(&properties.to_value()).unwrap().pools, properties.pools);
    let errors =
        read(&value!({"name": "a", "pools": [{"network": "net-1"}, {"network": "x"}], "words": ["b c"]}))
            .unwrap_err();
    assert!(errors.contains("\n  pools[1].network: expected the ID of a network, found \"x\""), "{errors}");
    assert!(errors.contains("\n  words[0]: a tag has no spaces"), "{errors}");
    let built = Properties::builder().name("a").pools([Pool::builder().network("net-3")]).build().unwrap();
    assert_eq!(built.pools[0].network, NetworkId("net-3".to_owned()));
}

#[test]
fn values_that_an_own_type_rejects_stay_as_stored() {
    let data = value!({"name": "a", "pools": [{"network": "x"}, {"network": "net-1"}], "words": ["a b"]});
    let constraints = WithoutCloud::timeless();
    let context = Context::new(&constraints);
    let old = Properties::from_stored(&data, &context).unwrap();
    assert_eq!(old.words, Stored::Other(value!(["a b"])));
    assert_eq!(old.pools.items()[0], Stored::Other(value!({"network": "x"})));
    assert_eq!(old.pools.items()[1], Pool { network: NetworkId("net-1".to_owned()), mode: None });
    let problems: Vec<String> = old.problems().iter().map(|problem| problem.path.to_string()).collect();
    assert_eq!(problems, ["words[0]", "pools[0].network"]);
}

#[test]
fn structs_enums_maps_and_numbers_go_to_serde_json_and_back() {
    #[derive(serde::Serialize, serde::Deserialize, PartialEq, Debug)]
    struct Request {
        kind: Kind,
        pools: Vec<Pool>,
        ratio: Option<Number>,
        labels: Option<Map>,
        document: Option<TextOr<Map>>,
    }

    let data = value!({
        "name": "a", "kind": "y", "ratio": 1.0, "labels": {"a": [1, null]}, "document": "text",
        "pools": [{"network": "net-1", "mode": "active"}, {"network": "net-2"}],
    });
    let properties = read(&data).unwrap();
    let everything::Values { kind, pools, ratio, labels, document, .. } = properties.clone().into_values();
    let request = Request { kind, pools, ratio, labels, document };
    let written = serde_json::to_value(&request).unwrap();
    let expected = serde_json::json!({
        "kind": "y", "pools": [{"network": "net-1", "mode": "active"}, {"network": "net-2"}],
        "ratio": 1.0, "labels": {"a": [1, null]}, "document": "text",
    });
    assert_eq!(written, expected);
    assert_eq!(serde_json::from_value::<Request>(written).unwrap(), request);
    // The plug-in's own types still refuse invalid values, and report their paths.
    let refused = serde_json::json!([{"network": "net-1"}, {"network": "x", "mode": "idle"}]);
    let error = serde_json::from_value::<Vec<Pool>>(refused).unwrap_err().to_string();
    assert!(error.contains("network: expected the ID of a network, found \"x\""), "{error}");
    // All properties, as data, in both directions.
    let all = serde_json::Value::try_from(properties.to_value()).unwrap();
    assert_eq!(all, serde_json::to_value(&properties).unwrap());
    assert_eq!(all, serde_json::to_value(&*properties).unwrap());
    assert_eq!(Properties::from_translated(&all.into()).unwrap(), properties);
}

#[test]
fn enums_and_builders_have_further_derives() {
    let modes = BTreeSet::from([Mode::Passive, Mode::Active]);
    assert_eq!(modes.first(), Some(&Mode::Active));
    assert_eq!(HashMap::from([(Kind::X, 1)]).get(&Kind::X), Some(&1));
    assert_eq!(BTreeSet::from([Property::Size, Property::Name]).first(), Some(&Property::Name));
    // The default of the property.
    assert_eq!((Kind::default(), Mode::default()), (Kind::X, Mode::Active));
    let builder = everything::PropertiesBuilder::default().name("a");
    assert_eq!(builder.clone(), builder);
    assert!(format!("{builder:?}").contains("name"));
}

#[test]
fn an_update_lists_what_can_change_in_place() {
    let (old, new) =
        (read(&value!({"name": "a"})).unwrap(), read(&value!({"name": "b", "flag": true})).unwrap());
    let changes = old.changes(&new);
    assert_eq!(changes.changed, [Property::Name, Property::Flag]);
    assert_eq!((changes.is_empty(), old.changes(&old).is_empty()), (false, true));
    let updated = changes.in_place.iter().map(|property| match property {
        Updatable::Size => "a new size",
        Updatable::Flag => "a new flag",
    });
    assert_eq!(updated.collect::<Vec<_>>(), ["a new flag"]);
    assert_eq!(Updatable::ALL.iter().map(|one| one.name()).collect::<Vec<_>>(), ["size", "flag"]);
    assert_eq!(Updatable::Flag.property(), Property::Flag);
}

#[test]
fn deprecated_items_are_matched_without_a_warning() {
    let properties = read(&value!({"name": "a"})).unwrap();
    assert!(properties.old_ratio.is_none());
    for attribute in plain::Attribute::ALL {
        // By default, too, all variants can be named.
        let _ = match attribute {
            plain::Attribute::Address
            | plain::Attribute::Count
            | plain::Attribute::Items
            | plain::Attribute::Anything
            | plain::Attribute::Show => attribute.name(),
        };
    }
    assert_eq!(plain::Property::OldRatio.name(), "old_ratio");
}

struct Made;

impl Attributes for Made {
    type Error = String;

    fn address(&self) -> Result<Option<String>, String> {
        Ok(Some("10.0.0.1".to_owned()))
    }

    fn count(&self) -> Result<Option<i64>, String> {
        Ok(Some(2))
    }

    fn items(&self) -> Result<Option<Vec<Value>>, String> {
        Err("the service does not answer".to_owned())
    }

    fn anything(&self) -> Result<Option<Value>, String> {
        Ok(None)
    }

    fn show(&self) -> Result<Option<Map>, String> {
        Ok(Some([("a".to_owned(), 1.into())].into_iter().collect()))
    }
}

#[test]
fn attributes_have_the_values_of_their_types() {
    let values: Vec<_> = Attribute::ALL.iter().map(|attribute| attribute.read(&Made)).collect();
    assert_eq!(
        values,
        [
            Ok(value!("10.0.0.1")),
            Ok(value!(2)),
            Err("the service does not answer".to_owned()),
            Ok(Value::Null),
            Ok(value!({"a": 1})),
        ]
    );
}

/// Code that is generic over all types.
fn describe<R: HeatResource>() -> String {
    let properties = R::Property::ALL.iter().filter(|property| property.update() == UpdateBehaviour::InPlace);
    let properties: Vec<_> = properties.map(|property| property.name()).collect();
    let attributes: Vec<_> = R::Attribute::ALL.iter().map(|attribute| attribute.name()).collect();
    let known = "size".parse::<R::Property>().is_ok();
    format!("{}: {} {} {known}", R::TYPE, properties.join(" "), attributes.join(" "))
}

#[test]
fn code_can_be_written_once_for_all_types() {
    let expect = "My::Custom::Everything: size flag address count items anything show true";
    assert_eq!((describe::<Everything>(), describe::<Plain>()), (expect.to_owned(), expect.to_owned()));
}
