//! One reading: where values are not as they should be.

use heat_model::Value;
use heat_model::evaluate::Resolved;
use heat_model::validate::{ErrorKind, Step, ValueError, ValuePath};

/// One reading: what was not as it should be.
#[derive(Debug, Default)]
pub struct Run {
    pub(crate) errors: Vec<ValueError>,
    /// Why stored values are not of their types.
    pub(crate) kept: Vec<ValueError>,
    /// What stored values are, in the form that is compared, and as property data.
    pub(crate) stored: Vec<(Resolved, Value)>,
    /// Whether null is a mistake where there has to be a value.
    pub(crate) is_strict: bool,
}

impl Run {
    /// Reads one step further in. Mistakes are noted without a path, and get theirs on the way out, step by step: there
    /// are hardly ever any.
    #[inline]
    pub(crate) fn at<T>(&mut self, place: impl FnOnce() -> Step, read: impl FnOnce(&mut Self) -> T) -> T {
        let known = (self.errors.len(), self.kept.len());
        let value = read(self);
        if self.errors.len() > known.0 || self.kept.len() > known.1 {
            self.lead_through(&place(), known);
        }
        value
    }

    /// Puts a step before the paths of the mistakes that were not known yet.
    #[cold]
    fn lead_through(&mut self, step: &Step, known: (usize, usize)) {
        for error in self.errors.iter_mut().skip(known.0).chain(self.kept.iter_mut().skip(known.1)) {
            let mut path = std::mem::take(&mut error.path);
            path.0.insert(0, step.clone());
            *error = ValueError::new(path, error.kind, std::mem::take(&mut error.message));
        }
    }

    /// Notes a value that is not what it should be; what stands in for it is never seen. Null is a mistake only in what is
    /// stored.
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
