//! `missing-description`.

use heat_yaml::Severity;

use crate::SchemaPath;
use crate::lint::{Check, Context, Findings, Part, Rule};

pub(in crate::lint) static RULE: Rule = Rule {
    id: "missing-description",
    severity: Severity::Warning,
    summary: "Something that templates can name has no description",
    docs: r"
## What it does
Reports a resource type, a property, a member or an attribute without a `description`. HIDDEN ones need none, and items of
lists have no name that could need one.

## Why
The description is the reference page, the rustdoc of the derived struct and what an editor shows. A name alone leaves
its reader to guess.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters the token has.
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    if context.schema.is_hidden() {
        return;
    }
    if context.schema.description.is_none() {
        let path = SchemaPath::root().join("type");
        findings.report(&path, Part::Value, format!("`{}` has no description", context.schema.name));
    }
    for site in &context.properties {
        if site.schema.description.is_none() && !site.is_item() && !site.schema.support_status.is_hidden() {
            let message = format!("property `{}` has no description", site.display_name());
            findings.report(&site.path, Part::Key, message);
        }
    }
    let attributes = SchemaPath::root().join("attributes");
    for (name, attribute) in &context.schema.attributes {
        if attribute.description.is_none() && !attribute.support_status.is_hidden() {
            let message = format!("attribute `{name}` has no description");
            findings.report(&attributes.join(name), Part::Key, message);
        }
    }
}
