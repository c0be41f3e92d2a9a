//! `deprecated-type`.

use heat_model::Status;

use crate::status::types_with;
use crate::{Family, Rule};

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
    check: |context, findings| types_with(Status::Deprecated, context, findings),
};

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
