//! Rule `validation-rule-path-unknown`: a validation rule names a property that does not exist.

use heat_model::SchemaPath;
use heat_yaml::Severity;

use crate::references::{Target, follow};
use crate::{Check, Context, Findings, Part, Rule};

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
        let mut reported = Vec::new();
        rule.visit_paths(&mut |path, is_list| {
            let problem = match follow(context.schema, path) {
                Target::Nothing(..) => Some("there is no property"),
                Target::Property(property)
                    if is_list && property.item().is_none() && property.members().is_some() =>
                {
                    Some("there is no list")
                }
                Target::Property(_) | Target::Within(_) => None,
            };
            let name = path.join(".");
            if let Some(problem) = problem.filter(|_| !reported.contains(&name)) {
                let finding = findings.report(&list.join(index), Part::Value, format!("{problem} `{name}`"));
                finding.label("named here");
                reported.push(name);
            }
        });
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
            &["{for_each: [nets], at_most_one: [[id], [nam]]} => there is no property `nets.nam`"],
        );
        check("{none: [[b]], when: [[b]]}", &["{none: [[b]], when: [[b]]} => there is no property `b`"]);
        check(
            "{for_each: [one], none: [[x]]}",
            &["{for_each: [one], none: [[x]]} => there is no list `one`"],
        );
    }
}
