//! Rule `unknown-substitute-class`: a substitute class is not a resource type of the catalogue.

use heat_yaml::Severity;

use crate::references::check_type;
use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "unknown-substitute-class",
    severity: Severity::Error,
    summary: "A substitute class is not a resource type of the catalogue",
    docs: r"
## What it does
Reports a `substitute_class` that is not the `type` of any schema in the catalogue or in Heat, or that is the type itself.

## Why
An update can convert a resource to its substitute class without replacing it. That type has to exist.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
support_status:
  - status: DEPRECATED
    version: 27.0.0
    message: Use My::Custom::Secret.
    substitute_class: My::Custom::Secrets
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
support_status:
  - status: DEPRECATED
    version: 27.0.0
    message: Use My::Custom::Secret.
    substitute_class: My::Custom::Secret
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for site in &context.statuses {
        for (index, entry) in site.status.history.iter().enumerate() {
            let Some(substitute) = &entry.substitute_class else { continue };
            let path = site.path.join(index).join("substitute_class");
            if *substitute == context.schema.name {
                findings.report(&path, Part::Value, format!("`{substitute}` cannot be its own substitute"));
            } else {
                check_type(context.tables, substitute, &path, findings);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::{check, diagnostics};

    #[test]
    fn substitutes_are_types_of_the_catalogue() {
        check(&RULE, "support_status: [{substitute_class: OS::Neutron::Port}]", &[]);
        check(
            &RULE,
            "support_status: [{}, {substitute_class: OS::Neutron::Prot}]",
            &["OS::Neutron::Prot => there is no resource type `OS::Neutron::Prot`"],
        );
        check(
            &RULE,
            "support_status: [{substitute_class: My::Custom::Token}]",
            &["My::Custom::Token => `My::Custom::Token` cannot be its own substitute"],
        );
    }

    #[test]
    fn the_intended_type_is_suggested() {
        let found =
            diagnostics("type: My::Custom::Token\nsupport_status: [{substitute_class: OS::Neutron::Prot}]");
        let found = found.iter().find(|found| found.code == RULE.id).unwrap();
        assert_eq!(found.help.as_deref(), Some("did you mean `OS::Neutron::Port`?"));
    }
}
