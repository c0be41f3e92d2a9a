//! Errors as Heat raises them: the class of the exception, its words, and the place in the text.
//!
//! Users of Heat know its errors by their words, search for them, and compare what is reported here with what their cloud
//! reported. So a fault has what `str()` gives of Heat's exception (`heat.common.exception`), to the letter. What the words leave
//! open, such as the name that was probably meant, is its [`Explanation`]. How both are shown is up to others.

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

/// An error, where it is.
#[derive(Debug, Clone)]
pub struct Fault {
    /// What Heat raises.
    pub exception: Exception,
    /// The part of the text that it is about; none for what stands in no text, such as a missing parameter.
    pub span: Option<Span>,
    /// The file with the text, if it is another one than that of the template: an environment or a nested template.
    pub source: Option<Arc<Source>>,
    /// When Heat notices it, if that is not when it notices such a [`Problem`] elsewhere.
    pub noticed: Option<Stage>,
    /// What helps to understand it.
    pub explanation: Option<Box<Explanation>>,
}

/// Sources are equal if they are the same. Explanations follow from the rest.
impl PartialEq for Fault {
    fn eq(&self, other: &Self) -> bool {
        self.is_in_file_of(other) && self.span == other.span && self.exception == other.exception
    }
}

impl Fault {
    /// An error at a place.
    #[must_use]
    pub fn at(span: Span, exception: Exception) -> Self {
        Self { span: Some(span), ..Self::from(exception) }
    }

    /// The fault at a place, unless it has one.
    #[must_use]
    pub fn or_at(self, span: Span) -> Self {
        Self { span: self.span.or(Some(span)), ..self }
    }

    /// The fault in a file, unless it has one.
    #[must_use]
    pub fn in_file(self, source: &Arc<Source>) -> Self {
        Self { source: self.source.or_else(|| Some(Arc::clone(source))), ..self }
    }

    /// When Heat notices it.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.noticed.unwrap_or_else(|| self.exception.problem().stage())
    }

    /// The fault in a place that Heat looks at only then.
    #[must_use]
    pub(crate) fn noticed_at(self, stage: Stage) -> Self {
        Self { noticed: self.noticed.or(Some(stage)), ..self }
    }

    /// The fault, noticed at this stage.
    #[must_use]
    pub fn when_noticed(self, stage: Stage) -> Self {
        Self { noticed: Some(stage), ..self }
    }

    /// The fault as it leaves a generator of Python, which is how Heat resolves lists and maps: a `StopIteration` would end
    /// the generator silently, so Python makes it a `RuntimeError`.
    #[must_use]
    pub(crate) fn out_of_generator(mut self) -> Self {
        if let Exception::Yaql(_, class @ ErrorClass::StopIteration, message) = &mut self.exception {
            *class = ErrorClass::Runtime;
            "generator raised StopIteration".clone_into(message);
        }
        self
    }

    /// Whether the fault is about the same file as the other.
    pub(crate) fn is_in_file_of(&self, other: &Self) -> bool {
        match (&self.source, &other.source) {
            (Some(left), Some(right)) => Arc::ptr_eq(left, right),
            (None, None) => true,
            _ => false,
        }
    }

    /// The fault without the path to it, and without what helps to understand it: of a flood of faults, most are only counted.
    #[must_use]
    pub(crate) fn abridged(mut self) -> Self {
        if let Exception::StackValidationFailed(validation) = &mut self.exception {
            validation.path = Vec::new();
        }
        Self { explanation: None, ..self }
    }

    /// The fault within a part of the template: a `StackValidationFailed` has these steps in front of its path.
    #[must_use]
    pub fn within(mut self, around: &[String]) -> Self {
        if let Exception::StackValidationFailed(validation) = &mut self.exception {
            validation.path.splice(0..0, around.iter().cloned());
        }
        self
    }
}

impl Fault {
    /// The error as a diagnostic. `template` is the text of the template.
    pub fn to_diagnostic(&self, template: &Arc<Source>) -> Diagnostic {
        let source = self.source.as_ref().unwrap_or(template);
        let message = one_line(&self.exception.to_string());
        let id = self.exception.problem().id();
        let diagnostic = Diagnostic::new(self.stage().severity(), id, message);
        let mut diagnostic = match self.span {
            Some(span) => diagnostic.with_label(source, span, ""),
            None => diagnostic.in_file(source.name()),
        };
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
