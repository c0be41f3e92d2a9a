//! `default-on-any`.

use heat_model::PropertyType;
use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "default-on-any",
    severity: Severity::Warning,
    summary: "A property of any type has a default, which Heat never takes",
    docs: r"
## What it does
Reports a `default` on a property of type `any`.

## Why
Where such a property is not given, Heat reads it as null, whatever its default says: the default is taken while a value
is converted to the type, and with `any` nothing is converted.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  seed:
    type: any
    description: What it is made from.
    default: 42
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  seed:
    type: integer
    description: What it is made from.
    default: 42
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for site in context.properties.iter().filter(|site| site.is_typed) {
        if site.schema.property_type == PropertyType::Any && site.schema.default.is_some() {
            findings
                .report(
                    &site.path.join("default"),
                    Part::Value,
                    format!("the default of {} is never taken", site.what()),
                )
                .label("read as null all the same")
                .related(site.path.join("type"), Part::Value, "as its type is `any`")
                .help("give the property the type of its default, or take the default out");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    #[test]
    fn any_has_no_default() {
        check(
            &RULE,
            "properties: {a: {type: any, default: {}}, b: {type: string, default: c}, d: {type: any, default: null}}",
            &["{} => the default of property `a` is never taken"],
        );
        check(
            &RULE,
            "update_policy: {a: {type: map, schema: {b: {type: any, default: 1}}}}",
            &["1 => the default of update policy `a.b` is never taken"],
        );
    }
}
