//! Tests of the plug-in.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use heat_plugin::constraints::WithoutCloud;
use heat_plugin::record::Record;
use heat_plugin::resolve::IdentityResolver;
use heat_plugin::schema::Status;
use heat_plugin::update::{Decision, UpdateBehaviour};
use heat_plugin::{Context, HeatResource, Stored, Value, json};
use token::token::{Attribute, Kind, Properties, Property, Rules, RulesSet, StoredProperties};
use token::{Failure, Token};

fn read(data: &str) -> Result<Properties, String> {
    Properties::from_value(&json::parse(data).map_err(|error| error.to_string())?, &IdentityResolver)
        .map_err(|errors| errors.to_string())
}

fn stored(data: &str) -> StoredProperties {
    Properties::from_stored(&json::parse(data).unwrap(), &Context::new(&WithoutCloud::timeless())).unwrap()
}

#[test]
fn defaults_are_filled_in_and_values_converted() {
    let properties = read(r#"{"length": "16", "rules": [{"set": "digits"}]}"#).unwrap();
    assert_eq!((properties.length, properties.kind, &properties.prefix), (16, Kind::Hex, &None));
    assert_eq!((properties.rules[0].set, properties.rules[0].at_least), (RulesSet::Digits, 1));
}

#[test]
fn a_token_satisfies_its_rules() {
    let properties = read(r#"{"length": 16, "prefix": "web-", "kind": "letters"}"#).unwrap();
    let made = Token::create(&properties, 7).unwrap();
    let Value::String(token) = Token::attribute(&made, Attribute::Value) else { panic!("a token is text") };
    assert_eq!((token.len(), token.starts_with("web-")), (20, true));
    assert_eq!(Token::attribute(&made, "strength".parse().unwrap()), Value::from(75));
    let impossible = read(r#"{"kind": "letters", "rules": [{"set": "digits"}]}"#).unwrap();
    assert_eq!(
        Token::create(&impossible, 7).unwrap_err().to_string(),
        "no token meets the rules: letters has no digits"
    );
}

#[test]
fn updates_are_in_place_replacing_or_refused() {
    let made = Token::create(&read("{}").unwrap(), 7).unwrap();
    let old = stored("{}");
    let update = |data: &str| Token::update(&made, &old, &read(data).unwrap(), 8);
    let value = |made| Token::attribute(&made, Attribute::Value).to_string();
    assert_eq!(value(update(r#"{"prefix": "a-"}"#).unwrap()), value(made.clone()).replacen('"', "\"a-", 1));
    assert_ne!(value(update(r#"{"length": 33}"#).unwrap()), value(made.clone()));
    assert_eq!(update(r#"{"kind": "letters"}"#), Err(Failure::Immutable(vec![Property::Kind])));
}

#[test]
fn stored_data_are_not_checked_against_constraints() {
    // An older schema allowed 1,000 characters, and octal digits.
    let data = r#"{"length": 1000, "kind": "octal", "colour": "red"}"#;
    assert!(read(data).is_err());
    let old = stored(data);
    assert_eq!((&old.length, &old.kind), (&Stored::Known(1000), &Stored::Other("octal".into())));
    let changes = old.changes(&read(r#"{"length": 16, "kind": "hex"}"#).unwrap());
    assert_eq!(changes.changed, [Property::Length, Property::Kind]);
    assert_eq!((changes.refused, changes.decision), (vec![Property::Kind], Decision::Refused));
}

#[test]
fn the_old_name_is_read_as_the_new_one() {
    let properties = read(r#"{"salt": "web-"}"#).unwrap();
    assert_eq!(properties.prefix.as_deref(), Some("web-"));
    assert_eq!(properties.raw().len(), 1);
}

#[test]
fn every_error_is_reported_with_its_path() {
    let errors = read(r#"{"length": 3, "kind": "octal", "rules": [{"set": "digits"}, {"at_least": "x"}]}"#)
        .unwrap_err();
    let paths: Vec<_> = errors.lines().skip(1).filter_map(|line| line.trim().split(':').next()).collect();
    assert!(errors.starts_with("4 errors in the properties of My::Custom::Token\n"), "{errors}");
    for path in ["length", "kind", "rules[1].set", "rules[1].at_least"] {
        assert!(paths.contains(&path), "{path} in {errors}");
    }
}

#[test]
fn builders_write_property_data() {
    let built = Properties::builder()
        .length(24)
        .prefix("web-")
        .rules([Rules::builder().set_(RulesSet::Digits).at_least(2)])
        .build()
        .unwrap();
    assert_eq!((built.length, built.rules[0].at_least), (24, 2));
    let data = built.to_value();
    assert_eq!(Properties::from_value(&data, &IdentityResolver).unwrap(), built);
    let refused = Properties::builder().length(1).build().unwrap_err();
    assert_eq!(refused.errors.len(), 1);
    let template = Properties::builder().set(Property::Network, "net").to_value();
    assert_eq!(template.to_string(), r#"{"network": "net"}"#);
}

#[test]
fn names_know_their_status_and_update_behaviour() {
    const UPDATE: UpdateBehaviour = Property::Prefix.update();
    assert_eq!((UPDATE, Property::Kind.update()), (UpdateBehaviour::InPlace, UpdateBehaviour::Refused));
    let salt = Property::Salt;
    assert_eq!((salt.status(), salt.name(), salt.path()), (Status::Deprecated, "salt", "salt"));
    assert!("lenght".parse::<Property>().unwrap_err().to_string().ends_with("did you mean `length`?"));
    assert_eq!(Rules::MEMBERS[1].path, "rules.at_least");
    assert_eq!((Token::TYPE, Token::schema().name.as_str()), ("My::Custom::Token", "My::Custom::Token"));
    assert_eq!(Attribute::ALL, [Attribute::Value, Attribute::Strength, Attribute::Show]);
}
