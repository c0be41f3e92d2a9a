//! A single reading of property data, and the errors found in it.

use heat_model::Value;
use heat_model::evaluate::Resolved;
use heat_model::validate::{ErrorKind, Step, ValueError, ValuePath};

/// A single reading of property data: the errors found, and the stored values.
#[derive(Debug, Default)]
pub struct Run {
    pub(crate) errors: Vec<ValueError>,
    /// The reasons why stored values do not have their types.
    pub(crate) kept: Vec<ValueError>,
    /// The stored values, in the form that is compared, and as property data.
    pub(crate) stored: Vec<(Resolved, Value)>,
    /// `true` if null is an error for a value that must be present.
    pub(crate) is_strict: bool,
    /// The names of the properties whose values are not known.
    pub(crate) unknown: Vec<String>,
}

impl Run {
    /// Reads a nested value. Errors are recorded without a path, and the path is added step by step on the way out, because
    /// there are hardly ever any errors.
    #[inline]
    pub(crate) fn at<T>(&mut self, place: impl FnOnce() -> Step, read: impl FnOnce(&mut Self) -> T) -> T {
        let known = (self.errors.len(), self.kept.len());
        let value = read(self);
        if self.errors.len() > known.0 || self.kept.len() > known.1 {
            self.lead_through(&place(), known);
        }
        value
    }

    /// Prepends a step to the paths of the errors that were found since `known`.
    #[cold]
    fn lead_through(&mut self, step: &Step, known: (usize, usize)) {
        for error in self.errors.iter_mut().skip(known.0).chain(self.kept.iter_mut().skip(known.1)) {
            let mut path = std::mem::take(&mut error.path);
            path.0.insert(0, step.clone());
            *error = ValueError::new(path, error.kind, std::mem::take(&mut error.message));
        }
    }

    /// Records a value that does not have its type; the placeholder that is returned is never seen. Null is an error only in a
    /// strict reading.
    #[cold]
    pub(crate) fn misfit<T: Default>(&mut self, expected: &str, value: &Resolved) -> T {
        if self.is_strict || !value.is_null() {
            self.error(expected, value);
        }
        T::default()
    }

    #[cold]
    pub(crate) fn error(&mut self, expected: &str, value: &Resolved) {
        let found = match value {
            Resolved::Plain(value) => value.to_string(),
            Resolved::Items(_) => "a list".to_owned(),
            Resolved::Members(_) => "a map".to_owned(),
        };
        self.refuse(format!("expected {expected}, found {found}"));
    }

    #[cold]
    pub(crate) fn refuse(&mut self, message: String) {
        self.errors.push(ValueError::new(ValuePath::default(), ErrorKind::Invalid, message));
    }
}
