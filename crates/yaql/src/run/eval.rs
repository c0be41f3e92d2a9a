//! Evaluation of a node.

use std::rc::Rc;
use std::sync::Arc;

use super::{Context, Request, Run, call};
use crate::data::{Key, Val};
use crate::error::{Fault, Outcome};
use crate::syntax::{CallNode, Constant, Form, Kind, Node};

/// Number of `CPython` frames that a call takes.
const FRAMES: u32 = 7;

/// Evaluates a node. `receiver` is set if the node is a method call.
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

/// Sets the span of an error, unless a call within this one has already set it.
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
    if called.name.as_str() == "#operator_."
        && receiver.is_none()
        && !run.has_definitions.get()
        && let [Some(left), Some(right)] = called.args.as_slice()
    {
        return dot(run, called, left, right, context);
    }
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

/// Fast path of the operator `.` for a dictionary and a key, and for a method call. The library's function for the operator would
/// return the same result.
fn dot(
    run: &Run<'_>,
    called: &CallNode,
    left: &Arc<Node>,
    right: &Arc<Node>,
    context: &Rc<Context>,
) -> Outcome<Val> {
    let is_key = matches!(right.kind, Kind::Keyword(_));
    let receiver = match left.constant() {
        Some(constant) => constant,
        None if is_key || right.uses_receiver() => eval(run, left, None, context)?,
        // No function accepts such a right side, and the left side is not evaluated.
        None => Val::Node(left.clone()),
    };
    match (&right.kind, &receiver) {
        (Kind::Keyword(key), Val::Dict(dict)) => {
            run.step(1)?;
            run.check_size(&receiver)?;
            if let Some(value) = dict.entries.get(&Key::name(key)) {
                run.check_size(value)?;
                return Ok(value.clone());
            }
        }
        (Kind::Call(_), known) if right.uses_receiver() && !matches!(known, Val::NoValue) => {
            run.step(1)?;
            run.check_size(&receiver)?;
            let result = run.nested(2, || eval(run, right, Some(&receiver), context))?;
            return Ok(result);
        }
        _ => {}
    }
    let args = vec![receiver, Val::Node(right.clone())];
    let request = Request {
        name: &called.name,
        overloads: called.overloads,
        receiver: None,
        args,
        named: Vec::new(),
        context,
    };
    call(run, request)
}
