//! Context of a snippet: the version of its template, the stack, and the conditions.

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

/// Maximum depth of nested functions and conditions while they are resolved.
///
/// Heat has Python's limit of 1,000 calls: it fails at 195 conditions that each depend on the next, and at about 490 functions.
/// Templates are not nested that deeply, so this limits the conditions.
const MAX_DEPTH: usize = 400;

/// Context of a snippet.
pub struct Scope<'a> {
    /// Version of the template.
    pub version: TemplateVersion,
    /// Stack of the template; `None` if the snippet is read without one.
    pub stack: Option<&'a dyn Stack>,
    /// Conditions of the template.
    pub conditions: &'a Conditions<'a>,
    budget: Budget,
    identifies: bool,
    depth: Cell<usize>,
    /// Values of parameters that were read. Heat reads the value each time, which may require parsing JSON.
    parameters: RefCell<HashMap<String, Option<Rc<Data>>>>,
}

/// Remaining budget of a template and its nested stacks.
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
    /// The budget for a nested stack. Errors in it are not deducted from the errors to record in full: the members of a group all
    /// have the same, of which one is reported.
    pub(crate) fn nested(&self) -> Self {
        Self { is_nested: true, ..self.clone() }
    }

    /// Accounts for the resources of a nested stack.
    ///
    /// # Errors
    /// The nested stacks together have more than [`MAX_NESTED_RESOURCES`].
    pub(crate) fn nest(&self, resources: usize) -> Result<(), Exception> {
        let left = self.left.nested_resources.get().checked_sub(resources);
        self.left.nested_resources.set(left.unwrap_or_default());
        if left.is_some() { Ok(()) } else { Err(Exception::TooManyResources) }
    }
}

/// Guard for a function or a condition that is being resolved.
pub(crate) struct DepthGuard<'s>(&'s Cell<usize>);

impl Drop for DepthGuard<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

impl<'a> Scope<'a> {
    /// Creates a scope with a full budget.
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

    /// Sets a budget that is shared with other scopes.
    pub(crate) fn with_budget(self, budget: &Budget) -> Self {
        Self { budget: budget.clone(), ..self }
    }

    /// Sets whether unknown values get an [identity](crate::data::Unknown::identity).
    pub(crate) fn identifying(self, identifies: bool) -> Self {
        Self { identifies, ..self }
    }

    /// Returns whether unknown values get an identity.
    pub(crate) fn identifies(&self) -> bool {
        self.identifies
    }

    /// Accounts for the output of a function, before it is written.
    ///
    /// # Errors
    /// The output of all functions together exceeds [`MAX_RESULT`].
    pub(crate) fn write(&self, bytes: usize) -> Result<(), Exception> {
        let left = self.budget.left.bytes.get().checked_sub(bytes);
        self.budget.left.bytes.set(left.unwrap_or_default());
        if left.is_some() { Ok(()) } else { Err(Exception::TooLarge) }
    }

    /// Returns whether an error found now is recorded in full, if its path has this length in bytes.
    pub(crate) fn explains(&self, path: usize) -> bool {
        self.budget.left.explained.get() > 0 && self.budget.left.paths.get() >= path
    }

    /// Accounts for an error that is recorded now, and returns whether it is recorded in full.
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

    /// The error as it is recorded; its message contains the path.
    pub(crate) fn recorded(&self, fault: Fault, path: &Path<'_>) -> Fault {
        if self.explain(path.length()) { fault } else { fault.abridged() }
    }

    /// The error inside a part of the template, as it is recorded.
    pub(crate) fn within(&self, fault: Fault, around: &[String]) -> Fault {
        if self.explain(around.iter().map(|step| step.len() + 1).sum()) {
            fault.within(around)
        } else {
            fault.abridged()
        }
    }

    /// Accounts for data that a function copies.
    ///
    /// # Errors
    /// The same as those of [`write`](Self::write).
    pub(crate) fn write_data(&self, data: &Data) -> Result<(), Exception> {
        self.write_weighed(|| data.weight())
    }

    /// Accounts for output of this weight. If no budget is left, the weight is not computed: that takes time, and thousands of
    /// functions can have the same large value.
    ///
    /// # Errors
    /// The same as those of [`write`](Self::write).
    pub(crate) fn write_weighed(&self, weight: impl FnOnce() -> usize) -> Result<(), Exception> {
        if self.left() == 0 {
            return Err(Exception::TooLarge);
        }
        self.write(weight())
    }

    /// The finder of names that were probably meant, which has its own budget.
    pub(crate) fn suggestions(&self) -> &Suggestions {
        &self.budget.left.suggestions
    }

    /// The known name that was probably meant.
    pub(crate) fn near<'n>(&self, name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
        self.suggestions().near(name, known)
    }

    /// Help that asks whether a known name was meant.
    pub(crate) fn suggestion<'n>(
        &self,
        name: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) -> Option<Help> {
        self.suggestions().help(name, known)
    }

    /// Like [`suggestion`](Self::suggestion), but collects the names only if the budget allows a suggestion: a template can have
    /// as many unknown names as known ones.
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

    /// The number of bytes that may still be written.
    pub(crate) fn left(&self) -> usize {
        self.budget.left.bytes.get()
    }

    /// Enters a function or a condition, until the guard is dropped.
    ///
    /// # Errors
    /// The functions and conditions are nested too deeply.
    pub(crate) fn enter(&self) -> Result<DepthGuard<'_>, Exception> {
        if self.depth.get() >= MAX_DEPTH {
            let message = "maximum recursion depth exceeded".to_owned();
            return Err(Exception::Python(Problem::NestedTooDeep, PythonClass::RecursionError, message));
        }
        self.depth.set(self.depth.get() + 1);
        Ok(DepthGuard(&self.depth))
    }

    /// The value of a parameter; `None` if the parameter does not exist.
    pub(crate) fn parameter(&self, stack: &dyn Stack, name: &str) -> Result<Option<Rc<Data>>, Fault> {
        if let Some(known) = self.parameters.borrow().get(name) {
            return Ok(known.clone());
        }
        let value = stack.parameter(name)?.map(Rc::new);
        self.parameters.borrow_mut().insert(name.to_owned(), value.clone());
        Ok(value)
    }
}
