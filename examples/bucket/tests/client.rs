//! The client against the service, without Heat.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use bucket::client::{Client, Error};
use serde_json::json;
use store::Store;

#[test]
fn a_bucket_lives() {
    let store = Store::start("127.0.0.1:0").unwrap();
    let client = Client::new(store.endpoint());
    let id = client.create("logs", 1, false).unwrap();
    assert!(matches!(client.create("logs", 1, false), Err(Error::Refused(409, _))));
    client.change(&id, &json!({"size": 2})).unwrap();
    let statuses: Vec<String> = (0..2).map(|_| client.show(&id).unwrap().status).collect();
    assert_eq!(statuses, ["building", "active"]);
    let snapshot = client.snapshot(&id).unwrap();
    assert_eq!(store.kept(), (1, 1));
    client.delete_snapshot(&snapshot).unwrap();
    client.delete(&id).unwrap();
    assert!(matches!(client.delete(&id), Err(Error::Refused(404, _))));
    assert_eq!(store.kept(), (0, 0));
}
