//! Rule `rule-without-effect`: a rule or a fact of a type, or a part of one, has no effect.

use heat_model::service_rule::ServiceCheck;
use heat_model::validation_rule::{Requirement, ValidationRule};
use heat_model::{PropertyType, SchemaPath};
use heat_yaml::Severity;

use crate::conditions::{
    check_empty, check_repeated, compared, conditions_of, conditions_of_facts, required,
};
use crate::possible::{check_condition, check_list_on_the_way, site_at};
use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "rule-without-effect",
    severity: Severity::Warning,
    summary: "A rule or a fact of a type, or a part of one, has no effect",
    docs: r"
## What it does
Reports conditions of `validation_rules`, `service_rules`, `unique`, `needs_first` and `holds` with a value that the type or
the constraints of the property refuse, with a pattern for a property that has no texts, or with a path that leads through a
list. It also reports empty lists in rules and conditions, items of them that are written twice, properties without numbers under
`ascending`, and an entry of `holds` after one without conditions. Custom constraints are not checked.

## Why
Such a part of a rule has no effect, although it was written for one. A path to a property of the items of a list has no value,
because each item has its own: `items` and `where` look at each of them. If a service knows values that Heat refuses, accept
the finding.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name: {type: string, description: Name of the token.}
  is_open: {type: boolean, description: True if everybody can see it.}
validation_rules:
  - none: [[name]]
    when: [{property: [is_open], in: ['yes']}]
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name: {type: string, description: Name of the token.}
  is_open: {type: boolean, description: True if everybody can see it.}
validation_rules:
  - none: [[name]]
    when: [{property: [is_open], in: [true]}]
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let schema = context.schema;
    for site in conditions_of(schema) {
        check_condition(context, &site, findings);
    }
    let root = SchemaPath::root();
    check_repeated(&schema.validation_rules, &root.join("validation_rules"), findings);
    for (index, rule) in schema.validation_rules.iter().enumerate() {
        check_compared(context, rule, &root.join("validation_rules").join(index), findings);
    }
    for (index, rule) in schema.service_rules.iter().enumerate() {
        if let ServiceCheck::Rule(rule) = &rule.check {
            check_compared(context, rule, &root.join("service_rules").join(index), findings);
        }
    }
    for (conditions, place) in conditions_of_facts(schema) {
        check_repeated(conditions, &place, findings);
    }
    let list = root.join("holds");
    let Some(always) = schema.holds.iter().position(|holding| holding.when.is_empty()) else { return };
    for index in always + 1..schema.holds.len() {
        findings
            .report(&list.join(index), Part::Value, "an earlier entry of `holds` always applies")
            .label("never used")
            .related(list.join(always), Part::Value, "has no `when`")
            .help(
                "move the entry without `when` to the end: the first one whose conditions are true is used",
            );
    }
}

/// Reports the properties that a rule compares and that have no values to compare.
fn check_compared(
    context: &Context<'_>,
    rule: &ValidationRule,
    place: &SchemaPath,
    findings: &mut Findings<'_>,
) {
    use PropertyType::{Any, Integer, Number};
    check_requirement(&rule.requirement, &place.join(rule.requirement.key()), findings);
    check_repeated(&rule.when, &place.join("when"), findings);
    for (path, is_sum) in compared(rule, place) {
        if !is_sum && check_list_on_the_way(context.schema, &path, findings) {
            continue;
        }
        let steps = path.steps_from_top();
        let Some(site) = site_at(context, &steps).filter(|site| site.is_typed) else { continue };
        let property_type = site.schema.property_type;
        let is_ascending = matches!(rule.requirement, Requirement::Ascending(_));
        if is_ascending && ![Integer, Number, Any].contains(&property_type) {
            let message = format!("{} is not compared: it is of type `{property_type}`", site.what());
            findings.report(&path.place, Part::Value, message).label("only numbers are compared").related(
                site.path.join("type"),
                Part::Value,
                "",
            );
        }
    }
}

/// Reports a requirement that requires nothing, or the same twice.
fn check_requirement(requirement: &Requirement, place: &SchemaPath, findings: &mut Findings<'_>) {
    if let Requirement::Equal(paths) = requirement {
        check_repeated(paths, place, findings);
    }
    let Some(conditions) = required(requirement) else { return };
    let so = match requirement {
        Requirement::AtLeastOne(_) | Requirement::ExactlyOne(_) => "the rule is always violated",
        _ => "the rule requires nothing",
    };
    check_empty(conditions, (requirement.key(), so), place, findings);
    check_repeated(conditions, place, findings);
}

#[cfg(test)]
mod tests {
    use super::RULE;

    #[track_caller]
    fn check(rules: &str, expect: &[&str]) {
        let schema = format!(
            "properties:
  a: {{type: string, constraints: [{{allowed_values: [x, y]}}]}}
  n: {{type: integer}}
  is_on: {{type: boolean}}
  tags: {{type: list, schema: {{'*': {{type: string}}}}}}
  nets: {{type: list, schema: {{'*': {{type: map, schema: {{id: {{type: string}}, size: {{type: integer}}}}}}}}}}
{rules}"
        );
        crate::tests::check(&RULE, &schema, expect);
    }

    #[test]
    fn values_are_possible() {
        check(
            "validation_rules: [{none: [{property: [a], in: [x, null]}, {property: [n], in: [1.0]}]}]",
            &[],
        );
        check(
            "validation_rules: [{none: [{property: [a], in: [z]}]}]",
            &["z => property `a` is never `\"z\"`: \"z\" is not one of \"x\", \"y\""],
        );
        check(
            "service_rules: [{by: nova, all: [{property: [is_on], in: [5]}]}]",
            &["5 => property `is_on` is never `5`: it is of type `boolean`"],
        );
        check(
            "service_rules: [{by: nova, address: [a], within: [a], when: [{property: [n], not_in: ['5']}]}]",
            &["'5' => property `n` is never `\"5\"`: it is of type `integer`"],
        );
        check(
            "validation_rules: [{for_each: [nets], none: [{property: [size], in: [x]}]}]",
            &["x => property `nets.size` is never `\"x\"`: it is of type `integer`"],
        );
        check(
            "validation_rules: [{none: [{items: [nets], where: [{property: [id], in: [1]}]}]}]",
            &["1 => property `nets.id` is never `1`: it is of type `string`"],
        );
        check(
            "unique: [{properties: [[a]], when: [{property: [tags], in: [x]}]}]",
            &["x => property `tags` is never `\"x\"`: it is of type `list`"],
        );
        check(
            "needs_first: [{type: My::Custom::Secret, reason: R., when: [{property: [n], allowed_pattern: '1.*'}]}]",
            &["'1.*' => property `n` never matches `1.*`: it is of type `integer`"],
        );
    }

    #[test]
    fn lists_are_not_empty() {
        let check = |rule: &str, expect: &[&str]| check(&format!("validation_rules: [{rule}]"), expect);
        check("{all: []}", &["[] => `all` is empty: the rule requires nothing"]);
        check("{exactly_one: []}", &["[] => `exactly_one` is empty: the rule is always violated"]);
        check("{none: [{property: [a], in: []}]}", &["[] => `in` is empty: the condition is never true"]);
        check(
            "{none: [{property: [a], not_in: []}]}",
            &["[] => `not_in` is empty: the condition is always true"],
        );
        check("{none: [{any: []}]}", &["[] => `any` is empty: the condition is never true"]);
    }

    #[test]
    fn items_are_written_once() {
        let check = |rule: &str, expect: &[&str]| check(&format!("validation_rules: [{rule}]"), expect);
        check("{ascending: [1, [n], 1]}", &[]);
        check("{all: [[a], [n], [a]]}", &["[a] => an item of a list is written twice"]);
        check("{none: [{property: [a], in: [x, y, x]}]}", &["x => an item of a list is written twice"]);
        super::tests::check(
            "holds: [{what: it, when: [[a], [a]]}]",
            &["[a] => an item of a list is written twice"],
        );
        check("{none: [[a]]}, {none: [[a]]}", &["{none: [[a]]} => an item of a list is written twice"]);
    }

    #[test]
    fn paths_do_not_lead_through_lists() {
        check("validation_rules: [{none: [[nets], {items: [nets], where: [[id]]}]}]", &[]);
        check("validation_rules: [{ascending: [1, {sum: [[nets, size]]}]}]", &[]);
        check(
            "holds: [{what: it, when: [[nets, id]]}]",
            &["nets => `nets.id` has no value: `nets` is a list"],
        );
        check(
            "validation_rules: [{ascending: [1, [nets, size]]}]",
            &["nets => `nets.size` has no value: `nets` is a list"],
        );
    }

    #[test]
    fn numbers_are_compared() {
        check("validation_rules: [{ascending: [1, [n]]}]", &[]);
        check(
            "validation_rules: [{ascending: [1, [a]]}, {ascending: [{sum: [[nets, id]]}, 3]}]",
            &[
                "[a] => property `a` is not compared: it is of type `string`",
                "[nets, id] => property `nets.id` is not compared: it is of type `string`",
            ],
        );
    }

    #[test]
    fn an_entry_without_conditions_is_the_last_one() {
        check("holds: [{what: one, when: [[a]]}, {what: two}]", &[]);
        check(
            "holds: [{what: two}, {what: one, when: [[a]]}]",
            &["{what: one, when: [[a]]} => an earlier entry of `holds` always applies"],
        );
    }
}
