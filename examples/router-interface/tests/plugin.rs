//! Tests of the plug-in.

use heat_plugin::resolve::{Query, ResolveError};
use heat_plugin::update::Decision;
use heat_plugin::{Value, json};
use router_interface::router_interface::{Properties, Property};
use router_interface::{Networking, RouterInterface};

/// Finds the ID of everything except `gone`.
fn cloud(query: &Query<'_>) -> Result<Value, ResolveError> {
    let name = query.value.as_str().unwrap_or_default();
    if name == "gone" {
        return Err(ResolveError::new(format!("no {} is called gone", query.entity.unwrap_or_default())));
    }
    Ok(Value::from(format!("id-of-{name}").as_str()))
}

fn read(data: &str) -> Result<Properties, String> {
    Properties::from_value(&json::parse(data).map_err(|error| error.to_string())?, &cloud)
        .map_err(|errors| errors.to_string())
}

#[derive(Default)]
struct Recorded(Vec<String>);

impl Networking for Recorded {
    fn add_interface(&mut self, router: &str, body: &Value) -> Result<(), String> {
        self.0.push(format!("{router} {body}"));
        Ok(())
    }
}

#[test]
fn names_become_ids_and_the_router_is_attached() {
    let mut service = Recorded::default();
    let properties = read(r#"{"router": "edge", "subnet": "web"}"#).unwrap();
    let id = RouterInterface::create(&properties, &mut service).unwrap();
    assert_eq!(id, "id-of-edge:subnet_id=id-of-web");
    assert_eq!(service.0, [r#"id-of-edge {"subnet_id": "id-of-web"}"#]);
}

#[test]
fn old_names_are_read_as_the_new_ones() {
    let properties = read(r#"{"router": "edge", "subnet_id": "web"}"#).unwrap();
    assert_eq!(properties.subnet.as_deref(), Some("id-of-web"));
    assert_eq!(properties.raw().get("subnet_id"), Some(&Value::from("web")));
    assert_eq!(properties.to_value().to_string(), r#"{"router": "id-of-edge", "subnet": "id-of-web"}"#);
}

#[test]
fn every_error_is_reported_with_its_path() {
    let errors = read(r#"{"router": "gone", "subnt": "web"}"#).unwrap_err();
    assert!(errors.starts_with("2 errors in the properties of OS::Neutron::RouterInterface\n"), "{errors}");
    assert!(errors.contains("subnt"), "{errors}");
    assert!(errors.contains("router: "), "{errors}");
}

#[test]
fn a_different_subnet_replaces_the_interface() {
    let old = read(r#"{"router": "edge", "subnet": "web"}"#).unwrap();
    let new = read(r#"{"router": "edge", "subnet": "db"}"#).unwrap();
    let changes = old.changes(&new);
    assert_eq!((changes.changed.as_slice(), changes.decision), (&[Property::Subnet][..], Decision::Replace));
    assert_eq!(old.changes(&old).decision, Decision::NoChange);
}
