//! Rule `undescribed-parameter`: a parameter has no description.

use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "undescribed-parameter",
    family: Family::Parameters,
    summary: "A parameter has no description",
    docs: r"
## What it does
Reports a parameter without a description.

## Why
People who create the stack see the description in the dashboard and in `openstack orchestration template validate`.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  flavor: {type: string}
outputs:
  flavor: {value: {get_param: flavor}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  flavor: {type: string, description: The flavor of the web servers.}
outputs:
  flavor: {value: {get_param: flavor}}
```
",
    check: Check::Optional(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for (entry, parameter) in context.parameters() {
        if parameter.definition.description.is_truthy() {
            continue;
        }
        let message = format!("the parameter `{}` has no description", parameter.definition.name);
        findings.report(entry.key.span, message, "add a `description` that says what the value is for");
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check;

    #[test]
    fn an_empty_description_is_none() {
        let expect = "a => the parameter `a` has no description";
        check(&RULE, "parameters: {a: {type: string}}", &[expect]);
        check(&RULE, "parameters: {a: {type: string, description: ''}}", &[expect]);
        check(&RULE, "parameters: {a: {type: string, description: What it is for.}}", &[]);
    }
}
