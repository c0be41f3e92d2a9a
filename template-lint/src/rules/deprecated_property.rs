//! `deprecated-property`.

use heat_model::Status;

use crate::context::{instead, values};
use crate::{Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "deprecated-property",
    family: Family::Resources,
    summary: "A property is deprecated",
    docs: r"
## What it does
Reports a property, or a part of one, that is deprecated.

## Why
It works, and will be hidden and then removed from Heat.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  thing:
    type: My::Thing
    properties: {old: x}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  thing:
    type: My::Thing
    properties: {new: x}
```
",
    check,
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for (resource, schema) in context.known_resources() {
        for value in values(resource, schema) {
            let Some(status) = value.schema.map(|schema| &schema.support_status) else { continue };
            if status.status() == Status::Deprecated {
                let message = format!("the property `{}` of {} is deprecated", value.path, schema.name);
                findings.report(value.key_span, message, instead(status));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    #[test]
    fn properties_and_their_parts_are_found() {
        let name = "old";
        let found = |path: &str| format!("{name} => the property `{path}` of My::Thing is deprecated");
        check(
            &RULE,
            &format!("resources: {{a: {{type: My::Thing, properties: {{{name}: 1, new: 2}}}}}}"),
            &[&found(name)],
        );
        check(
            &RULE,
            &format!("resources: {{a: {{type: My::Thing, properties: {{parts: [{{{name}: 1}}]}}}}}}"),
            &[&found(&format!("parts.{name}"))],
        );
        check(&RULE, "resources: {a: {type: My::Thing, properties: {new: 1}}}", &[]);
    }
}
