//! Reads single values of `docs.yaml`: texts, addresses, colours, and lists of known names. Each diagnostic suggests a valid
//! value.

use std::fmt;

use heat_model::load::fields::Reader;
use heat_model::suggest::nearest;
use heat_yaml::{Node, Span, Value};

use super::accent::{Color, Theme, check};
use crate::links::edit_links::PATH;
use crate::links::web_address::{base_url, edit_url, web_address};

/// The maximum length of a title: the header has room for a few words.
const MAX_TITLE: usize = 80;

/// The value that chooses all parts.
const ALL: &str = "all";

/// The value that chooses no part.
const NONE: &str = "none";

/// The subject of a message about a value.
#[derive(Debug, Clone, Copy)]
pub(super) enum Subject<'a> {
    /// The value of a key.
    Key(&'a str),
    /// Another value, in words: `an item of …`.
    Other(&'a str),
}

impl<'a> Subject<'a> {
    fn key(self) -> Option<&'a str> {
        match self {
            Self::Key(key) => Some(key),
            Self::Other(_) => None,
        }
    }
}

impl fmt::Display for Subject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(key) => write!(f, "`{key}`"),
            Self::Other(words) => f.write_str(words),
        }
    }
}

/// Reads a text.
pub(super) fn text(reader: &mut Reader<'_>, node: &Node, what: Subject<'_>) -> Option<String> {
    if node.as_mapping().is_none() && node.as_sequence().is_none() {
        return reader.string(node, &what.to_string());
    }
    let help = what.key().map(|key| format!("write a text alone, such as {key}: ACME"));
    reader.wrong_kind(node, &what.to_string(), "a string", help);
    None
}

/// Reads a non-empty text on one line.
pub(super) fn line(reader: &mut Reader<'_>, node: &Node, what: Subject<'_>) -> Option<String> {
    let is_nothing = node.value == Value::Null;
    let text = if is_nothing { String::new() } else { text(reader, node, what)? };
    let text = text.trim();
    let wrong = if text.is_empty() {
        Some((format!("{what} is empty"), "add a text, or remove the key".to_owned()))
    } else if text.chars().any(char::is_control) {
        Some((format!("{what} has several lines, or control characters"), "write it on one line".to_owned()))
    } else {
        None
    };
    if let Some((message, help)) = wrong {
        reader.error("invalid-value", node.span, message, "here", Some(help));
        return None;
    }
    Some(text.to_owned())
}

/// Reads a title: a text on one line that the header has room for.
pub(super) fn title(reader: &mut Reader<'_>, node: &Node) -> Option<String> {
    let text = line(reader, node, TITLE)?;
    if text.chars().count() > MAX_TITLE {
        let message = format!("{TITLE} has more than {MAX_TITLE} characters");
        let help = "the header has room for a few words; `summary` is for more".to_owned();
        reader.error("invalid-value", node.span, message, "here", Some(help));
        return None;
    }
    Some(text)
}

const TITLE: Subject<'_> = Subject::Key("title");

/// The purpose of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Address {
    /// The site itself: the pages are below this address.
    Site,
    /// A page on another website.
    Page,
    /// Sources that can be edited, with a placeholder for the path.
    Sources,
}

impl Address {
    fn read(self, text: &str) -> Result<String, String> {
        match self {
            Self::Site => base_url(text),
            Self::Page => web_address(text),
            Self::Sources => edit_url(text),
        }
    }

    /// Suggests a replacement for a text that is not such an address.
    fn instead_of(self, text: &str) -> String {
        let (scheme, rest) = text.split_once("://").unwrap_or(("https", text.trim_start_matches('/')));
        let is_web = scheme == "https" || scheme == "http";
        let is_plain = |char: char| char.is_ascii_alphanumeric() || "-._~/{}%+@".contains(char);
        let rest =
            if self == Self::Sources { rest } else { rest.split(['?', '#']).next().unwrap_or_default() };
        let host = rest.split('/').next().unwrap_or_default();
        if !is_web || !host.contains('.') || !rest.chars().all(is_plain) {
            let example = match self {
                Self::Site | Self::Page => "https://acme.example/",
                Self::Sources => "https://git.acme.example/heat/edit/main/{path}",
            };
            return format!("such as {example}");
        }
        let path =
            if self == Self::Sources && !rest.contains(PATH) { format!("/{PATH}") } else { String::new() };
        let rest = if path.is_empty() { rest } else { rest.trim_end_matches('/') };
        format!("write {scheme}://{rest}{path}")
    }
}

/// Reads a web address.
pub(super) fn address(
    reader: &mut Reader<'_>,
    node: &Node,
    what: Subject<'_>,
    kind: Address,
) -> Option<String> {
    let text = line(reader, node, what)?;
    match kind.read(&text) {
        Ok(address) => Some(address),
        Err(why) => {
            let message = format!("{what} is not a usable URL: {why}");
            reader.error("invalid-value", node.span, message, "not usable", Some(kind.instead_of(&text)));
            None
        }
    }
}

/// Reads true or false. `meaning` is the help if the value is neither.
pub(super) fn flag(reader: &mut Reader<'_>, node: &Node, what: &str, meaning: &str) -> Option<bool> {
    if let Value::Bool(flag) = node.value {
        return Some(flag);
    }
    let quoted = node.as_str().filter(|text| ["true", "false"].contains(text));
    let help = quoted.map_or_else(|| meaning.to_owned(), |text| format!("write it without quotes: {text}"));
    reader.wrong_kind(node, what, "true or false", Some(help));
    None
}

/// Reads a list of texts.
pub(super) fn lines(
    reader: &mut Reader<'_>,
    node: &Node,
    what: &str,
    item: &str,
) -> Option<Vec<(String, Span)>> {
    if let Some(text) = node.as_str() {
        let help = format!("write it in brackets: [\"{text}\"]");
        reader.wrong_kind(node, what, "a list", Some(help));
        return None;
    }
    if node.as_sequence().is_some_and(<[Node]>::is_empty) {
        let help = "name at least one, or a pattern such as \"ACME::Disk::*\"".to_owned();
        reader.error("invalid-value", node.span, format!("{what} is empty"), "nothing is named", Some(help));
        return None;
    }
    reader.whole_list(node, what, |reader, node| Some((line(reader, node, Subject::Other(item))?, node.span)))
}

pub(super) fn color(reader: &mut Reader<'_>, node: &Node, theme: Theme) -> Option<Color> {
    let text = line(reader, node, Subject::Other("a colour"))?;
    let Some(color) = Color::read(&text) else {
        let help = "write red, green and blue as hexadecimal digits: \"#0b5fa5\"".to_owned();
        reader.error(
            "invalid-value",
            node.span,
            format!("`{text}` is not a colour"),
            "not a colour",
            Some(help),
        );
        return None;
    };
    if let Err(faint) = check(color, theme) {
        let help = format!("the nearest colour that can be read is \"{}\"", faint.nearest);
        reader.error(
            "invalid-value",
            node.span,
            faint.message(color, theme),
            "too little contrast",
            Some(help),
        );
        return None;
    }
    Some(color)
}

/// Reads the chosen parts: all, none, or a list of known ones.
pub(super) fn chosen(
    reader: &mut Reader<'_>,
    node: &Node,
    key: &str,
    kind: &str,
    known: &[String],
) -> Option<Vec<String>> {
    match node.as_str() {
        Some(ALL) => return Some(known.to_vec()),
        Some(NONE) => return Some(Vec::new()),
        _ => {}
    }
    if node.as_sequence().is_none() {
        let help = format!("write `{ALL}`, `{NONE}`, or a list of names");
        reader.wrong_kind(node, key, &format!("`{ALL}`, `{NONE}` or a list"), Some(help));
        return None;
    }
    reader.whole_list(node, key, |reader, node| {
        let name = line(reader, node, Subject::Other(&format!("an item of {key}")))?;
        if known.contains(&name) {
            return Some(name);
        }
        let help = match nearest(&name, known.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("known here: {}", known.join(", ")),
        };
        reader.error(
            "invalid-value",
            node.span,
            format!("there is no {kind} `{name}`"),
            "not known",
            Some(help),
        );
        None
    })
}
