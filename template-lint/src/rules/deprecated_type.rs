//! `deprecated-type`.

use heat_model::Status;

use crate::context::instead;
use crate::{Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "deprecated-type",
    family: Family::Resources,
    summary: "A resource type is deprecated",
    docs: r"
## What it does
Reports a resource whose type is deprecated.

## Why
It works, and will be hidden and then removed from Heat.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  agreement:
    type: OS::Heat::SwiftSignalHandle
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  agreement:
    type: OS::Heat::None
```
",
    check,
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for (resource, schema) in context.known_resources() {
        let status = &schema.support_status;
        if status.status() == Status::Deprecated {
            let (name, span) = resource.resource_type;
            findings.report(span, format!("`{name}` is deprecated"), instead(status));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    #[test]
    fn the_status_of_the_type_counts() {
        check(
            &RULE,
            "resources: {a: {type: My::Deprecated}}",
            &["My::Deprecated => `My::Deprecated` is deprecated"],
        );
        check(&RULE, "resources: {a: {type: My::Thing}, b: {type: My::Unknown}}", &[]);
        check(
            &RULE,
            "resources: {a: {type: OS::Heat::ResourceGroup, properties: {resource_def: {type: My::Deprecated}}}}",
            &["My::Deprecated => `My::Deprecated` is deprecated"],
        );
    }
}
