//! The current position while reading, and the errors there.

use super::prepare::{Members, Node};
use super::properties::{MAX_ERRORS, MAX_HINTS, PathStep, Properties, RecordedFailure};
use super::wording::Problem;
use crate::validate::{ErrorKind, PythonException, Step, ValueError, ValuePath};

/// Indexes as text: most lists are short.
const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

impl<'e> Properties<'e> {
    pub(super) fn at<T>(&mut self, place: PathStep<'e>, read: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(place);
        let answer = read(self);
        self.path.pop();
        answer
    }

    /// Enters a property, keeping its key if rules may ask for it.
    pub(super) fn at_node<T>(
        &mut self,
        place: PathStep<'e>,
        node: &Node<'_>,
        read: impl FnOnce(&mut Self) -> T,
    ) -> T {
        if !node.touched_below {
            return self.at(place, read);
        }
        let length = self.key.len();
        if !self.key.is_empty() && !self.key.ends_with('.') {
            self.key.push('.');
        }
        match place {
            PathStep::Name(name) => self.key.push_str(name),
            PathStep::Item(index) => match DIGITS.get(index) {
                Some(digit) => self.key.push_str(digit),
                None => self.key.push_str(&index.to_string()),
            },
        }
        let answer = self.at(place, read);
        self.key.truncate(length);
        answer
    }

    pub(super) fn fail(&mut self, message: impl Into<String>) -> RecordedFailure {
        self.error(ErrorKind::Invalid, message);
        RecordedFailure
    }

    /// Like [`fail`](Self::fail), where Heat raises something other than a `ValueError`.
    pub(super) fn fail_with(
        &mut self,
        raised: PythonException,
        message: impl Into<String>,
    ) -> RecordedFailure {
        let failed = self.fail(message);
        if let Some(error) = self.errors.last_mut() {
            error.raised = raised;
        }
        failed
    }

    pub(super) fn error(&mut self, kind: ErrorKind, message: impl Into<String>) {
        let steps = self.path.iter().map(|place| match place {
            PathStep::Name(name) => Step::Name((*name).to_owned()),
            PathStep::Item(index) => Step::Item(*index),
        });
        if self.is_full() {
            return;
        }
        let mut error = ValueError::new(ValuePath(steps.collect()), kind, message);
        error.heat_steps = error.heat_steps.min(self.blind.unwrap_or(usize::MAX));
        self.errors.push(error);
    }

    pub(super) fn group_error(&mut self, path: ValuePath, message: String) {
        self.errors.push(ValueError::new(path, ErrorKind::Group, message));
    }

    /// Returns whether there are so many errors that further ones are not collected.
    pub(super) fn is_full(&self) -> bool {
        self.errors.len() >= MAX_ERRORS
    }

    pub(super) fn unknown(&mut self, name: &str, members: &Members<'_>) {
        // Searching for similar names takes a while: if there are many unknown names, the rest get no hint.
        let hinted = self.unknown_names < MAX_HINTS;
        self.unknown_names += 1;
        let hint = if hinted { members.hint(name) } else { String::new() };
        // The name is not in the schema, so it is not on any of our paths.
        let known = self.errors.len();
        let message = self.say(Problem::Unknown(name), || format!("unknown property{hint}"));
        self.error(ErrorKind::Unknown, message);
        if let Some(error) = self.errors.get_mut(known) {
            error.heat_steps = error.path.0.len();
            error.path.0.push(Step::Name(name.to_owned()));
        }
    }

    /// Reads without validating: Heat reports any error further down at this position.
    pub(super) fn blindly<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.blind;
        self.blind = before.or(Some(self.path.len()));
        let answer = read(self);
        self.blind = before;
        answer
    }
}
