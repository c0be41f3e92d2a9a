//! The entry points: from text to tree.

mod base64;
mod compose;
mod conflict;
mod construct;
mod json;
mod key;
mod mapping;
mod merge;
mod parsed;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use conflict::conflicts;
use json::Json;
pub use parsed::Parsed;

use crate::syntax::Dialect;
use crate::{Diagnostic, Mapping, Node, ParseOptions, Source, Span, Value, characters, code};

/// Reads a template as Heat does: as JSON if it is JSON, as YAML otherwise.
///
/// If there is no error, there is a root: an empty text is read as an empty map. The caller has to check that
/// the root is a map.
#[must_use]
pub fn parse_template(source: &Arc<Source>, options: &ParseOptions) -> Parsed {
    if let Err(error) = check_size(source, options) {
        return Parsed::failed(error);
    }
    let not_json = match json::read(source, options) {
        Json::Read(parsed) => return parsed,
        Json::Other(error) => error,
    };
    let mut parsed = parse(source, options);
    if parsed.has_errors() {
        if source.text().trim_start().starts_with(['{', '['])
            && let Some(finding) = parsed.diagnostics.first_mut()
        {
            let at = source.line_column(not_json.offset);
            finding.notes.push(format!(
                "as JSON, it is invalid at line {}, column {}: {not_json}",
                at.line, at.column
            ));
        }
    } else if parsed.root.as_ref().is_none_or(|root| root.value == Value::Null) {
        parsed.root = Some(Node { span: Span::default(), value: Value::Mapping(Mapping::default()) });
    }
    parsed
}

/// Reads YAML.
///
/// The result is that of PyYAML's safe loader, except that timestamps stay strings, as in Heat.
#[must_use]
pub fn parse(source: &Arc<Source>, options: &ParseOptions) -> Parsed {
    if let Err(error) = check_size(source, options).and_then(|()| characters::check_characters(source)) {
        return Parsed::failed(error);
    }
    let first = read_as(source, options, Dialect::Libyaml);
    let beyond_limits =
        first.diagnostics.iter().any(|error| [code::TOO_DEEP, code::ALIAS_EXPANSION].contains(&error.code));
    if first.root.is_some() || first.diagnostics.is_empty() || beyond_limits {
        return first;
    }
    let second = read_as(source, options, Dialect::PyYaml);
    // If neither parser accepts the text, the one that got further has the better explanation.
    let place = |parsed: &Parsed| parsed.diagnostics.first()?.labels.first().map(|label| label.span.start);
    let mut chosen =
        if second.diagnostics.is_empty() || second.root.is_some() || place(&second) > place(&first) {
            second
        } else {
            first
        };
    if chosen.root.is_none()
        && let Some(conflicts) = chosen.diagnostics.first().and_then(|error| conflicts(source, error))
    {
        chosen.diagnostics = conflicts;
    }
    chosen
}

/// Reads YAML with one of the two parsers that Heat tries.
fn read_as(source: &Arc<Source>, options: &ParseOptions, dialect: Dialect) -> Parsed {
    match compose::compose(source, options, dialect) {
        Err(error) => Parsed::failed(error),
        Ok(None) => Parsed::default(),
        Ok(Some(graph)) => {
            let (root, diagnostics) = construct::construct(source, options, &graph);
            Parsed { root, diagnostics }
        }
    }
}

fn check_size(source: &Arc<Source>, options: &ParseOptions) -> Result<(), Diagnostic> {
    let size = source.text().len();
    if size <= options.max_size {
        return Ok(());
    }
    let message = format!("the text has {size} bytes, more than the {} allowed", options.max_size);
    Err(Diagnostic::error(code::TOO_LARGE, message).in_file(source.name()))
}
