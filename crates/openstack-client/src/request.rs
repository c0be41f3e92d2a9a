//! A request, its repetitions, and the failures of connections.

use std::io;
use std::thread;
use std::time::Duration;

use heat_plugin::life_cycle::{Endpoint, Failure, RequestContext, Token};
use ureq::Agent;
use ureq::http::{self, HeaderMap, Uri, header};

use crate::answer::{Answer, Refusal};
use crate::{connection, url};

/// Maximum number of redirects that a request follows.
const MAX_REDIRECTS: u32 = 5;

/// Maximum size of the answer of a service that refuses a request, in bytes: its text is cut anyway.
const MAX_REFUSAL: u64 = 64 * 1024;

/// Wait before the first repetition, which doubles each time, and the longest wait. Follows `_Retries` of keystoneauth.
const FIRST_WAIT: Duration = Duration::from_millis(500);
const LONGEST_WAIT: Duration = Duration::from_secs(60);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Method {
    Get,
    Post,
    Put,
    Patch,
    Delete,
}

impl Method {
    fn of_http(self) -> http::Method {
        match self {
            Self::Get => http::Method::GET,
            Self::Post => http::Method::POST,
            Self::Put => http::Method::PUT,
            Self::Patch => http::Method::PATCH,
            Self::Delete => http::Method::DELETE,
        }
    }

    /// Returns whether the request can be sent again if nobody knows whether the service has got it.
    fn can_be_repeated(self) -> bool {
        !matches!(self, Self::Post | Self::Patch)
    }
}

/// Limits of each request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limits {
    pub(crate) timeout: Duration,
    /// Maximum size of an answer, in bytes.
    pub(crate) size: u64,
}

/// A request to a service.
pub(crate) struct Request<'c> {
    pub(crate) service_type: &'c str,
    pub(crate) method: Method,
    pub(crate) url: Uri,
    pub(crate) headers: &'c [(String, String)],
    pub(crate) global_id: Option<&'c str>,
    pub(crate) body: Option<&'c str>,
    pub(crate) limits: Limits,
}

/// A head and the reader of its body.
type Response = http::Response<ureq::Body>;

impl Request<'_> {
    /// Sends the request with a token of the context, and with another one if the service refuses it.
    pub(crate) fn send(
        mut self,
        endpoint: &Endpoint,
        context: RequestContext<'_>,
    ) -> Result<Answer, Failure> {
        let agent = connection::agent(endpoint, self.url.scheme_str() == Some("https"))?;
        let mut token = context.token()?;
        let mut response = self.redirected(&agent, &token, endpoint.connect_retries)?;
        if response.status() == 401
            && let Some(other) = context.renewed_token()?
        {
            token = other;
            response = self.redirected(&agent, &token, endpoint.connect_retries)?;
        }
        self.answer(response, &token)
    }

    /// Sends the request, and follows redirects within the service.
    fn redirected(&mut self, agent: &Agent, token: &Token, retries: u32) -> Result<Response, Failure> {
        for _ in 0..=MAX_REDIRECTS {
            let response = self.connected(agent, token, retries)?;
            let status = response.status().as_u16();
            if !matches!(status, 301 | 302 | 303 | 307 | 308) {
                return Ok(response);
            }
            self.url = self.target(status, response.headers())?;
        }
        Err(self.failed("ConnectFailure", "redirects again and again"))
    }

    fn target(&self, status: u16, headers: &HeaderMap) -> Result<Uri, Failure> {
        // Other statuses, and other methods, would not repeat the same request.
        if self.method != Method::Get && !matches!(status, 307 | 308) {
            return Err(self.failed("ConnectFailure", "redirects a request that changes something"));
        }
        let location =
            headers.get(header::LOCATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let target = if location.starts_with('/') && !location.starts_with("//") {
            format!("{}{location}", url::shown(&self.url)).parse()
        } else {
            location.parse()
        };
        match target {
            Ok(target) if url::is_same_service(&self.url, &target) => Ok(target),
            _ => {
                Err(self
                    .failed("ConnectFailure", "redirects to another service, to which the token is not sent"))
            }
        }
    }

    /// Sends the request, and repeats it if the connection fails.
    fn connected(&self, agent: &Agent, token: &Token, retries: u32) -> Result<Response, Failure> {
        let mut wait = FIRST_WAIT;
        let mut left = retries;
        loop {
            match self.sent(agent, token) {
                Ok(response) => return Ok(response),
                Err(error) if left > 0 && self.is_repeated(&error) => {
                    thread::sleep(wait);
                    (left, wait) = (left - 1, LONGEST_WAIT.min(wait * 2));
                }
                Err(error) => return Err(self.explained(&error)),
            }
        }
    }

    fn sent(&self, agent: &Agent, token: &Token) -> Result<Response, ureq::Error> {
        let mut builder = http::Request::builder()
            .method(self.method.of_http())
            .uri(&self.url)
            .header("X-Auth-Token", secret(token)?)
            .header(header::ACCEPT, "application/json");
        if let Some(id) = self.global_id {
            builder = builder.header("X-OpenStack-Request-ID", id);
        }
        for (name, value) in self.headers {
            builder = builder.header(name, value);
        }
        let timeout = Some(self.limits.timeout);
        if self.body.is_some() {
            builder = builder.header(header::CONTENT_TYPE, "application/json");
        }
        if matches!(self.method, Method::Get | Method::Delete) {
            let request = builder.body(())?;
            return agent.run(agent.configure_request(request).timeout_global(timeout).build());
        }
        // An empty text has a length; no body at all would be sent in chunks, which some services do not read.
        let request = builder.body(self.body.unwrap_or_default())?;
        agent.run(agent.configure_request(request).timeout_global(timeout).build())
    }

    /// Reads the answer.
    fn answer(&self, response: Response, token: &Token) -> Result<Answer, Failure> {
        let (parts, mut body) = response.into_parts();
        let status = parts.status.as_u16();
        if !parts.status.is_success() {
            // What cannot be read of it is not missed: the status says enough.
            let mut text = Vec::new();
            let reader = body.with_config().limit(MAX_REFUSAL * 2).reader();
            _ = io::Read::read_to_end(&mut io::Read::take(reader, MAX_REFUSAL), &mut text);
            return Err(Refusal { status, headers: &parts.headers, body: &text, token }.failure());
        }
        let read = body.with_config().limit(self.limits.size).read_to_vec();
        let body = read.map_err(|error| self.explained(&error))?;
        Ok(Answer { service_type: self.service_type.to_owned(), status, headers: parts.headers, body })
    }

    /// Returns whether a failure is one of the connection, after which the request is sent again.
    fn is_repeated(&self, error: &ureq::Error) -> bool {
        use io::ErrorKind as Kind;
        match error {
            ureq::Error::HostNotFound
            | ureq::Error::ConnectionFailed
            | ureq::Error::ConnectProxyFailed(_)
            | ureq::Error::Timeout(ureq::Timeout::Resolve | ureq::Timeout::Connect) => true,
            ureq::Error::Io(error) => match error.kind() {
                Kind::ConnectionRefused | Kind::HostUnreachable | Kind::NetworkUnreachable => true,
                Kind::ConnectionReset | Kind::ConnectionAborted | Kind::BrokenPipe | Kind::UnexpectedEof => {
                    self.method.can_be_repeated()
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Describes a failure without the parts of the request that it quotes.
    fn explained(&self, error: &ureq::Error) -> Failure {
        use ureq::Error;
        let refused = |what: &str| self.failed("ConnectFailure", what);
        let insecure = |why: String| self.failed("SSLError", &format!("cannot be trusted: {why}"));
        match error {
            Error::Io(error) => {
                match error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>()) {
                    Some(error) => insecure(error.to_string()),
                    None => refused(&format!("cannot be reached: {}", error.kind())),
                }
            }
            Error::Rustls(error) => insecure(error.to_string()),
            Error::Tls(_) | Error::TlsRequired | Error::Pem(_) => insecure("TLS failed".to_owned()),
            Error::Timeout(_) => self.failed("ConnectTimeout", "did not answer in time"),
            Error::HostNotFound => refused("cannot be reached: the host has no address"),
            Error::ConnectProxyFailed(_) => refused("cannot be reached: the proxy refuses the connection"),
            Error::BodyExceedsLimit(limit) => {
                self.failed("Error", &format!("answered more than {limit} bytes"))
            }
            Error::LargeResponseHeader(..) => self.failed("Error", "answered with headers that are too long"),
            Error::Protocol(_) => self.failed("Error", "answered with something that is not HTTP"),
            Error::Http(_) | Error::BadUri(_) => {
                self.failed("Error", "cannot be asked: a header or the path of the request is not valid")
            }
            _ => refused("cannot be reached"),
        }
    }

    fn failed(&self, exception: &str, what: &str) -> Failure {
        let message = format!("The service {} at {} {what}.", self.service_type, url::shown(&self.url));
        Failure::failed(message).with_exception(exception)
    }
}

/// The value of a header that is not shown.
fn secret(token: &Token) -> Result<header::HeaderValue, http::Error> {
    let mut value = header::HeaderValue::from_str(token.expose())?;
    value.set_sensitive(true);
    Ok(value)
}
