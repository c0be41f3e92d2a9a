//! URLs of requests.

use std::fmt::Write as _;

use heat_plugin::life_cycle::Failure;
use ureq::http::Uri;

/// Quotes a text as one segment of a path, or as a value in a query: an ID or a name with any characters.
///
/// ```
/// use heat_plugin_openstack::segment;
///
/// assert_eq!(format!("projects/{}", segment("a/b?c")), "projects/a%2Fb%3Fc");
/// ```
#[must_use]
pub fn segment(text: &str) -> String {
    // A segment of dots alone would be removed, with the one before it.
    let is_dots = matches!(text, "." | "..");
    let mut quoted = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'~' => quoted.push(char::from(byte)),
            b'.' if !is_dots => quoted.push('.'),
            _ => _ = write!(quoted, "%{byte:02X}"),
        }
    }
    quoted
}

/// Joins the URL of an endpoint, the version of its API and a path. A path that is a complete URL has to be that of the same
/// service: the token is sent there.
pub(crate) fn joined(endpoint: &str, version: Option<&str>, path: &str) -> Result<Uri, Failure> {
    let base: Uri = endpoint.parse().map_err(|_| invalid("The URL of the endpoint is not valid."))?;
    if base.host().is_none() || !matches!(base.scheme_str(), Some("http" | "https")) {
        return Err(invalid("The URL of the endpoint is not valid."));
    }
    if path.starts_with("http://") || path.starts_with("https://") {
        let there: Uri =
            path.parse().map_err(|_| invalid("The service links to something that is not a URL."))?;
        return if is_same_service(&base, &there) {
            Ok(there)
        } else {
            Err(invalid("The service links to another service, to which the token is not sent."))
        };
    }
    let mut url = endpoint.trim_end_matches('/').to_owned();
    if let Some(version) = version
        && !base.path().split('/').any(is_version)
    {
        _ = write!(url, "/{version}");
    }
    _ = write!(url, "/{}", path.trim_start_matches('/'));
    url.parse().map_err(|_| invalid("The path of the request is not valid: quote its segments."))
}

fn invalid(message: &str) -> Failure {
    Failure::failed(message)
}

/// Returns whether a segment of a path names a version: `v3`, `v2.1`.
fn is_version(segment: &str) -> bool {
    let number = segment.strip_prefix('v').unwrap_or_default();
    number.starts_with(|char: char| char.is_ascii_digit())
        && number.chars().all(|char| char.is_ascii_digit() || char == '.')
}

/// Returns whether two URLs have the same scheme, host and port.
pub(crate) fn is_same_service(one: &Uri, other: &Uri) -> bool {
    origin(one) == origin(other)
}

fn origin(url: &Uri) -> (Option<&str>, Option<String>, Option<u16>) {
    let default = if url.scheme_str() == Some("https") { 443 } else { 80 };
    (url.scheme_str(), url.host().map(str::to_ascii_lowercase), url.port_u16().or(Some(default)))
}

/// The scheme, host and port of a URL, which can be shown. The rest may be secret, and so are credentials before the host.
pub(crate) fn shown(url: &Uri) -> String {
    let host = url.host().unwrap_or_default();
    let scheme = url.scheme_str().unwrap_or_default();
    match url.port_u16() {
        Some(port) => format!("{scheme}://{host}:{port}"),
        None => format!("{scheme}://{host}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_appended_once() {
        let url = |endpoint, version, path| joined(endpoint, version, path).unwrap().to_string();
        assert_eq!(url("http://k:5000", Some("v3"), "projects"), "http://k:5000/v3/projects");
        assert_eq!(url("http://k/identity/", Some("v3"), "/projects"), "http://k/identity/v3/projects");
        assert_eq!(
            url("http://k/identity/v3/", Some("v3"), "projects?name=a"),
            "http://k/identity/v3/projects?name=a"
        );
        assert_eq!(url("http://n/v2.1/p-1", Some("v2.1"), "servers"), "http://n/v2.1/p-1/servers");
        assert_eq!(url("http://k/vault", Some("v1"), ""), "http://k/vault/v1/");
        assert_eq!(url("http://k/v3", None, ""), "http://k/v3/");
    }

    #[test]
    fn links_lead_to_the_same_service() {
        let next = joined("http://k:80/v3", Some("v3"), "http://K/v3/projects?marker=1").unwrap();
        assert_eq!(next.to_string(), "http://K/v3/projects?marker=1");
        for elsewhere in ["http://k:81/v3", "https://k/v3", "http://other/v3", "http://k@other/"] {
            assert!(joined("http://k/v3", None, elsewhere).is_err(), "{elsewhere}");
        }
    }

    #[test]
    fn what_is_no_url_is_refused() {
        for endpoint in ["", "k:5000", "/v3", "ftp://k/", "http://", "http://k\n/"] {
            assert!(joined(endpoint, None, "projects").is_err(), "{endpoint:?}");
        }
        assert!(joined("http://k", None, "a b").is_err());
        assert!(joined("http://k", None, &segment("a b\n")).is_ok());
    }

    #[test]
    fn segments_are_quoted() {
        assert_eq!(segment("a-Z_0.~"), "a-Z_0.~");
        assert_eq!(segment("../ä"), "..%2F%C3%A4");
        assert_eq!((segment(".."), segment(".")), ("%2E%2E".to_owned(), "%2E".to_owned()));
    }
}
