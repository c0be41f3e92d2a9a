//! Calls of library functions: the arguments by parameter, and access to them.

use std::rc::Rc;

use super::types::converted;
use super::{Context, Lambda, Run, delegate};
use crate::data::dict::Entries;
use crate::data::iter::Cursor;
use crate::data::truth::is_true;
use crate::data::{DateTime, Dict, Int, Text, TimeSpan, Val};
use crate::error::{Fault, Outcome, type_error, undecided};
use crate::library::spec::Overload;

/// A call, with one argument for each parameter. A function reads its arguments by index.
pub(crate) struct Call<'r, 's> {
    pub(crate) run: &'r Run<'s>,
    pub(crate) context: Rc<Context>,
    pub(crate) args: Vec<Val>,
    /// Positional arguments beyond the parameters.
    pub(crate) rest: Vec<Val>,
    /// Keyword arguments beyond the parameters.
    pub(crate) named: Vec<(Text, Val)>,
}

impl<'r, 's> Call<'r, 's> {
    pub(crate) fn new(run: &'r Run<'s>, context: &Rc<Context>) -> Self {
        let context = context.clone();
        Self { run, context, args: Vec::with_capacity(3), rest: Vec::new(), named: Vec::new() }
    }

    /// Converts every argument for its parameter.
    pub(crate) fn convert(&mut self, overload: &Overload) -> Outcome<()> {
        for (parameter, value) in overload.params.iter().zip(&mut self.args) {
            let taken = std::mem::replace(value, Val::Null);
            *value = converted(self.run, parameter, taken, &self.context)?;
        }
        if let Some(parameter) = &overload.rest {
            for value in &mut self.rest {
                let taken = std::mem::replace(value, Val::Null);
                *value = converted(self.run, parameter, taken, &self.context)?;
            }
        }
        for (_, value) in &mut self.named {
            if let Val::Node(node) = value
                && let Some(constant) = node.constant()
            {
                *value = constant;
            }
            self.run.check_size(value)?;
        }
        let is_unknown = |value: &Val| matches!(value, Val::Unknown);
        if !overload.keeps_unknown && (self.args.iter().any(is_unknown) || self.rest.iter().any(is_unknown)) {
            return Err(undecided());
        }
        Ok(())
    }

    /// Removes the argument of a parameter and returns it.
    pub(crate) fn take(&mut self, index: usize) -> Val {
        self.args.get_mut(index).map_or(Val::NoValue, |arg| std::mem::replace(arg, Val::NoValue))
    }

    pub(crate) fn arg(&self, index: usize) -> &Val {
        self.args.get(index).unwrap_or(&Val::NoValue)
    }

    pub(crate) fn text(&self, index: usize) -> Outcome<Text> {
        match self.arg(index) {
            Val::Str(text) => Ok(text.clone()),
            other => Err(wrong(other, "str")),
        }
    }

    /// Text of an argument; `None` if it is null.
    pub(crate) fn optional_text(&self, index: usize) -> Outcome<Option<Text>> {
        if self.arg(index).is_null() { Ok(None) } else { self.text(index).map(Some) }
    }

    pub(crate) fn int(&self, index: usize) -> Outcome<Int> {
        self.arg(index).as_int().ok_or_else(|| wrong(self.arg(index), "int"))
    }

    /// An integer that Python uses as an index or a count, which has to fit into 64 bits.
    pub(crate) fn index(&self, index: usize) -> Outcome<i64> {
        let int = self.int(index)?;
        int.small().ok_or_else(|| crate::error::overflow("Python int too large to convert to C ssize_t"))
    }

    /// Integer of an argument that is only compared with lengths, clamped to 64 bits.
    pub(crate) fn clamped(&self, index: usize) -> Outcome<i64> {
        Ok(self.int(index)?.clamped())
    }

    pub(crate) fn is_true(&self, index: usize) -> Outcome<bool> {
        is_true(self.arg(index))
    }

    pub(crate) fn dict(&self, index: usize) -> Outcome<Rc<Dict>> {
        match self.arg(index) {
            Val::Dict(dict) => Ok(dict.clone()),
            other => Err(wrong(other, "dict")),
        }
    }

    pub(crate) fn entries(&self, index: usize) -> Outcome<Entries> {
        let dict = self.dict(index)?;
        self.run.step(dict.entries.len() / 8)?;
        Ok(dict.entries.clone())
    }

    pub(crate) fn time(&self, index: usize) -> Outcome<DateTime> {
        match self.arg(index) {
            Val::DateTime(time) => Ok(*time),
            other => Err(wrong(other, "datetime")),
        }
    }

    pub(crate) fn span(&self, index: usize) -> Outcome<TimeSpan> {
        match self.arg(index) {
            Val::TimeSpan(span) => Ok(*span),
            other => Err(wrong(other, "timedelta")),
        }
    }

    pub(crate) fn lambda(&self, index: usize) -> Outcome<Rc<Lambda>> {
        match self.arg(index) {
            Val::Lambda(lambda) => Ok(lambda.clone()),
            // `null` as a lambda: Python raises an error when it is called.
            other => Err(type_error(format!("'{}' object is not callable", other.type_name()))),
        }
    }

    /// Lambda of an argument; `None` if it is null.
    pub(crate) fn optional_lambda(&self, index: usize) -> Outcome<Option<Rc<Lambda>>> {
        if self.arg(index).is_null() { Ok(None) } else { self.lambda(index).map(Some) }
    }

    pub(crate) fn cursor(&self, index: usize) -> Outcome<Cursor> {
        Cursor::new(self.arg(index))
    }

    /// All items of a collection.
    pub(crate) fn items(&self, index: usize) -> Outcome<Vec<Val>> {
        self.cursor(index)?.collect(self.run)
    }

    /// Maximum depth of the arguments.
    pub(crate) fn depth(&self) -> u32 {
        self.args.iter().chain(&self.rest).map(Val::depth).max().unwrap_or(0)
    }

    /// Calls another function by its name.
    pub(crate) fn delegate(&self, name: &str, args: Vec<Val>) -> Outcome<Val> {
        delegate(self.run, &self.context, name, args)
    }
}

fn wrong(value: &Val, wanted: &str) -> Fault {
    type_error(format!("expected {wanted}, not {}", value.type_name()))
}
