//! Rule `update-allowed-and-immutable`: a property is both `update_allowed` and `immutable`.

use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "update-allowed-and-immutable",
    severity: Severity::Error,
    summary: "A property is both `update_allowed` and `immutable`",
    docs: r"
## What it does
Reports a property with both `update_allowed` and `immutable`.

## Why
`update_allowed` means that a change updates the resource in place, `immutable` that a change is refused. Heat refuses
a schema with both. With neither, a change replaces the resource.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    update_allowed: true
    immutable: true
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    immutable: true
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for site in &context.properties {
        if site.schema.update_allowed && site.schema.immutable {
            findings
                .report(
                    &site.path.join("immutable"),
                    Part::Value,
                    format!("{} is both `update_allowed` and `immutable`", site.what()),
                )
                .label("changes are refused")
                .related(site.path.join("update_allowed"), Part::Value, "changes update the resource")
                .help("keep one of them; with neither, a change replaces the resource");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    #[test]
    fn one_of_the_two() {
        check(
            &RULE,
            "properties: {a: {type: string, update_allowed: yes, immutable: yes}}",
            &["yes => property `a` is both `update_allowed` and `immutable`"],
        );
        check(&RULE, "properties: {a: {type: string, update_allowed: true, immutable: false}}", &[]);
        check(&RULE, "properties: {a: {type: string, immutable: true}}", &[]);
    }

    #[test]
    fn members_of_items_too() {
        check(
            &RULE,
            "properties:
  a:
    type: list
    schema: {'*': {type: map, schema: {b: {type: string, immutable: true, update_allowed: true}}}}",
            &["true => property `a.b` is both `update_allowed` and `immutable`"],
        );
    }
}
