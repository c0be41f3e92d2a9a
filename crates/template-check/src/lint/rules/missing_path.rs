//! Rule `missing-path`: a path does not exist in the value of a parameter.

use std::collections::HashMap;

use heat_hot::parameter::ParameterValue;
use heat_hot::snippet::{Content, Snippet};
use heat_hot_language::{Function, ParameterType};
use heat_model::Value;
use heat_model::suggest::nearest;

use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "missing-path",
    family: Family::Parameters,
    summary: "A path does not exist in the value of a parameter",
    docs: r"
## What it does
Reports a `get_param` with a path into a parameter that has no parts, or into a `json` parameter or a list whose value has parts, but
not this one. The value is the one that is given, or the default.

## Why
The result is an empty string; Heat reports no error.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  settings: {type: json, description: The settings of the token., default: {size: 8, salt: pepper}}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: [settings, size]}, salt: {get_param: [settings, slat]}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  settings: {type: json, description: The settings of the token., default: {size: 8, salt: pepper}}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {length: {get_param: [settings, size]}, salt: {get_param: [settings, salt]}}
```
",
    check: Check::Template(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    // A value can be a long JSON text, which is parsed only once.
    let mut values: HashMap<&str, Option<(Value, &str)>> = HashMap::new();
    for (call, _) in context.calls().filter(|(call, _)| call.name == Function::GET_PARAM.name()) {
        let [name, path @ ..] = call.args.items() else { continue };
        let parameter = name.as_str().and_then(|name| context.parameter(name));
        let (Some(parameter), Some(first)) = (parameter, path.first()) else { continue };
        let name = &parameter.definition.name;
        let whole = match parameter.definition.parameter_type {
            ParameterType::Number | ParameterType::Boolean => Some("has no parts"),
            // An integer step selects a character of a string.
            ParameterType::String => is_name(first).then_some("is a text, which has no parts"),
            ParameterType::CommaDelimitedList => {
                is_name(first).then_some("is a list, whose items have numbers")
            }
            ParameterType::Json => None,
        };
        if let Some(what) = whole {
            let message = format!("`{name}` {what}, so the value is empty");
            let help = match parameter.definition.parameter_type {
                ParameterType::CommaDelimitedList => {
                    format!("write `{{get_param: [{name}, 0]}}` for the first item")
                }
                _ => format!("write `{{get_param: {name}}}`"),
            };
            findings.report(first.span, message, help);
            continue;
        }
        let read = || match parameter.resolved() {
            Ok(ParameterValue::Given(value)) => Some((value, "value")),
            Ok(ParameterValue::Default(value)) => Some((value, "default")),
            Ok(ParameterValue::Missing) | Err(_) => None,
        };
        let Some((value, which)) = values.entry(name).or_insert_with(read) else { continue };
        if let Some((step, known)) = lost(value, path) {
            let message = format!("the {which} of `{name}` has nothing at this path, so the value is empty");
            let name = step.as_str().unwrap_or_default();
            if let ExistingParts::Keys(keys) = &known
                && let Some(near) = nearest(name, keys.iter().copied())
            {
                let help = format!("did you mean `{near}`?");
                findings.report(step.span, message, help).suggest(step.span, name, near);
                continue;
            }
            let help = match known {
                ExistingParts::Items(1) => "the list has one item, `0`".to_owned(),
                ExistingParts::Items(count) => format!("the list has the items `0` to `{}`", count - 1),
                ExistingParts::Keys(_) | ExistingParts::Nothing => {
                    format!("write a path that exists, or add it to the {which}")
                }
            };
            findings.report(step.span, message, help);
        }
    }
}

/// Parts that exist where a path fails.
enum ExistingParts<'v> {
    /// The value is a map with these keys.
    Keys(Vec<&'v str>),
    /// The value is a list with this many items.
    Items(usize),
    /// The value has no parts.
    Nothing,
}

/// Returns whether a step is a string that Python cannot read as a number.
fn is_name(step: &Snippet) -> bool {
    step.as_str().is_some_and(|name| name.trim().parse::<i64>().is_err())
}

/// Returns the first step of a path that fails, and the parts that exist there. An empty map or list may be filled later, so that
/// no path into it fails.
fn lost<'s, 'v>(value: &'v Value, path: &'s [Snippet]) -> Option<(&'s Snippet, ExistingParts<'v>)> {
    let mut value = value;
    for step in path {
        let Content::Scalar(literal) = &step.content else { return None };
        value = match value {
            Value::Map(map) if map.is_empty() => return None,
            Value::Map(map) => match literal.as_str().and_then(|key| map.get(key)) {
                Some(value) => value,
                None => return Some((step, ExistingParts::Keys(map.keys().map(String::as_str).collect()))),
            },
            Value::List(items) if items.is_empty() => return None,
            Value::List(items) => match item(literal, items.len()).and_then(|place| items.get(place)) {
                Some(value) => value,
                None => return Some((step, ExistingParts::Items(items.len()))),
            },
            Value::String(_) if !is_name(step) => return None,
            Value::Null => return None,
            _ => return Some((step, ExistingParts::Nothing)),
        };
    }
    None
}

/// Index of an item in a list: a negative number counts from the end, and a string is read as a number.
fn item(step: &Value, length: usize) -> Option<usize> {
    let number = match step {
        Value::String(text) => text.trim().parse().ok()?,
        other => other.as_i64()?,
    };
    if number >= 0 {
        usize::try_from(number).ok()
    } else {
        length.checked_sub(usize::try_from(number.unsigned_abs()).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in_two;

    #[test]
    fn the_default_says_which_parts_there_are() {
        let check = check_in_two(&RULE, "parameters: {p: …}\noutputs: {o: {value: {get_param: [p, …]}}}");
        check("{type: number}", "0", &["0 => `p` has no parts, so the value is empty"]);
        let json = "{type: json, default: {a: {b: 1}, e: {}}}";
        let nothing = |step: &str| {
            format!("{step} => the default of `p` has nothing at this path, so the value is empty")
        };
        check(json, "a, b", &[]);
        check(json, "a, c", &[&nothing("c")]);
        check(json, "x", &[&nothing("x")]);
        check(json, "a, b, c", &[&nothing("c")]);
        check(json, "e, x", &[]);
        check(json, "{get_param: q}", &[]);
        check("{type: json}", "x", &[]);
        check("{type: json, default: {}}", "x", &[]);
        check("{type: json, default: {a: text}}", "a, b", &[&nothing("b")]);
        let list = "{type: comma_delimited_list, default: 'a,b'}";
        for step in ["0", "1", "'1'", "-2"] {
            check(list, step, &[]);
        }
        for step in ["2", "'2'", "-3"] {
            check(list, step, &[&nothing(step)]);
        }
        check(list, "a", &["a => `p` is a list, whose items have numbers, so the value is empty"]);
        check("{type: comma_delimited_list, default: ''}", "0", &[]);
        check("{type: comma_delimited_list}", "7", &[]);
        check("{type: json, default: [{a: 1}]}", "0, b", &[&nothing("b")]);
        check("{type: string}", "a", &["a => `p` is a text, which has no parts, so the value is empty"]);
        check("{type: string}", "0", &[]);
    }
}
