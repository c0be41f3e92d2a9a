//! `missing-path`.

use heat_hot::language::Function;
use heat_hot::parameter::ParameterType;
use heat_hot::snippet::{Content, Snippet};
use heat_model::Value;
use heat_model::suggest::nearest;

use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "missing-path",
    family: Family::Parameters,
    summary: "A path does not exist in the value of a parameter",
    docs: r"
## What it does
Reports a `get_param` with a path into a parameter that has no parts, or into a `json` parameter whose default has parts, but not this
one.

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
    for (call, _) in context.calls().filter(|(call, _)| call.name == Function::GET_PARAM.name()) {
        let [name, path @ ..] = call.args.items() else { continue };
        let parameter = name.as_str().and_then(|name| context.parameter(name));
        let (Some(parameter), Some(first)) = (parameter, path.first()) else { continue };
        let name = &parameter.definition.name;
        let parameter_type = parameter.definition.parameter_type;
        if matches!(parameter_type, ParameterType::Number | ParameterType::Boolean) {
            let message = format!("`{name}` has no parts, so the value is empty");
            findings.report(first.span, message, format!("write `{{get_param: {name}}}`"));
            continue;
        }
        let Some(Ok(default)) = (parameter_type == ParameterType::Json).then(|| parameter.value()) else {
            continue;
        };
        if let Some((step, known)) = lost(&default, path) {
            let message = format!("the default of `{name}` has nothing at this path, so the value is empty");
            let name = step.as_str().unwrap_or_default();
            if let Some(near) = nearest(name, known) {
                let help = format!("did you mean `{near}`?");
                findings.report(step.span, message, help).suggest(step.span, name, near);
            } else {
                let help = "write a path that exists, or add it to the default";
                findings.report(step.span, message, help);
            }
        }
    }
}

/// The first step of a path that leads nowhere, and the keys that are there. An empty map is the form of any other.
fn lost<'s, 'v>(value: &'v Value, path: &'s [Snippet]) -> Option<(&'s Snippet, Vec<&'v str>)> {
    let mut value = value;
    for step in path {
        let Content::Scalar(literal) = &step.content else { return None };
        value = match value {
            Value::Map(map) if map.is_empty() => return None,
            Value::Map(map) => match map.get(literal.as_str()?) {
                Some(value) => value,
                None => return Some((step, map.keys().map(String::as_str).collect())),
            },
            Value::List(_) | Value::Null | Value::String(_) => return None,
            _ => return Some((step, Vec::new())),
        };
    }
    None
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    #[test]
    fn the_default_says_which_parts_there_are() {
        let check = |parameter: &str, path: &str, expect: &[&str]| {
            let text = format!(
                "parameters: {{p: {parameter}}}\noutputs: {{o: {{value: {{get_param: [p, {path}]}}}}}}"
            );
            check(&RULE, &text, expect);
        };
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
        check("{type: comma_delimited_list, default: 'a,b'}", "0", &[]);
    }
}
