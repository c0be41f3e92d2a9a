//! Rule `section-property-unknown`: a section of the page names a property that does not exist.

use heat_model::SchemaPath;
use heat_yaml::Severity;

use crate::references::check_path;
use crate::{Check, Context, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "section-property-unknown",
    severity: Severity::Error,
    summary: "A section names a property that does not exist",
    docs: r"
## What it does
Reports a name in `sections` that is not the name of a property.

## Why
The section lists nothing there, and the property that was meant is listed at the end of the page.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name: {type: string, description: Name of the token.}
sections:
  - title: Names
    properties: [nane]
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name: {type: string, description: Name of the token.}
sections:
  - title: Names
    properties: [name]
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for (index, section) in context.schema.sections.iter().enumerate() {
        let list = SchemaPath::root().join("sections").join(index).join("properties");
        for (index, name) in section.properties.iter().enumerate() {
            check_path(context.schema, &[name], |_| list.join(index), findings);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;

    #[test]
    fn sections_name_properties_that_exist() {
        let schema = "properties: {a: {type: string}}\nsections: [{title: A, properties: [a, b]}]";
        crate::tests::check(&RULE, schema, &["b => `My::Custom::Token` has no property `b`"]);
    }
}
