//! Readers for single facts, which report every value that does not fit.

use std::sync::Arc;

use heat_model::SchemaPath;
use heat_yaml::{Diagnostic, Severity, Source};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Collects the problems in the facts of one file.
pub(super) struct Reader<'a> {
    file: &'a str,
    /// The module in Python that the facts are from, if it can be shown.
    module: Option<&'a Arc<Source>>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(file: &'a str, module: Option<&'a Arc<Source>>) -> Self {
        Self { file, module, diagnostics: Vec::new() }
    }

    /// Adds an error that prevents facts from being used.
    pub(super) fn error(&mut self, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error("invalid-facts", message).in_file(self.file));
    }

    /// Adds an error about a line of the module; without a line or a module, it is about the file.
    pub(super) fn error_in_line(&mut self, message: String, line: Option<usize>) {
        self.add_in_line(Diagnostic::error("invalid-facts", message), line);
    }

    /// Warns of a part that is not known, because a library was replaced by a stand-in.
    pub(super) fn rests_on_stand_in(&mut self, part: &str, path: &str, line: Option<usize>) {
        let message = format!("{part} is not known: it rests on the stand-in for `{path}`");
        self.add_in_line(Diagnostic::new(Severity::Warning, "stand-in", message), line);
    }

    fn add_in_line(&mut self, diagnostic: Diagnostic, line: Option<usize>) {
        self.diagnostics.push(match self.module.zip(line) {
            Some((module, line)) => diagnostic.with_label(module, module.line_span(line), ""),
            None => diagnostic.in_file(self.file),
        });
    }

    /// The number of errors so far.
    pub(super) fn errors(&self) -> usize {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count()
    }

    fn wrong_kind(&mut self, path: &SchemaPath, expected: &str, found: &Value) {
        self.error(format!("`{path}` should be {expected}, but is {}", kind(found)));
    }

    /// The entries of an object that may have these keys. Any other key is reported as ignored.
    pub(super) fn fields<'v>(
        &mut self,
        path: &SchemaPath,
        value: &'v Value,
        known: &[&str],
    ) -> Option<Fields<'v>> {
        let map = self.object(path, value)?;
        for key in map.keys().filter(|key| !known.contains(&key.as_str())) {
            let help = "a newer release of this tool may support it";
            self.diagnostics.push(
                Diagnostic::new(
                    Severity::Warning,
                    "unknown-fact",
                    format!("`{}` is not a known fact and is ignored", path.join(key)),
                )
                .in_file(self.file)
                .with_help(help),
            );
        }
        Some(Fields { path: path.clone(), map })
    }

    pub(super) fn object<'v>(
        &mut self,
        path: &SchemaPath,
        value: &'v Value,
    ) -> Option<&'v Map<String, Value>> {
        let map = value.as_object();
        if map.is_none() {
            self.wrong_kind(path, "an object", value);
        }
        map
    }

    /// Deserializes a value; one of the wrong form is an error.
    pub(super) fn parsed<T: DeserializeOwned>(&mut self, path: &SchemaPath, value: &Value) -> Option<T> {
        match T::deserialize(value) {
            Ok(parsed) => Some(parsed),
            Err(error) => {
                self.error(format!("`{path}`: {error}"));
                None
            }
        }
    }
}

/// The entries of an object, with its path.
pub(super) struct Fields<'v> {
    path: SchemaPath,
    map: &'v Map<String, Value>,
}

impl<'v> Fields<'v> {
    /// A value with its path. In facts, null means that there is no value.
    pub(super) fn get(&self, key: &str) -> Option<(SchemaPath, &'v Value)> {
        let value = self.map.get(key).filter(|value| !value.is_null())?;
        Some((self.path.join(key), value))
    }

    /// A text without surrounding whitespace; `None` if it is empty.
    pub(super) fn text(&self, reader: &mut Reader<'_>, key: &str) -> Option<String> {
        let (path, value) = self.get(key)?;
        let Some(text) = value.as_str() else {
            reader.wrong_kind(&path, "a string", value);
            return None;
        };
        Some(text.trim().to_owned()).filter(|text| !text.is_empty())
    }

    pub(super) fn flag(&self, reader: &mut Reader<'_>, key: &str, unset: bool) -> bool {
        let Some((path, value)) = self.get(key) else { return unset };
        value.as_bool().unwrap_or_else(|| {
            reader.wrong_kind(&path, "true or false", value);
            unset
        })
    }

    /// The items of a list, each deserialized by its type; `None` if there is no such key.
    pub(super) fn list<T: DeserializeOwned>(&self, reader: &mut Reader<'_>, key: &str) -> Option<Vec<T>> {
        let (path, value) = self.get(key)?;
        let Some(items) = value.as_array() else {
            reader.wrong_kind(&path, "a list", value);
            return None;
        };
        let read = |(index, item)| reader.parsed(&path.join(index), item);
        Some(items.iter().enumerate().filter_map(read).collect())
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
