//! A type whose code panics where nobody looks, and that uses texts which not every database takes.

#![expect(clippy::panic, reason = "that is what is asked for")]

use std::panic::panic_any;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{fmt, fs, thread};

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

/// A value that waits when it is dropped, until someone else answers: code in Python, which needs Python's lock.
struct Waiting(PathBuf);

impl Drop for Waiting {
    fn drop(&mut self) {
        let begun = Instant::now();
        let written = fs::write(self.0.join("dropping"), "");
        while written.is_ok() && begun.elapsed() < Duration::from_secs(20) {
            if self.0.join("answer").exists() {
                _ = fs::write(self.0.join("dropped"), "");
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// A polled action that may panic when it is dropped.
pub(crate) struct Polled {
    panics: bool,
    fails: bool,
    _bomb: Option<Bomb>,
    _waiting: Option<Waiting>,
}

impl CheckComplete<Hostile> for Polled {
    fn check_complete(&mut self, _: &Hostile, _: &Resource<'_>) -> Result<Completion, Failure> {
        assert!(!self.panics, "polled");
        if self.fails { Err(Failure::failed("not polled")) } else { Ok(Completion::Done) }
    }
}

fn polled(panics: bool, bomb: Option<Bomb>) -> Progress<Polled> {
    Progress::poll(Polled { panics, fails: false, _bomb: bomb, _waiting: None })
}

impl LifeCycle for Hostile {
    type Pending = Polled;
    type Data = ();

    fn validate(&self, properties: &PlannedProperties, _: &Resource<'_>) -> Result<(), Failure> {
        let Planned::Known(text) = &properties.text else { return Ok(()) };
        match text.as_str() {
            "refused" => Err(Failure::invalid_at(["text"], "this text is refused")),
            "panics" => panic!("in validate"),
            "fails" => Ok(fs::read("no such file").map(drop)?),
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
            Act::Drop => return Ok(polled(false, Some(Bomb))),
            Act::DropAfterPanic => return Ok(polled(true, Some(Bomb))),
            Act::WaitingDrop | Act::WaitingDropAfterFailure => {
                let waiting = Waiting(Path::new(&properties.text).to_owned());
                let fails = properties.act == Act::WaitingDropAfterFailure;
                return Ok(Progress::poll(Polled {
                    panics: false,
                    fails,
                    _bomb: None,
                    _waiting: Some(waiting),
                }));
            }
            Act::Logs => {
                log::info!("written with log: {}", properties.text);
                log::debug!("too detailed");
                tracing::warn!(text = properties.text, "written with tracing");
                // Nobody knows for which resource.
                drop(
                    thread::Builder::new().name("worker".to_owned()).spawn(|| panic!("in a thread"))?.join(),
                );
            }
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

    fn reference_id(&self, resource: &Resource<'_>) -> Result<Option<String>, Failure> {
        let text = StoredProperties::of(resource)?.text.known().cloned();
        assert!(text.as_deref() != Some("has no reference"), "in reference_id");
        Ok(None)
    }

    fn attribute(&self, attribute: Attribute, resource: &Resource<'_>) -> Result<Value, Failure> {
        match attribute {
            Attribute::Echo => Ok(StoredProperties::of(resource)?.text.to_value()),
            Attribute::Large => Ok("x".repeat(100_000_000).into()),
            Attribute::Deep => {
                let deeper = |value: Value, _| [value].into_iter().collect();
                Ok((0..100_000).fold(Value::Null, deeper))
            }
            Attribute::Show => Ok(resource.metadata()?),
        }
    }
}

impl Signal for Hostile {
    fn signal(&self, details: &Value, _: &Resource<'_>) -> Result<Signalled, Failure> {
        Ok(Signalled::Described(details.get("text").and_then(Value::as_str).unwrap_or_default().to_owned()))
    }
}
