//! Notifier that signals the outputs of a hook, by the transport that the inputs of the deployment name.

use heat_model::Value;
use indexmap::IndexMap;

use super::keystone::Credentials;
use super::zaqar::Queue;
use super::{
    Client, ClientOptions, Failure, Method, Repeat, Request, Retry, Sleep, percent_encoded, sleep_for,
};
use heat_deployments::run::{Notification, Notifier, NotifyError};
use heat_deployments::signal::{MAX_SIGNAL, Outputs, trimmed, trimmed_to};

/// Maximum size of a signal for a queue, used after a longer one was refused: Zaqar accepts 256 KiB unless it is configured
/// otherwise.
const MAX_QUEUE_SIGNAL: usize = 250_000;

/// Time for which Zaqar keeps a signal, in seconds.
const SIGNAL_LIFETIME: u32 = 600;

/// Size limit of an answer to a signal: only the status code is used.
const STATUS_ALONE: u64 = 0;

/// Signals to Heat by HTTP.
///
/// The inputs decide how: `deploy_signal_id` is a signed URL, to which a signal is sent by `PUT` or `POST`
/// (`deploy_signal_verb`); `deploy_queue_id` is a Zaqar queue; without a queue, `deploy_auth_url` selects Heat's API. Without any
/// of these inputs, Heat wants no signal.
pub struct Signaller<'a> {
    options: ClientOptions,
    /// Created on first use: most runs signal nothing.
    client: Option<Client>,
    retry: Retry,
    sleep: Box<Sleep<'a>>,
}

impl Default for Signaller<'_> {
    fn default() -> Self {
        Self::new(ClientOptions::default(), Retry::default(), Box::new(sleep_for))
    }
}

impl<'a> Signaller<'a> {
    /// Returns a signaller that repeats a request as `retry` specifies, and waits with `sleep` in between.
    #[must_use]
    pub fn new(options: ClientOptions, retry: Retry, sleep: Box<Sleep<'a>>) -> Self {
        Self { options, client: None, retry, sleep }
    }

    fn signal(&mut self, inputs: &IndexMap<String, Value>, outputs: &Outputs) -> Result<(), Failure> {
        let Self { options, client, retry, sleep } = self;
        let client = &*client.get_or_insert_with(|| Client::new(options.clone()));
        let input = |name: &str| inputs.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
        if let Some(url) = input("deploy_signal_id") {
            let method = if input("deploy_signal_verb") == Some("PUT") { Method::Put } else { Method::Post };
            let body = trimmed(outputs);
            let headers = [("content-type", "application/json")];
            let request = Request { method, url, headers: &headers, body: Some(&body), limit: STATUS_ALONE };
            retry.run(sleep, || client.send(request))?;
        }
        let needed = |name: &str| {
            input(name)
                .map(str::to_owned)
                .ok_or_else(|| Failure::later(format!("the input {name} has no value")))
        };
        let queue = input("deploy_queue_id");
        if queue.is_none() && input("deploy_auth_url").is_none() {
            return Ok(());
        }
        let account = Account {
            credentials: Credentials {
                auth_url: needed("deploy_auth_url")?,
                user_id: needed("deploy_user_id")?,
                password: needed("deploy_password")?,
                project_id: needed("deploy_project_id")?,
            },
            region: input("deploy_region_name"),
        };
        if let Some(queue) = queue {
            return retry.run(sleep, || account.post(client, queue, outputs));
        }
        let path = format!(
            "/stacks/{}/resources/{}/signal",
            percent_encoded(&needed("deploy_stack_id")?, "/"),
            percent_encoded(&needed("deploy_resource_name")?, "")
        );
        let body = trimmed(outputs);
        retry.run(sleep, || account.signal(client, &path, &body))
    }
}

/// An account that can signal.
struct Account<'a> {
    credentials: Credentials,
    region: Option<&'a str>,
}

impl Account<'_> {
    /// Signals by Heat's API.
    fn signal(&self, client: &Client, path: &str, body: &str) -> Result<(), Failure> {
        let session = self.credentials.log_in(client)?;
        let url = format!("{}{path}", session.endpoint("orchestration", self.region)?);
        let headers = [
            ("x-auth-token", session.token.as_str()),
            ("content-type", "application/json"),
            ("accept", "application/json"),
        ];
        let request = Request {
            method: Method::Post,
            url: &url,
            headers: &headers,
            body: Some(body),
            limit: STATUS_ALONE,
        };
        client.send(request).map(drop)
    }

    /// Signals by a queue.
    fn post(&self, client: &Client, name: &str, outputs: &Outputs) -> Result<(), Failure> {
        let session = self.credentials.log_in(client)?;
        let endpoint = session.endpoint("messaging", self.region)?;
        let queue = Queue {
            endpoint: &endpoint,
            token: &session.token,
            project_id: &self.credentials.project_id,
            name,
        };
        let body = trimmed_to(outputs, MAX_SIGNAL);
        match queue.post(client, &body, SIGNAL_LIFETIME) {
            // Zaqar returns these codes for a message that is too long, among other things.
            Err(failure) if body.len() > MAX_QUEUE_SIGNAL && matches!(failure.status, Some(400 | 413)) => {
                queue.post(client, &trimmed_to(outputs, MAX_QUEUE_SIGNAL), SIGNAL_LIFETIME)
            }
            result => result,
        }
    }
}

impl Notifier for Signaller<'_> {
    fn notify(&mut self, request: &Notification<'_>) -> Result<(), NotifyError> {
        self.signal(request.inputs, request.outputs).map_err(|failure| match failure.repeat {
            Repeat::Soon(_) => NotifyError::Unavailable(failure.message),
            Repeat::Later => NotifyError::Refused(failure.message),
        })
    }
}
