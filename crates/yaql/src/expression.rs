//! Parsed expressions.

use std::fmt;
use std::sync::Arc;

use crate::data::convert::{input, output};
use crate::error::{Error, Fault, Span, too_deep};
use crate::run::{Context, Run, delegate, eval};
use crate::settings::Settings;
use crate::syntax::{Node, parse};
use crate::value::Value;

/// A parsed expression.
#[derive(Clone)]
pub struct Expression {
    text: Arc<str>,
    /// Root of the syntax tree; `None` if it is nested too deeply to be evaluated.
    root: Option<Arc<Node>>,
}

impl Expression {
    /// Parses an expression.
    ///
    /// # Errors
    /// If the text is invalid. Only the first error is returned, as in yaql.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let root = parse(text).map_err(|error| *error)?;
        Ok(Self { text: text.into(), root })
    }

    /// Text of the expression.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn root(&self) -> Option<&Arc<Node>> {
        self.root.as_ref()
    }

    /// Evaluates the expression with data as `$`.
    ///
    /// # Errors
    /// If yaql or Python would raise an exception, if a limit is exceeded, or if the result depends on an unknown value.
    pub fn evaluate(&self, data: &Value, settings: &Settings<'_>) -> Result<Value, Error> {
        self.evaluate_counted(data, settings).0
    }

    /// Evaluates like [`evaluate`](Self::evaluate), and returns the number of steps, for callers that evaluate many expressions
    /// within one limit.
    pub fn evaluate_counted(&self, data: &Value, settings: &Settings<'_>) -> (Result<Value, Error>, u64) {
        let run = Run::new(settings);
        let result = self.run(data, &run).map_err(|error| {
            let mut error = *error;
            error.span.get_or_insert(Span { start: 0, end: self.text.len() });
            error
        });
        (result, run.steps())
    }

    fn run(&self, data: &Value, run: &Run<'_>) -> Result<Value, Fault> {
        let root = self.root.as_ref().ok_or_else(too_deep)?;
        let library = Context::root();
        let context = Context::child(&library)?;
        context.set("$", input(data)?)?;
        let result = eval(run, root, None, &context)?;
        // An omitted value cannot be returned.
        let result = delegate(run, &context, "#finalize", vec![result])?;
        output(&result, run)
    }
}

impl fmt::Debug for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Expression").field(&self.text).finish()
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
