//! Rule `nested-schema-mismatch`: a list has a schema with named fields, or a map has a schema for items.

use heat_model::{NestedSchema, PropertyType};
use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "nested-schema-mismatch",
    severity: Severity::Error,
    summary: "A list has a schema with named fields, or a map has a schema for items",
    docs: r#"
## What it does
Reports a nested `schema` with named fields on a `list`, and one with the single key `"*"` on a `map`.

## Why
All items of a list have the same schema: it has one entry, `"*"`. A map has named fields, and Heat refuses a single
schema for all of them. A list with named fields would fail on the first value that is set.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  hosts:
    type: list
    description: Where it is valid.
    schema:
      name: {type: string, description: The name of a host.}
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  hosts:
    type: list
    description: Where it is valid.
    schema:
      "*":
        type: map
        schema:
          name: {type: string, description: The name of a host.}
```
"#,
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for site in &context.properties {
        let (label, help) = match (site.schema.property_type, &site.schema.schema) {
            (PropertyType::List, Some(NestedSchema::Members(_))) => {
                ("has named fields", "use an item schema: `\"*\": {type: map, schema: …}`")
            }
            (PropertyType::Map, Some(NestedSchema::Item(_))) => (
                "describes an item",
                "name the fields, or remove the schema: a map without one accepts any fields",
            ),
            _ => continue,
        };
        let property_type = site.schema.property_type;
        findings
            .report(
                &site.path.join("schema"),
                Part::Key,
                format!("the schema of {} is not a schema for a {property_type}", site.what()),
            )
            .label(label)
            .related(site.path.join("type"), Part::Value, format!("the type is `{property_type}`"))
            .help(help);
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    #[test]
    fn lists_have_items_and_maps_have_fields() {
        check(
            &RULE,
            "properties: {a: {type: list, schema: {b: {type: string}}}}",
            &["schema => the schema of property `a` is not a schema for a list"],
        );
        check(
            &RULE,
            "properties: {a: {type: map, schema: {'*': {type: string}}}}",
            &["schema => the schema of property `a` is not a schema for a map"],
        );
        check(&RULE, "properties: {a: {type: list}, b: {type: map, schema: {}}}", &[]);
    }

    #[test]
    fn nested_ones_too() {
        check(
            &RULE,
            "properties: {a: {type: list, schema: {'*': {type: list, schema: {b: {type: string}}}}}}",
            &["schema => the schema of an item of `a` is not a schema for a list"],
        );
    }

    #[test]
    fn an_item_itself_is_read_as_one() {
        check(
            &RULE,
            "properties: {a: {type: list, schema: {type: string, constraints: [{length: {min: 1}}]}}}",
            &["type => the schema of a list has one entry, `\"*\"`, for its items"],
        );
        // `type` is the name of a field here.
        check(&RULE, "properties: {a: {type: map, schema: {type: {type: string}}}}", &[]);
        let deep = "{type: list, schema: ".repeat(40) + "{type: string}" + &"}".repeat(40);
        let found = crate::tests::diagnostics(&format!("type: My::Custom::Token\nproperties: {{a: {deep}}}"));
        assert!(found.iter().any(|each| each.code == heat_yaml::code::TOO_DEEP), "{found:?}");
    }
}
