//! Descriptions of functions: names, parameters with their types, and ways to call them.

use crate::data::{Int, TimeSpan, Val};
use crate::error::Outcome;
use crate::run::Call;

/// Type of a parameter: the values that it accepts, and the form in which they are passed to the function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Type {
    /// Any value.
    Any,
    /// Only null.
    Null,
    Bool,
    /// An integer, or a boolean.
    Int,
    /// An integer, but not a boolean.
    Integer,
    Number,
    String,
    /// A tuple or a list.
    Sequence,
    /// Any iterable except strings and dictionaries; its items are counted.
    Iterable,
    /// Any iterable except strings, dictionaries and sets.
    IterableNoSet,
    /// An iterator, whose items are not counted.
    Iterator,
    Mapping,
    Set,
    DateTime,
    TimeSpan,
    Regex,
    Context,
    /// Result of `orderBy`.
    Ordered,
    /// `a => b`, evaluated.
    RuleValue,
    /// `a => b`, evaluated when it is needed.
    Rule,
    /// An expression that is evaluated when it is needed.
    Lambda,
    /// A lambda that is evaluated in a context that the function selects.
    ContextLambda,
    /// A call that is evaluated with a receiver.
    MethodLambda,
    /// An unevaluated expression.
    Expression,
    /// An unevaluated call of a function.
    FunctionExpression,
    /// A name, as text.
    Keyword,
    /// A name, as an unevaluated expression.
    KeywordNode,
    /// A string literal or a name in the expression.
    StringConstant,
    /// A Python object that allows access by expressions. There are none here.
    Yaqlized,
}

impl Type {
    /// Returns whether arguments are not evaluated before the function is called.
    pub(crate) const fn is_lazy(self) -> bool {
        matches!(
            self,
            Self::Lambda
                | Self::ContextLambda
                | Self::MethodLambda
                | Self::Rule
                | Self::Expression
                | Self::FunctionExpression
        )
    }

    /// Returns whether arguments of this type are bound to the context of the call.
    pub(crate) const fn is_bound(self) -> bool {
        matches!(self, Self::Lambda | Self::ContextLambda | Self::MethodLambda | Self::Rule)
    }

    /// Returns whether the type's class in Python is a proper subclass of the other's.
    pub(crate) fn is_subclass_of(self, other: Self) -> bool {
        if self == other || self.is_lazy() || other.is_lazy() || self.is_constant() || other.is_constant() {
            return false;
        }
        match other {
            Self::Any => true,
            Self::Int => self == Self::Bool,
            Self::Sequence => self == Self::String,
            Self::Iterable | Self::IterableNoSet => {
                use Type::{Iterator, Mapping, Ordered, Sequence, Set, String};
                matches!(self, Sequence | Set | Iterator | Mapping | String | Ordered)
            }
            _ => false,
        }
    }

    const fn is_constant(self) -> bool {
        matches!(self, Self::Keyword | Self::KeywordNode | Self::StringConstant | Self::Yaqlized)
    }
}

/// Default value of a parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Default {
    Null,
    NoValue,
    Int(i64),
    Bool(bool),
    Text(&'static str),
    ZeroTimeSpan,
}

impl Default {
    pub(crate) fn val(self) -> Val {
        match self {
            Self::Null => Val::Null,
            Self::NoValue => Val::NoValue,
            Self::Int(int) => Val::Int(Int::Small(int)),
            Self::Bool(bool) => Val::Bool(bool),
            Self::Text(text) => Val::text(text),
            Self::ZeroTimeSpan => Val::TimeSpan(TimeSpan::ZERO),
        }
    }
}

/// A parameter of a function.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Parameter {
    /// Name of the parameter, which is used for keyword arguments.
    pub(crate) name: &'static str,
    pub(crate) takes: Type,
    pub(crate) is_nullable: bool,
    pub(crate) default: Option<Default>,
}

/// Creates a required parameter.
pub(crate) const fn p(name: &'static str, takes: Type) -> Parameter {
    let is_nullable =
        matches!(takes, Type::Any | Type::Null | Type::Lambda | Type::ContextLambda | Type::MethodLambda);
    Parameter { name, takes, is_nullable, default: None }
}

impl Parameter {
    pub(crate) const fn nullable(self) -> Self {
        Self { is_nullable: true, ..self }
    }

    pub(crate) const fn not_null(self) -> Self {
        Self { is_nullable: false, ..self }
    }

    /// Makes the parameter optional, with null as its default.
    pub(crate) const fn optional(self) -> Self {
        Self { is_nullable: true, default: Some(Default::Null), ..self }
    }

    /// Sets the default of the parameter.
    pub(crate) const fn or(self, default: Default) -> Self {
        Self { default: Some(default), ..self }
    }
}

/// Implementation of a function.
pub(crate) type Body = fn(&mut Call<'_, '_>) -> Outcome<Val>;

/// A function that can share its name with others.
#[expect(clippy::struct_excessive_bools, reason = "each is a property of a function in yaql")]
pub(crate) struct Overload {
    pub(crate) name: &'static str,
    pub(crate) is_function: bool,
    pub(crate) is_method: bool,
    /// `true` if `a => b` among the arguments is a value, not a keyword argument.
    pub(crate) no_kwargs: bool,
    pub(crate) params: &'static [Parameter],
    /// Parameter for the remaining positional arguments.
    pub(crate) rest: Option<Parameter>,
    /// Name of the parameter for the remaining keyword arguments.
    pub(crate) named_rest: Option<&'static str>,
    /// Number of the context layer that contains the function. Layers with lower numbers are searched first.
    pub(crate) layer: usize,
    /// `true` if the function gets its own context.
    pub(crate) needs_context: bool,
    /// `true` if the function passes values on without reading them.
    pub(crate) keeps_unknown: bool,
    pub(crate) body: Body,
    pub(crate) summary: &'static str,
    pub(crate) example: &'static str,
    /// Result of the example, as JSON or as Python writes it; for an error, its class.
    pub(crate) result: &'static str,
}

/// Creates a function that is not a method.
pub(crate) const fn function(name: &'static str, params: &'static [Parameter], body: Body) -> Overload {
    let mut needs_context = false;
    let mut index = 0;
    while index < params.len() {
        needs_context = needs_context || params[index].takes.is_bound();
        index += 1;
    }
    Overload {
        name,
        is_function: true,
        is_method: false,
        no_kwargs: false,
        params,
        rest: None,
        named_rest: None,
        layer: 1,
        needs_context,
        keeps_unknown: false,
        body,
        summary: "",
        example: "",
        result: "",
    }
}

/// Creates a method that is not a function.
pub(crate) const fn method(name: &'static str, params: &'static [Parameter], body: Body) -> Overload {
    Overload { is_function: false, is_method: true, ..function(name, params, body) }
}

/// Creates a function that can also be called as a method.
pub(crate) const fn extension(name: &'static str, params: &'static [Parameter], body: Body) -> Overload {
    Overload { is_method: true, ..function(name, params, body) }
}

impl Overload {
    /// Adds a parameter for any number of further positional arguments.
    pub(crate) const fn rest(self, name: &'static str, takes: Type) -> Self {
        let needs_context = self.needs_context || takes.is_bound();
        Self { rest: Some(p(name, takes)), needs_context, ..self }
    }

    /// Adds a parameter for any number of further keyword arguments.
    pub(crate) const fn named_rest(self, name: &'static str) -> Self {
        Self { named_rest: Some(name), ..self }
    }

    pub(crate) const fn no_kwargs(self) -> Self {
        Self { no_kwargs: true, ..self }
    }

    pub(crate) const fn layer(self, layer: usize) -> Self {
        Self { layer, ..self }
    }

    pub(crate) const fn needs_context(self) -> Self {
        Self { needs_context: true, ..self }
    }

    pub(crate) const fn keeps_unknown(self) -> Self {
        Self { keeps_unknown: true, ..self }
    }

    pub(crate) const fn doc(self, summary: &'static str) -> Self {
        Self { summary, ..self }
    }

    pub(crate) const fn example(self, example: &'static str, result: &'static str) -> Self {
        Self { example, result, ..self }
    }

    /// Parameter of an argument, by its position.
    pub(crate) fn parameter(&self, index: usize) -> Option<&Parameter> {
        self.params.get(index).or(self.rest.as_ref())
    }
}
