//! A small HTTP service that keeps buckets in memory. A bucket is building for some requests before it is active, as the
//! resources of real services are.
//!
//! | Request | |
//! |---|---|
//! | `POST /buckets` | creates one: `{"name": …, "size": …, "public": …}` |
//! | `GET`, `PATCH`, `DELETE /buckets/ID` | |
//! | `POST /buckets/ID/snapshots` | takes a snapshot |
//! | `DELETE /snapshots/ID` | |

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use serde_json::{Value, json};
use tiny_http::{Method, Request, Response, Server};

/// Number of requests for a new bucket until it is active.
const BUILDING: u32 = 2;

/// A running service. It ends when this is dropped.
pub struct Store {
    server: Arc<Server>,
    shelves: Arc<Mutex<Shelves>>,
    thread: Option<JoinHandle<()>>,
}

/// Buckets and snapshots of the service.
#[derive(Default)]
struct Shelves {
    buckets: BTreeMap<String, Bucket>,
    snapshots: BTreeMap<String, Value>,
    made: u32,
}

/// A bucket.
struct Bucket {
    data: Value,
    looked_at: u32,
}

/// The status and the body of an answer.
type Answer = (u16, Value);

impl Store {
    /// Starts a service; port 0 is a free one.
    ///
    /// # Errors
    /// The address is in use.
    pub fn start(address: &str) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let server = Arc::new(Server::http(address)?);
        let shelves = Arc::<Mutex<Shelves>>::default();
        let thread = std::thread::spawn({
            let (server, shelves) = (Arc::clone(&server), Arc::clone(&shelves));
            move || server.incoming_requests().for_each(|request| serve(request, &shelves))
        });
        Ok(Self { server, shelves, thread: Some(thread) })
    }

    /// The address of the service: `http://127.0.0.1:8080`.
    #[must_use]
    pub fn endpoint(&self) -> String {
        format!("http://{}", self.server.server_addr())
    }

    /// Returns the numbers of buckets and snapshots.
    #[must_use]
    pub fn kept(&self) -> (usize, usize) {
        let shelves = locked(&self.shelves);
        (shelves.buckets.len(), shelves.snapshots.len())
    }

    /// Forgets all buckets, as somebody might who deletes them without Heat.
    pub fn forget(&self) {
        locked(&self.shelves).buckets.clear();
    }

    /// Waits until the service ends.
    pub fn join(mut self) {
        if let Some(thread) = self.thread.take() {
            // A panic of the thread was printed.
            drop(thread.join());
        }
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        self.server.unblock();
    }
}

fn locked(shelves: &Mutex<Shelves>) -> MutexGuard<'_, Shelves> {
    shelves.lock().unwrap_or_else(PoisonError::into_inner)
}

fn serve(mut request: Request, shelves: &Mutex<Shelves>) {
    let mut body = String::new();
    let given = match request.as_reader().read_to_string(&mut body) {
        Ok(_) => serde_json::from_str(&body).unwrap_or(Value::Null),
        Err(_) => Value::Null,
    };
    let path: Vec<&str> = request.url().split('/').filter(|part| !part.is_empty()).collect();
    let (status, answer) = locked(shelves).answer(request.method(), &path, &given);
    let response = Response::from_string(answer.to_string()).with_status_code(status);
    // A client that went away needs no answer.
    drop(request.respond(response));
}

impl Shelves {
    fn answer(&mut self, method: &Method, path: &[&str], given: &Value) -> Answer {
        match (method, path) {
            (Method::Post, ["buckets"]) => self.create(given),
            (_, ["buckets", id, ..]) if !self.buckets.contains_key(*id) => not_found(id),
            (Method::Get, ["buckets", id]) => self.look_at(id),
            (Method::Patch, ["buckets", id]) => self.change(id, given),
            (Method::Delete, ["buckets", id]) => {
                self.buckets.remove(*id);
                (204, Value::Null)
            }
            (Method::Post, ["buckets", id, "snapshots"]) => self.snapshot(id),
            (Method::Delete, ["snapshots", id]) => match self.snapshots.remove(*id) {
                Some(_) => (204, Value::Null),
                None => not_found(id),
            },
            _ => (404, json!({"error": "there is nothing here"})),
        }
    }

    fn next_id(&mut self, kind: &str) -> String {
        self.made += 1;
        format!("{kind}-{}", self.made)
    }

    fn create(&mut self, given: &Value) -> Answer {
        let Some(name) = given["name"].as_str() else {
            return (400, json!({"error": "a bucket has a name"}));
        };
        if self.buckets.values().any(|bucket| bucket.data["name"] == name) {
            return (409, json!({"error": format!("there is a bucket {name}")}));
        }
        let id = self.next_id("bucket");
        let data = json!({"id": id, "name": name, "size": given["size"], "public": given["public"], "status": "building"});
        self.buckets.insert(id, Bucket { data: data.clone(), looked_at: 0 });
        (202, data)
    }

    fn look_at(&mut self, id: &str) -> Answer {
        let Some(bucket) = self.buckets.get_mut(id) else { return not_found(id) };
        bucket.looked_at += 1;
        // What is larger than a rack cannot be built.
        let is_too_large = bucket.data["size"].as_i64().unwrap_or_default() > 1000;
        if bucket.looked_at >= BUILDING {
            bucket.data["status"] = if is_too_large { "error".into() } else { "active".into() };
        }
        (200, bucket.data.clone())
    }

    fn change(&mut self, id: &str, given: &Value) -> Answer {
        let Some(bucket) = self.buckets.get_mut(id) else { return not_found(id) };
        for (key, value) in given.as_object().into_iter().flatten() {
            bucket.data[key] = value.clone();
        }
        bucket.data["status"] = "building".into();
        bucket.looked_at = 0;
        (202, bucket.data.clone())
    }

    fn snapshot(&mut self, id: &str) -> Answer {
        let Some(data) = self.buckets.get(id).map(|bucket| bucket.data.clone()) else { return not_found(id) };
        let snapshot = self.next_id("snapshot");
        self.snapshots.insert(snapshot.clone(), data);
        (201, json!({"id": snapshot}))
    }
}

fn not_found(what: &str) -> Answer {
    (404, json!({"error": format!("{what} was not found")}))
}
