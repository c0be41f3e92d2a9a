//! Rule `secret-in-output`: an output shows a hidden parameter.

use heat_hot::Parameter;
use heat_hot_language::Function;

use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "secret-in-output",
    family: Family::Outputs,
    summary: "An output shows a hidden parameter",
    docs: r"
## What it does
Reports an output whose value is a hidden parameter. An output of a nested template that contains the value as a part of a larger value
is not reported.

## Why
Heat hides the values of such parameters, and shows outputs to everyone who may see the stack.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  password: {type: string, description: The password of the administrator., hidden: true}
outputs:
  password: {value: {get_param: password}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  password: {type: string, description: The password of the administrator., hidden: true}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {salt: {get_param: password}}
```
",
    check: Check::Template(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let asks = [Function::GET_PARAM.name(), Function::REF.name()];
    for value in context.outputs() {
        let Some(call) = value.as_call().filter(|call| asks.contains(&call.name.as_str())) else { continue };
        let name = call.args.as_str().or_else(|| call.args.items().first().and_then(|name| name.as_str()));
        if let Some(name) = name.filter(|name| context.parameter(name).is_some_and(Parameter::is_hidden)) {
            let message = format!("the output shows the hidden parameter `{name}`");
            findings.report(value.span, message, "remove the output, or the parameter from it");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check;

    #[test]
    fn only_outputs_are_shown() {
        let check = |hidden: bool, expect: &[&str]| {
            let text = format!(
                "parameters: {{p: {{type: string, hidden: {hidden}}}}}
resources: {{r: {{type: My::Thing, properties: {{new: {{get_param: p}}}}}}}}
outputs: {{o: {{value: {{get_param: p}}}}, data: {{value: [{{get_param: p}}]}}}}"
            );
            check(&RULE, &text, expect);
        };
        check(true, &["get_param: p => the output shows the hidden parameter `p`"]);
        check(false, &[]);
    }
}
