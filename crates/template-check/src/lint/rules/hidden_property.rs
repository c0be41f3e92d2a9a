//! Rule `hidden-property`: a property is hidden.

use heat_model::Status;

use crate::lint::status::properties_with;
use crate::{Check, Family, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "hidden-property",
    family: Family::Resources,
    summary: "A property is hidden",
    docs: r"
## What it does
Reports a property, or a part of one, that is hidden.

## Why
It still works, for existing stacks, but will be removed from Heat. The reference omits it.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {sequence: digits}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
    properties: {character_classes: [{class: digits}]}
```
",
    check: Check::Template(|context, findings| properties_with(Status::Hidden, context, findings)),
};

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check;

    #[test]
    fn properties_and_their_parts_are_found() {
        let name = "hidden";
        let found = |path: &str| format!("{name} => the property `{path}` of My::Thing is hidden");
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
