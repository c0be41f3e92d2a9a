//! Known and intended differences from Heat.
//!
//! A deviation is for cases in which Heat crashes or contradicts itself, not for difficult ones. Deviations are a YAML list:
//!
//! ```yaml
//! - family: properties
//!   match:
//!     source: own:recursion:*
//!     error_class: RecursionError
//!   reason: Two rules that take their values from each other use up Python's stack.
//!   example: '{"rules": …}'
//! ```
//!
//! An entry covers a vector if it has the vector's family and everything under `match` applies:
//!
//! - `source`: the vector's source, or, with `*` at the end, its beginning.
//! - `error_class`: the class of any error in Heat's answer, at any depth.
//! - `message`: a part of any message in Heat's answer, at any depth.
//! - `part`: the beginning of the differing part of the answer, such as `validate`; it has to match all differing parts.

use heat_model::Value;
use heat_yaml::{ParseOptions, Severity, Source, parse};
use serde::Deserialize;

use crate::compare::Difference;
use crate::vector::Vector;

/// A known difference.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deviation {
    /// The family of the vectors.
    pub family: String,
    /// The vectors that the deviation covers.
    #[serde(rename = "match")]
    pub matching: VectorFilter,
    /// The reason why our answer differs.
    pub reason: String,
    /// A short description of a vector that differs.
    pub example: String,
}

/// The vectors that a deviation covers.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct VectorFilter {
    /// The source, or its beginning if this ends with `*`.
    pub source: Option<String>,
    /// The class of an error in Heat's answer.
    pub error_class: Option<String>,
    /// A part of a message in Heat's answer.
    pub message: Option<String>,
    /// The beginning of the parts that differ.
    pub part: Option<String>,
}

impl Deviation {
    /// Returns whether the deviation covers a vector with these differences.
    #[must_use]
    pub fn covers(&self, vector: &Vector, differences: &[Difference]) -> bool {
        let VectorFilter { source, error_class, message, part } = &self.matching;
        let of_source = |pattern: &String| match pattern.strip_suffix('*') {
            Some(start) => vector.source.starts_with(start),
            None => vector.source == *pattern,
        };
        self.family == vector.family
            && source.as_ref().is_none_or(of_source)
            && error_class.as_ref().is_none_or(|class| {
                has_text(&vector.output, &|key, text| key == "error_class" && text == class)
            })
            && message.as_ref().is_none_or(|message| {
                has_text(&vector.output, &|key, text| key == "message" && text.contains(message))
            })
            && part.as_ref().is_none_or(|part| {
                differences.iter().all(|difference| difference.part.starts_with(part.as_str()))
            })
    }
}

/// Returns whether an answer contains a text for which `is_it` returns true; it is called with the key and the text.
fn has_text(output: &Value, is_it: &dyn Fn(&str, &str) -> bool) -> bool {
    match output {
        Value::List(items) => items.iter().any(|item| has_text(item, is_it)),
        Value::Map(map) => map.iter().any(|(key, value)| match value {
            Value::String(text) => is_it(key, text),
            value => has_text(value, is_it),
        }),
        _ => false,
    }
}

/// Reads deviations.
///
/// # Errors
/// If the text is not a valid list of deviations.
pub fn read(name: &str, text: &str) -> Result<Vec<Deviation>, String> {
    let parsed = parse(&Source::new(name, text), &ParseOptions::default());
    if let Some(error) = parsed.diagnostics.iter().find(|found| found.severity == Severity::Error) {
        let line = error.position().map_or(String::new(), |position| format!(":{}", position.line));
        return Err(format!("{name}{line}: {}", error.message));
    }
    let Some(root) = parsed.root.filter(|root| !root.is_null()) else { return Ok(Vec::new()) };
    let read = serde_json::to_value(&root).and_then(serde_json::from_value::<Vec<Deviation>>);
    let deviations = read.map_err(|error| format!("{name}: {error}"))?;
    match deviations.iter().position(|deviation| deviation.matching == VectorFilter::default()) {
        Some(position) => Err(format!("{name}: entry {} matches everything of its family", position + 1)),
        None => Ok(deviations),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(matching: &str, expect: bool) {
        let text = format!("- {{family: f, reason: r, example: e, match: {matching}}}\n");
        let deviations = read("deviations.yaml", &text).unwrap();
        let vector = Vector::parse(
            r#"{"family":"f","source":"own:group:5","input":{},"output":{"values":{"a":{"error_class":"KeyError","message":"a key is missing"}}}}"#,
        )
        .unwrap();
        let difference = Difference { part: "values.a".into(), heat: String::new(), ours: String::new() };
        assert_eq!(deviations[0].covers(&vector, &[difference]), expect, "{matching}");
    }

    #[test]
    fn all_conditions_have_to_match() {
        check("{source: 'own:group:5'}", true);
        check("{source: 'own:group:*'}", true);
        check("{source: 'own:group:'}", false);
        check("{source: 'own:*', error_class: KeyError}", true);
        check("{source: 'own:*', error_class: TypeError}", false);
        check("{message: is missing}", true);
        check("{message: is there}", false);
        check("{part: values}", true);
        check("{part: validate}", false);
    }

    #[test]
    fn an_entry_requires_its_keys() {
        let error = read("d.yaml", "- {family: f, reason: r, example: e, match: {}}").unwrap_err();
        assert_eq!(error, "d.yaml: entry 1 matches everything of its family");
        assert_eq!(read("d.yaml", "# none\n"), Ok(Vec::new()));
        assert!(read("d.yaml", "- {family: f}").unwrap_err().contains("missing field"));
        assert!(read("d.yaml", "- {").unwrap_err().starts_with("d.yaml:"));
    }
}
