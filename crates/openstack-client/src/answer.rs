//! Answers of services, and the reasons in those that refuse a request.

use std::borrow::Cow;
use std::fmt;

use heat_plugin::life_cycle::{Failure, Token};
use serde::de::DeserializeOwned;
use serde_json::Value;
use ureq::http::{HeaderMap, StatusCode};

/// Maximum length of a service's text in a reason, in characters.
const LONGEST: usize = 1000;

/// An answer with a status of success.
pub struct Answer {
    pub(crate) service_type: String,
    /// The status: 200 to 299.
    pub status: u16,
    pub(crate) headers: HeaderMap,
    /// The body of the answer.
    pub body: Vec<u8>,
}

impl Answer {
    /// The value of a header.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// Reads the body as JSON, into any type that serde reads.
    ///
    /// # Errors
    /// The body is not JSON, or not of this form. The failure does not quote it: it may be secret.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        serde_json::from_slice(&self.body).map_err(|error| {
            let (line, column) = (error.line(), error.column());
            let what = if error.is_data() { "has another form than expected" } else { "is not JSON" };
            Failure::failed(format!(
                "The answer of the service {} {what} (line {line}, column {column}).",
                self.service_type
            ))
        })
    }
}

/// Shows the status alone: an answer may contain secrets.
impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answer")
            .field("status", &self.status)
            .field("bytes", &self.body.len())
            .finish_non_exhaustive()
    }
}

/// An answer that refuses a request.
pub(crate) struct Refusal<'a> {
    pub(crate) status: u16,
    pub(crate) headers: &'a HeaderMap,
    pub(crate) body: &'a [u8],
    /// The token of the request, which must not be in the reason.
    pub(crate) token: &'a Token,
}

impl Refusal<'_> {
    /// The failure, with the exception and the text of keystoneauth.
    pub(crate) fn failure(&self) -> Failure {
        let status = self.status;
        let mut message = self.message().unwrap_or_else(|| self.status_text());
        if !self.token.expose().is_empty() {
            message = message.replace(self.token.expose(), "***");
        }
        let mut reason = format!("{} (HTTP {status})", cut(&message));
        if let Some(id) = self.headers.get("x-openstack-request-id").and_then(|id| id.to_str().ok()) {
            reason = format!("{reason} (Request-ID: {})", cut(id));
        }
        let failure = match status {
            404 => Failure::gone(reason),
            409 => Failure::conflict(reason),
            _ => Failure::failed(reason),
        };
        failure.with_exception(exception(status))
    }

    fn status_text(&self) -> String {
        let reason = StatusCode::from_u16(self.status).ok().and_then(|status| status.canonical_reason());
        reason.unwrap_or("The service refuses the request.").to_owned()
    }

    /// The text of the service.
    fn message(&self) -> Option<String> {
        let text = String::from_utf8_lossy(self.body);
        let found = match serde_json::from_slice::<Value>(self.body) {
            Ok(body) => message_in(&body, 0)?.into_owned(),
            Err(_) => without_markup(&text),
        };
        let found = found.split_whitespace().collect::<Vec<_>>().join(" ");
        (!found.is_empty()).then_some(found)
    }
}

/// Keys of a message, in the services that use them: most of them, Ironic and WSME, Heat, Barbican, Placement.
const KEYS: [&str; 6] = ["message", "faultstring", "explanation", "description", "detail", "title"];

/// Keys of the map or list that a message is in.
const WRAPPERS: [&str; 4] = ["error", "errors", "error_message", "NeutronError"];

/// The message in the body of a service that refuses a request: `{"error": {"message": …}}`, `{"badRequest": {"message": …}}`,
/// `{"NeutronError": …}`, `{"errors": [{"detail": …}]}` or `{"faultstring": …}`.
fn message_in(body: &Value, depth: u32) -> Option<Cow<'_, str>> {
    if depth > 3 {
        return None;
    }
    match body {
        Value::String(text) => Some(inner(text, depth)),
        Value::Array(items) => items.first().and_then(|item| message_in(item, depth + 1)),
        Value::Object(map) => {
            let wrapped = WRAPPERS.iter().filter_map(|key| map.get(*key));
            let own = KEYS.iter().filter_map(|key| map.get(*key)).filter(|value| !value.is_number());
            // The key of a fault is its name: `badRequest`, `itemNotFound`.
            let named = map.values().filter(|value| value.is_object());
            wrapped
                .chain(own)
                .chain(named)
                .find_map(|value| message_in(value, depth + 1).filter(|text| !text.trim().is_empty()))
        }
        _ => None,
    }
}

/// A text that is JSON itself, as that of older WSME, or contains markup, as that of Glance.
fn inner(text: &str, depth: u32) -> Cow<'_, str> {
    if text.starts_with('{')
        && let Ok(body) = serde_json::from_str::<Value>(text)
        && let Some(found) = message_in(&body, depth + 1)
    {
        return Cow::Owned(found.into_owned());
    }
    if text.contains("<br") { Cow::Owned(without_markup(text)) } else { Cow::Borrowed(text) }
}

/// Maximum length of a page whose text is looked for, in bytes. A reason is at the beginning of it.
const LONGEST_PAGE: usize = 64 * 1024;

/// The text of a page, without tags, and without what is in `head`, `style` and `script`.
fn without_markup(page: &str) -> String {
    let mut text = String::new();
    let mut ends = (0..=page.len().min(LONGEST_PAGE)).rev();
    let mut rest = ends.find_map(|end| page.get(..end)).unwrap_or_default();
    while let Some(start) = rest.find('<') {
        let (before, tag) = rest.split_at(start);
        text.push_str(before);
        let end = tag.find('>').map_or(tag.len(), |end| end + 1);
        let name: String = tag.chars().skip(1).take_while(char::is_ascii_alphanumeric).collect();
        let name = name.to_ascii_lowercase();
        let closes = ["head", "style", "script"].contains(&name.as_str()).then(|| format!("</{name}"));
        let closing = closes.and_then(|closes| tag.to_ascii_lowercase().find(&closes));
        rest = tag.get(closing.unwrap_or(end)..).unwrap_or_default();
        text.push(' ');
    }
    text.push_str(rest);
    let entities =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#x27;", "'"), ("&#39;", "'"), ("&amp;", "&")];
    entities.iter().fold(text, |text, (entity, char)| text.replace(entity, char))
}

fn cut(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => Cow::Owned(format!("{}…", text.get(..end).unwrap_or_default())),
        None => Cow::Borrowed(text),
    }
}

/// The name of keystoneauth's exception for a status.
fn exception(status: u16) -> &'static str {
    match status {
        400 => "BadRequest",
        401 => "Unauthorized",
        402 => "PaymentRequired",
        403 => "Forbidden",
        404 => "NotFound",
        405 => "MethodNotAllowed",
        406 => "NotAcceptable",
        407 => "ProxyAuthenticationRequired",
        408 => "RequestTimeout",
        409 => "Conflict",
        410 => "Gone",
        411 => "LengthRequired",
        412 => "PreconditionFailed",
        413 => "RequestEntityTooLarge",
        414 => "RequestUriTooLong",
        415 => "UnsupportedMediaType",
        416 => "RequestedRangeNotSatisfiable",
        417 => "ExpectationFailed",
        422 => "UnprocessableEntity",
        500 => "InternalServerError",
        501 => "HttpNotImplemented",
        502 => "BadGateway",
        503 => "ServiceUnavailable",
        504 => "GatewayTimeout",
        505 => "HttpVersionNotSupported",
        _ if (400..500).contains(&status) => "HTTPClientError",
        _ if (500..600).contains(&status) => "HttpServerError",
        _ => "HttpError",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(status: u16, body: &str) -> String {
        let (headers, token) = (HeaderMap::new(), Token::new("gAAAA-secret"));
        Refusal { status, headers: &headers, body: body.as_bytes(), token: &token }.failure().to_string()
    }

    #[test]
    fn the_text_of_each_service_is_found() {
        let bodies = [
            r#"{"error": {"code": 409, "message": "It is a text.", "title": "Conflict"}}"#,
            r#"{"badRequest": {"code": 400, "message": "It is a text."}}"#,
            r#"{"NeutronError": {"type": "X", "message": "It is a text.", "detail": ""}}"#,
            r#"{"NeutronError": "It is a text."}"#,
            r#"{"errors": [{"status": 409, "title": "Conflict", "detail": "It is\n\n a text.  "}]}"#,
            r#"{"errors": [{"status": 409, "title": "It is a text."}]}"#,
            r#"{"faultcode": "Client", "faultstring": "It is a text.", "debuginfo": null}"#,
            r#"{"error_message": "{\"faultcode\": \"Client\", \"faultstring\": \"It is a text.\"}"}"#,
            r#"{"code": 400, "title": "Bad Request", "description": "It is a text."}"#,
            r#"{"explanation": "The server could not comply.", "code": 404, "error": {"message": "It is a text."}}"#,
            r#"{"message": "It is a text.<br /><br />\n\n\n", "code": "409 Conflict", "title": "Conflict"}"#,
            r#""It is a text.""#,
            "<html><head><title>409 Conflict</title></head><body><p>It is a text.</p></body></html>",
            "It is\na text.\n",
        ];
        for body in bodies {
            assert_eq!(reason(400, body), "It is a text. (HTTP 400)", "{body}");
        }
    }

    #[test]
    fn without_a_text_the_status_is_the_reason() {
        for body in
            ["", "{}", "[]", "null", "17", r#"{"error": {}}"#, r#"{"error": ""}"#, "<html></html>", "\u{0}"]
        {
            let text = reason(404, body);
            assert!(text.ends_with("(HTTP 404)"), "{body:?}: {text}");
        }
        assert_eq!(reason(404, "{}"), "Not Found (HTTP 404)");
        assert_eq!(reason(599, "[[[[[[1]]]]]]"), "The service refuses the request. (HTTP 599)");
    }

    #[test]
    fn texts_are_cut_and_tokens_masked() {
        let long = reason(500, &"ü".repeat(100_000));
        assert_eq!(long.chars().count(), 1000 + "… (HTTP 500)".chars().count());
        let masked = reason(404, r#"{"error": {"message": "Could not find token: gAAAA-secret."}}"#);
        assert_eq!(masked, "Could not find token: ***. (HTTP 404)");
    }

    /// An answer of some megabytes is read in a moment, whatever tags it opens.
    #[test]
    fn pages_that_never_close_a_tag_are_read_in_part() {
        for tag in ["<style", "<script>", "<", "ü<head"] {
            let page = tag.repeat(1_000_000);
            let quoted = serde_json::json!({"message": format!("<br>{page}")}).to_string();
            for body in [page, quoted] {
                let text = reason(502, &body);
                assert!(text.ends_with("(HTTP 502)"), "{tag}: {text}");
            }
        }
    }

    #[test]
    fn heat_acts_on_the_kind() {
        let kind = |status| {
            let (headers, token) = (HeaderMap::new(), Token::new(""));
            let failure = Refusal { status, headers: &headers, body: b"", token: &token }.failure();
            (failure.kind.exception(), failure.exception().to_owned())
        };
        assert_eq!(kind(404), ("EntityNotFound", "NotFound".to_owned()));
        assert_eq!(kind(409), ("Conflict", "Conflict".to_owned()));
        assert_eq!(kind(403), ("Error", "Forbidden".to_owned()));
        assert_eq!(kind(418), ("Error", "HTTPClientError".to_owned()));
        assert_eq!(kind(599), ("Error", "HttpServerError".to_owned()));
    }
}
