//! Rule `validation-rule-path-unknown`: a validation rule names a property that does not exist.

use heat_model::SchemaPath;
use heat_yaml::Severity;

use crate::conditions::check_rule_paths;
use crate::{Check, Context, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "validation-rule-path-unknown",
    severity: Severity::Error,
    summary: "A validation rule names a property that does not exist",
    docs: r"
## What it does
Reports validation rules with a path that does not lead to a property, and lists of items that are not a list. A path is a list
of names starting at a top-level property, or in the item that `for_each` and `where` look at.

## Why
A property that does not exist never has a value: the rule would always be violated, or never.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length: {type: integer, description: How many characters it has.}
  value: {type: string, description: The token.}
validation_rules:
  - exactly_one: [[lenght], [value]]
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length: {type: integer, description: How many characters it has.}
  value: {type: string, description: The token.}
validation_rules:
  - exactly_one: [[length], [value]]
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let list = SchemaPath::root().join("validation_rules");
    for (index, rule) in context.schema.validation_rules.iter().enumerate() {
        check_rule_paths(context.schema, rule, &list.join(index), findings);
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;

    #[track_caller]
    fn check(rule: &str, expect: &[&str]) {
        let schema = format!(
            "type: My::Custom::Token
properties:
  a: {{type: string}}
  nets: {{type: list, schema: {{'*': {{type: map, schema: {{id: {{type: string}}, name: {{type: string}}}}}}}}}}
  one: {{type: map, schema: {{x: {{type: string}}}}}}
validation_rules: [{rule}]"
        );
        crate::tests::check(&RULE, &schema, expect);
    }

    #[test]
    fn paths_lead_to_properties_and_items_to_lists() {
        check("{for_each: [nets], at_most_one: [[id], [name]]}", &[]);
        check("{none: [[a]], when: [{items: [nets], where: [[id]]}]}", &[]);
        check(
            "{for_each: [nets], at_most_one: [[id], [nam]]}",
            &["nam => property `nets` has no field `nam`"],
        );
        check(
            "{none: [[b]], when: [[b]]}",
            &["b => `My::Custom::Token` has no property `b`", "b => `My::Custom::Token` has no property `b`"],
        );
        check("{for_each: [one], none: [[x]]}", &["[one] => property `one` is of type `map`"]);
        check("{all: [{any: [{items: [a], where: [[x]]}]}]}", &["[a] => property `a` is of type `string`"]);
        check("{for_each: [net], none: [[id]]}", &["net => `My::Custom::Token` has no property `net`"]);
        check(
            "{equal: [[a], [b]]}, {ascending: [{sum: [[nets, size]]}, 1]}",
            &["b => `My::Custom::Token` has no property `b`", "size => property `nets` has no field `size`"],
        );
    }

    #[test]
    fn gaps_of_messages_are_properties() {
        check("{none: [[a]], message: 'No {a} in {resource_name}.'}", &[]);
        check("{for_each: [nets], none: [[id]], message: 'No {id}.'}", &[]);
        check(
            "{none: [[a]], message: 'No {a} and {c!r}.'}",
            &["c!r => `My::Custom::Token` has no property `c`"],
        );
    }
}
