//! Rule `nested-schema-on-scalar`: a property that is neither a map nor a list has a nested schema.

use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "nested-schema-on-scalar",
    severity: Severity::Error,
    summary: "A property that is neither a map nor a list has a nested schema",
    docs: r"
## What it does
Reports a nested `schema`, even an empty one, on a property whose type is neither `map` nor `list`.

## Why
Only maps have fields and only lists have items. Heat refuses the schema.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  owner:
    type: string
    description: Who it is for.
    schema:
      name: {type: string, description: The owner's name.}
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  owner:
    type: map
    description: Who it is for.
    schema:
      name: {type: string, description: The owner's name.}
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for site in context.properties.iter().filter(|site| site.is_typed) {
        let property_type = site.schema.property_type;
        if site.schema.schema.is_some() && !property_type.is_collection() {
            findings
                .report(
                    &site.path.join("schema"),
                    Part::Key,
                    format!(
                        "{} is of type `{property_type}`, which cannot have a nested schema",
                        site.what()
                    ),
                )
                .label("nested schema")
                .related(site.path.join("type"), Part::Value, "not `map` or `list`")
                .help("remove the schema, or change the type to `map` or `list`");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    #[test]
    fn only_maps_and_lists_have_nested_schemas() {
        check(
            &RULE,
            "properties: {a: {type: any, schema: {b: {type: string}}}}",
            &["schema => property `a` is of type `any`, which cannot have a nested schema"],
        );
        check(
            &RULE,
            "properties: {a: {type: boolean, schema: {}}}",
            &["schema => property `a` is of type `boolean`, which cannot have a nested schema"],
        );
        check(
            &RULE,
            "properties: {a: {type: map, schema: {}}, b: {type: list, schema: {'*': {type: any}}}}",
            &[],
        );
    }

    #[test]
    fn items_and_update_policies_too() {
        check(
            &RULE,
            "properties: {a: {type: list, schema: {'*': {type: string, schema: {b: {type: string}}}}}}
update_policy: {c: {type: number, schema: {'*': {type: string}}}}",
            &[
                "schema => an item of `a` is of type `string`, which cannot have a nested schema",
                "schema => update policy `c` is of type `number`, which cannot have a nested schema",
            ],
        );
    }
}
