//! What a function checks of its arguments when it is parsed.

use std::borrow::Cow;

use heat_model::Value;

use super::Variant;
use super::library::facade;
use crate::fault::{Exception, Problem, PythonClass};
use crate::scope::Scope;
use crate::snippet::{self, Call, Content, Snippet};

/// Checks the arguments of a call as far as its form goes, and finds out what a `Ref` refers to.
pub(crate) fn check_arguments(scope: &Scope<'_>, call: &mut Call) -> Result<(), Exception> {
    let (name, args) = (call.name.as_str(), &call.args);
    match call.variant {
        Variant::Invalid => Err(Exception::value_error(
            Problem::FunctionInCondition,
            format!("The function \"{name}\" is invalid in this context"),
        )),
        Variant::Ref => {
            call.variant = referent(scope, args)?;
            Ok(())
        }
        Variant::CfnGetAtt => {
            cfn(call.variant, name, args)?;
            // Python takes a text of two letters apart as well.
            if is_text(args) {
                let letters = args.unpack::<2>()?.map(Cow::into_owned).to_vec();
                call.args = Snippet { span: call.args.span, content: Content::List(letters) };
            }
            Ok(())
        }
        Variant::ParamRef if scope.stack.is_none() => {
            Err(Exception::attribute_error(Problem::FunctionValue, &Value::Null, "parameters"))
        }
        Variant::GetAttThenSelect | Variant::GetAtt => get_attr(name, args),
        Variant::GetAttAllAttributes => get_attr_of_all(name, args),
        Variant::Replace
        | Variant::ReplaceJson
        | Variant::ReplaceJsonStrict
        | Variant::ReplaceJsonVeryStrict => str_replace(name, args),
        Variant::ResourceFacade | Variant::CfnResourceFacade => facade::check(scope, call),
        Variant::Repeat | Variant::RepeatWithMap | Variant::RepeatWithNestedLoop => repeat(call),
        Variant::Yaql => yaql(name, args),
        Variant::Join | Variant::JoinMultiple | Variant::StrSplit | Variant::Filter | Variant::Contains => {
            list(call.variant, name, args)
        }
        Variant::Equals | Variant::Not | Variant::CfnNot | Variant::And | Variant::Or => {
            condition(call.variant, name, args)
        }
        _ => cfn(call.variant, name, args),
    }
}

/// The functions that take a list of arguments.
fn list(variant: Variant, name: &str, args: &Snippet) -> Result<(), Exception> {
    let should_be =
        |example: &str| format!("Incorrect arguments to \"{name}\" should be: \"{name}\" : {example}");
    let count = items(args);
    match (variant, count) {
        (Variant::Join | Variant::Filter | Variant::Contains, Some(2))
        | (Variant::JoinMultiple, Some(2..)) => Ok(()),
        (Variant::Join, _) => {
            let form = should_be("[ \" \", [ \"str1\", \"str2\"]]");
            Err(if count.is_some() {
                Exception::value_error(Problem::FunctionValue, form)
            } else {
                Exception::type_error(Problem::FunctionValue, form)
            })
        }
        (Variant::JoinMultiple, _) => {
            let form = should_be("[ \" \", [ \"str1\", \"str2\"] ...]");
            Err(if count.is_some() {
                Exception::value_error(Problem::FunctionValue, form)
            } else {
                Exception::type_error(Problem::FunctionValue, form)
            })
        }
        (Variant::StrSplit, _) if is_text(args) || is_map(args) => Err(Exception::type_error(
            Problem::FunctionValue,
            should_be("[ \",\", \"apples,pears\", <index>]"),
        )),
        (Variant::Filter, Some(count)) => Err(Exception::value_error(
            Problem::FunctionValue,
            format!(
                "\"{name}\" expected 2 arguments of the form [values, sequence] but got {count} arguments instead"
            ),
        )),
        (Variant::Filter, None) => Err(Exception::type_error(
            Problem::FunctionValue,
            format!("Argument to \"{name}\" must be a list"),
        )),
        (Variant::Contains, Some(1..)) => Err(Exception::value_error(
            Problem::FunctionValue,
            format!("Arguments to \"{name}\" must be of the form: [value1, [value1, value2]]"),
        )),
        (Variant::Contains, _) => Err(Exception::type_error(
            Problem::FunctionValue,
            should_be("[ \"value1\", [ \"value1\", \"value2\"]]"),
        )),
        _ => Ok(()),
    }
}

/// The functions of conditions.
fn condition(variant: Variant, name: &str, args: &Snippet) -> Result<(), Exception> {
    let message = match (variant, items(args)) {
        (Variant::Equals, Some(2)) | (Variant::CfnNot, Some(1)) | (Variant::And | Variant::Or, Some(2..)) => {
            return Ok(());
        }
        (Variant::Equals, _) => format!("Arguments to \"{name}\" must be of the form: [value_1, value_2]"),
        (Variant::Not, _) if !is_null(args) => return Ok(()),
        (Variant::Not, _) => format!("Argument to \"{name}\" must be a condition"),
        (Variant::CfnNot, _) => format!("Arguments to \"{name}\" must be of the form: [condition]"),
        (_, Some(_)) => format!("The minimum number of condition arguments to \"{name}\" is 2."),
        (_, None) => format!("Arguments to \"{name}\" must be a list of conditions"),
    };
    Err(Exception::value_error(Problem::FunctionValue, message))
}

/// The functions that only CFN-style templates and the first versions of HOT have. They take apart whatever they are given.
fn cfn(variant: Variant, name: &str, args: &Snippet) -> Result<(), Exception> {
    let of_the_form = |form: &str| {
        Exception::value_error(
            Problem::FunctionValue,
            format!("Arguments to \"{name}\" must be of the form {form}"),
        )
    };
    match variant {
        Variant::CfnGetAtt => unpack::<2>(args, || of_the_form("[resource_name, attribute]")),
        Variant::Select => unpack::<2>(args, || of_the_form("[index, collection]")),
        Variant::FindInMap => args.unpack::<3>().map(|_| ()).map_err(|error| match error {
            Exception::Python(_, PythonClass::ValueError, message) => {
                Exception::key_error(Problem::FunctionValue, message)
            }
            other => other,
        }),
        Variant::Split => {
            let form =
                format!("Incorrect arguments to \"{name}\" should be: \"{name}\" : [ \",\", \"str1,str2\"]]");
            if is_text(args) || is_map(args) {
                return Err(Exception::type_error(Problem::FunctionValue, form));
            }
            unpack::<2>(args, || Exception::value_error(Problem::FunctionValue, form))
        }
        Variant::CfnReplace => cfn_replace(name, args),
        Variant::MemberListToMap => member_list(name, args),
        _ => Ok(()),
    }
}

/// The number of items, if it is a list.
fn items(args: &Snippet) -> Option<usize> {
    match &args.content {
        Content::List(items) => Some(items.len()),
        _ => None,
    }
}

/// Whether a `Ref` refers to a resource or to a parameter. Without a stack it is taken for a resource.
fn referent(scope: &Scope<'_>, args: &Snippet) -> Result<Variant, Exception> {
    let Some(stack) = scope.stack else { return Ok(Variant::GetResource) };
    match &args.content {
        Content::Scalar(value) => {
            let is_resource = value.as_str().is_some_and(|name| stack.resource(name).is_some());
            Ok(if is_resource { Variant::GetResource } else { Variant::ParamRef })
        }
        _ => Err(Exception::type_error(
            Problem::FunctionValue,
            format!("unhashable type: '{}'", args.python_type()),
        )),
    }
}

/// The lines of an example, as they are indented in Heat's messages.
fn indented(lines: &[&str], columns: usize) -> String {
    let indent = " ".repeat(columns);
    lines.iter().flat_map(|line| ["\n", &indent, line]).collect()
}

fn is_text(args: &Snippet) -> bool {
    args.as_str().is_some()
}

fn is_map(args: &Snippet) -> bool {
    matches!(args.content, Content::Map(_))
}

fn is_null(args: &Snippet) -> bool {
    matches!(args.content, Content::Scalar(Value::Null))
}

/// Checks that there are as many values as this; whatever Python cannot take apart is an error of its own.
fn unpack<const N: usize>(args: &Snippet, form: impl FnOnce() -> Exception) -> Result<(), Exception> {
    match args.unpack::<N>() {
        Ok(_) => Ok(()),
        Err(Exception::Python(_, PythonClass::ValueError, _)) => Err(form()),
        Err(other) => Err(other),
    }
}

fn get_attr(name: &str, args: &Snippet) -> Result<(), Exception> {
    match &args.content {
        Content::List(items) if items.len() >= 2 => Ok(()),
        Content::List(_) => Err(Exception::value_error(
            Problem::FunctionValue,
            format!("Arguments to \"{name}\" must be of the form [resource_name, attribute, (path), ...]"),
        )),
        _ => Err(Exception::type_error(
            Problem::FunctionValue,
            format!("Argument to \"{name}\" must be a list"),
        )),
    }
}

fn get_attr_of_all(name: &str, args: &Snippet) -> Result<(), Exception> {
    if !args.is_truthy() {
        return Err(Exception::value_error(
            Problem::FunctionValue,
            format!(
                "Arguments to \"{name}\" can be of the next forms: [resource_name] or [resource_name, attribute, (path), ...]"
            ),
        ));
    }
    match &args.content {
        Content::List(items) if items.len() == 1 => Ok(()),
        // A string of one letter is a sequence too: that letter is the name.
        Content::Scalar(Value::String(text)) if text.chars().count() == 1 => Ok(()),
        _ => get_attr(name, args),
    }
}

fn str_replace(name: &str, args: &Snippet) -> Result<(), Exception> {
    if !is_map(args) {
        return Err(Exception::type_error(
            Problem::FunctionValue,
            format!("Arguments to \"{name}\" must be a map"),
        ));
    }
    let (Some(params), Some(_)) = (args.get("params"), args.get("template")) else {
        let lines = ["template: This is var1 template var2", "params:", "  var1: a", "  var2: string"];
        let example = indented(&lines, 14);
        return Err(Exception::key_error(
            Problem::FunctionValue,
            format!("\"{name}\" syntax should be {name}:{example}"),
        ));
    };
    mapping(name, params)
}

fn cfn_replace(name: &str, args: &Snippet) -> Result<(), Exception> {
    let form = || {
        format!(
            "Incorrect arguments to \"{name}\" should be: {{\"{name}\": [ {{\"$var1\": \"foo\", \"%var2%\": \"bar\"}}, \
             \"$var1 is %var2%\"]}}"
        )
    };
    if is_text(args) || is_map(args) {
        return Err(Exception::type_error(Problem::FunctionValue, form()));
    }
    match args.unpack::<2>() {
        Ok([params, _]) => mapping(name, &params),
        Err(Exception::Python(_, PythonClass::ValueError, _)) => {
            Err(Exception::value_error(Problem::FunctionValue, form()))
        }
        Err(other) => Err(other),
    }
}

fn mapping(name: &str, params: &Snippet) -> Result<(), Exception> {
    if matches!(params.content, Content::Map(_) | Content::Call(_)) {
        return Ok(());
    }
    Err(Exception::type_error(Problem::FunctionValue, format!("\"{name}\" parameters must be a mapping")))
}

fn repeat(call: &Call) -> Result<(), Exception> {
    let (name, args) = (&call.name, &call.args);
    if !is_map(args) {
        return Err(Exception::type_error(
            Problem::FunctionValue,
            format!("Arguments to \"{name}\" must be a map"),
        ));
    }
    if args.get("for_each").is_none() || args.get("template").is_none() {
        let lines = ["  template: This is %var%", "  for_each:", "    %var%: ['a', 'b', 'c']"];
        let example = indented(&lines, 12);
        return Err(Exception::key_error(
            Problem::FunctionValue,
            format!("\"repeat\" syntax should be repeat:{example}"),
        ));
    }
    let permutations = args.get("permutations").map(|permutations| &permutations.content);
    if call.variant == Variant::RepeatWithNestedLoop
        && !matches!(permutations, None | Some(Content::Scalar(Value::Bool(_))))
    {
        return Err(Exception::type_error(
            Problem::FunctionValue,
            format!("\"permutations\" should be boolean type for {name} function."),
        ));
    }
    Ok(())
}

fn yaql(name: &str, args: &Snippet) -> Result<(), Exception> {
    let Content::Map(entries) = &args.content else {
        return Err(Exception::type_error(
            Problem::FunctionValue,
            format!("Arguments to \"{name}\" must be a map."),
        ));
    };
    let is_known = |entry: &snippet::Entry| matches!(entry.key.as_str(), "expression" | "data");
    if args.get("expression").is_some() && entries.iter().all(is_known) {
        return Ok(());
    }
    let lines = ["expression: $.data.var1.sum()", "data:", "  var1: [3, 2, 1]"];
    let example = indented(&lines, 14);
    Err(Exception::key_error(Problem::FunctionValue, format!("\"{name}\" syntax should be {name}:{example}")))
}

fn member_list(name: &str, args: &Snippet) -> Result<(), Exception> {
    let parts = match args.unpack::<3>() {
        Ok(parts) => parts,
        Err(Exception::Python(_, PythonClass::ValueError, _)) => {
            let indent = " ".repeat(12);
            let correct = format!(
                "\n{indent}{{'Fn::MemberListToMap': ['Name', 'Value',\n{indent}{}['.member.0.Name=key',\n{indent}{} \
                 '.member.0.Value=door']]}}\n{indent}",
                " ".repeat(25),
                " ".repeat(25)
            );
            return Err(Exception::type_error(
                Problem::FunctionValue,
                format!("Wrong Arguments try: \"{correct}\""),
            ));
        }
        Err(other) => return Err(other),
    };
    for (part, what) in parts.iter().zip(["Key", "Value"]) {
        if !is_text(part) {
            return Err(Exception::type_error(
                Problem::FunctionValue,
                format!("{name} {what} Name must be a string"),
            ));
        }
    }
    Ok(())
}
