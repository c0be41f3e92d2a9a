//! The plug-in as Heat drives it, against the real service.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use bucket::Bucket;
use bucket::client::Client;
use heat_plugin::engine::Handler;
use heat_plugin::life_cycle::Failure;
use heat_plugin::testing::{Fault, Resource};
use heat_plugin::{resource_class, value};
use store::Store;

/// A service, and a bucket in it that does not exist yet.
fn service() -> (Store, Resource) {
    let store = Store::start("127.0.0.1:0").unwrap();
    let plugin = Bucket::with_client(Client::new(store.endpoint()));
    (store, Resource::new(resource_class!(Bucket, plugin)))
}

#[test]
fn a_bucket_is_created_updated_and_deleted() {
    let (store, mut bucket) = service();
    bucket.create(value!({"size": 2})).expect_state("CREATE_COMPLETE").expect_resource_id(Some("bucket-1"));
    assert_eq!(bucket.attribute("size").unwrap(), value!(2));
    assert_eq!(bucket.attribute("show").unwrap()["status"], value!("active"));
    bucket.update(value!({"size": 3, "public": true})).expect_state("UPDATE_COMPLETE").expect_replaced(false);
    assert_eq!(bucket.attribute("size").unwrap(), value!(3));
    bucket.delete().expect_state("DELETE_COMPLETE");
    assert_eq!(store.kept(), (0, 0));
}

#[test]
fn a_smaller_bucket_is_a_new_one() {
    let (store, mut bucket) = service();
    bucket.create(value!({"size": 2})).expect_state("CREATE_COMPLETE");
    bucket.update(value!({"size": 1})).expect_replaced(true).expect_resource_id(Some("bucket-2"));
    assert_eq!(store.kept().0, 2);
    bucket.clean_up().expect_state("CREATE_COMPLETE");
    assert_eq!(store.kept().0, 1);
}

#[test]
fn what_cannot_be_built_is_tried_again_and_leaves_nothing() {
    let (store, mut bucket) = service();
    bucket
        .create(value!({"size": 2000}))
        .expect_state("CREATE_FAILED")
        .expect_reason("ResourceInError: resources.resource: Went to status error due to \"the store could not build the bucket\"");
    bucket.delete().expect_state("DELETE_COMPLETE");
    assert_eq!(store.kept(), (0, 0));
}

#[test]
fn what_is_gone_fails_a_check_and_can_be_deleted() {
    let (store, mut bucket) = service();
    bucket.create(value!({})).expect_state("CREATE_COMPLETE");
    store.forget();
    bucket
        .check()
        .expect_state("CHECK_FAILED")
        .expect_reason("EntityNotFound: resources.resource: bucket-1 was not found");
    bucket.delete().expect_state("DELETE_COMPLETE");
}

#[test]
fn a_snapshot_is_taken_restored_and_deleted() {
    let (store, mut bucket) = service();
    bucket.create(value!({"public": true})).expect_state("CREATE_COMPLETE");
    bucket.snapshot().expect_state("SNAPSHOT_COMPLETE");
    assert_eq!(store.kept(), (1, 1));
    bucket.update(value!({"public": false})).expect_state("UPDATE_COMPLETE");
    bucket.restore(0).expect_state("UPDATE_COMPLETE");
    assert_eq!(bucket.attribute("show").unwrap()["public"], value!(true));
    bucket.delete_snapshot(0).expect_state("UPDATE_COMPLETE");
    assert_eq!(store.kept(), (1, 0));
}

#[test]
fn a_name_that_is_taken_is_a_conflict() {
    let (store, mut bucket) = service();
    Client::new(store.endpoint()).create("logs", 1, false).unwrap();
    bucket.create(value!({"name": "logs"})).expect_state("CREATE_FAILED").expect_resource_id(None);
    assert_eq!(store.kept().0, 1);
}

#[test]
fn a_process_that_dies_after_the_create_leaves_a_bucket_that_can_be_deleted() {
    let (store, mut bucket) = service();
    bucket.inject(Fault::panics(Handler::Create, "the disk is full").at_poll(0));
    bucket.create(value!({})).expect_state("CREATE_FAILED").expect_resource_id(Some("bucket-1"));
    bucket.inject(Fault::fails(Handler::Delete, Failure::conflict("it is being copied")));
    bucket.delete().expect_state("DELETE_COMPLETE");
    assert_eq!(store.kept(), (0, 0));
}
