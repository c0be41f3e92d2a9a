//! Where a snippet stands: the version of its template, the stack, and the conditions.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use heat_hot_language::TemplateVersion;

use crate::conditions::Conditions;
use crate::fault::{Exception, Help, Problem, PythonClass, Suggestions};
use crate::limits::{MAX_EXPLAINED, MAX_NESTED_RESOURCES, MAX_PATHS, MAX_RESULT};
use crate::snippet::Path;
use crate::stack::Stack;
use crate::{Data, Fault};

/// How many functions and conditions may be inside of each other while they are resolved.
///
/// Heat has the limit of Python, 1,000 calls: it fails at 195 conditions that each need the next, and at about 490 functions.
/// Templates are not nested that deeply, so this bounds the conditions.
const MAX_DEPTH: usize = 400;

/// Where a snippet stands.
pub struct Scope<'a> {
    /// The version of the template.
    pub version: TemplateVersion,
    /// The stack; none if the snippet is read without one.
    pub stack: Option<&'a dyn Stack>,
    /// The conditions of the template.
    pub conditions: &'a Conditions<'a>,
    budget: Budget,
    identifies: bool,
    depth: Cell<usize>,
    /// The values of parameters: Heat reads one each time, which can be JSON.
    parameters: RefCell<HashMap<String, Option<Rc<Data>>>>,
}

/// What a template and its nested stacks may still take of this program.
#[derive(Debug, Clone)]
pub(crate) struct Budget {
    left: Rc<Allowances>,
    is_nested: bool,
}

#[derive(Debug)]
struct Allowances {
    bytes: Cell<usize>,
    nested_resources: Cell<usize>,
    explained: Cell<usize>,
    paths: Cell<usize>,
    suggestions: Suggestions,
}

impl Default for Budget {
    fn default() -> Self {
        let nested_resources = Cell::new(MAX_NESTED_RESOURCES);
        let suggestions = Suggestions::default();
        let (explained, paths) = (Cell::new(MAX_EXPLAINED), Cell::new(MAX_PATHS));
        let left =
            Allowances { bytes: Cell::new(MAX_RESULT), nested_resources, explained, paths, suggestions };
        Self { left: Rc::new(left), is_nested: false }
    }
}

impl Budget {
    /// The budget for a nested stack. The mistakes in it are those of all members of a group, of which one is reported.
    pub(crate) fn nested(&self) -> Self {
        Self { is_nested: true, ..self.clone() }
    }

    /// Accounts for the resources of a nested stack.
    ///
    /// # Errors
    /// There are more than [`MAX_NESTED_RESOURCES`] together with those before.
    pub(crate) fn nest(&self, resources: usize) -> Result<(), Exception> {
        let left = self.left.nested_resources.get().checked_sub(resources);
        self.left.nested_resources.set(left.unwrap_or_default());
        if left.is_some() { Ok(()) } else { Err(Exception::TooManyResources) }
    }
}

/// A function or a condition that is being resolved.
pub(crate) struct DepthGuard<'s>(&'s Cell<usize>);

impl Drop for DepthGuard<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

impl<'a> Scope<'a> {
    /// A scope in which nothing has been written yet.
    #[must_use]
    pub fn new(
        version: TemplateVersion,
        stack: Option<&'a dyn Stack>,
        conditions: &'a Conditions<'a>,
    ) -> Self {
        Self {
            version,
            stack,
            conditions,
            budget: Budget::default(),
            identifies: false,
            depth: Cell::new(0),
            parameters: RefCell::default(),
        }
    }

    /// The scope with a budget that others use too.
    pub(crate) fn with_budget(self, budget: &Budget) -> Self {
        Self { budget: budget.clone(), ..self }
    }

    /// The scope with unknown values that say [which they are](crate::data::Unknown::identity), or without.
    pub(crate) fn identifying(self, identifies: bool) -> Self {
        Self { identifies, ..self }
    }

    /// Whether unknown values say which they are.
    pub(crate) fn identifies(&self) -> bool {
        self.identifies
    }

    /// Accounts for what a function is about to write.
    ///
    /// # Errors
    /// It is more than [`MAX_RESULT`] together with what was written before.
    pub(crate) fn write(&self, bytes: usize) -> Result<(), Exception> {
        let left = self.budget.left.bytes.get().checked_sub(bytes);
        self.budget.left.bytes.set(left.unwrap_or_default());
        if left.is_some() { Ok(()) } else { Err(Exception::TooLarge) }
    }

    /// Whether a mistake that is found now is recorded in full, with a path of this many bytes.
    pub(crate) fn explains(&self, path: usize) -> bool {
        self.budget.left.explained.get() > 0 && self.budget.left.paths.get() >= path
    }

    /// Whether the mistake that is recorded now is recorded in full, which is accounted for.
    pub(crate) fn explain(&self, path: usize) -> bool {
        let is_explained = self.explains(path);
        let Allowances { explained, paths, .. } = &*self.budget.left;
        if is_explained {
            paths.set(paths.get() - path);
        }
        if !self.budget.is_nested {
            explained.set(explained.get().saturating_sub(1));
        }
        is_explained
    }

    /// A mistake as it is recorded, which has the path to it in its words.
    pub(crate) fn recorded(&self, fault: Fault, path: &Path<'_>) -> Fault {
        if self.explain(path.length()) { fault } else { fault.abridged() }
    }

    /// A mistake within a part of the template, as it is recorded.
    pub(crate) fn within(&self, fault: Fault, around: &[String]) -> Fault {
        if self.explain(around.iter().map(|step| step.len() + 1).sum()) {
            fault.within(around)
        } else {
            fault.abridged()
        }
    }

    /// Accounts for data that a function takes a copy of.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub(crate) fn write_data(&self, data: &Data) -> Result<(), Exception> {
        self.write_weighed(|| data.weight())
    }

    /// Accounts for what weighs so much. If nothing is left, it is not weighed: that takes its time, and thousands of
    /// functions can have the same large value.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub(crate) fn write_weighed(&self, weight: impl FnOnce() -> usize) -> Result<(), Exception> {
        if self.left() == 0 {
            return Err(Exception::TooLarge);
        }
        self.write(weight())
    }

    /// Finds names that were probably meant, with what a template may take of this program for that.
    pub(crate) fn suggestions(&self) -> &Suggestions {
        &self.budget.left.suggestions
    }

    /// The known name that was probably meant.
    pub(crate) fn near<'n>(&self, name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
        self.suggestions().near(name, known)
    }

    /// The question whether a known name was meant.
    pub(crate) fn suggestion<'n>(
        &self,
        name: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) -> Option<Help> {
        self.suggestions().help(name, known)
    }

    /// As [`suggestion`](Self::suggestion), among names that are only collected if there is still a suggestion to be made: a
    /// template can have as many unknown names as known ones.
    pub(crate) fn suggestion_among<'n>(
        &self,
        name: &str,
        known: impl FnOnce() -> Vec<&'n str>,
    ) -> Option<Help> {
        if self.suggestions().are_spent() {
            return None;
        }
        self.suggestion(name, known())
    }

    /// How much may still be written.
    pub(crate) fn left(&self) -> usize {
        self.budget.left.bytes.get()
    }

    /// Goes into a function or a condition, until what this gives is dropped.
    ///
    /// # Errors
    /// They are nested too deeply.
    pub(crate) fn enter(&self) -> Result<DepthGuard<'_>, Exception> {
        if self.depth.get() >= MAX_DEPTH {
            let message = "maximum recursion depth exceeded".to_owned();
            return Err(Exception::Python(Problem::NestedTooDeep, PythonClass::RecursionError, message));
        }
        self.depth.set(self.depth.get() + 1);
        Ok(DepthGuard(&self.depth))
    }

    /// The value of a parameter; none if there is no such parameter.
    pub(crate) fn parameter(&self, stack: &dyn Stack, name: &str) -> Result<Option<Rc<Data>>, Fault> {
        if let Some(known) = self.parameters.borrow().get(name) {
            return Ok(known.clone());
        }
        let value = stack.parameter(name)?.map(Rc::new);
        self.parameters.borrow_mut().insert(name.to_owned(), value.clone());
        Ok(value)
    }
}
