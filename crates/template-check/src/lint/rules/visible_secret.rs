//! Rule `visible-secret`: a secret parameter is not hidden.

use crate::lint::secret::is_secret;
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "visible-secret",
    family: Family::Parameters,
    summary: "A secret parameter is not hidden",
    docs: r"
## What it does
Reports a parameter that is named like a secret, such as `admin_password` or `api_token`, and is not hidden.

## Why
Heat shows the values of parameters to everyone who can see the stack, unless they are `hidden`.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  admin_password: {type: string, description: The password of the administrator.}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {salt: {get_param: admin_password}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
parameters:
  admin_password: {type: string, description: The password of the administrator., hidden: true}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {salt: {get_param: admin_password}}
```
",
    check: Check::Template(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let key = if context.template.keys().is_hot() { "hidden" } else { "NoEcho" };
    for (entry, parameter) in context.parameters() {
        let name = &parameter.definition.name;
        if parameter.is_hidden() || !is_secret(&parameter.definition) {
            continue;
        }
        let message = format!("the value of `{name}` is shown to everyone who can see the stack");
        findings.report(entry.key.span, message, format!("add `{key}: true`"));
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check;

    #[test]
    fn names_of_secrets_are_recognised() {
        let expect = |name: &str| {
            format!("{name} => the value of `{name}` is shown to everyone who can see the stack")
        };
        for name in ["password", "DBPassword", "api_token", "private-key"] {
            check(&RULE, &format!("parameters: {{{name}: {{type: string}}}}"), &[&expect(name)]);
            check(&RULE, &format!("parameters: {{{name}: {{type: string, hidden: yes}}}}"), &[]);
        }
        check(
            &RULE,
            "parameters: {key_name: {type: string}, password_length: {type: number}, has_token: {type: boolean}}",
            &[],
        );
    }
}
