//! Rule `hidden-type`: a resource type is hidden.

use heat_model::Status;

use crate::lint::status::types_with;
use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "hidden-type",
    family: Family::Resources,
    summary: "A resource type is hidden",
    docs: r"
## What it does
Reports a resource whose type is hidden. A hidden type for which Heat creates nothing any longer is reported by
`placeholder-type` instead.

## Why
The type still works, but Heat only keeps it for existing stacks, and can remove it in any release. The reference omits it.

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
    check: Check::Template(|context, findings| types_with(Status::Hidden, context, findings)),
};

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check;

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
