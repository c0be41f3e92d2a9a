//! Descriptions of the functions of the standard library.

use std::fmt::Write as _;

use crate::library::spec::{Default, Overload, Parameter, Type};
use crate::library::{self};

/// A function or an operator, with one of its signatures.
#[derive(Clone, Copy)]
pub struct Function {
    module: &'static str,
    overload: &'static Overload,
}

/// Returns all functions and operators by module, one item for each signature.
pub fn functions() -> impl Iterator<Item = Function> {
    library::all().map(|(module, overload)| Function { module, overload })
}

impl Function {
    /// Name under which yaql registers the function: `select`, or `#operator_+` for an operator.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.overload.name
    }

    /// Name of the library module that contains the function.
    #[must_use]
    pub fn module(&self) -> &'static str {
        self.module
    }

    /// Returns whether the function can be called as `name(…)`.
    #[must_use]
    pub fn is_function(&self) -> bool {
        self.overload.is_function
    }

    /// Returns whether the function can be called as `value.name(…)`.
    #[must_use]
    pub fn is_method(&self) -> bool {
        self.overload.is_method
    }

    /// Returns whether `a => b` among the arguments is a value, not a keyword argument.
    #[must_use]
    pub fn takes_rules(&self) -> bool {
        self.overload.no_kwargs
    }

    /// Names and types of the parameters, in order: `name: type`, with `*` before the parameter for the remaining arguments, and
    /// `**` before the parameter for arguments of any name.
    #[must_use]
    pub fn parameters(&self) -> Vec<String> {
        let mut parameters: Vec<String> = self.overload.params.iter().map(text).collect();
        parameters.extend(self.overload.rest.as_ref().map(|rest| format!("*{}", text(rest))));
        parameters.extend(self.overload.named_rest.map(|name| format!("**{name}: any")));
        parameters
    }

    /// Minimum number of arguments, including the receiver.
    #[must_use]
    pub fn min_arguments(&self) -> usize {
        self.overload.params.iter().filter(|parameter| parameter.default.is_none()).count()
    }

    /// Maximum number of arguments, including the receiver; `None` for any number.
    #[must_use]
    pub fn max_arguments(&self) -> Option<usize> {
        let is_open = self.overload.rest.is_some() || self.overload.named_rest.is_some();
        (!is_open).then_some(self.overload.params.len())
    }

    /// Signature of the function, as it is called.
    #[must_use]
    pub fn signature(&self) -> String {
        let mut parameters = self.parameters();
        let name = self.overload.name;
        let mut out = String::new();
        if self.overload.is_method && !self.overload.is_function && !parameters.is_empty() {
            let _ = write!(out, "({}).", parameters.remove(0));
        }
        let _ = write!(out, "{name}({})", parameters.join(", "));
        out
    }

    /// Summary of the function in one sentence.
    #[must_use]
    pub fn summary(&self) -> &'static str {
        self.overload.summary
    }

    /// An expression that uses the function.
    #[must_use]
    pub fn example(&self) -> &'static str {
        self.overload.example
    }

    /// Result of the example.
    #[must_use]
    pub fn example_result(&self) -> &'static str {
        self.overload.result
    }
}

fn text(parameter: &Parameter) -> String {
    let mut out = format!("{}: {}", parameter.name, type_name(parameter.takes));
    if parameter.is_nullable
        && !matches!(parameter.takes, Type::Any | Type::Null)
        && !parameter.takes.is_lazy()
    {
        out.push_str(" or null");
    }
    match parameter.default {
        None => {}
        Some(Default::Null) => out.push_str(" = null"),
        // An omitted value cannot be written.
        Some(Default::NoValue) => out.push_str(" = …"),
        Some(Default::Int(int)) => {
            let _ = write!(out, " = {int}");
        }
        Some(Default::Bool(bool)) => {
            let _ = write!(out, " = {bool}");
        }
        Some(Default::Text(text)) => {
            let _ = write!(out, " = '{text}'");
        }
        Some(Default::ZeroTimeSpan) => out.push_str(" = timespan()"),
    }
    out
}

const fn type_name(takes: Type) -> &'static str {
    match takes {
        Type::Any => "any",
        Type::Null => "null",
        Type::Bool => "boolean",
        Type::Int | Type::Integer => "integer",
        Type::Number => "number",
        Type::String | Type::StringConstant => "string",
        Type::Sequence => "list",
        Type::Iterable | Type::IterableNoSet => "iterable",
        Type::Iterator => "iterator",
        Type::Mapping => "dictionary",
        Type::Set => "set",
        Type::DateTime => "datetime",
        Type::TimeSpan => "timespan",
        Type::Regex => "regex",
        Type::Context => "context",
        Type::Ordered => "ordered collection",
        Type::RuleValue | Type::Rule => "mapping",
        Type::Lambda | Type::ContextLambda | Type::MethodLambda | Type::Expression => "expression",
        Type::FunctionExpression => "call",
        Type::Keyword | Type::KeywordNode => "name",
        Type::Yaqlized => "object",
    }
}
