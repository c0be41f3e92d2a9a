//! The function `make_url`, which builds a URL from its parts, quoted as in Python's `urllib.parse`.

use heat_model::validate::to_integer;
use heat_model::{Integer, Value, python};
use indexmap::IndexMap;

use super::arguments::{type_error, value_error};
use super::text::unknown_text;
use crate::fault::{Exception, Problem, PythonClass};
use crate::percent::percent_encoded;
use crate::scope::Scope;
use crate::snippet::{self, Call, Content, Snippet};
use crate::{Data, Fault, data_value};

/// The arguments, in the order in which they are checked.
const KEYS: [&str; 8] = ["scheme", "username", "password", "host", "port", "path", "query", "fragment"];

/// Kind of an argument, as far as the checks distinguish them.
enum ArgumentKind<'a> {
    /// A function, or an unknown value: not checked.
    Unresolved,
    /// A map.
    Map,
    /// Any other known value.
    Value(&'a Value),
    /// A list.
    List,
}

impl<'a> ArgumentKind<'a> {
    fn of_snippet(snippet: &'a Snippet) -> Self {
        match &snippet.content {
            Content::Call(_) | Content::Invalid(_) | Content::Omitted => Self::Unresolved,
            Content::Map(_) => Self::Map,
            Content::List(_) => Self::List,
            Content::Scalar(value) => Self::Value(value),
        }
    }

    fn of_data(data: &'a Data) -> Self {
        match data {
            Data::Unknown(_) => Self::Unresolved,
            Data::Known(Value::Map(_)) | Data::Map(_) => Self::Map,
            Data::Known(Value::List(_)) | Data::List(_) => Self::List,
            Data::Known(value) => Self::Value(value),
        }
    }
}

pub(crate) fn validate(_: &Scope<'_>, call: &Call) -> Result<(), Fault> {
    let name = &call.name;
    let Content::Map(entries) = &call.args.content else {
        return Err(type_error(format!("The arguments to \"{name}\" must be a map")).into());
    };
    let odd: Vec<&snippet::Entry> =
        entries.iter().filter(|entry| !KEYS.contains(&entry.key.as_str())).collect();
    if let Some(first) = odd.first() {
        let names: Vec<&str> = odd.iter().map(|entry| entry.key.as_str()).collect();
        let message = format!("Invalid arguments to \"{name}\": {}", names.join(", "));
        return Err(Fault::at(first.key_span, value_error(message)));
    }
    let written = || snippet::as_text(&call.args);
    check(name, |key| call.args.get(key).map(ArgumentKind::of_snippet), written).map_err(Fault::from)
}

/// Checks the arguments. The arguments after the query are not checked.
fn check<'a>(
    name: &str,
    get: impl Fn(&str) -> Option<ArgumentKind<'a>>,
    written: impl Fn() -> String,
) -> Result<(), Exception> {
    for key in KEYS {
        let Some(given) = get(key) else { continue };
        match (key, given) {
            ("query", ArgumentKind::Map | ArgumentKind::Unresolved) => return Ok(()),
            ("query", _) => {
                return Err(type_error(format!("The \"{key}\" argument to \"{name}\" must be a map")));
            }
            (_, ArgumentKind::Unresolved) => {}
            ("port", given) => {
                let port = port(name, &given, &written)?;
                if !port.as_i64().is_some_and(|port| 0 < port && port <= 65535) {
                    return Err(value_error(format!("Invalid URL port {port}, must be in range 1-65535")));
                }
            }
            (_, ArgumentKind::Value(Value::String(_))) => {}
            _ => {
                return Err(type_error(format!("The \"{key}\" argument to \"{name}\" must be a string")));
            }
        }
    }
    Ok(())
}

fn port(name: &str, given: &ArgumentKind<'_>, written: impl Fn() -> String) -> Result<Integer, Exception> {
    let no_integer = |kind: &str| {
        type_error(format!(
            "int() argument must be a string, a bytes-like object or a real number, not '{kind}'"
        ))
    };
    match given {
        ArgumentKind::Value(value @ (Value::Null | Value::List(_) | Value::Map(_))) => {
            Err(no_integer(python::type_name(value)))
        }
        ArgumentKind::Value(Value::Float(float)) if float.is_infinite() => Err(Exception::Python(
            Problem::FunctionValue,
            PythonClass::OverflowError,
            "cannot convert float infinity to integer".into(),
        )),
        ArgumentKind::Value(value) => to_integer(value).ok_or_else(|| {
            let (written, port) = (written(), python::str_of(value));
            value_error(format!("Invalid URL port \"{port}\" for {name} called with {written}"))
        }),
        ArgumentKind::List => Err(no_integer("list")),
        ArgumentKind::Map => Err(no_integer("dict")),
        ArgumentKind::Unresolved => Ok(Integer::from(1)),
    }
}

pub(crate) fn resolve(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    let name = &call.name;
    let args = snippet::resolve(scope, &call.args)?;
    if args.is_unknown() {
        return Ok(unknown_text(name));
    }
    let args = args.into_entries().map_err(|other| match data_value(&other) {
        value @ (Value::String(_) | Value::List(_)) => {
            Exception::attribute_error(Problem::FunctionValue, &value, "get")
        }
        other => type_error(format!("argument of type '{}' is not iterable", python::type_name(&other))),
    })?;
    let written = || python::str_of(&data_value(&Data::map(args.clone())));
    check(name, |key| args.get(key).map(ArgumentKind::of_data), written)?;
    if args.iter().any(|(key, value)| KEYS.contains(&key.as_str()) && value.as_known().is_none()) {
        return Ok(unknown_text(name));
    }
    let url = Url { args: &args };
    let text = url.text()?;
    scope.write(text.len())?;
    Ok(text.into())
}

struct Url<'a> {
    args: &'a IndexMap<String, Data>,
}

impl Url<'_> {
    fn part(&self, key: &str) -> &str {
        self.args.get(key).and_then(Data::as_known).and_then(Value::as_str).unwrap_or_default()
    }

    fn text(&self) -> Result<String, Exception> {
        let scheme = self.part("scheme");
        if scheme.contains(':') {
            return Err(value_error("URL \"scheme\" should not contain ':'"));
        }
        // The argument after the query is not checked, but fails when it is quoted.
        if let Some(Data::Known(fragment)) = self.args.get("fragment")
            && !matches!(fragment, Value::String(_))
        {
            return Err(type_error("quote_from_bytes() expected bytes"));
        }
        Ok(unsplit(
            scheme,
            &self.host(),
            &percent_encoded(self.part("path"), "/"),
            &self.query(),
            &percent_encoded(self.part("fragment"), "/"),
        ))
    }

    /// The part of the URL with user, host and port.
    fn host(&self) -> String {
        let (user, password) =
            (percent_encoded(self.part("username"), ""), percent_encoded(self.part("password"), ""));
        let mut text = String::new();
        if !user.is_empty() || !password.is_empty() {
            text.push_str(&user);
            if !password.is_empty() {
                text.push(':');
                text.push_str(&password);
            }
            text.push('@');
        }
        let host = self.part("host");
        let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
        let host = percent_encoded(host, ":");
        if host.contains(':') {
            text.extend(["[", &host, "]"]);
        } else {
            text.push_str(&host);
        }
        match self.args.get("port").and_then(Data::as_known) {
            Some(port) if port.is_truthy() => text.extend([":", &python::str_of(port)]),
            _ => {}
        }
        text
    }

    fn query(&self) -> String {
        let entries = self.args.get("query").and_then(Data::as_known).and_then(Value::as_map);
        let pairs = entries.into_iter().flatten().map(|(key, value)| {
            let plus = |text: &str| percent_encoded(text, " ").replace(' ', "+");
            format!("{}={}", plus(key), plus(&python::str_of(value)))
        });
        pairs.collect::<Vec<_>>().join("&").replace("%2F", "/")
    }
}

/// The schemes whose URLs have a host.
const WITH_HOST: [&str; 23] = [
    "ftp", "http", "gopher", "nntp", "telnet", "imap", "wais", "file", "mms", "https", "shttp", "snews",
    "prospero", "rtsp", "rtspu", "rsync", "svn", "svn+ssh", "sftp", "nfs", "git", "git+ssh", "ws",
];

/// Joins the parts, as Python's `urlunsplit` does.
fn unsplit(scheme: &str, host: &str, path: &str, query: &str, fragment: &str) -> String {
    let has_host = !scheme.is_empty() && (WITH_HOST.contains(&scheme) || scheme == "wss");
    let mut url = path.to_owned();
    if !host.is_empty() || (has_host && !url.starts_with("//")) {
        if !url.is_empty() && !url.starts_with('/') {
            url.insert(0, '/');
        }
        url = format!("//{host}{url}");
    }
    if !scheme.is_empty() {
        url = format!("{scheme}:{url}");
    }
    for (mark, part) in [('?', query), ('#', fragment)] {
        if !part.is_empty() {
            url.push(mark);
            url.push_str(part);
        }
    }
    url
}
