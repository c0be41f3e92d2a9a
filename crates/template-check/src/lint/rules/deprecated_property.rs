//! Rule `deprecated-property`: a property is deprecated.

use heat_model::Status;

use crate::lint::status::properties_with;
use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "deprecated-property",
    family: Family::Resources,
    summary: "A property is deprecated",
    docs: r"
## What it does
Reports a property, or a part of one, that is deprecated.

## Why
It still works, but will be hidden and then removed from Heat.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  zone:
    type: OS::Designate::Zone
    properties: {name: example.org., type: SECONDARY, masters: [192.0.2.1]}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  zone:
    type: OS::Designate::Zone
    properties: {name: example.org., type: SECONDARY, primaries: [192.0.2.1]}
```
",
    check: Check::Template(|context, findings| properties_with(Status::Deprecated, context, findings)),
};

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check;

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
