//! What sources answer, and what many of them need to get there.

use heat_model::{Value, json};

use crate::collect::ini::Options;
use crate::collect::merge::NamedContent;
use crate::network::{Failure, Response};

/// What a source has to say.
#[derive(Debug)]
pub(in crate::collect) enum Answer {
    /// What the source knows now.
    Content(Vec<NamedContent>),
    /// Nothing has changed since the source was asked last.
    Unchanged,
    /// The source could not be asked, or what it said is not valid.
    Unavailable(String),
    /// The settings say too little of it: this is missing.
    NotConfigured(&'static str),
}

impl From<Failure> for Answer {
    fn from(failure: Failure) -> Self {
        Self::Unavailable(failure.message)
    }
}

/// The content of one source, or why there is none.
pub(super) type FetchResult = Result<Value, Answer>;

/// An option that is needed, or that it is missing.
pub(super) fn needed<'a>(options: &'a Options, section: &str, name: &'static str) -> Result<&'a str, Answer> {
    options.get(section, name).filter(|value| !value.is_empty()).ok_or(Answer::NotConfigured(name))
}

/// The JSON of an answer.
pub(super) fn json_of(response: &Response, what: &str) -> FetchResult {
    json::parse(response.text()?).map_err(|error| {
        let place = format!("line {}, column {}", error.line, error.column);
        Answer::Unavailable(format!("{what} is not valid JSON ({place})"))
    })
}

/// The content, if it is a map.
pub(super) fn map_of(content: Value, what: &str) -> FetchResult {
    match content {
        Value::Map(_) => Ok(content),
        other => Err(Answer::Unavailable(format!("{what} is {} instead of a map", other.kind()))),
    }
}
