//! The tree of an expression.

use std::sync::Arc;

use crate::data::{Int, Text, Val};
use crate::error::Span;
use crate::library::{self, Overloads};

/// A part of an expression.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    pub(crate) span: Span,
    /// How deep the tree below is.
    pub(crate) depth: u32,
}

#[derive(Debug)]
pub(crate) enum Kind {
    Constant(Constant),
    /// A name that stands for itself: a string, the key of a dictionary, or the name of an argument.
    Keyword(Text),
    /// A value in parentheses.
    Wrap(Arc<Node>),
    /// `a => b`
    Rule(Arc<Node>, Arc<Node>),
    Call(CallNode),
}

#[derive(Debug, Clone)]
pub(crate) enum Constant {
    Null,
    Bool(bool),
    Int(Int),
    Float(f64),
    Str(Text),
}

/// A call, of a function or of what an operator stands for.
#[derive(Debug)]
pub(crate) struct CallNode {
    /// The name, as it is looked up: without underscores at its end.
    pub(crate) name: Text,
    /// The arguments; none for those that are left out.
    pub(crate) args: Vec<Option<Arc<Node>>>,
    pub(crate) form: Form,
    /// What the standard library has under the name.
    pub(crate) overloads: Option<&'static Overloads>,
}

/// How a call is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Function,
    Variable,
    Operator,
    Index,
    List,
    Map,
}

impl Constant {
    pub(crate) fn val(&self) -> Val {
        match self {
            Self::Null => Val::Null,
            Self::Bool(bool) => Val::Bool(*bool),
            Self::Int(int) => Val::Int(int.clone()),
            Self::Float(float) => Val::Float(*float),
            Self::Str(text) => Val::Str(text.clone()),
        }
    }
}

impl CallNode {
    pub(crate) fn new(name: &str, args: Vec<Option<Arc<Node>>>, form: Form) -> Self {
        let name = name.trim_end_matches('_');
        Self { name: name.into(), args, form, overloads: library::overloads(name) }
    }
}

impl Node {
    /// The value of a constant, which counts as known without evaluating it.
    pub(crate) fn constant(&self) -> Option<Val> {
        match &self.kind {
            Kind::Constant(constant) => Some(constant.val()),
            Kind::Keyword(name) => Some(Val::Str(name.clone())),
            _ => None,
        }
    }

    /// Whether the node is a call that can be one of a method.
    pub(crate) fn uses_receiver(&self) -> bool {
        matches!(&self.kind, Kind::Call(CallNode { form: Form::Function, .. }))
    }

    /// The nodes directly below.
    pub(crate) fn children(&self) -> impl Iterator<Item = &Arc<Self>> {
        let args: &[Option<Arc<Self>>] = match &self.kind {
            Kind::Call(call) => &call.args,
            _ => &[],
        };
        let pair = match &self.kind {
            Kind::Wrap(inner) => [Some(inner), None],
            Kind::Rule(source, destination) => [Some(source), Some(destination)],
            _ => [None, None],
        };
        pair.into_iter().flatten().chain(args.iter().flatten())
    }
}
