//! A type whose code panics where nobody looks, and that uses texts which not every database takes.

#![expect(clippy::panic, reason = "that is what is asked for")]

use std::fmt;
use std::panic::panic_any;

use heat_plugin::life_cycle::{
    CheckComplete, Completion, Failure, Handled, LifeCycle, Planned, Progress, Resource, Signal, Signalled,
};
use heat_plugin::{HeatResource, Value};

use self::hostile::{Act, Attribute, PlannedProperties, Properties, StoredProperties};

/// `My::Facts::Hostile`
#[derive(HeatResource)]
#[heat(schema = "schemas/My/Facts/Hostile.yaml")]
pub(crate) struct Hostile;

/// A value that panics when it is dropped.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("dropped");
    }
}

/// An error whose text panics.
#[derive(Debug)]
struct Unspeakable;

impl fmt::Display for Unspeakable {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        panic!("there are no words for it")
    }
}

impl std::error::Error for Unspeakable {}

/// What is polled, and perhaps panics when it is dropped.
pub(crate) struct Polled {
    panics: bool,
    _bomb: Option<Bomb>,
}

impl CheckComplete<Hostile> for Polled {
    fn check_complete(&mut self, _: &Hostile, _: &Resource<'_>) -> Result<Completion, Failure> {
        assert!(!self.panics, "polled");
        Ok(Completion::Done)
    }
}

impl LifeCycle for Hostile {
    type Pending = Polled;
    type Data = ();

    fn validate(&self, properties: &PlannedProperties, _: &Resource<'_>) -> Result<(), Failure> {
        let Planned::Known(text) = &properties.text else { return Ok(()) };
        match text.as_str() {
            "refused" => Err(Failure::invalid_at(["text"], "this text is refused")),
            "refused as a whole" => Err(Failure::invalid("this resource is refused")),
            _ => Ok(()),
        }
    }

    fn create(&self, properties: &Properties, resource: &Resource<'_>) -> Handled<Self> {
        resource.set_resource_id("one")?;
        match properties.act {
            Act::Nothing => {}
            Act::Number => panic_any(7),
            Act::Bomb => panic_any(Bomb),
            Act::Display => return Err(Unspeakable.into()),
            Act::Drop => return Ok(Progress::poll(Polled { panics: false, _bomb: Some(Bomb) })),
            Act::DropAfterPanic => return Ok(Progress::poll(Polled { panics: true, _bomb: Some(Bomb) })),
            Act::Nul => {
                resource.set_resource_id("a\0b")?;
                resource.set_data_value("key", "a\0b", false)?;
                return Err(Failure::failed("a\0b"));
            }
        }
        Ok(Progress::Done)
    }

    fn delete(&self, _: &StoredProperties, _: &Resource<'_>) -> Handled<Self> {
        Ok(Progress::Done)
    }

    fn attribute(&self, attribute: Attribute, resource: &Resource<'_>) -> Result<Value, Failure> {
        match attribute {
            Attribute::Echo => Ok(StoredProperties::of(resource)?.text.to_value()),
            Attribute::Large => Ok("x".repeat(100_000_000).into()),
            Attribute::Show => Ok(resource.metadata()?),
        }
    }
}

impl Signal for Hostile {
    fn signal(&self, details: &Value, _: &Resource<'_>) -> Result<Signalled, Failure> {
        Ok(Signalled::Described(details.get("text").and_then(Value::as_str).unwrap_or_default().to_owned()))
    }
}
