//! Rule `missing-description`: a type, property, attribute or custom constraint has no description.

use heat_model::{CustomConstraintTable, SchemaPath};
use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "missing-description",
    severity: Severity::Warning,
    summary: "A type, property, attribute or custom constraint has no description",
    docs: r"
## What it does
Reports a resource type, property, nested property or attribute without a `description`, and a custom constraint in
`constraints.yaml` with an empty one. HIDDEN ones and the items of lists do not need one. What `heat-codegen init` writes in
place of the description of a type is none, nor is what `heat-codegen import` writes in place of that of a constraint.

## Why
Descriptions appear in the reference docs, in the rustdoc of derived structs and in editors. Without one, readers have
to guess.

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

/// Beginning of the placeholder that `init` writes as the description of a type.
const PLACEHOLDER: &str = "Describe in a sentence or two what ";

/// Placeholder that `import` writes as the description of a custom constraint: the texts before and after its name.
const CONSTRAINT_PLACEHOLDER: (&str, &str) = ("Describe in a sentence what `", "` accepts.");

/// Returns the custom constraints without a description, with the messages about them.
pub(crate) fn undescribed_constraints(table: &CustomConstraintTable) -> Vec<(&str, String)> {
    let mut found = Vec::new();
    let shown = table.constraints.iter().filter(|(_, constraint)| !constraint.support_status.is_hidden());
    for (name, constraint) in shown {
        let text = constraint.description.trim();
        let (before, after) = CONSTRAINT_PLACEHOLDER;
        let of_import = text.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
        if text.is_empty() {
            found.push((name.as_str(), format!("custom constraint `{name}` has no description")));
        } else if of_import == Some(name) {
            let message =
                format!("custom constraint `{name}` has no description: this is what `import` wrote");
            found.push((name.as_str(), message));
        }
    }
    found
}

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    if context.schema.is_hidden() {
        return;
    }
    let is_missing = |text: &Option<String>| text.as_ref().is_none_or(|text| text.trim().is_empty());
    let name = &context.schema.name;
    if is_missing(&context.schema.description) {
        let path = SchemaPath::root().join("type");
        findings.report(&path, Part::Value, format!("`{name}` has no description"));
    } else if context.schema.description.as_ref().is_some_and(|text| text.starts_with(PLACEHOLDER)) {
        let path = SchemaPath::root().join("description");
        findings.report(
            &path,
            Part::Value,
            format!("`{name}` has no description: this is what `init` wrote"),
        );
    }
    for site in context.properties.iter().filter(|site| site.is_typed) {
        let is_hidden = site.schema.support_status.is_hidden();
        if is_missing(&site.schema.description) && !site.is_item() && !is_hidden {
            let message = format!("{} has no description", site.what());
            findings.report(&site.path, Part::Key, message);
        }
    }
    let attributes = SchemaPath::root().join("attributes");
    for (name, attribute) in &context.schema.attributes {
        if is_missing(&attribute.description) && !attribute.support_status.is_hidden() {
            let message = format!("attribute `{name}` has no description");
            findings.report(&attributes.join(name), Part::Key, message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    #[test]
    fn nameable_items_have_descriptions() {
        check(
            &RULE,
            "properties:
  a: {type: list, description: '', schema: {'*': {type: map, schema: {b: {type: string}}}}}
  c: {type: string, support_status: [{status: HIDDEN}]}
attributes: {d: {}, e: {support_status: [{status: HIDDEN}]}}
update_policy: {f: {type: string}}",
            &[
                "My::Custom::Token => `My::Custom::Token` has no description",
                "a => property `a` has no description",
                "b => property `a.b` has no description",
                "d => attribute `d` has no description",
                "f => update policy `f` has no description",
            ],
        );
        check(
            &RULE,
            "description: Describe in a sentence or two what My::Custom::Token is for.",
            &[
                "Describe in a sentence or two what My::Custom::Token is for. => `My::Custom::Token` has no description: this is what `init` wrote",
            ],
        );
        check(&RULE, "support_status: [{status: HIDDEN}]\nproperties: {a: {type: string}}", &[]);
    }
}
