//! Requests and answers, by HTTP/1.1 with TLS.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rustls_native_certs::CertificateResult;
use ureq::http::{self, HeaderMap};
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::{Agent, Proxy, Timeout};

use super::proxy::Proxies;
use super::{Failure, Origin, Repeat};

/// Maximum number of redirects to follow.
const MAX_REDIRECTS: u32 = 5;

/// Environment variables with files of certificates, for programs that use Python's `requests`.
const CERTIFICATE_VARIABLES: [&str; 2] = ["REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"];

/// Options of a client, which are the same for all its requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientOptions {
    /// A file, or a folder of files, with the only certificates to trust, in PEM format. If omitted, the system's certificates
    /// are used.
    pub certificates: Option<PathBuf>,
    /// Time limit for connecting.
    pub connect: Duration,
    /// Time limit for a whole exchange, however slowly it proceeds.
    pub total: Duration,
}

impl Default for ClientOptions {
    fn default() -> Self {
        Self { certificates: None, connect: Duration::from_secs(10), total: Duration::from_secs(60) }
    }
}

/// HTTP methods that are needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Reads a resource.
    Get,
    /// Sends a signal or a message, or logs in.
    Post,
    /// Writes an object.
    Put,
    /// Deletes messages.
    Delete,
}

/// A request.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// Method of the request.
    pub method: Method,
    /// URL of the request. It may contain a signature.
    pub url: &'a str,
    /// Names and values of headers.
    pub headers: &'a [(&'a str, &'a str)],
    /// Body of the request.
    pub body: Option<&'a str>,
    /// Maximum length of the answer, in bytes. With 0, only the status code is read, and the body is ignored.
    pub limit: u64,
}

impl<'a> Request<'a> {
    /// Returns a request that reads a resource.
    #[must_use]
    pub fn get(url: &'a str, headers: &'a [(&'a str, &'a str)], limit: u64) -> Self {
        Self { method: Method::Get, url, headers, body: None, limit }
    }
}

/// An answer with a status code of success, or with 304 if nothing has changed.
#[derive(Debug, Clone)]
pub struct Response {
    /// Status code: 200 to 299, or 304.
    pub status: u16,
    headers: HeaderMap,
    /// Body of the answer.
    pub body: Vec<u8>,
}

impl Response {
    /// Value of a header.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// Returns the answer as text.
    ///
    /// # Errors
    /// If it is not UTF-8.
    pub fn text(&self) -> Result<&str, Failure> {
        std::str::from_utf8(&self.body).map_err(|_| Failure::soon("the answer is not valid UTF-8"))
    }
}

/// HTTP client.
pub struct Client {
    options: ClientOptions,
    proxies: Proxies,
    plain: Agent,
    /// Reading the system's certificates takes longer than a request: they are read only if a request needs them.
    secure: OnceCell<Agent>,
}

impl Client {
    /// Returns a client that uses the environment's proxies.
    #[must_use]
    pub fn new(options: ClientOptions) -> Self {
        let plain = agent(&options, None);
        Self { options, proxies: Proxies::from_environment(), plain, secure: OnceCell::new() }
    }

    /// Sends a request, and follows redirects within the service.
    ///
    /// # Errors
    /// If there was no answer in time, or one with a status code of a failure.
    pub fn send(&self, request: Request<'_>) -> Result<Response, Failure> {
        let mut url = request.url.to_owned();
        for _ in 0..=MAX_REDIRECTS {
            let (origin, uri) = Origin::parse(&url)?;
            let (status, headers, body) = self.exchange(&request, &origin, &uri)?;
            match status {
                200..=299 | 304 => return Ok(Response { status, headers, body }),
                300..=399 => url = redirected(&request, &origin, &uri, status, &headers)?,
                _ => return Err(refused(&origin, status, &headers)),
            }
        }
        let (origin, _) = Origin::parse(request.url)?;
        Err(Failure::later(format!("{origin} redirects more than {MAX_REDIRECTS} times")))
    }

    fn exchange(
        &self,
        request: &Request<'_>,
        origin: &Origin,
        uri: &http::Uri,
    ) -> Result<(u16, HeaderMap, Vec<u8>), Failure> {
        let agent = if origin.secure { self.secure()? } else { &self.plain };
        let proxy = match self.proxies.proxy_for(origin) {
            None => None,
            Some(url) => {
                let invalid = |_| Failure::later("the proxy in the environment is not a valid URL");
                Some(Proxy::new(url).map_err(invalid)?)
            }
        };
        let method = match request.method {
            Method::Get => http::Method::GET,
            Method::Post => http::Method::POST,
            Method::Put => http::Method::PUT,
            Method::Delete => http::Method::DELETE,
        };
        let mut builder = http::Request::builder().method(method).uri(uri);
        for (name, value) in request.headers {
            builder = builder.header(*name, *value);
        }
        let invalid = |_| Failure::later(format!("a header for {origin} is not valid"));
        let answer = match request.body {
            None => {
                let sent = builder.body(()).map_err(invalid)?;
                agent.run(agent.configure_request(sent).proxy(proxy).build())
            }
            Some(body) => {
                let sent = builder.body(body).map_err(invalid)?;
                agent.run(agent.configure_request(sent).proxy(proxy).build())
            }
        };
        let answer = answer.map_err(|error| explained(origin, &error))?;
        let (parts, mut body) = answer.into_parts();
        let status = parts.status.as_u16();
        // The body of a failure or a redirect is of no use.
        let body = match status {
            200..=299 if request.limit > 0 => body
                .with_config()
                .limit(request.limit)
                .read_to_vec()
                .map_err(|error| explained(origin, &error))?,
            _ => Vec::new(),
        };
        Ok((status, parts.headers, body))
    }

    fn secure(&self) -> Result<&Agent, Failure> {
        if let Some(agent) = self.secure.get() {
            return Ok(agent);
        }
        let variable = CERTIFICATE_VARIABLES
            .iter()
            .filter_map(std::env::var_os)
            .find(|path| !path.is_empty())
            .map(PathBuf::from);
        let certificates = match self.options.certificates.as_deref().or(variable.as_deref()) {
            Some(file) => certificates_of(file)?,
            None => certificates_of_system()?,
        };
        Ok(self.secure.get_or_init(|| agent(&self.options, Some(certificates))))
    }
}

fn agent(options: &ClientOptions, certificates: Option<Vec<Certificate<'static>>>) -> Agent {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = TlsConfig::builder()
        .root_certs(RootCerts::from(certificates.unwrap_or_default()))
        .unversioned_rustls_crypto_provider(provider)
        .build();
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .proxy(None)
        .user_agent(concat!("heat-config/", env!("CARGO_PKG_VERSION")))
        .timeout_connect(Some(options.connect))
        .timeout_global(Some(options.total))
        .max_idle_connections(2)
        // Larger than the longest headers: headers that fill the buffer would look like a closed connection.
        .input_buffer_size(64 * 1024)
        .output_buffer_size(16 * 1024)
        .max_response_header_size(32 * 1024)
        .tls_config(tls);
    config.build().new_agent()
}

/// Reads the certificates in a file, or in the files of a folder.
fn certificates_of(path: &Path) -> Result<Vec<Certificate<'static>>, Failure> {
    let shown = path.display();
    let (file, folder) = if path.is_dir() { (None, Some(path)) } else { (Some(path), None) };
    let found = rustls_native_certs::load_certs_from_paths(file, folder);
    // They may exist at the next attempt.
    match (found.certs.is_empty(), found.errors.first()) {
        (true, Some(error)) => {
            Err(Failure::soon(format!("certificates cannot be read from {shown}: {error}")))
        }
        (true, None) => Err(Failure::soon(format!("{shown} contains no certificate"))),
        (false, _) => Ok(owned(&found)),
    }
}

fn certificates_of_system() -> Result<Vec<Certificate<'static>>, Failure> {
    let found = rustls_native_certs::load_native_certs();
    if found.certs.is_empty() {
        return Err(Failure::soon(
            "the system has no certificates of authorities: install its package ca-certificates, or set SSL_CERT_FILE",
        ));
    }
    Ok(owned(&found))
}

fn owned(found: &CertificateResult) -> Vec<Certificate<'static>> {
    found.certs.iter().map(|certificate| Certificate::from_der(certificate).to_owned()).collect()
}

/// Returns the URL of a redirect, if it may be followed.
fn redirected(
    request: &Request<'_>,
    origin: &Origin,
    uri: &http::Uri,
    status: u16,
    headers: &HeaderMap,
) -> Result<String, Failure> {
    // Only these repeat the request. After 303, a signal would become a `GET`.
    let repeats = matches!(status, 301 | 302 | 307 | 308) || (status == 303 && request.method == Method::Get);
    if !repeats {
        return Err(Failure {
            status: Some(status),
            ..Failure::later(format!("{origin} answered {status}"))
        });
    }
    let location = headers.get(http::header::LOCATION).and_then(|value| value.to_str().ok());
    let Some(location) = location else {
        return Err(Failure::later(format!("{origin} answered {status} without saying where to go")));
    };
    let target = if let Some(rest) = location.strip_prefix("//") {
        format!("{}://{rest}", uri.scheme_str().unwrap_or("http"))
    } else if location.starts_with('/') {
        let authority = uri.authority().map_or("", |authority| authority.as_str());
        format!("{}://{authority}{location}", uri.scheme_str().unwrap_or("http"))
    } else {
        location.to_owned()
    };
    let Ok((there, _)) = Origin::parse(&target) else {
        return Err(Failure::later(format!("{origin} redirects to something that is not a complete URL")));
    };
    if !origin.may_redirect_to(&there) {
        return Err(Failure::later(format!("{origin} redirects to {there}, which is not followed")));
    }
    Ok(target)
}

fn refused(origin: &Origin, status: u16, headers: &HeaderMap) -> Failure {
    let message = match http::StatusCode::from_u16(status).ok().and_then(|code| code.canonical_reason()) {
        Some(reason) => format!("{origin} answered {status} {reason}"),
        None => format!("{origin} answered {status}"),
    };
    let asked =
        headers.get(http::header::RETRY_AFTER).and_then(|value| value.to_str().ok()?.trim().parse().ok());
    let repeat = match status {
        408 | 425 | 429 | 500.. => Repeat::Soon(asked.map(Duration::from_secs)),
        _ => Repeat::Later,
    };
    Failure { message, repeat, status: Some(status) }
}

/// Describes an error without the parts of the request that it quotes.
fn explained(origin: &Origin, error: &ureq::Error) -> Failure {
    use ureq::Error;
    let message = match error {
        Error::Io(error) => {
            let tls = error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>());
            match tls {
                Some(error) => format!("{origin}: TLS failed: {error}"),
                None => format!("{origin}: {}", error.kind()),
            }
        }
        Error::Timeout(Timeout::Resolve | Timeout::Connect) => format!("{origin}: no connection in time"),
        Error::Timeout(_) => format!("{origin}: no complete answer in time"),
        Error::HostNotFound => format!("{origin}: the host's name has no address"),
        Error::ConnectionFailed => format!("{origin}: no connection"),
        Error::ConnectProxyFailed(_) => format!("{origin}: the proxy refused the connection"),
        Error::BodyExceedsLimit(limit) => format!("{origin}: the answer is longer than {limit} bytes"),
        Error::LargeResponseHeader(..) => format!("{origin}: the headers of the answer are too long"),
        Error::Rustls(error) => format!("{origin}: TLS failed: {error}"),
        Error::Tls(_) | Error::TlsRequired | Error::Pem(_) => format!("{origin}: TLS failed"),
        Error::Protocol(_) => format!("{origin}: the answer is not valid HTTP"),
        _ => format!("{origin}: the request failed"),
    };
    Failure::soon(message)
}
