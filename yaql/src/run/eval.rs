//! The evaluation of a node.

use std::rc::Rc;
use std::sync::Arc;

use super::{Context, Request, Run, call};
use crate::data::Val;
use crate::error::{Fault, Outcome};
use crate::syntax::{CallNode, Constant, Form, Kind, Node};

/// How many frames of `CPython` a call takes.
const FRAMES: u32 = 7;

/// Evaluates a node; `receiver` is given where it is the call of a method.
pub(crate) fn eval(
    run: &Run<'_>,
    node: &Arc<Node>,
    receiver: Option<&Val>,
    context: &Rc<Context>,
) -> Outcome<Val> {
    match &node.kind {
        Kind::Constant(constant) => Ok(constant.val()),
        Kind::Keyword(name) => Ok(Val::Str(name.clone())),
        Kind::Wrap(inner) => eval(run, inner, receiver, context),
        Kind::Rule(source, destination) => {
            let source = eval(run, source, receiver, context)?;
            let destination = eval(run, destination, receiver, context)?;
            Ok(Val::Rule(Rc::new((source, destination))))
        }
        Kind::Call(called) => {
            if called.form == Form::Variable
                && !run.has_definitions.get()
                && let Some(name) = variable(called)
            {
                run.step(1)?;
                let value = context.get(name);
                run.check_size(&value)?;
                return Ok(value);
            }
            let result = run.nested(FRAMES, || eval_call(run, called, receiver, context));
            result.map_err(|error| at(error, node))
        }
    }
}

/// The innermost call counts as the place of an error.
fn at(mut error: Fault, node: &Node) -> Fault {
    error.span.get_or_insert(node.span);
    error
}

fn variable(called: &CallNode) -> Option<&str> {
    match &called.args.first()?.as_ref()?.kind {
        Kind::Constant(Constant::Str(name)) => Some(name),
        _ => None,
    }
}

fn eval_call(
    run: &Run<'_>,
    called: &CallNode,
    receiver: Option<&Val>,
    context: &Rc<Context>,
) -> Outcome<Val> {
    let args = called.args.iter().map(|arg| arg.as_ref().map_or(Val::NoValue, |arg| Val::Node(arg.clone())));
    let request = Request {
        name: &called.name,
        overloads: called.overloads,
        receiver: receiver.cloned(),
        args: receiver.cloned().into_iter().chain(args).collect(),
        named: Vec::new(),
        context,
    };
    call(run, request)
}
