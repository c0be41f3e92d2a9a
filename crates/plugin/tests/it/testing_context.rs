//! The context of a request in the test driver: tokens that expire, endpoints, and what Heat's client of an entity does.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use heat_plugin::life_cycle::{
    CheckComplete, Completion, Failure, Handled, Interface, LifeCycle, Progress, Resource as Worked, Update,
};
use heat_plugin::testing::{Cloud, Resource, Settings};
use heat_plugin::{HeatResource, StoredProperties, resource_class, value};

/// A type that writes down the tokens that it gets.
#[derive(HeatResource, Default)]
#[heat(schema = "tests/schemas/Project.yaml")]
struct Project {
    seen: Arc<Mutex<Vec<String>>>,
}

impl Project {
    fn look(&self, resource: &Worked<'_>) -> Result<(), Failure> {
        let token = resource.context().token()?;
        self.seen.lock().unwrap().push(token.expose().to_owned());
        Ok(())
    }
}

/// Polls every hour of the virtual clock.
struct Hours(u32);

impl CheckComplete<Project, ()> for Hours {
    fn check_complete(&mut self, project: &Project, resource: &Worked<'_>) -> Result<Completion, Failure> {
        project.look(resource)?;
        self.0 -= 1;
        Ok(if self.0 == 0 { Completion::Done } else { Completion::PendingFor(Duration::from_secs(3600)) })
    }
}

impl LifeCycle for Project {
    type Pending = Hours;
    type Data = ();

    fn create(&self, _: &project::Properties, resource: &Worked<'_>) -> Handled<Self> {
        self.look(resource)?;
        let facts = resource.context().facts()?;
        resource.set_resource_id(&facts.roles.join("+"))?;
        resource.context().endpoint("identity", Interface::Configured)?;
        Ok(Progress::poll(Hours(3)))
    }

    fn update(&self, _: &Update<'_, Self>, resource: &Worked<'_>) -> Handled<Self> {
        let other = resource.context().renewed_token()?;
        let message = other.map_or("no other", |_| "another");
        Err(Failure::failed(message).with_exception("Unauthorized"))
    }

    fn delete(&self, _: &StoredProperties<project::Values>, resource: &Worked<'_>) -> Handled<Self> {
        resource.delete_entity()?;
        Ok(Progress::Done)
    }
}

fn driven(cloud: &Cloud) -> (Resource, Arc<Mutex<Vec<String>>>) {
    let project = Project::default();
    let seen = Arc::clone(&project.seen);
    let settings = Settings { cloud: cloud.clone(), stack_action_timeout: 100_000.0, ..Settings::default() };
    (Resource::with_settings(resource_class!(Project, project), settings), seen)
}

fn cloud() -> Cloud {
    Cloud::new().with_roles(["member", "reader"]).with_endpoint("identity", "http://127.0.0.1:1/v3")
}

#[test]
fn a_long_poll_gets_tokens_that_are_valid() {
    let cloud = cloud().with_token_lifetime(3600.0);
    let (mut project, seen) = driven(&cloud);
    project.create(value!({})).expect_state("CREATE_COMPLETE").expect_resource_id(Some("member+reader"));
    assert_eq!(*seen.lock().unwrap(), ["token-1", "token-1", "token-2", "token-3"]);
    assert!(cloud.accepts("token-3") && !cloud.accepts("token-1"));
}

#[test]
fn a_token_of_the_user_alone_expires_in_a_long_poll() {
    let cloud = cloud().without_renewal();
    let (mut project, seen) = driven(&cloud);
    project.create(value!({})).expect_state("CREATE_COMPLETE");
    assert_eq!(*seen.lock().unwrap(), ["token-1"; 4]);
    assert!(!cloud.accepts("token-1"));
    project
        .update(value!({"name": "b"}))
        .expect_state("UPDATE_FAILED")
        .expect_reason("Unauthorized: resources.resource: no other");
}

#[test]
fn a_revoked_token_is_replaced_once_the_engine_hears_of_it() {
    let cloud = cloud();
    let (mut project, _) = driven(&cloud);
    project.create(value!({})).expect_state("CREATE_COMPLETE");
    cloud.revoke_token();
    let refused = cloud.context().token().unwrap();
    assert!(!cloud.accepts(refused.expose()));
    project.update(value!({"name": "b"})).expect_reason("Unauthorized: resources.resource: another");
    assert!(cloud.accepts(cloud.context().token().unwrap().expose()));
}

#[test]
fn what_keystone_refuses_is_the_reason() {
    let cloud = Cloud::new();
    let (mut project, _) = driven(&cloud);
    project.create(value!({})).expect_reason(
        "EndpointNotFound: resources.resource: The catalogue has no endpoint for the service identity.",
    );
    project.delete().expect_state("DELETE_COMPLETE");
    cloud.set_outage(Some(Failure::failed("Keystone is down.").with_exception("ConnectFailure")));
    let (mut project, _) = driven(&cloud);
    project.create(value!({})).expect_reason("ConnectFailure: resources.resource: Keystone is down.");
}

#[test]
fn the_client_of_the_entity_shows_and_deletes() {
    let record = value!({"name": "a"});
    let cloud = cloud().with_record("member+reader", record.clone()).with_record("other", value!({}));
    let (mut project, _) = driven(&cloud);
    project.create(value!({})).expect_state("CREATE_COMPLETE");
    assert_eq!(project.attribute("show").unwrap(), record);
    project.delete().expect_state("DELETE_COMPLETE");
    assert_eq!(cloud.records(), ["other"]);
}

#[test]
fn what_is_gone_has_no_record_and_can_be_deleted() {
    let cloud = cloud().with_record("other", value!({}));
    let (mut project, _) = driven(&cloud);
    project.create(value!({})).expect_state("CREATE_COMPLETE");
    assert_eq!(project.attribute("show").unwrap(), value!(null));
    project.delete().expect_state("DELETE_COMPLETE");
    assert_eq!(cloud.records(), ["other"]);
}
