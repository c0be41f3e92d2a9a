//! Errors as Heat raises them: the class of the exception, its message, and the span in the text.
//!
//! Users of Heat know its errors by their words, search for them, and compare them with the errors of their cloud. So a fault has
//! exactly the text of Python's `str()` for Heat's exception (`heat.common.exception`). Whatever the message leaves open, such as
//! the name that was probably meant, is in its [`Explanation`]. The caller decides how both are shown.

mod exception;
mod explaining;
mod explanation;
mod help;
mod problem;
mod suggestions;

use std::fmt;
use std::sync::Arc;

use heat_yaml::{Diagnostic, Source, Span, one_line};
use yaql::ErrorClass;

pub use exception::{Exception, MergeConflict, PythonClass, Validation};
pub use explanation::Explanation;
pub use help::{Help, Rename, did_you_mean};
pub use problem::{Problem, Stage};
pub(crate) use suggestions::{Suggestions, since_version};

/// Error in a template or an environment, with its location.
#[derive(Debug, Clone)]
pub struct Fault {
    /// Exception that Heat raises.
    pub exception: Exception,
    /// Span of the error; `None` if it is not about any text, such as a missing parameter.
    pub span: Option<Span>,
    /// Source of the text, if it is not the template: an environment or a nested template.
    pub source: Option<Arc<Source>>,
    /// Stage in which Heat notices the error, if it differs from the stage of its [`Problem`].
    pub noticed: Option<Stage>,
    /// Explanation of the error.
    pub explanation: Option<Box<Explanation>>,
}

/// Two sources are equal if they are the same object. Explanations are not compared, because they follow from the rest.
impl PartialEq for Fault {
    fn eq(&self, other: &Self) -> bool {
        self.is_in_file_of(other) && self.span == other.span && self.exception == other.exception
    }
}

impl Fault {
    /// Creates an error at a span.
    #[must_use]
    pub fn at(span: Span, exception: Exception) -> Self {
        Self { span: Some(span), ..Self::from(exception) }
    }

    /// Sets the span, unless the fault has one.
    #[must_use]
    pub fn or_at(self, span: Span) -> Self {
        Self { span: self.span.or(Some(span)), ..self }
    }

    /// Sets the source, unless the fault has one.
    #[must_use]
    pub fn in_file(self, source: &Arc<Source>) -> Self {
        Self { source: self.source.or_else(|| Some(Arc::clone(source))), ..self }
    }

    /// The stage in which Heat notices the error.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.noticed.unwrap_or_else(|| self.exception.problem().stage())
    }

    /// Sets the stage, unless the fault has one.
    #[must_use]
    pub(crate) fn noticed_at(self, stage: Stage) -> Self {
        Self { noticed: self.noticed.or(Some(stage)), ..self }
    }

    /// Sets the stage in which Heat notices the error.
    #[must_use]
    pub fn when_noticed(self, stage: Stage) -> Self {
        Self { noticed: Some(stage), ..self }
    }

    /// The fault after it leaves a generator of Python. Heat resolves lists and maps in generators, where a `StopIteration` would
    /// silently end the generator, so Python raises a `RuntimeError` instead.
    #[must_use]
    pub(crate) fn out_of_generator(mut self) -> Self {
        if let Exception::Yaql(_, class @ ErrorClass::StopIteration, message) = &mut self.exception {
            *class = ErrorClass::Runtime;
            "generator raised StopIteration".clone_into(message);
        }
        self
    }

    /// Returns whether both faults are about the same file.
    pub(crate) fn is_in_file_of(&self, other: &Self) -> bool {
        match (&self.source, &other.source) {
            (Some(left), Some(right)) => Arc::ptr_eq(left, right),
            (None, None) => true,
            _ => false,
        }
    }

    /// Removes the path and the explanation: if there are very many faults, most are only counted.
    #[must_use]
    pub(crate) fn abridged(mut self) -> Self {
        if let Exception::StackValidationFailed(validation) = &mut self.exception {
            validation.path = Vec::new();
        }
        Self { explanation: None, ..self }
    }

    /// Puts these steps in front of the path of a `StackValidationFailed`.
    #[must_use]
    pub fn within(mut self, around: &[String]) -> Self {
        if let Exception::StackValidationFailed(validation) = &mut self.exception {
            validation.path.splice(0..0, around.iter().cloned());
        }
        self
    }
}

impl Fault {
    /// Converts the error to a diagnostic. `template` is the text of the template.
    pub fn to_diagnostic(&self, template: &Arc<Source>) -> Diagnostic {
        let source = self.source.as_ref().unwrap_or(template);
        let message = one_line(&self.exception.to_string());
        let id = self.exception.problem().id();
        let mut diagnostic = Diagnostic::new(self.stage().severity(), id, message).at(source, self.span, "");
        if let Some(explanation) = &self.explanation {
            explanation.add_to(&mut diagnostic, source);
        }
        if !matches!(self.exception, Exception::TooLarge | Exception::TooManyResources) {
            diagnostic.notes.push(format!("Heat raises {}", self.exception.class()));
        }
        diagnostic.notes.extend(self.stage().note().map(str::to_owned));
        diagnostic
    }
}

impl From<Exception> for Fault {
    fn from(exception: Exception) -> Self {
        Self { exception, span: None, source: None, noticed: None, explanation: None }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.exception.fmt(f)
    }
}

impl std::error::Error for Fault {}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(error: &str, path: &[&str], expect: &str) {
        let path = path.iter().map(|step| (*step).to_owned()).collect();
        let problem = Problem::InvalidResource;
        let validation = Validation { problem, error: error.to_owned(), path, message: "wrong".to_owned() };
        assert_eq!(Exception::StackValidationFailed(Box::new(validation)).to_string(), expect);
    }

    #[test]
    fn faults_are_equal_in_one_file() {
        let sources = [0, 1].map(|number| Source::new(format!("file{number}"), "text"));
        let fault = |file: Option<usize>, start: usize, message: &str| {
            let fault = Fault::at(
                Span::new(start, start + 1),
                Exception::value_error(Problem::FunctionValue, message),
            );
            Fault { source: file.map(|file| Arc::clone(&sources[file])), ..fault }
        };
        let check = |other: &Fault, is_equal: bool| {
            assert_eq!(fault(Some(0), 1, "wrong") == *other, is_equal, "{other:?}");
        };
        check(&fault(Some(0), 1, "wrong"), true);
        check(&fault(Some(0), 1, "other"), false);
        check(&fault(Some(0), 2, "wrong"), false);
        check(&fault(Some(1), 1, "wrong"), false);
        check(&fault(None, 1, "wrong"), false);
        assert!(fault(None, 1, "wrong") == fault(None, 1, "wrong"));
    }

    #[test]
    fn a_path_stands_between_the_kind_and_the_message() {
        check("", &[], "wrong");
        check("", &["a", "0", "b"], "a[0].b: wrong");
        check("", &["", "a"], "a: wrong");
        check("", &[".get_param"], ".get_param: wrong");
        check(
            "Condition validation error",
            &["conditions", "c"],
            "Condition validation error: conditions.c: wrong",
        );
    }
}
