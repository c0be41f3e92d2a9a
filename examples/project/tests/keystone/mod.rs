//! A small Keystone: projects and domains of one user.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use heat_plugin::testing::Cloud;
use serde_json::{Value, json};
use tiny_http::{Header, Method, Request, Response, Server};

/// A running Keystone, which accepts the tokens of a cloud.
pub(crate) struct Keystone {
    url: String,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    projects: Vec<Value>,
    requests: u32,
    /// The number of the request before which the token is revoked.
    revokes_after: Option<u32>,
    /// The number of the request before which projects get the tag `ready`.
    tags_after: Option<u32>,
}

impl Keystone {
    pub(crate) fn start(cloud: Cloud) -> Self {
        let server = Server::http("127.0.0.1:0").unwrap();
        let url = format!("http://{}", server.server_addr().to_ip().unwrap());
        let state: Arc<Mutex<State>> = Arc::default();
        let kept = Arc::clone(&state);
        thread::spawn(move || {
            for request in server.incoming_requests() {
                answer(request, &cloud, &mut locked(&kept));
            }
        });
        Self { url, state }
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    fn state(&self) -> MutexGuard<'_, State> {
        locked(&self.state)
    }

    /// Revokes the token after so many requests.
    pub(crate) fn revokes_after(&self, requests: u32) -> &Self {
        self.state().revokes_after = Some(requests);
        self
    }

    /// Adds the tag `ready` to all projects after so many requests.
    pub(crate) fn tags_after(&self, requests: u32) -> &Self {
        self.state().tags_after = Some(requests);
        self
    }

    /// Deletes all projects.
    pub(crate) fn forget(&self) {
        self.state().projects.clear();
    }

    /// The descriptions of the projects.
    pub(crate) fn descriptions(&self) -> Vec<String> {
        let state = self.state();
        let descriptions =
            state.projects.iter().map(|project| project["description"].as_str().unwrap().to_owned());
        descriptions.collect()
    }

    /// The names of the projects.
    pub(crate) fn names(&self) -> Vec<String> {
        self.state().projects.iter().map(|project| project["name"].as_str().unwrap().to_owned()).collect()
    }
}

fn locked(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn answer(mut request: Request, cloud: &Cloud, state: &mut State) {
    state.requests += 1;
    if state.revokes_after == Some(state.requests - 1) {
        cloud.revoke_token();
    }
    if state.tags_after == Some(state.requests - 1) {
        state.projects.iter_mut().for_each(|project| project["tags"] = json!(["ready"]));
    }
    let token = request.headers().iter().find(|header| header.field.equiv("X-Auth-Token"));
    let token = token.map_or("", |header| header.value.as_str()).to_owned();
    let body: Value = serde_json::from_reader(request.as_reader()).unwrap_or_default();
    let path = request.url().strip_prefix("/v3/").unwrap_or_default().to_owned();
    let (status, text) = if cloud.accepts(&token) {
        state.answer(request.method(), &path, &body["project"], cloud)
    } else {
        refused(401, "Who are you?")
    };
    let id = Header::from_bytes("x-openstack-request-id", "req-of-keystone").unwrap();
    let response = Response::from_string(text.to_string()).with_status_code(status).with_header(id);
    request.respond(response).unwrap();
}

fn refused(status: u16, message: &str) -> (u16, Value) {
    (status, json!({"error": {"code": status, "message": message}}))
}

impl State {
    fn answer(&mut self, method: &Method, path: &str, body: &Value, cloud: &Cloud) -> (u16, Value) {
        let (kind, id) = path.split_once('/').unwrap_or((path, ""));
        let id = id.replace("%2F", "/");
        match (method, kind) {
            (Method::Get, "domains") if id == "default" => (200, json!({"domain": {"id": id}})),
            (Method::Post, "projects") => self.create(body, cloud),
            (Method::Get, "projects") if self.at(&id).is_some() => (200, json!({"project": self.at(&id)})),
            (Method::Patch, "projects") if self.at(&id).is_some() => {
                let project = self.at(&id).unwrap();
                project["name"] = body["name"].clone();
                (200, json!({"project": project}))
            }
            (Method::Get, listed) if listed.starts_with("projects?name=") => {
                let named =
                    |project: &&Value| listed.strip_prefix("projects?name=") == project["name"].as_str();
                (200, json!({"projects": self.projects.iter().filter(named).collect::<Vec<_>>()}))
            }
            _ => refused(404, &format!("Could not find {id}.")),
        }
    }

    fn create(&mut self, body: &Value, cloud: &Cloud) -> (u16, Value) {
        let facts = cloud.context().facts().unwrap();
        if !facts.roles.iter().any(|role| role == "admin") {
            return refused(403, "You may not.");
        }
        if body["name"] == "taken" {
            return refused(409, "There is a project taken.");
        }
        let mut project = body.clone();
        project["id"] = format!("project-{}", self.projects.len() + 1).into();
        self.projects.push(project.clone());
        (201, json!({"project": project}))
    }

    fn at(&mut self, id: &str) -> Option<&mut Value> {
        self.projects.iter_mut().find(|project| project["id"] == id)
    }
}
