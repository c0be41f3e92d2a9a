//! Types with a life cycle, as an engine calls them.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use std::collections::HashSet;
use std::sync::Mutex;

use heat_plugin::engine::{Call, ContextHost, Facts, Handler, Hook, Host, Plan};
use heat_plugin::indexmap::IndexMap;
use heat_plugin::life_cycle::{
    Cancel, Check, CheckComplete, Completion, Failure, FailureKind, Handled, LifeCycle, Planned,
    PlannedProperties, Progress, Resource, State, TemplateChanges, Update,
};
use heat_plugin::value::Map;
use heat_plugin::{HeatResource, Value, resource_class, value};
use serde::{Deserialize, Serialize};

#[derive(HeatResource)]
#[heat(schema = "schemas/My/Custom/Token.yaml")]
struct Token;

#[derive(Serialize, Deserialize)]
struct Made {
    polls: u32,
}

struct Job(u32);

impl CheckComplete<Token, Made> for Job {
    fn check_complete(&mut self, _: &Token, resource: &Resource<'_, Made>) -> Result<Completion, Failure> {
        self.0 -= 1;
        resource.keep(&Made { polls: 3 - self.0 })?;
        Ok(Completion::done_if(self.0 == 0))
    }
}

impl LifeCycle for Token {
    type Pending = Job;
    type Data = Made;
    const REDACTS_DATA: bool = true;

    fn create(&self, properties: &token::Properties, resource: &Resource<'_, Made>) -> Handled<Self> {
        resource.set_resource_id("token-1")?;
        assert!(properties.length != 13, "no 13");
        Ok(Progress::poll(Job(3)))
    }

    fn update(&self, update: &Update<'_, Self>, _: &Resource<'_, Made>) -> Handled<Self> {
        match update.changed {
            [token::Updatable::Prefix] => Ok(Progress::Done),
            others => Err(Failure::failed(format!("{others:?}"))),
        }
    }

    fn delete(&self, _: &token::StoredProperties, _: &Resource<'_, Made>) -> Handled<Self> {
        Ok(Progress::Done)
    }

    fn validate(
        &self,
        properties: &PlannedProperties<token::Values>,
        _: &Resource<'_, Made>,
    ) -> Result<(), Failure> {
        match (&properties.length, &properties.prefix) {
            (Planned::Known(length), Planned::Known(Some(prefix))) if prefix.len() > 8 && *length == 8 => {
                Err(Failure::invalid_at(["prefix"], "The prefix is longer than the token."))
            }
            _ => Ok(()),
        }
    }

    fn attribute(&self, _: token::Attribute, resource: &Resource<'_, Made>) -> Result<Value, Failure> {
        Ok(resource.data()?.map(|made| Value::from(i64::from(made.polls))).into())
    }
}

impl Check for Token {
    fn check(&self, _: &token::StoredProperties, resource: &Resource<'_, Made>) -> Handled<Self> {
        resource.require_resource_id().map(|_| Progress::Done)
    }
}

impl Cancel for Token {
    const HANDLERS: &'static [Handler] = &[Handler::Create];

    fn cancel(&self, _: Handler, pending: &mut Job, resource: &Resource<'_, Made>) -> Result<(), Failure> {
        resource.keep(&Made { polls: pending.0 * 100 })
    }
}

/// A resource in memory.
struct InMemory {
    facts: Facts,
    id: Mutex<Option<String>>,
    data: Mutex<IndexMap<String, String>>,
}

impl ContextHost for InMemory {}

impl Host for InMemory {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn resource_id(&self) -> Option<String> {
        self.id.lock().unwrap().clone()
    }

    fn set_resource_id(&self, id: Option<&str>) -> Result<(), Failure> {
        *self.id.lock().unwrap() = id.map(ToOwned::to_owned);
        Ok(())
    }

    fn properties(&self) -> Result<Value, Failure> {
        Ok(value!({"length": 16}))
    }

    fn data(&self) -> Result<IndexMap<String, String>, Failure> {
        Ok(self.data.lock().unwrap().clone())
    }

    fn set_data(&self, key: &str, value: &str, redact: bool) -> Result<(), Failure> {
        assert!(redact);
        self.data.lock().unwrap().insert(key.to_owned(), value.to_owned());
        Ok(())
    }

    fn delete_data(&self, key: &str) -> Result<bool, Failure> {
        Ok(self.data.lock().unwrap().shift_remove(key).is_some())
    }

    fn metadata(&self) -> Result<Value, Failure> {
        Ok(value!({}))
    }

    fn set_metadata(&self, _: &Value) -> Result<(), Failure> {
        Err(Failure::not_supported("metadata"))
    }

    fn delete_entity(&self) -> Result<Option<String>, Failure> {
        Ok(None)
    }
}

fn host() -> InMemory {
    let facts = Facts {
        name: "web".to_owned(),
        uuid: None,
        physical_resource_name: Some("stack-web-x".to_owned()),
        state: State::INIT,
        stack_name: "stack".to_owned(),
        stack_id: None,
        project_id: None,
        user_id: None,
    };
    InMemory { facts, id: Mutex::default(), data: Mutex::default() }
}

#[test]
fn only_what_is_implemented_is_defined() {
    let class = resource_class!(Token);
    let handlers = [Handler::Create, Handler::Update, Handler::Delete, Handler::Check];
    let others =
        [Hook::Cancel(Handler::Create), Hook::Validate, Hook::Attribute, Hook::Show, Hook::ReferenceId];
    let expected: HashSet<Hook> = handlers.map(Hook::Handle).into_iter().chain(others).collect();
    assert_eq!(class.hooks().collect::<HashSet<Hook>>(), expected);
}

#[test]
fn a_create_is_polled_until_it_is_done() {
    let (class, host) = (resource_class!(Token), host());
    let properties = value!({"length": 16});
    let started =
        class.guarded(|class| class.handle(Call::Create { properties: &properties }, &host)).unwrap();
    let Progress::Pending { mut pending, .. } = started else { panic!("it is polled") };
    let polled: Vec<Completion> = (0..3).map(|_| pending.check_complete(&host).unwrap()).collect();
    assert_eq!(polled, [Completion::Pending, Completion::Pending, Completion::Done]);
    assert_eq!(host.data().unwrap()["data"], r#"{"polls":3}"#);
    assert_eq!(host.resource_id().as_deref(), Some("token-1"));
    pending.cancel(Handler::Create, &host).unwrap();
    assert_eq!(host.data().unwrap()["data"], r#"{"polls":0}"#);
}

#[test]
fn a_panic_is_a_failure_and_what_was_written_stays() {
    let (class, host) = (resource_class!(Token), host());
    let properties = value!({"length": 13});
    let failure =
        class.guarded(|class| class.handle(Call::Create { properties: &properties }, &host)).unwrap_err();
    assert_eq!(
        (failure.kind.clone(), failure.to_string().as_str()),
        (FailureKind::Panicked, "The plug-in panicked: no 13")
    );
    assert_eq!(host.resource_id().as_deref(), Some("token-1"));
}

#[test]
fn updates_have_the_changed_properties_as_an_enum() {
    let (class, host) = (resource_class!(Token), host());
    let (before, after) = (value!({"length": 16}), value!({"length": 16, "prefix": "a"}));
    let changes = TemplateChanges::default();
    let update = |changed: &[String]| {
        let call = Call::Update { before: &before, after: &after, changed, template_changes: &changes };
        class.class().handle(call, &host).map(|_| ()).map_err(|failure| failure.message)
    };
    assert_eq!(update(&["prefix".to_owned()]), Ok(()));
    assert_eq!(update(&[]), Err("[]".to_owned()));
}

#[test]
fn nothing_is_said_of_what_is_not_known() {
    let (class, host) = (resource_class!(Token), host());
    let properties = value!({"length": 8, "prefix": "much-too-long"});
    let validate = |unknown: &[&str]| {
        let unknown: Map = unknown.iter().map(|name| ((*name).to_owned(), Plan::UNKNOWN.into())).collect();
        let (properties, given) = (properties.as_map().cloned().unwrap().into(), Map::new());
        class.class().validate(Plan { properties: &properties, unknown: &unknown, given: &given }, &host)
    };
    let failure = validate(&[]).unwrap_err();
    assert_eq!(
        failure.kind,
        FailureKind::Invalid { path: vec!["properties".to_owned(), "prefix".to_owned()] }
    );
    assert_eq!(validate(&["length"]), Ok(()));
    assert_eq!(validate(&["prefix"]), Ok(()));
}

#[test]
fn what_another_version_kept_is_a_failure_that_does_not_show_it() {
    let (class, host) = (resource_class!(Token), host());
    host.set_data("data", r#"{"polls": "secret"}"#, true).unwrap();
    let failure = class.class().attribute("value", &host).unwrap_err();
    assert_eq!(
        failure.to_string(),
        "The data that were kept with web cannot be read by this version of the plug-in: \
         they do not have the form that it keeps (line 1, column 18)"
    );
    assert_eq!(class.class().attribute("colour", &host).unwrap_err().kind, FailureKind::Failed);
}
