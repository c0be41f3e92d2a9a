//! The command `yaql`: reading the data, evaluating an expression, and writing the result or the error.
//!
//! The crate `yaql` implements the language; this module provides the clock and the randomness of this machine.

use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Read as _};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use ::yaql::{Environment, Error, Expression, Settings};
use heat_catalogue::input::MAX_TEXT;
use heat_catalogue::io_error::describe;
use heat_hot::function::{value_to_yaql, yaql_diagnostic};
use heat_model::Value;
use heat_template_files as template_files;
use heat_yaml::{Diagnostic, Source};
use serde_json::json;

use crate::outcome::Failure;

/// Result of evaluating an expression.
#[derive(Debug)]
pub enum Evaluation {
    /// The result of the expression, as JSON.
    Result(serde_json::Value),
    /// The expression cannot be read, or has no result.
    Error {
        /// The error that yaql or Python raises.
        error: Error,
        /// The error as a diagnostic, for people.
        diagnostic: Box<Diagnostic>,
    },
}

impl Evaluation {
    /// Converts the result or the error to JSON, for programs.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        match self {
            Self::Result(value) => json!({"result": value}),
            Self::Error { error, .. } => {
                let span = error.span.map(|span| json!({"start": span.start, "end": span.end}));
                json!({"error": {"class": error.class.name(), "message": error.message, "span": span}})
            }
        }
    }
}

/// Evaluates an expression with these data; by default, they are an empty map, as in Heat.
pub fn evaluate(expression: &str, data: Option<&Value>) -> Evaluation {
    let data = data.map_or_else(|| ::yaql::Value::Map(Vec::new()), value_to_yaql);
    let dollar = ::yaql::Value::map([("data", data)]);
    let settings = Settings { surroundings: &ThisMachine, ..Settings::default() };
    match Expression::parse(expression).and_then(|parsed| parsed.evaluate(&dollar, &settings)) {
        Ok(value) => Evaluation::Result(to_json(value)),
        Err(error) => {
            let diagnostic = yaql_diagnostic(&Source::new("expression", expression), &error);
            Evaluation::Error { error, diagnostic: Box::new(diagnostic) }
        }
    }
}

/// Reads the data: a file of JSON or YAML, or the standard input.
///
/// # Errors
/// If they cannot be read.
pub fn data(path: &Path) -> Result<Value, Failure> {
    if path.as_os_str() != "-" {
        return Ok(template_files::read_value(path)?.unwrap_or(Value::Null));
    }
    let failed = |message: &str| Failure::unreadable(format!("the standard input cannot be read: {message}"));
    let mut bytes = Vec::new();
    io::stdin().take(MAX_TEXT + 1).read_to_end(&mut bytes).map_err(|error| failed(&describe(&error)))?;
    if bytes.len() as u64 > MAX_TEXT {
        return Err(failed(&format!("it has more than the allowed {MAX_TEXT} bytes")));
    }
    let source = Source::from_bytes("standard input", bytes).map_err(|found| failed(&found.message))?;
    Ok(template_files::value_in(&source).map_err(|message| failed(&message))?.unwrap_or(Value::Null))
}

fn to_json(value: ::yaql::Value) -> serde_json::Value {
    match value {
        ::yaql::Value::Bool(bool) => bool.into(),
        ::yaql::Value::Integer(integer) => match integer.as_i64() {
            Some(small) => small.into(),
            // JSON allows numbers of any size, but few readers do, so the digits are written as text.
            None => integer.to_string().into(),
        },
        ::yaql::Value::Float(float) => float.into(),
        ::yaql::Value::String(text) => text.into(),
        ::yaql::Value::List(items) | ::yaql::Value::Set(items) => items.into_iter().map(to_json).collect(),
        ::yaql::Value::Map(entries) => {
            let entries = entries.into_iter().map(|(key, value)| (key_text(key), to_json(value)));
            serde_json::Value::Object(entries.collect())
        }
        ::yaql::Value::Object { repr, .. } => repr.into(),
        _ => serde_json::Value::Null,
    }
}

/// Converts a key of a dictionary to a key of a JSON object.
fn key_text(key: ::yaql::Value) -> String {
    match to_json(key) {
        serde_json::Value::String(text) => text,
        other => other.to_string(),
    }
}

/// The clock and the randomness of this machine. Its time zone is UTC, like that of Heat's engines.
#[derive(Debug)]
struct ThisMachine;

impl Environment for ThisMachine {
    fn random(&self) -> Option<f64> {
        // Each of these hashers has random keys.
        let random = u32::try_from(RandomState::new().hash_one(0_u8) >> 32).unwrap_or(0);
        Some(f64::from(random) / (f64::from(u32::MAX) + 1.0))
    }

    #[expect(clippy::disallowed_methods, reason = "the expression asks for the time")]
    fn now(&self) -> Option<i64> {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
        i64::try_from(since.as_micros()).ok()
    }

    fn local_offset(&self) -> Option<i64> {
        Some(0)
    }
}
