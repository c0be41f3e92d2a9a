//! Parts of URLs: the service of a URL, and the characters that are allowed in a path.

use std::fmt;
use std::fmt::Write as _;

use ureq::http::Uri;

use super::Failure;

/// The service that a URL belongs to: scheme, host and port. It can be shown; the rest of a URL may be secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Origin {
    /// `true` if the connection is encrypted.
    pub(crate) secure: bool,
    /// The host, in lowercase.
    pub(crate) host: String,
    /// The port; the default port if the URL has none.
    pub(crate) port: u16,
}

impl Origin {
    /// Reads a URL.
    ///
    /// # Errors
    /// If it is not a complete URL of HTTP. The message does not quote it.
    pub(crate) fn parse(url: &str) -> Result<(Self, Uri), Failure> {
        let invalid = || Failure::later("a URL is not valid");
        let uri: Uri = url.parse().map_err(|_| invalid())?;
        let secure = match uri.scheme_str() {
            Some("http") => false,
            Some("https") => true,
            _ => return Err(Failure::later("a URL starts with neither http:// nor https://")),
        };
        let host = uri.host().filter(|host| !host.is_empty()).ok_or_else(invalid)?.to_ascii_lowercase();
        // `Uri` ignores an invalid port.
        let authority = uri.authority().map_or("", |authority| authority.as_str());
        let port = match (uri.port_u16(), authority.rsplit(']').next().and_then(|end| end.rsplit_once(':'))) {
            (Some(port), _) => port,
            (None, Some((_, written))) if !written.is_empty() && !written.contains('@') => {
                return Err(invalid());
            }
            _ if secure => 443,
            _ => 80,
        };
        Ok((Self { secure, host, port }, uri))
    }

    /// Returns whether a redirect to another origin keeps the request with the same service: the host is the same, encryption is
    /// not lost, and the port changes only if encryption is added.
    pub(crate) fn may_redirect_to(&self, other: &Self) -> bool {
        self.host == other.host && (self == other || (!self.secure && other.secure))
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (scheme, default) = if self.secure { ("https", 443) } else { ("http", 80) };
        write!(f, "{scheme}://{}", self.host)?;
        if self.port == default { Ok(()) } else { write!(f, ":{}", self.port) }
    }
}

/// Returns the header `Host`: the host as written, with the port unless it is the default one.
pub(crate) fn host_header(uri: &Uri) -> String {
    let host = uri.host().unwrap_or_default();
    let default = if uri.scheme_str() == Some("https") { 443 } else { 80 };
    match uri.port_u16() {
        Some(port) if port != default => format!("{host}:{port}"),
        _ => host.to_owned(),
    }
}

/// Encodes text as part of a URL: all characters but letters, digits, `-`, `.`, `_`, `~` and those in `also` become `%XX`.
#[must_use]
pub fn percent_encoded(text: &str, also: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        let plain = byte.is_ascii_alphanumeric()
            || matches!(byte, b'-' | b'.' | b'_' | b'~')
            || also.as_bytes().contains(&byte);
        if plain {
            out.push(char::from(byte));
        } else {
            // Writing into a string cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_shows_nothing_of_the_rest() {
        let shown =
            |url| Origin::parse(url).map_or_else(|failure| failure.message, |(origin, _)| origin.to_string());
        assert_eq!(
            shown("https://user:secret@Heat.example:8004/v1?Signature=secret"),
            "https://heat.example:8004"
        );
        assert_eq!(shown("http://[::1]/v1"), "http://[::1]");
        assert_eq!(shown("ftp://secret/"), "a URL starts with neither http:// nor https://");
        for invalid in ["", "secret", "http://", "http://a b/secret", "https:///secret", "http://h:99999/"] {
            let message = shown(invalid);
            assert!(message.starts_with("a URL") && !message.contains("secret"), "{invalid}: {message}");
        }
    }

    #[test]
    fn redirects_stay_with_the_service() {
        let check = |from, to, expect| {
            let (from, to) = (Origin::parse(from).unwrap().0, Origin::parse(to).unwrap().0);
            assert_eq!(from.may_redirect_to(&to), expect, "{from} to {to}");
        };
        check("http://a/x", "http://A:80/y", true);
        check("http://a:8000/x", "https://a:8443/x", true);
        check("https://a/x", "http://a/x", false);
        check("https://a/x", "https://a:8443/x", false);
        check("http://a:80/x", "http://a:8080/x", false);
        check("https://a/x", "https://b/x", false);
        check("https://a/x", "https://a.b/x", false);
    }

    #[test]
    fn the_port_is_sent_unless_it_is_the_default() {
        let check = |url: &str, expect: &str| assert_eq!(host_header(&url.parse().unwrap()), expect);
        check("http://Heat:8000/v1/", "Heat:8000");
        check("http://heat:80/v1/", "heat");
        check("https://heat:443/v1/", "heat");
        check("https://heat:80/v1/", "heat:80");
    }

    #[test]
    fn text_is_encoded_as_utf_8() {
        assert_eq!(percent_encoded("a b/ü~", ""), "a%20b%2F%C3%BC~");
        assert_eq!(percent_encoded("a b/ü~", "/"), "a%20b/%C3%BC~");
    }
}
