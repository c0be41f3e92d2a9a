//! Arguments that a function evaluates when it needs them.

use std::rc::Rc;
use std::sync::Arc;

use super::{Context, Run, eval};
use crate::data::{Text, Val};
use crate::error::Outcome;
use crate::syntax::Node;

/// Expression or value of a lambda.
pub(crate) enum Body {
    Node(Arc<Node>),
    /// A value that was passed in place of an expression.
    Value(Val),
}

/// An expression with its context.
pub(crate) struct Lambda {
    pub(crate) body: Body,
    pub(crate) context: Rc<Context>,
}

impl Lambda {
    pub(crate) fn new(value: &Val, context: &Rc<Context>) -> Self {
        let body = match value {
            Val::Node(node) => Body::Node(node.clone()),
            other => Body::Value(other.clone()),
        };
        Self { body, context: context.clone() }
    }

    pub(crate) fn depth(&self) -> u32 {
        let inner = match &self.body {
            Body::Node(_) => 0,
            Body::Value(value) => value.depth(),
        };
        inner.max(self.context.depth())
    }

    /// Evaluates the lambda with these values as `$1`, `$2` and so on.
    pub(crate) fn call(&self, run: &Run<'_>, args: Vec<Val>) -> Outcome<Val> {
        match &self.body {
            Body::Value(value) => Ok(value.clone()),
            Body::Node(node) => match node.constant() {
                Some(constant) => Ok(constant),
                None => evaluate(run, node, None, &Context::with_args(&self.context, args)?),
            },
        }
    }

    /// Evaluates the lambda with one value as `$`.
    pub(crate) fn call1(&self, run: &Run<'_>, arg: &Val) -> Outcome<Val> {
        self.call(run, vec![arg.clone()])
    }

    pub(crate) fn call2(&self, run: &Run<'_>, first: &Val, second: &Val) -> Outcome<Val> {
        self.call(run, vec![first.clone(), second.clone()])
    }

    /// Evaluates the lambda with positional and keyword arguments.
    pub(crate) fn call_named(&self, run: &Run<'_>, args: Vec<Val>, named: Vec<(Text, Val)>) -> Outcome<Val> {
        let Body::Node(node) = &self.body else { return self.call(run, args) };
        let context = Context::with_args(&self.context, args)?;
        for (name, value) in named {
            context.set(&name, value)?;
        }
        evaluate(run, node, None, &context)
    }

    /// Evaluates the lambda in another context.
    pub(crate) fn call_in(&self, run: &Run<'_>, context: &Rc<Context>) -> Outcome<Val> {
        match &self.body {
            Body::Value(value) => Ok(value.clone()),
            Body::Node(node) => run.nested(1, || eval(run, node, None, context)),
        }
    }

    /// Evaluates the lambda as a method call.
    pub(crate) fn call_method(&self, run: &Run<'_>, receiver: &Val) -> Outcome<Val> {
        match &self.body {
            Body::Value(value) => Ok(value.clone()),
            Body::Node(node) => evaluate(run, node, Some(receiver), &self.context),
        }
    }
}

fn evaluate(run: &Run<'_>, node: &Arc<Node>, receiver: Option<&Val>, context: &Rc<Context>) -> Outcome<Val> {
    run.nested(2, || eval(run, node, receiver, context))
}
