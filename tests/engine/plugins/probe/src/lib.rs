//! The types of `tests/engine/schemas` in Rust. `tests/engine/reference` has the same types in Python: a template must not notice
//! the difference.

mod kept;
mod probe;

use heat_plugin::life_cycle::{CheckComplete, Completion, Failure, Handled, LifeCycle, Progress, Resource};
use heat_plugin::resolve::{Query, ResolveError};
use heat_plugin::{HeatResource, Value};

use kept::{First, Second, Third};
use probe::Probe;

heat_plugin_python::export!(
    probe,
    [Probe, Plain],
    constraints: ["my.colour" = colour],
    finders: ["find_zone" = find_zone],
    available: is_available,
);

// Three versions of another plug-in: the file is one of them if it is called so.
heat_plugin_python::export!(kept_first, [First]);
heat_plugin_python::export!(kept_second, [Second]);
heat_plugin_python::export!(kept_third, [Third]);

/// Both types are always there.
fn is_available(name: &str) -> bool {
    name.starts_with("My::Custom::")
}

const ZONES: [(&str, &str); 2] = [("first", "zone-1"), ("second", "zone-2")];

/// The finder of zones.
fn find_zone(query: &Query<'_>) -> Result<Value, ResolveError> {
    let given = query.value.as_str().unwrap_or_default();
    match ZONES.iter().find(|(name, id)| *name == given || *id == given) {
        Some((_, id)) => Ok(Value::from(*id)),
        None => Err(ResolveError::new(format!("there is no zone {given}"))),
    }
}

const COLOURS: [&str; 3] = ["red", "green", "blue"];

/// The custom constraint `my.colour`.
fn colour(value: &Value) -> Result<(), String> {
    match value.as_str() {
        Some(colour) if COLOURS.contains(&colour) => Ok(()),
        Some(other) => Err(format!("{other} is not one of the colours {}", COLOURS.join(", "))),
        None => Err(format!("{value} is not one of the colours {}", COLOURS.join(", "))),
    }
}

/// `My::Custom::Plain`, which can only be created and deleted: Heat's defaults for everything else.
#[derive(HeatResource)]
#[heat(schema = "schemas/My/Custom/Plain.yaml")]
struct Plain;

/// Number of polls that are left.
struct Polls(i64);

impl CheckComplete<Plain> for Polls {
    fn check_complete(&mut self, _: &Plain, _: &Resource<'_>) -> Result<Completion, Failure> {
        self.0 -= 1;
        Ok(Completion::done_if(self.0 < 0))
    }
}

impl LifeCycle for Plain {
    type Pending = Polls;
    type Data = ();

    fn create(&self, properties: &plain::Properties, resource: &Resource<'_>) -> Handled<Self> {
        resource.set_resource_id(resource.physical_resource_name().unwrap_or_default())?;
        Ok(Progress::poll(Polls(properties.polls)))
    }

    fn delete(&self, _: &plain::StoredProperties, _: &Resource<'_>) -> Handled<Self> {
        Ok(Progress::Done)
    }

    fn attribute(&self, attribute: plain::Attribute, resource: &Resource<'_>) -> Result<Value, Failure> {
        match attribute {
            plain::Attribute::Value => Ok(plain::StoredProperties::of(resource)?.value.to_value()),
            plain::Attribute::Show => Ok(Value::Null),
        }
    }
}
