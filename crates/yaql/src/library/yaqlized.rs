//! Access to Python objects that allow it. No data of a template are such objects, so these functions are never called, but their
//! parameters affect how the arguments of a call are evaluated.

use super::spec::{Overload, Type, function, p};
use crate::data::Val;
use crate::error::{Outcome, type_error};
use crate::run::Call;

pub(super) static FUNCTIONS: &[Overload] = &[
    function("#operator_.", &[p("receiver", Type::Yaqlized), p("expr", Type::FunctionExpression)], never)
        .layer(0)
        .doc(
            "Calls a method of an object of Python. No data are such objects.",
            "1.nothing()",
            "NoMethodRegisteredException",
        ),
    function("#operator_.", &[p("obj", Type::Yaqlized), p("attr", Type::Keyword)], never).layer(0).doc(
        "An attribute of an object of Python. No data are such objects.",
        "1.nothing",
        "NoFunctionRegisteredException",
    ),
    function("#indexer", &[p("obj", Type::Yaqlized), p("key", Type::Any)], never).layer(0).doc(
        "An item of an object of Python. No data are such objects.",
        "1[0]",
        "NoMatchingFunctionException",
    ),
];

fn never(call: &mut Call<'_, '_>) -> Outcome<Val> {
    Err(type_error(format!("{} is not an object of Python", call.arg(0).type_name())))
}
