//! Rule `required-with-default`: a required property has a default.

use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "required-with-default",
    severity: Severity::Warning,
    summary: "A required property has a default",
    docs: r"
## What it does
Reports a property that is `required` and has a `default`.

## Why
Heat uses the default if the property is not set, so the property is not actually required, and `required` misleads
readers. Heat itself logs a warning for such a schema.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    required: true
    default: 32
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    default: 32
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for site in &context.properties {
        let Some(default) = &site.schema.default else { continue };
        if site.schema.required {
            findings
                .report(
                    &site.path.join("required"),
                    Part::Value,
                    format!("{} is required but has a default", site.what()),
                )
                .related(
                    site.path.join("default"),
                    Part::Value,
                    format!("used if the property is not set: {default}"),
                )
                .help("remove `required` or the default");
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
            "properties: {a: {type: integer, required: true, default: 0}, b: {type: integer, required: false, default: 0}}",
            &["true => property `a` is required but has a default"],
        );
        check(&RULE, "properties: {a: {type: integer, required: true, default: null}}", &[]);
    }

    #[test]
    fn members_and_update_policies_too() {
        check(
            &RULE,
            "properties: {a: {type: list, schema: {'*': {type: map, schema: {b: {type: string, required: yes, default: c}}}}}}
update_policy: {d: {type: boolean, required: true, default: false}}",
            &[
                "yes => property `a.b` is required but has a default",
                "true => update policy `d` is required but has a default",
            ],
        );
    }
}
