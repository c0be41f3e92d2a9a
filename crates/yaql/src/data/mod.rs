//! Values of an evaluation, with Python's semantics: tuples and lists differ, iterators are consumed, and integers have any size.
//!
//! Callers pass and receive [`crate::Value`], which is converted at both ends.

use std::rc::Rc;
use std::sync::Arc;

pub(crate) mod compare;
pub(crate) mod convert;
pub(crate) mod dict;
pub(crate) mod iter;
pub(crate) mod key;
pub(crate) mod list;
mod order;
pub(crate) mod ordered;
pub(crate) mod pattern;
pub(crate) mod repr;
pub(crate) mod set;
pub(crate) mod size;
pub(crate) mod text;
pub(crate) mod time;
pub(crate) mod truth;

pub(crate) use crate::int::Int;
pub(crate) use dict::{Dict, View};
pub(crate) use iter::IterRef;
pub(crate) use key::Key;
pub(crate) use list::List;
pub(crate) use pattern::Regex;
pub(crate) use set::Set;
pub(crate) use text::Text;
pub(crate) use time::{DateTime, TimeSpan};

use self::ordered::Ordered;
use crate::run::{Context, Lambda};
use crate::syntax::Node;

/// A value in an evaluation. Cloning it is cheap.
#[derive(Clone)]
pub(crate) enum Val {
    /// An omitted argument.
    NoValue,
    /// A value that only the caller's environment knows.
    Unknown,
    Null,
    Bool(bool),
    Int(Int),
    Float(f64),
    Str(Text),
    List(Rc<List>),
    Dict(Rc<Dict>),
    Set(Rc<Set>),
    /// The keys, values or items of a dictionary.
    View(View),
    Iter(IterRef),
    /// Result of `orderBy`, to which `thenBy` adds fields.
    Ordered(Rc<Ordered>),
    /// `a => b`, evaluated.
    Rule(Rc<(Self, Self)>),
    Context(Rc<Context>),
    Regex(Rc<Regex>),
    DateTime(DateTime),
    TimeSpan(TimeSpan),
    /// An unevaluated argument.
    Node(Arc<Node>),
    /// An argument that a function evaluates when it needs it.
    Lambda(Rc<Lambda>),
}

impl Val {
    pub(crate) fn text(text: impl Into<Text>) -> Self {
        Self::Str(text.into())
    }

    pub(crate) fn int(number: i64) -> Self {
        Self::Int(Int::Small(number))
    }

    pub(crate) fn count(number: usize) -> Self {
        Self::Int(Int::from_usize(number))
    }

    pub(crate) fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// Value of an integer, or of a boolean, which is an integer in Python.
    pub(crate) fn as_int(&self) -> Option<Int> {
        match self {
            Self::Int(int) => Some(int.clone()),
            Self::Bool(bool) => Some(Int::Small(i64::from(*bool))),
            _ => None,
        }
    }

    /// Returns whether Python iterates over the value, and it is neither a string nor a dictionary.
    pub(crate) fn is_iterable(&self) -> bool {
        matches!(self, Self::List(_) | Self::Set(_) | Self::View(_) | Self::Iter(_) | Self::Ordered(_))
    }

    /// Depth of the values nested in this one. Values are dropped recursively, so nesting is limited.
    pub(crate) fn depth(&self) -> u32 {
        match self {
            Self::List(list) => list.depth,
            Self::Dict(dict) => dict.depth,
            Self::Set(set) => set.depth,
            Self::View(view) => view.dict.depth,
            Self::Iter(iter) => iter.depth(),
            Self::Ordered(ordered) => ordered.depth(),
            Self::Rule(pair) => pair.0.depth().max(pair.1.depth()) + 1,
            Self::Context(context) => context.depth(),
            Self::Lambda(lambda) => lambda.depth(),
            _ => 0,
        }
    }

    /// Name of the value's class in Python, for error messages.
    pub(crate) fn type_name(&self) -> &'static str {
        match self {
            Self::NoValue => "MarkerClass",
            Self::Unknown => "unknown",
            Self::Null => "NoneType",
            Self::Bool(_) => "bool",
            Self::Int(_) => "int",
            Self::Float(_) => "float",
            Self::Str(_) => "str",
            Self::List(list) if list.is_tuple => "tuple",
            Self::List(_) => "list",
            Self::Dict(dict) if dict.is_frozen => "FrozenDict",
            Self::Dict(_) => "dict",
            Self::Set(_) => "frozenset",
            Self::View(_) => "view",
            Self::Iter(_) => "generator",
            Self::Ordered(_) => "OrderingIterable",
            Self::Rule(_) => "MappingRule",
            Self::Context(_) => "Context",
            Self::Regex(_) => "re.Pattern",
            Self::DateTime(_) => "datetime.datetime",
            Self::TimeSpan(_) => "datetime.timedelta",
            Self::Node(_) => "Expression",
            Self::Lambda(_) => "function",
        }
    }
}
