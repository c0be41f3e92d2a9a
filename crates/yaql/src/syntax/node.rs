//! Syntax tree of an expression.

use std::sync::Arc;

use crate::data::{Int, Text, Val};
use crate::error::Span;
use crate::library::{self, Overloads};

/// A node of the syntax tree.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    pub(crate) span: Span,
    /// Depth of the tree below this node.
    pub(crate) depth: u32,
}

#[derive(Debug)]
pub(crate) enum Kind {
    Constant(Constant),
    /// A name that represents itself: a string, the key of a dictionary, or the name of an argument.
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

/// A call of a function, or of the function of an operator.
#[derive(Debug)]
pub(crate) struct CallNode {
    /// Name for the lookup, without trailing underscores.
    pub(crate) name: Text,
    /// Arguments; `None` for omitted ones.
    pub(crate) args: Vec<Option<Arc<Node>>>,
    pub(crate) form: Form,
    /// Functions with this name in the standard library.
    pub(crate) overloads: Option<&'static Overloads>,
}

/// Syntactic form of a call.
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
    /// Value of a constant, which is known without evaluating it.
    pub(crate) fn constant(&self) -> Option<Val> {
        match &self.kind {
            Kind::Constant(constant) => Some(constant.val()),
            Kind::Keyword(name) => Some(Val::Str(name.clone())),
            _ => None,
        }
    }

    /// Returns whether the node is a call that can be a method call.
    pub(crate) fn uses_receiver(&self) -> bool {
        matches!(&self.kind, Kind::Call(CallNode { form: Form::Function, .. }))
    }

    /// Child nodes.
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
