//! Rule `unknown-service`: the service of a rule is not in the table of services.

use heat_model::SchemaPath;
use heat_model::suggest::nearest;
use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "unknown-service",
    severity: Severity::Error,
    summary: "The service of a rule is not in the table of services",
    docs: r"
## What it does
Reports `by` of a service rule if no service in `services.yaml` has this client plug-in.

## Why
Warnings about templates say which service refuses a resource, by this name.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name: {type: string, description: Name of the token.}
service_rules:
  - by: nowa
    all: [[name]]
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name: {type: string, description: Name of the token.}
service_rules:
  - by: nova
    all: [[name]]
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let Some(services) = context.tables.services else { return };
    for (index, rule) in context.schema.service_rules.iter().enumerate() {
        if services.client_plugins().any(|known| known == rule.by) {
            continue;
        }
        let path = SchemaPath::root().join("service_rules").join(index).join("by");
        let finding = findings.report(&path, Part::Value, format!("there is no service `{}`", rule.by));
        finding.label("no service has this client plug-in");
        match nearest(&rule.by, services.client_plugins()) {
            Some(near) => finding.help(format!("did you mean `{near}`?")),
            None => finding.help("use a client plug-in from `services.yaml`, or add the service there"),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;

    #[test]
    fn services_are_those_of_the_table() {
        let rules = |by: &str| {
            format!("properties: {{a: {{type: string}}}}\nservice_rules: [{{by: {by}, all: [[a]]}}]")
        };
        crate::tests::check(&RULE, &rules("nova"), &[]);
        crate::tests::check(&RULE, &rules("Nova"), &["Nova => there is no service `Nova`"]);
    }
}
