//! Rule `default-on-any`: a property of type `any` has a default, which Heat never uses.

use heat_model::PropertyType;
use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "default-on-any",
    severity: Severity::Warning,
    summary: "A property of type `any` has a default, which Heat never uses",
    docs: r"
## What it does
Reports a `default` on a property of type `any`.

## Why
If such a property is not set, Heat reads it as null, regardless of its default: Heat applies defaults while it
converts a value to the property's type, and it does not convert values of type `any`.

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
                    format!("the default of {} is never used", site.what()),
                )
                .label("Heat reads null instead")
                .related(site.path.join("type"), Part::Value, "because its type is `any`")
                .help("give the property the type of its default, or remove the default");
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
            &["{} => the default of property `a` is never used"],
        );
        check(
            &RULE,
            "update_policy: {a: {type: map, schema: {b: {type: any, default: 1}}}}",
            &["1 => the default of update policy `a.b` is never used"],
        );
    }
}
