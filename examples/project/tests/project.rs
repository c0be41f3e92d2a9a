//! The plug-in as Heat drives it, against a small Keystone.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

mod keystone;

use heat_plugin::engine::Handler;
use heat_plugin::life_cycle::Failure;
use heat_plugin::resolve::Query;
use heat_plugin::testing::{Cloud, Fault, Resource, Settings};
use heat_plugin::{Value, resource_class, value};
use keystone::Keystone;
use project::{Project, check_domain, find_project};

/// A Keystone, the cloud that it is in, and a project that does not exist yet.
fn service(cloud: Cloud) -> (Keystone, Cloud, Resource) {
    let keystone = Keystone::start(cloud.clone());
    let cloud = cloud.with_endpoint("identity", keystone.url());
    let settings = Settings { cloud: cloud.clone(), action_retry_limit: 0, ..Settings::default() };
    (keystone, cloud, Resource::with_settings(resource_class!(Project), settings))
}

fn admin() -> Cloud {
    Cloud::new().with_roles(["admin"])
}

#[test]
fn a_project_is_created_updated_and_deleted() {
    let (keystone, cloud, mut project) = service(admin());
    let cloud = cloud.with_record("project-1", value!({"name": "web"}));
    project
        .create(value!({"name": "web"}))
        .expect_state("CREATE_COMPLETE")
        .expect_resource_id(Some("project-1"));
    assert_eq!(project.attribute("domain").unwrap(), value!("default"));
    assert_eq!(project.attribute("show").unwrap(), value!({"name": "web"}));
    project.update(value!({"name": "db"})).expect_state("UPDATE_COMPLETE").expect_replaced(false);
    assert_eq!(keystone.names(), ["db"]);
    assert_eq!(keystone.descriptions(), ["Created by user of project as admin."]);
    project.delete().expect_state("DELETE_COMPLETE");
    assert!(cloud.records().is_empty());
}

#[test]
fn a_name_that_is_taken_is_a_conflict() {
    let (_keystone, _, mut project) = service(admin());
    project.create(value!({"name": "taken"})).expect_state("CREATE_FAILED").expect_resource_id(None).expect_reason(
        "Conflict: resources.resource: There is a project taken. (HTTP 409) (Request-ID: req-of-keystone)",
    );
    project.delete().expect_state("DELETE_COMPLETE");
}

#[test]
fn a_user_without_the_role_is_refused() {
    let (keystone, _, mut project) = service(Cloud::new().with_roles(["member"]));
    project.create(value!({})).expect_state("CREATE_FAILED").expect_reason(
        "Forbidden: resources.resource: You may not. (HTTP 403) (Request-ID: req-of-keystone)",
    );
    assert!(keystone.names().is_empty());
}

#[test]
fn a_token_that_is_revoked_while_the_project_is_prepared_is_replaced() {
    let (keystone, _, mut project) = service(admin());
    keystone.revokes_after(3).tags_after(5);
    project.create(value!({"ready_tag": "ready"})).expect_state("CREATE_COMPLETE");
}

#[test]
fn without_another_token_a_revoked_one_ends_the_creation() {
    let (keystone, _, mut project) = service(admin().without_renewal());
    keystone.revokes_after(3).tags_after(5);
    project.create(value!({"ready_tag": "ready"})).expect_state("CREATE_FAILED").expect_reason(
        "Unauthorized: resources.resource: Who are you? (HTTP 401) (Request-ID: req-of-keystone)",
    );
}

#[test]
fn what_is_gone_fails_a_check_and_can_be_deleted() {
    let (keystone, _, mut project) = service(admin());
    project.create(value!({})).expect_state("CREATE_COMPLETE");
    keystone.forget();
    project.check().expect_state("CHECK_FAILED").expect_reason(
        "NotFound: resources.resource: Could not find project-1. (HTTP 404) (Request-ID: req-of-keystone)",
    );
    project.inject(Fault::fails(Handler::Delete, Failure::failed("Keystone is down.")));
    project.delete().expect_state("DELETE_FAILED");
    project.delete().expect_state("DELETE_COMPLETE");
}

#[test]
fn domains_and_parents_are_those_that_the_user_sees() {
    let (_keystone, cloud, mut project) = service(admin());
    project.create(value!({"name": "web"})).expect_state("CREATE_COMPLETE");
    assert_eq!(check_domain(&"default".into(), &cloud.context()), Ok(()));
    let refused = check_domain(&"no/where".into(), &cloud.context()).unwrap_err();
    assert_eq!(refused, "Could not find no/where. (HTTP 404) (Request-ID: req-of-keystone)");
    let found = |name: &str| -> Result<Value, String> {
        find_project(&Query::new(&name.into()), &cloud.context()).map_err(|error| error.to_string())
    };
    assert_eq!(found("web"), Ok("project-1".into()));
    assert_eq!(found("project-1"), Ok("project-1".into()));
    assert_eq!(found("db"), Err("There is no project db.".to_owned()));
}
