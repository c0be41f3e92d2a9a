//! Answers of sources, and helpers that many sources use.

use heat_model::{Value, json};

use crate::collect::ini::Options;
use crate::collect::merge::NamedContent;
use crate::network::{Failure, Response};

/// Answer of a source.
#[derive(Debug)]
pub(in crate::collect) enum Answer {
    /// The current content of the source.
    Content(Vec<NamedContent>),
    /// Nothing has changed since the source was asked last.
    Unchanged,
    /// The source could not be asked, or its answer is not valid.
    Unavailable(String),
    /// The settings of the source are incomplete: this option is missing.
    NotConfigured(&'static str),
}

impl From<Failure> for Answer {
    fn from(failure: Failure) -> Self {
        Self::Unavailable(failure.message)
    }
}

/// Content of one source, or the reason why there is none.
pub(super) type FetchResult = Result<Value, Answer>;

/// Returns a required option, or an error that it is missing.
pub(super) fn needed<'a>(options: &'a Options, section: &str, name: &'static str) -> Result<&'a str, Answer> {
    options.get(section, name).filter(|value| !value.is_empty()).ok_or(Answer::NotConfigured(name))
}

/// Parses the JSON of a response.
pub(super) fn json_of(response: &Response, what: &str) -> FetchResult {
    json::parse(response.text()?).map_err(|error| {
        let place = format!("line {}, column {}", error.line, error.column);
        Answer::Unavailable(format!("{what} is not valid JSON ({place})"))
    })
}

/// Returns the content if it is a map.
pub(super) fn map_of(content: Value, what: &str) -> FetchResult {
    match content {
        Value::Map(_) => Ok(content),
        other => Err(Answer::Unavailable(format!("{what} is {} instead of a map", other.kind()))),
    }
}
