//! `hidden-type`.

use heat_model::Status;

use crate::context::instead;
use crate::{Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "hidden-type",
    family: Family::Resources,
    summary: "A resource type is hidden",
    docs: r"
## What it does
Reports a resource whose type is hidden.

## Why
It works for stacks that exist, and will be removed from Heat. The reference does not show it.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  address:
    type: OS::Nova::FloatingIP
    properties: {pool: public}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  address:
    type: OS::Neutron::FloatingIP
    properties: {floating_network: public}
```
",
    check,
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for (resource, schema) in context.known_resources() {
        let status = &schema.support_status;
        if status.status() == Status::Hidden {
            let (name, span) = resource.resource_type;
            findings.report(span, format!("`{name}` is hidden"), instead(status));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    #[test]
    fn the_status_of_the_type_counts() {
        check(&RULE, "resources: {a: {type: My::Hidden}}", &["My::Hidden => `My::Hidden` is hidden"]);
        check(&RULE, "resources: {a: {type: My::Thing}, b: {type: My::Unknown}}", &[]);
        check(
            &RULE,
            "resources: {a: {type: OS::Heat::ResourceGroup, properties: {resource_def: {type: My::Hidden}}}}",
            &["My::Hidden => `My::Hidden` is hidden"],
        );
    }
}
