//! Rule `never-equal`: a comparison is never true.

use heat_hot_language::ParameterType;
use heat_yaml::{Node, Value};

use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "never-equal",
    family: Family::Conditions,
    summary: "A comparison is never true",
    docs: r"
## What it does
Reports an `equals` that compares a parameter with a string, although the parameter is not a string but a boolean, a number, a list or a map.

## Why
Values of different types are never equal. The condition is false whatever the value of the parameter.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  has_token: {type: boolean, description: Whether there is a token.}
conditions:
  wanted: {equals: [{get_param: has_token}, 'true']}
resources:
  token: {type: OS::Heat::RandomString, condition: wanted}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  has_token: {type: boolean, description: Whether there is a token.}
conditions:
  wanted: {equals: [{get_param: has_token}, true]}
resources:
  token: {type: OS::Heat::RandomString, condition: wanted}
```
",
    check: Check::Template(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for (name, arguments) in context.maps_of_one() {
        if !matches!(name, "equals" | "Fn::Equals") {
            continue;
        }
        let Some([left, right]) = arguments.as_sequence() else { continue };
        let compared =
            asked(left).map(|name| (name, right)).or_else(|| asked(right).map(|name| (name, left)));
        let Some((name, literal)) = compared else { continue };
        let Value::String(text) = &literal.value else { continue };
        let Some(parameter) = context.parameter(name) else { continue };
        let is = match parameter.definition.parameter_type {
            ParameterType::String => continue,
            ParameterType::Boolean => "a boolean",
            ParameterType::Number => "a number",
            ParameterType::CommaDelimitedList => "a list",
            ParameterType::Json => "a map or a list",
        };
        let message = format!("`{name}` is {is}, and never equal to a text");
        let help = match parameter.definition.parameter_type {
            ParameterType::Boolean if ["true", "false"].contains(&text.to_lowercase().as_str()) => {
                format!("write `{}` without quotes", text.to_lowercase())
            }
            ParameterType::Number if text.parse::<f64>().is_ok() => format!("write `{text}` without quotes"),
            _ => "compare it with a value of its type".to_owned(),
        };
        findings.report(literal.span, message, help);
    }
}

/// Name of the parameter that a function reads.
fn asked(node: &Node) -> Option<&str> {
    let [entry] = node.as_mapping()?.entries() else { return None };
    matches!(entry.key.as_str(), Some("get_param" | "Ref")).then(|| entry.value.as_str())?
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in_two;

    #[test]
    fn the_type_of_the_parameter_counts() {
        let yaml = "parameters: {p: {type: …}}\nconditions: {c: {equals: […, {get_param: p}]}}";
        let check = check_in_two(&RULE, yaml);
        check("boolean", "'true'", &["'true' => `p` is a boolean, and never equal to a text"]);
        check("boolean", "true", &[]);
        check("number", "'1'", &["'1' => `p` is a number, and never equal to a text"]);
        check("number", "1", &[]);
        check("string", "'1'", &[]);
        check("json", "''", &["'' => `p` is a map or a list, and never equal to a text"]);
    }
}
