//! Rule `secret-with-default`: a secret parameter has a default.

use heat_model::Value;

use crate::lint::secret::is_secret;
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "secret-with-default",
    family: Family::Parameters,
    summary: "A secret parameter has a default",
    docs: r"
## What it does
Reports a hidden parameter that is named like a secret and has a default, unless the default is empty.

## Why
Everyone who can read the template knows the secret of each stack that uses the default.

## Example
```yaml
heat_template_version: 2018-08-31
parameters:
  password: {type: string, description: The password of the administrator., hidden: true, default: letmein}
resources:
  token:
    type: OS::Heat::RandomString
    properties: {salt: {get_param: password}}
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
    for (_, parameter) in context.parameters() {
        let definition = &parameter.definition;
        if !parameter.is_hidden() || !is_secret(definition) {
            continue;
        }
        let default = definition.default.as_ref().filter(|default| Value::is_truthy(default));
        if let Some((_, span)) = default.zip(definition.spans.default) {
            let message =
                format!("everyone who reads the template knows the default of `{}`", definition.name);
            findings.report(
                span,
                message,
                "remove the default; OS::Heat::RandomString makes a secret that nobody has to choose",
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in;

    #[test]
    fn an_empty_default_is_no_secret() {
        let check = check_in(&RULE, "parameters: {password: {type: string, …}}");
        check(
            "hidden: true, default: x",
            &["x => everyone who reads the template knows the default of `password`"],
        );
        check("hidden: true, default: ''", &[]);
        check("default: x", &[]);
        crate::lint::tests::check(&RULE, "parameters: {size: {type: string, hidden: true, default: x}}", &[]);
    }
}
