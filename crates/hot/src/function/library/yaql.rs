//! The function `yaql`: an expression is evaluated as soon as the data that it reads are known.
//!
//! The crate `yaql` implements the language. This module adds Heat's part: the data are the key `data` of `$`, an expression that
//! cannot be parsed is a `ValueError`, and an exception of the expression becomes an error of the property.

use std::sync::Arc;

use ::yaql::{Error, ErrorClass, Expression, Settings, functions};
use heat_model::Value;
use heat_model::suggest::nearest;
use heat_yaml::{Diagnostic, Source, Span};

use super::arguments::{indented, key_error, type_error};
use super::yaql_data::{from_yaql, to_yaql};
use crate::data::Shape;
use crate::fault::{Exception, Problem};
use crate::scope::Scope;
use crate::snippet::{self, Call, Content};
use crate::{Data, Fault};

/// Cost of one step of an evaluation, in bytes: a step takes about as long as writing this many.
const STEP: usize = 16;

pub(crate) fn validate(_: &Scope<'_>, call: &Call) -> Result<(), Fault> {
    let Some(expression) = call.args.get("expression") else { return Ok(()) };
    match &expression.content {
        Content::Call(_) => Ok(()),
        Content::Scalar(Value::String(text)) => {
            parse(text).map(|_| ()).map_err(|fault| fault.or_at(expression.span))
        }
        _ => Err(not_a_string(&call.name).into()),
    }
}

fn parse(text: &str) -> Result<Expression, Fault> {
    Expression::parse(text).map_err(|error| {
        let exception = match error.class {
            // Exceptions of yaql itself; the others are Python's, which Heat does not catch.
            ErrorClass::Lexical | ErrorClass::Grammar => {
                Exception::value_error(Problem::InvalidYaql, format!("Bad expression {error}."))
            }
            class => Exception::Yaql(Problem::InvalidYaql, class, error.message.clone()),
        };
        about_part(exception, text, &error)
    })
}

fn about_part(exception: Exception, text: &str, error: &Error) -> Fault {
    let fault = Fault::from(exception).or_help(|| help(text, error));
    match error.span {
        Some(span) => fault.about_part(text, span.start..span.end),
        None => fault,
    }
}

/// The function or method of yaql that was probably meant by a name.
#[must_use]
pub fn nearest_yaql_function(name: &str, is_method: bool) -> Option<&'static str> {
    let known =
        functions().filter(|function| if is_method { function.is_method() } else { function.is_function() });
    nearest(name, known.map(|function| function.name()))
}

/// Help for an error of an expression.
fn help(text: &str, error: &Error) -> Option<String> {
    match error.class {
        ErrorClass::NoFunction | ErrorClass::NoMethod => {
            let call = error.span.and_then(|span| text.get(span.start..span.end))?;
            let name =
                call.split(|character: char| !character.is_alphanumeric() && character != '_').next()?;
            let near = nearest_yaql_function(name, error.class == ErrorClass::NoMethod)?;
            Some(format!("did you mean `{near}`?"))
        }
        ErrorClass::NoMatchingMethod if error.message.contains(" for receiver None ") => {
            let help = "the value is null, as attributes are until their resource is created: write `coalesce(VALUE, [])` in its place";
            Some(help.to_owned())
        }
        // Python's message is only the key.
        ErrorClass::Key => {
            Some(format!("there is no key {}: `VALUE.get(KEY, DEFAULT)` accepts that", error.message))
        }
        ErrorClass::StopIteration => {
            Some("the collection is empty, or not of the form that the function takes".to_owned())
        }
        ErrorClass::CollectionTooLarge => Some(
            "Heat lets functions iterate over 200 items at most, by default (`limit_iterators`)".to_owned(),
        ),
        ErrorClass::MemoryQuotaExceeded => Some(
            "Heat allows 10,000 bytes for a value, by default (`memory_quota`), as Python counts them"
                .to_owned(),
        ),
        _ => None,
    }
}

/// Converts an error of an expression outside a template to a diagnostic. `source` is the text of the expression.
pub fn yaql_diagnostic(source: &Arc<Source>, error: &Error) -> Diagnostic {
    let problem = match error.class {
        ErrorClass::Lexical | ErrorClass::Grammar => Problem::InvalidYaql,
        _ => Problem::FailingYaql,
    };
    let diagnostic = Diagnostic::error(problem.id(), heat_yaml::one_line(&error.message));
    let span = error.span.map(|span| Span::new(span.start, span.end));
    let diagnostic = diagnostic.at(source, span, "").with_note(format!("yaql raises {}", error.class));
    match help(source.text(), error) {
        Some(help) => diagnostic.with_help(help),
        None => diagnostic,
    }
}

fn not_a_string(name: &str) -> Exception {
    type_error(format!("The \"expression\" argument to {name} must contain a string."))
}

pub(crate) fn resolve(scope: &Scope<'_>, call: &Call) -> Result<Data, Fault> {
    let part = call.args.get("expression");
    let expression = part.map_or(Ok(Data::NULL), |part| snippet::resolve(scope, part))?;
    let expression = match &expression {
        Data::Known(Value::String(text)) => Some(parse(text)?),
        Data::Unknown(_) => None,
        _ => return Err(not_a_string(&call.name).into()),
    };
    let data = match call.args.get("data") {
        Some(data) => snippet::resolve(scope, data)?,
        None => Data::Known(Value::Map(heat_model::value::Map::default())),
    };
    let unknown = || Data::unknown(Shape::Any, format!("the result of {}", call.name));
    let Some(expression) = expression else { return Ok(unknown()) };
    // Thousands of expressions can read the same large data.
    scope.write_data(&data)?;
    let dollar = ::yaql::Value::map([("data", to_yaql(&data))]);
    let (result, steps) = expression.evaluate_counted(&dollar, &Settings::default());
    scope.write_weighed(|| usize::try_from(steps).unwrap_or(usize::MAX).saturating_mul(STEP))?;
    match result {
        Ok(value) => {
            let data = from_yaql(value, &unknown);
            scope.write_data(&data)?;
            Ok(data)
        }
        Err(error) if is_undecided(error.class) => Ok(unknown()),
        Err(error) => {
            let exception = Exception::Yaql(Problem::FailingYaql, error.class, error.message.clone());
            let fault = about_part(exception, expression.text(), &error);
            // Otherwise the text of the expression is the result of functions, and has no span.
            Err(match part.map(|part| (&part.content, part.span)) {
                Some((Content::Scalar(_), span)) => fault.or_at(span),
                _ => fault,
            })
        }
    }
}

/// Returns whether Heat may compute a result although the evaluation here failed with this class.
fn is_undecided(class: ErrorClass) -> bool {
    matches!(class, ErrorClass::Undecided | ErrorClass::StepsExceeded | ErrorClass::Unsupported)
}

/// Checks the arguments of `yaql`: a map with an expression and, optionally, data.
pub(crate) fn check(_: &Scope<'_>, call: &mut Call) -> Result<(), Exception> {
    let (name, args) = (&call.name, &call.args);
    let Content::Map(entries) = &args.content else {
        return Err(type_error(format!("Arguments to \"{name}\" must be a map.")));
    };
    let is_known = |entry: &snippet::Entry| matches!(entry.key.as_str(), "expression" | "data");
    if args.get("expression").is_some() && entries.iter().all(is_known) {
        return Ok(());
    }
    let lines = ["expression: $.data.var1.sum()", "data:", "  var1: [3, 2, 1]"];
    let example = indented(&lines, 14);
    Err(key_error(format!("\"{name}\" syntax should be {name}:{example}")))
}
