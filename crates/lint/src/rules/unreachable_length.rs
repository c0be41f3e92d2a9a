//! Rule `unreachable-length`: a value of the minimum length does not fit into a request to Heat.

use heat_model::{ConstraintKind, NestedSchema, PropertySchema, Value};
use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule};

/// Default limit of a request to Heat in bytes: `max_json_body_size`.
const MAX_REQUEST: u64 = 1 << 20;

pub(crate) static RULE: Rule = Rule {
    id: "unreachable-length",
    severity: Severity::Warning,
    summary: "A value of the minimum length does not fit into a request to Heat",
    docs: r"
## What it does
Reports a `length` whose `min` requires more than 1 MiB, the default limit for requests to Heat. The lengths of nested
lists multiply.

## Why
Nobody can set the property, and the docs cannot show a sample of it.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  secret:
    type: string
    description: The text to make it from.
    constraints:
      - length: {min: 1600000000}
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  secret:
    type: string
    description: The text to make it from.
    constraints:
      - length: {min: 16}
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for site in &context.properties {
        let mins =
            site.usable_constraints().filter_map(|(path, constraint)| Some((min(&constraint.kind)?, path)));
        let Some((_, path)) = mins.max_by_key(|(min, _)| *min) else { continue };
        let size = least_size(site.schema);
        // If a nested schema is too large, its own constraint is reported.
        if size <= MAX_REQUEST || within(site.schema).is_some_and(|inner| inner > MAX_REQUEST) {
            continue;
        }
        let what = site.what();
        findings
            .report(
                &path.join("length"),
                Part::Value,
                format!("no request to Heat can contain {what}: its shortest value takes {}", in_words(size)),
            )
            .note("by default, Heat accepts requests of up to 1 MiB; the lengths of nested lists multiply");
    }
}

fn in_words(size: u64) -> String {
    if size == u64::MAX { "more than 10¹⁹ bytes".to_owned() } else { format!("at least {size} bytes") }
}

/// Returns the `min` of a `length` constraint.
fn min(kind: &ConstraintKind) -> Option<u64> {
    match kind {
        ConstraintKind::Length { min: Some(Value::Integer(min)), .. } => {
            let is_negative = min.as_i64().is_some_and(|min| min < 0) || min.to_string().starts_with('-');
            Some(if is_negative { 0 } else { min.to_string().parse().unwrap_or(u64::MAX) })
        }
        _ => None,
    }
}

fn min_length(schema: &PropertySchema) -> u64 {
    schema.constraints.iter().filter_map(|constraint| min(&constraint.kind)).max().unwrap_or_default()
}

/// Minimum size of a value in bytes, not counting separators such as the commas between items.
fn least_size(schema: &PropertySchema) -> u64 {
    let own = min_length(schema);
    match &schema.schema {
        Some(NestedSchema::Item(item)) => own.saturating_mul(least_size(item).max(1)),
        Some(NestedSchema::Members(_)) => within(schema).unwrap_or_default().max(own),
        None => own,
    }
}

/// Minimum size of an item, or of all required fields, in bytes.
fn within(schema: &PropertySchema) -> Option<u64> {
    match schema.schema.as_ref()? {
        NestedSchema::Item(item) => Some(least_size(item)),
        NestedSchema::Members(members) => {
            let required = members.values().filter(|member| member.required);
            Some(required.map(least_size).fold(0, u64::saturating_add))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    fn check_property(property: &str, expect: &[&str]) {
        check(&RULE, &format!("properties: {{a: {property}}}"), expect);
    }

    #[test]
    fn a_request_has_to_hold_the_value() {
        check_property("{type: string, constraints: [{length: {min: 1048576}}]}", &[]);
        check_property(
            "{type: string, constraints: [{length: {min: 1048577}}]}",
            &[
                "{min: 1048577} => no request to Heat can contain property `a`: its shortest value takes at least 1048577 bytes",
            ],
        );
        check_property(
            "{type: list, constraints: [{length: {min: 3}}, {length: {min: 99999999999999999999}}]}",
            &[
                "{min: 99999999999999999999} => no request to Heat can contain property `a`: its shortest value takes more than 10¹⁹ bytes",
            ],
        );
        check_property("{type: string, constraints: [{length: {min: -99999999999999999999}}]}", &[]);
        check_property("{type: string, constraints: [{length: {max: 99999999999999999999}}]}", &[]);
    }

    #[test]
    fn lists_in_lists_multiply() {
        check_property(
            "{type: list, constraints: [{length: {min: 2000}}], schema: {'*': {type: map, schema: \
             {b: {type: list, required: true, constraints: [{length: {min: 2000}}]}, c: {type: string}}}}}",
            &[
                "{min: 2000} => no request to Heat can contain property `a`: its shortest value takes at least 4000000 bytes",
            ],
        );
        // Optional fields take no space.
        check_property(
            "{type: list, constraints: [{length: {min: 2000}}], schema: {'*': {type: map, schema: \
             {b: {type: list, constraints: [{length: {min: 2000}}]}}}}}",
            &[],
        );
    }
}
