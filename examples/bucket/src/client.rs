//! A client of the service. It knows nothing of Heat.

use std::fmt;

use serde::Deserialize;
use serde_json::{Value, json};

/// A client of the service.
#[derive(Debug, Clone)]
pub struct Client {
    endpoint: String,
}

/// A bucket, as the service shows it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct BucketInfo {
    /// The ID that the service gave it.
    pub id: String,
    /// The name of the bucket.
    pub name: String,
    /// Size of the bucket, in gigabytes.
    pub size: i64,
    /// `true` if everybody can read the bucket.
    pub public: bool,
    /// `building`, `active` or `error`.
    pub status: String,
}

/// Reason why a request to the service failed.
#[derive(Debug)]
pub enum Error {
    /// The service answered with this status and text.
    Refused(u16, String),
    /// The service did not answer, or not in the way that was expected.
    Unreachable(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(status, text) => write!(f, "the store refused it with status {status}: {text}"),
            Self::Unreachable(why) => write!(f, "the store cannot be reached: {why}"),
        }
    }
}

impl std::error::Error for Error {}

impl Client {
    /// A client of the service with this address.
    pub fn new(endpoint: impl Into<String>) -> Self {
        Self { endpoint: endpoint.into() }
    }

    /// The address of a bucket.
    #[must_use]
    pub fn url(&self, id: &str) -> String {
        format!("{}/buckets/{id}", self.endpoint)
    }

    /// Creates a bucket, which is building then.
    ///
    /// # Errors
    /// The service refused it: 409 if there is a bucket of this name.
    pub fn create(&self, name: &str, size: i64, public: bool) -> Result<String, Error> {
        let body = json!({"name": name, "size": size, "public": public});
        id(&Self::ask(minreq::post(format!("{}/buckets", self.endpoint)), Some(&body))?)
    }

    /// Shows a bucket.
    ///
    /// # Errors
    /// The service refused it: 404 if there is none.
    pub fn show(&self, id: &str) -> Result<BucketInfo, Error> {
        let shown = Self::ask(minreq::get(self.url(id)), None)?;
        serde_json::from_value(shown).map_err(|error| Error::Unreachable(error.to_string()))
    }

    /// Changes a bucket, which is building then.
    ///
    /// # Errors
    /// The service refused it.
    pub fn change(&self, id: &str, changes: &Value) -> Result<(), Error> {
        Self::ask(minreq::patch(self.url(id)), Some(changes)).map(drop)
    }

    /// Deletes a bucket.
    ///
    /// # Errors
    /// The service refused it: 404 if there is none.
    pub fn delete(&self, id: &str) -> Result<(), Error> {
        Self::ask(minreq::delete(self.url(id)), None).map(drop)
    }

    /// Takes a snapshot, and returns its ID.
    ///
    /// # Errors
    /// The service refused it.
    pub fn snapshot(&self, bucket: &str) -> Result<String, Error> {
        id(&Self::ask(minreq::post(format!("{}/snapshots", self.url(bucket))), None)?)
    }

    /// Deletes a snapshot.
    ///
    /// # Errors
    /// The service refused it: 404 if there is none.
    pub fn delete_snapshot(&self, id: &str) -> Result<(), Error> {
        Self::ask(minreq::delete(format!("{}/snapshots/{id}", self.endpoint)), None).map(drop)
    }

    fn ask(request: minreq::Request, body: Option<&Value>) -> Result<Value, Error> {
        let request = request.with_timeout(30);
        let request = match body {
            Some(body) => request.with_body(body.to_string()),
            None => request,
        };
        let response = request.send().map_err(|error| Error::Unreachable(error.to_string()))?;
        let text = response.as_str().map_err(|error| Error::Unreachable(error.to_string()))?;
        let answer: Value = serde_json::from_str(text).unwrap_or(Value::Null);
        match response.status_code {
            200..300 => Ok(answer),
            status => Err(Error::Refused(status, answer["error"].as_str().unwrap_or(text).to_owned())),
        }
    }
}

/// The ID in an answer.
fn id(answer: &Value) -> Result<String, Error> {
    let id = answer["id"].as_str().map(ToOwned::to_owned);
    id.ok_or_else(|| Error::Unreachable("it made something without an ID".to_owned()))
}
