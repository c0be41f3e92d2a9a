//! A small blocking HTTP client with which a plug-in of Heat calls the services of OpenStack as the user.
//!
//! [`Client`] is built on the [`RequestContext`] of a resource, a custom constraint or a finder. It adds a token to each
//! request and gets another one if a service refuses it, finds the endpoint in the catalogue, uses the certificates and the
//! proxies of Heat, and repeats what Heat's own clients repeat.
//!
//! ```
//! use heat_plugin::life_cycle::{Failure, RequestContext};
//! use heat_plugin_openstack::{Client, segment};
//! use serde::Deserialize;
//! use serde_json::json;
//!
//! #[derive(Deserialize)]
//! struct Shown {
//!     project: Project,
//! }
//!
//! #[derive(Deserialize)]
//! struct Project {
//!     id: String,
//! }
//!
//! fn create(context: RequestContext<'_>, name: &str) -> Result<String, Failure> {
//!     let identity = Client::new(context, "identity").version("v3");
//!     let shown: Shown = identity.post("projects", &json!({"project": {"name": name}}))?.json()?;
//!     Ok(shown.project.id)
//! }
//!
//! fn delete(context: RequestContext<'_>, id: &str) -> Result<(), Failure> {
//!     let identity = Client::new(context, "identity").version("v3");
//!     identity.delete(&format!("projects/{}", segment(id))).map(drop)
//! }
//! ```
//!
//! # Failures
//!
//! | Answer | Failure | Heat |
//! |---|---|---|
//! | 401 | after another token was refused too, or if there is none: failed, `Unauthorized` | the action fails |
//! | 404 | [gone](Failure::gone), `NotFound` | an attribute is null, a deletion may ignore it |
//! | 409 | [conflict](Failure::conflict), `Conflict` | a create or a delete is tried again |
//! | 400, 403, 500, … | failed, `BadRequest`, `Forbidden`, `InternalServerError`, … | the action fails |
//! | no connection, no answer in time | failed, `ConnectFailure` or `ConnectTimeout` | the action fails |
//!
//! The reason is the service's own text, with the status and the ID of the request, as keystoneauth writes it:
//! `Forbidden: resources.web: You are not authorized … (HTTP 403) (Request-ID: req-…)`. A text of more than 1,000 characters is
//! cut, and a token in it is masked.
//!
//! # Limits
//!
//! A request ends after a minute, and an answer has at most 16 MiB, unless [`Client::timeout`] and [`Client::limit`] say
//! otherwise. A connection that fails is tried again as often as Heat's option `client_retry_limit` says. Heat's clients also
//! repeat a `POST` whose connection broke after it was sent, which can create two of something: this client does not.

mod answer;
mod connection;
mod request;
mod url;

pub use answer::Answer;
pub use url::segment;

use std::fmt;
use std::sync::OnceLock;
use std::time::Duration;

use heat_plugin::life_cycle::{Endpoint, Failure, Interface, RequestContext};
use serde::Serialize;

use request::{Limits, Method, Request};

/// A client of a service, for one call of a handler.
///
/// It is cheap to create: connections are kept by the process. Do not store one, because the user and the token of the next
/// call are others.
pub struct Client<'h> {
    context: RequestContext<'h>,
    service_type: String,
    interface: Interface,
    version: Option<String>,
    headers: Vec<(String, String)>,
    limits: Limits,
    endpoint: OnceLock<Endpoint>,
    request_id: OnceLock<Option<String>>,
}

impl<'h> Client<'h> {
    /// Creates a client of a service by its type in the catalogue, such as `identity`, `compute` or `network`.
    #[must_use]
    pub fn new(context: RequestContext<'h>, service_type: &str) -> Self {
        Self {
            context,
            service_type: service_type.to_owned(),
            interface: Interface::Configured,
            version: None,
            headers: Vec::new(),
            limits: Limits { timeout: Duration::from_secs(60), size: 16 * 1024 * 1024 },
            endpoint: OnceLock::new(),
            request_id: OnceLock::new(),
        }
    }

    /// Selects an interface of the service. By default, it is the one that Heat's own client uses.
    #[must_use]
    pub fn interface(self, interface: Interface) -> Self {
        Self { interface, endpoint: OnceLock::new(), ..self }
    }

    /// Sets the version of the API, such as `v3`: it is appended to the URL of the endpoint, unless that names a version.
    #[must_use]
    pub fn version(self, version: &str) -> Self {
        Self { version: Some(version.to_owned()), ..self }
    }

    /// Sets the microversion for the header `OpenStack-API-Version`, such as `compute 2.90`.
    #[must_use]
    pub fn microversion(self, microversion: &str) -> Self {
        self.header("OpenStack-API-Version", microversion)
    }

    /// Adds a header to each request.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Sets the time after which a request ends, however slowly its answer arrives.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.limits.timeout = timeout;
        self
    }

    /// Sets the maximum size of an answer, in bytes.
    #[must_use]
    pub fn limit(mut self, bytes: u64) -> Self {
        self.limits.size = bytes;
        self
    }

    /// Sends a `GET` request. The path may have a query; it may also be the URL of a next page at the same service.
    ///
    /// # Errors
    /// The service refuses the request or cannot be reached: see [the table](crate#failures).
    pub fn get(&self, path: &str) -> Result<Answer, Failure> {
        self.send(Method::Get, path, None)
    }

    /// Sends a `POST` request with a body.
    ///
    /// # Errors
    /// The service refuses the request or cannot be reached: see [the table](crate#failures).
    pub fn post(&self, path: &str, body: &impl Serialize) -> Result<Answer, Failure> {
        self.send(Method::Post, path, Some(&json(body)?))
    }

    /// Sends a `PUT` request with a body; `()` is an empty one.
    ///
    /// # Errors
    /// The service refuses the request or cannot be reached: see [the table](crate#failures).
    pub fn put(&self, path: &str, body: &impl Serialize) -> Result<Answer, Failure> {
        self.send(Method::Put, path, Some(&json(body)?))
    }

    /// Sends a `PATCH` request with a body.
    ///
    /// # Errors
    /// The service refuses the request or cannot be reached: see [the table](crate#failures).
    pub fn patch(&self, path: &str, body: &impl Serialize) -> Result<Answer, Failure> {
        self.send(Method::Patch, path, Some(&json(body)?))
    }

    /// Sends a `DELETE` request.
    ///
    /// # Errors
    /// The service refuses the request or cannot be reached: see [the table](crate#failures).
    pub fn delete(&self, path: &str) -> Result<Answer, Failure> {
        self.send(Method::Delete, path, None)
    }

    fn send(&self, method: Method, path: &str, body: Option<&str>) -> Result<Answer, Failure> {
        let endpoint = self.endpoint()?;
        let request = Request {
            service_type: &self.service_type,
            method,
            url: url::joined(&endpoint.url, self.version.as_deref(), path)?,
            headers: &self.headers,
            global_id: self.request_id(),
            body: body.filter(|body| *body != "null"),
            limits: self.limits,
        };
        request.send(endpoint, self.context)
    }

    fn endpoint(&self) -> Result<&Endpoint, Failure> {
        if let Some(endpoint) = self.endpoint.get() {
            return Ok(endpoint);
        }
        let found = self.context.endpoint(&self.service_type, self.interface)?;
        Ok(self.endpoint.get_or_init(|| found))
    }

    /// The ID of the request. Without one, the service gives the request an ID of its own.
    fn request_id(&self) -> Option<&str> {
        self.request_id.get_or_init(|| self.context.facts().ok()?.request_id).as_deref()
    }
}

fn json(body: &impl Serialize) -> Result<String, Failure> {
    Ok(serde_json::to_string(body)?)
}

impl fmt::Debug for Client<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("service_type", &self.service_type).finish_non_exhaustive()
    }
}
