//! The test driver: effects of the stack of a resource, and of its environment, on the resource.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use heat_plugin::engine::Handler;
use heat_plugin::life_cycle::{Failure, Handled, LifeCycle, NotPolled, Progress, Resource as Worked, Update};
use heat_plugin::testing::{Breakpoint, Fault, Resource, Settings, Step};
use heat_plugin::{HeatResource, Value, resource_class, value};

/// A type that continues as a crate.
#[derive(HeatResource)]
#[heat(schema = "tests/schemas/Bin.yaml")]
struct Bin;

#[derive(HeatResource)]
#[heat(schema = "tests/schemas/Crate.yaml")]
struct Crate;

impl LifeCycle for Bin {
    type Pending = NotPolled;
    type Data = ();

    fn create(&self, _: &bin::Properties, resource: &Worked<'_>) -> Handled<Self> {
        resource.set_resource_id("bin-1")?;
        Ok(Progress::Done)
    }

    fn delete(&self, _: &bin::StoredProperties, _: &Worked<'_>) -> Handled<Self> {
        Ok(Progress::Done)
    }
}

impl LifeCycle for Crate {
    type Pending = NotPolled;
    type Data = ();

    fn create(&self, _: &crate_::Properties, resource: &Worked<'_>) -> Handled<Self> {
        resource.set_resource_id("crate-1")?;
        Ok(Progress::Done)
    }

    fn update(&self, _: &Update<'_, Self>, resource: &Worked<'_>) -> Handled<Self> {
        resource.set_resource_id(&format!("{} as a crate", resource.resource_id().unwrap()))?;
        Ok(Progress::Done)
    }

    fn delete(&self, _: &crate_::StoredProperties, _: &Worked<'_>) -> Handled<Self> {
        Ok(Progress::Done)
    }
}

fn class_of(step: &Step) -> Option<&str> {
    step.exception().map(|exception| exception.class.as_str())
}

fn created(settings: Settings) -> Resource {
    let mut bin = Resource::with_settings(resource_class!(Bin), settings);
    let _ = bin.create(value!({"size": 3})).expect_state("CREATE_COMPLETE");
    bin
}

#[test]
fn a_type_goes_on_as_its_substitute() {
    let mut bin = created(Settings::default());
    let step = bin.update_type(resource_class!(Crate), value!({"size": 4}));
    // The handler of the new class found what the old one had created.
    let step = step.expect_replaced(false).expect_state("UPDATE_COMPLETE");
    let _ = step.expect_resource_id(Some("bin-1 as a crate"));
    // The type stays until an update sets another one: the properties are those of a crate.
    let _ = bin.update(value!({"label": "mine"})).expect_replaced(true).expect_resource_id(Some("crate-1"));
}

#[test]
fn another_type_replaces_the_resource() {
    let mut bin = Resource::new(resource_class!(Crate));
    let _ = bin.create(value!({})).expect_state("CREATE_COMPLETE");
    let step = bin.update_type(resource_class!(Bin), value!({}));
    let _ = step.expect_replaced(true).expect_state("CREATE_COMPLETE").expect_resource_id(Some("bin-1"));
    let cleaned = bin.of(0).clean_up();
    assert_eq!(cleaned.parts[0].resources[0].as_ref().unwrap().state.to_string(), "DELETE_COMPLETE");
}

#[test]
fn a_breakpoint_waits_for_a_signal() {
    let breakpoints = vec![Breakpoint::PreUpdate, Breakpoint::PreDelete];
    let mut bin = created(Settings { breakpoints, stack_action_timeout: 60.0, ..Settings::default() });
    bin.meanwhile(30.0, |others| {
        let step = others.clear_breakpoint(Breakpoint::PreUpdate);
        let reasons: Vec<_> = step.events().map(|event| event.reason.clone()).collect();
        assert_eq!(reasons, ["Hook pre-update is cleared"]);
    });
    let step =
        bin.update(value!({"size": 3, "unknown": 1})).expect_state("UPDATE_FAILED").expect_seconds(30.0);
    assert_eq!(step.events().next().unwrap().reason, "UPDATE paused until Hook pre-update is cleared");
    // Nobody clears this breakpoint.
    let step = bin.delete().expect_state("UPDATE_FAILED").expect_seconds(61.0);
    assert_eq!(class_of(&step), Some("Timeout"));
}

#[test]
fn what_does_not_wait_cannot_be_cleared() {
    let step = created(Settings::default()).clear_breakpoint(Breakpoint::PreUpdate);
    assert_eq!(class_of(&step), Some("InvalidBreakPointHook"));
    let unknown = created(Settings::default()).signal(&value!({"unset_hook": 5}));
    assert!(unknown.exception().unwrap().message.starts_with("Invalid hook type \"5\""), "{unknown}");
}

#[test]
fn what_was_deleted_is_removed_when_its_stack_fails() {
    let mut bin = Resource::new(resource_class!(Bin));
    bin.inject(Fault::fails(Handler::Create, Failure::in_error("ERROR", "no host")));
    // The process dies between the delete and the second attempt.
    let _ = bin.dies_after(1.0).create(value!({})).expect_state("DELETE_COMPLETE");
    let step = bin.resume();
    assert_eq!((step.state(), class_of(&step)), (None, Some("ResourceFailure")));
    // Heat stores another resource then.
    let step = bin.update(value!({}));
    assert_eq!(step.parts[0].resource, 1);
    let _ = step.expect_state("CREATE_COMPLETE");
}

#[test]
fn nothing_replaces_what_another_engine_has_locked() {
    let mut bin = Resource::new(resource_class!(Crate));
    let _ = bin.dies_after(0.0).create(value!({})).expect_state("CREATE_IN_PROGRESS");
    let step = bin.update_type(resource_class!(Bin), Value::Null).expect_state("CREATE_IN_PROGRESS");
    assert_eq!((step.parts.len(), class_of(&step)), (1, Some("UpdateReplace")));
}
