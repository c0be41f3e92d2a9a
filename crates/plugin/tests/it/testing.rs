//! The test driver, with a type as the author of a plug-in writes it.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use std::time::Duration;

use heat_plugin::engine::Handler;
use heat_plugin::life_cycle::{
    Cancel, Check, CheckComplete, Completion, Failure, Handled, LifeCycle, NeedsReplace, NotPolled, Preempt,
    Progress, Resource as Worked, Restore, Signal, Signalled, Snapshot, SnapshotData, Update,
};
use heat_plugin::testing::{Definition, Fault, Resource, Restricted, Settings};
use heat_plugin::value::Map;
use heat_plugin::{HeatResource, StoredProperties, Value, resource_class, value};

#[derive(HeatResource)]
#[heat(schema = "schemas/My/Custom/Token.yaml")]
struct Token;

/// A type whose failed resources are not replaced, with an attribute that Python could not follow to its end.
#[derive(HeatResource)]
#[heat(schema = "schemas/My/Custom/Token.yaml")]
struct Patient;

impl LifeCycle for Patient {
    type Pending = NotPolled;
    type Data = ();

    fn create(&self, _: &patient::Properties, _: &Worked<'_>) -> Handled<Self> {
        Ok(Progress::Done)
    }

    fn delete(&self, _: &StoredProperties<patient::Values>, _: &Worked<'_>) -> Handled<Self> {
        Ok(Progress::Done)
    }

    fn attribute(&self, attribute: patient::Attribute, _: &Worked<'_>) -> Result<Value, Failure> {
        let deeper = |value: Value, _| [value].into_iter().collect();
        Ok(match attribute {
            patient::Attribute::Show => Value::Null,
            patient::Attribute::Value => (0..100_000).fold(Value::Null, deeper),
        })
    }
}

impl NeedsReplace for Patient {
    fn needs_replace_failed(&self, _: &Worked<'_>) -> Result<bool, Failure> {
        Ok(false)
    }
}

/// A type whose prefix cannot be changed, and whose attribute is a stored property.
#[derive(HeatResource)]
#[heat(schema = "schemas/My/Custom/Token.yaml")]
struct Stubborn;

impl LifeCycle for Stubborn {
    type Pending = NotPolled;
    type Data = ();

    fn create(&self, _: &stubborn::Properties, resource: &Worked<'_>) -> Handled<Self> {
        resource.set_resource_id("one")?;
        Ok(Progress::Done)
    }

    fn update(&self, _: &Update<'_, Self>, _: &Worked<'_>) -> Handled<Self> {
        Err(Failure::failed("no"))
    }

    fn delete(&self, _: &stubborn::StoredProperties, _: &Worked<'_>) -> Handled<Self> {
        Ok(Progress::Done)
    }

    fn attribute(&self, _: stubborn::Attribute, resource: &Worked<'_>) -> Result<Value, Failure> {
        Ok(stubborn::StoredProperties::of(resource)?.prefix.to_value())
    }
}

type Here<'h> = Worked<'h, String>;
type Stored = StoredProperties<token::Values>;

/// A pending action that is complete after some polls.
struct Polls(u32);

impl CheckComplete<Token, String> for Polls {
    fn check_complete(&mut self, _: &Token, resource: &Here<'_>) -> Result<Completion, Failure> {
        resource.keep(&format!("{} polls left", self.0))?;
        self.0 = self.0.saturating_sub(1);
        Ok(Completion::done_if(self.0 == 0))
    }
}

impl LifeCycle for Token {
    type Pending = Polls;
    type Data = String;

    fn create(&self, properties: &token::Properties, resource: &Here<'_>) -> Handled<Self> {
        resource.set_resource_id("token-1")?;
        assert!(properties.length != 13, "no 13");
        Ok(Progress::poll(Polls(3)).after(Duration::from_millis(4_200)))
    }

    fn delete(&self, _: &Stored, _: &Here<'_>) -> Handled<Self> {
        Ok(Progress::Done)
    }

    fn attribute(&self, attribute: token::Attribute, resource: &Here<'_>) -> Result<Value, Failure> {
        let kept = resource.data()?;
        Ok(match attribute {
            token::Attribute::Show => value!({"kept": (kept)}),
            token::Attribute::Value => kept.into(),
        })
    }
}

impl Check for Token {
    fn check(&self, _: &Stored, _: &Here<'_>) -> Handled<Self> {
        Ok(Progress::Done)
    }
}

impl Cancel for Token {
    const HANDLERS: &'static [Handler] = &[Handler::Create];

    fn cancel(&self, _: Handler, _: &mut Polls, resource: &Here<'_>) -> Result<(), Failure> {
        resource.keep(&"cancelled".to_owned())
    }
}

impl Preempt for Token {
    fn preempt(&self, resource: &Here<'_>) -> Result<(), Failure> {
        resource.keep(&"preempted".to_owned())
    }
}

impl Signal for Token {
    fn signal(&self, details: &Value, _: &Here<'_>) -> Result<Signalled, Failure> {
        Ok(details.as_str().map_or(Signalled::Handled, |text| Signalled::Described(text.to_owned())))
    }
}

impl Snapshot for Token {
    fn snapshot(&self, _: &Stored, resource: &Here<'_>) -> Handled<Self> {
        resource.keep(&"image-1".to_owned())?;
        Ok(Progress::Done)
    }

    fn delete_snapshot(&self, snapshot: &SnapshotData<'_>, _: &Here<'_>) -> Handled<Self> {
        match snapshot.data::<String>()?.as_deref() {
            Some("image-1") => Ok(Progress::Done),
            other => Err(Failure::failed(format!("{other:?}"))),
        }
    }
}

impl Restore for Token {
    fn restore(&self, properties: Map, _: &SnapshotData<'_>, _: &Here<'_>) -> Result<Map, Failure> {
        Ok(properties)
    }
}

fn token() -> Resource {
    Resource::new(resource_class!(Token))
}

fn created() -> Resource {
    let mut token = token();
    _ = token.create(value!({"length": 16})).expect_state("CREATE_COMPLETE");
    token
}

fn kept(token: &Resource) -> String {
    token.seen().unwrap().data["data"].value.clone()
}

#[test]
fn a_poll_later_is_rounded_up_to_whole_seconds() {
    let mut token = token();
    let step = token
        .create(value!({"length": 16}))
        .expect_state("CREATE_COMPLETE")
        .expect_resource_id(Some("token-1"));
    // The first pause of a task takes no time: 4 s of the delay of 4.2 s, and two more polls.
    let _ = step.expect_seconds(7.0);
    assert_eq!(token.attribute("value").unwrap(), value!("1 polls left"));
}

#[test]
fn faults_are_injected_into_handlers_and_polls() {
    fn check(fault: Fault, expect: &str) {
        let mut token = token();
        let step = token.inject(fault).create(value!({"length": 16}));
        let _ = step.expect_state("CREATE_FAILED").expect_reason(expect);
    }
    let failed = || Failure::failed("The service is down.");
    check(Fault::fails(Handler::Create, failed()), "Error: resources.resource: The service is down.");
    check(
        Fault::fails(Handler::Create, failed()).at_poll(2),
        "Error: resources.resource: The service is down.",
    );
    check(
        Fault::panics(Handler::Create, "no 13").at_poll(1),
        "PluginPanicked: resources.resource: The plug-in panicked: no 13",
    );
    check(
        Fault::never_done(Handler::Create),
        "CREATE aborted (Task create from Token \"resource\" Stack \"stack\" \
         [11111111-2222-4333-8444-555555555555] Timed out)",
    );
}

#[test]
fn a_real_panic_is_a_failure() {
    let _ = token()
        .create(value!({"length": 13}))
        .expect_state("CREATE_FAILED")
        .expect_reason("PluginPanicked: resources.resource: The plug-in panicked: no 13")
        .expect_resource_id(Some("token-1"));
}

#[test]
fn a_resource_that_a_dead_process_left_is_kept_if_the_class_wants_that() {
    let mut patient = Resource::new(resource_class!(Patient));
    let _ = patient.dies_after(0.0).create(value!({"length": 16})).expect_state("CREATE_IN_PROGRESS");
    let step = patient.update(value!({"length": 16})).expect_replaced(false).expect_state("CREATE_COMPLETE");
    assert_eq!(step.parts.len(), 2);
    let reason = "Update status to COMPLETE for FAILED resource neither update nor replace.";
    let _ = step.expect_reason(reason);
}

#[test]
fn a_handler_that_blocks_takes_its_time() {
    let mut token = created();
    token.inject(Fault::blocks(Handler::Delete, 30.0));
    let _ = token.delete().expect_state("DELETE_COMPLETE").expect_seconds(30.0);
}

#[test]
fn after_an_error_it_is_created_again() {
    let mut token = token();
    token.inject(Fault::fails(Handler::Create, Failure::in_error("ERROR", "no host")));
    let step = token.create(value!({"length": 16})).expect_state("CREATE_COMPLETE");
    let states: Vec<String> =
        step.events().map(|event| format!("{}_{}", event.action, event.status)).collect();
    assert_eq!(states[1..4], ["CREATE_FAILED", "DELETE_IN_PROGRESS", "DELETE_COMPLETE"]);
}

#[test]
fn a_timeout_and_a_user_cancel_what_is_polled() {
    let mut token = token();
    token.cancel_after(6.0);
    let step = token.create(value!({"length": 16})).expect_state("CREATE_FAILED");
    let _ = step.expect_reason("CREATE aborted (user triggered cancel)");
    assert_eq!(kept(&token), "\"cancelled\"");
}

#[test]
fn a_dead_process_leaves_what_the_next_one_finds() {
    let mut token = token();
    let step = token.dies_after(0.0).create(value!({"length": 16})).expect_state("CREATE_IN_PROGRESS");
    assert!(step.parts[0].died && step.exception().is_none());
    let step = token.update(value!({"length": 17})).expect_replaced(true).expect_state("CREATE_COMPLETE");
    let found = step.parts[0].resources[0].as_ref().unwrap();
    assert_eq!(found.reason, "Worker went down during resource UPDATE");
}

#[test]
fn an_update_that_replaces_can_be_rolled_back() {
    let mut token = created();
    let _ = token.update(value!({"length": 17})).expect_replaced(true).expect_state("CREATE_COMPLETE");
    let _ = token.of(0).rollback();
    let step = token.clean_up().expect_replaced(false);
    assert_eq!(step.parts[1].resources[1].as_ref().unwrap().state.to_string(), "DELETE_COMPLETE");
    assert_eq!(step.parts[1].resources[0].as_ref().unwrap().state.to_string(), "UPDATE_COMPLETE");
}

#[test]
fn an_environment_forbids_what_an_update_would_do() {
    let forbidden = |restricted: Restricted, word: &str| {
        let settings = Settings { restricted_actions: vec![restricted], ..Settings::default() };
        let mut token = Resource::with_settings(resource_class!(Token), settings);
        _ = token.create(value!({"length": 16})).expect_state("CREATE_COMPLETE");
        let step = token.update(value!({"length": 17})).expect_replaced(restricted == Restricted::Update);
        let text = format!("{word} is restricted for resource.");
        (step.exception().is_some_and(|exception| exception.message.ends_with(&text)), step.events().count())
    };
    // The change replaces the resource, and only updates in place are forbidden: it is replaced, with two events of the new
    // one.
    assert_eq!(forbidden(Restricted::Update, "update"), (false, 2));
    assert_eq!(forbidden(Restricted::Replace, "replace"), (true, 1));
}

#[test]
fn a_waiting_update_preempts_the_running_one() {
    let mut token = token();
    token.meanwhile(2.0, |others| {
        let step = others.update(value!({"length": 18}));
        assert_eq!(step.exception().map(|exception| exception.class.as_str()), Some("UpdateInProgress"));
        assert_eq!(others.attribute("value").unwrap(), value!("preempted"));
    });
    let _ = token.create(value!({"length": 16})).expect_state("CREATE_COMPLETE");
}

#[test]
fn snapshots_signals_and_checks() {
    let mut token = created();
    let _ = token.snapshot().expect_state("SNAPSHOT_COMPLETE");
    assert_eq!(token.delete_snapshot(0).exception(), None);
    let step = token.signal(&value!("grown"));
    assert_eq!(step.events().map(|event| event.reason.as_str()).collect::<Vec<_>>(), ["Signal: grown"]);
    let _ = token.restore(0).expect_state("SNAPSHOT_COMPLETE");
    let _ = token.check().expect_state("CHECK_COMPLETE");
    let _ = token.suspend().expect_state("SUSPEND_COMPLETE");
    let step = token.signal(&value!("late"));
    assert_eq!(
        step.exception().map(ToString::to_string).as_deref(),
        Some("NotSupported: Signal resource during SUSPEND is not supported.")
    );
}

#[test]
fn templates_are_validated_with_what_is_known() {
    let refused = token().validate(value!({"length": "long"}), &[]).unwrap_err();
    assert!(
        refused.is_bad_request() && refused.message.contains("resources.resource.properties"),
        "{refused}"
    );
    let definition =
        Definition { deletion_policy: Some("Snapshot".to_owned()), ..value!({"length": 16}).into() };
    let refused = token().validate(definition, &[]).unwrap_err();
    assert_eq!(
        refused.message,
        "resources.resource.deletion_policy: \"Snapshot\" deletion policy not supported"
    );
}

#[test]
fn properties_of_an_older_schema_do_not_keep_it_from_being_deleted() {
    let mut token = created();
    let _ = token.store_properties(&value!({"length": "long", "gone": true}));
    let _ = token.check().expect_state("CHECK_COMPLETE");
    let _ = token.delete().expect_state("DELETE_COMPLETE");
}

#[test]
#[should_panic(expected = "expected CREATE_COMPLETE, found CREATE_FAILED\n\nCREATE_FAILED: PluginPanicked")]
fn an_expectation_that_is_not_met_shows_the_step() {
    let settings = Settings { name: "web".to_owned(), ..Settings::default() };
    let mut token = Resource::with_settings(resource_class!(Token), settings);
    let _ = token.create(value!({"length": 13})).expect_state("CREATE_COMPLETE");
}

#[test]
fn a_step_is_shown_as_heat_would_show_it() {
    let mut token = created();
    token.inject(Fault::fails(Handler::Check, Failure::gone("no such token")));
    let _ = token.check();
    let step = token.update(value!({"length": 17}));
    let expect = r#"
resource 0: CHECK_FAILED: EntityNotFound: resources.resource: no such token
  resource id: token-1
  replaced by: resource 1
  data: {"data": "\"1 polls left\""}
  properties: {"length": 16}
resource 1: CREATE_COMPLETE: state changed
  resource id: token-1
  data: {"data": "\"1 polls left\""}
  properties: {"length": 17}
events, in 7 s:
  CREATE_IN_PROGRESS: state changed
  CREATE_COMPLETE: state changed
raised UpdateReplace: The Resource Token "resource" [token-1] Stack "stack" [11111111-2222-4333-8444-555555555555] requires replacement.
"#;
    assert_eq!(step.to_string(), expect.trim_start());
}

#[test]
fn show_is_what_the_attribute_of_that_name_gives() {
    assert_eq!(created().attribute("show"), Ok(value!({"kept": "1 polls left"})));
    let mut patient = Resource::new(resource_class!(Patient));
    let _ = patient.create(value!({"length": 16}));
    assert_eq!(patient.attribute("show"), Ok(Value::Null));
    let refused = patient.attribute("value").unwrap_err();
    assert!(refused.to_string().contains("nested more than 500 levels deep"), "{refused}");
}

#[test]
fn after_an_update_that_failed_the_properties_are_those_that_were_stored() {
    for settings in [Settings::default(), Settings { legacy: true, ..Settings::default() }] {
        let mut resource = Resource::with_settings(resource_class!(Stubborn), settings);
        resource.create(value!({"prefix": "old"})).expect_state("CREATE_COMPLETE");
        resource.update(value!({"prefix": "new"})).expect_state("UPDATE_FAILED");
        assert_eq!(resource.attribute("value").unwrap(), "old".into());
    }
}
