//! Rule `service-property-unknown`: a fact about the service names a property that does not exist.

use heat_model::service_rule::{AddressRule, ServiceCheck};
use heat_model::unique::{UniqueKey, Within};
use heat_model::{ResourceType, SchemaPath};
use heat_yaml::Severity;

use crate::conditions::{NamedPath, check_condition_paths, check_rule_paths};
use crate::references::check_path;
use crate::{Check, Context, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "service-property-unknown",
    severity: Severity::Error,
    summary: "A fact about the service names a property that does not exist",
    docs: r"
## What it does
Reports an entry of `unique`, `exclusive`, `service_rules`, `needs_first` or `holds` with a path that does not lead to a property.

## Why
A property that does not exist never has a value, so the entry never applies.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name: {type: string, description: Name of the token.}
unique:
  - properties: [[nane]]
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name: {type: string, description: Name of the token.}
unique:
  - properties: [[name]]
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let schema = context.schema;
    let root = SchemaPath::root();
    for (index, key) in schema.unique.iter().enumerate() {
        check_unique(schema, key, &root.join("unique").join(index), findings);
    }
    for (index, hold) in schema.exclusive.iter().enumerate() {
        let place = root.join("exclusive").join(index).join("property");
        check_path(schema, &hold.property, |step| place.join(step), findings);
    }
    for (index, rule) in schema.service_rules.iter().enumerate() {
        let place = root.join("service_rules").join(index);
        match &rule.check {
            ServiceCheck::Rule(rule) => check_rule_paths(schema, rule, &place, findings),
            ServiceCheck::Address(rule) => check_address(schema, rule, &place, findings),
        }
    }
    let needs = schema.needs_first.iter().map(|need| &need.when).enumerate();
    let holds = schema.holds.iter().map(|holding| &holding.when).enumerate();
    let conditional = needs.map(|one| ("needs_first", one)).chain(holds.map(|one| ("holds", one)));
    for (key, (index, conditions)) in conditional {
        check_condition_paths(schema, conditions, &root.join(key).join(index).join("when"), findings);
    }
}

fn check_unique(schema: &ResourceType, key: &UniqueKey, place: &SchemaPath, findings: &mut Findings<'_>) {
    let parent = match &key.within {
        Within::Same(paths) => paths.as_slice(),
        Within::Scope(_) => &[],
    };
    for (name, paths) in [("properties", key.properties.as_slice()), ("within", parent)] {
        for (index, path) in paths.iter().enumerate() {
            let place = place.join(name).join(index);
            check_path(schema, path, |step| place.join(step), findings);
        }
    }
    check_condition_paths(schema, &key.when, &place.join("when"), findings);
}

fn check_address(schema: &ResourceType, rule: &AddressRule, place: &SchemaPath, findings: &mut Findings<'_>) {
    if let Some(list) = &rule.for_each {
        NamedPath { is_list: true, ..NamedPath::at_top(list, place.join("for_each")) }
            .check(schema, findings);
    }
    check_condition_paths(schema, &rule.when, &place.join("when"), findings);
    let single = [
        ("address", Some(&rule.address)),
        ("version", rule.version.as_ref()),
        ("within", rule.within.as_ref()),
        ("not_after", rule.not_after.as_ref()),
    ];
    let single = single.into_iter().filter_map(|(key, path)| Some((place.join(key), path?)));
    let ends = rule.not_between.iter().flatten().enumerate();
    let ends = ends.map(|(index, path)| (place.join("not_between").join(index), path));
    for (place, path) in single.chain(ends) {
        // In a rule for each item, a path begins in the item or at the top.
        let inside: Vec<String> = rule.for_each.iter().flatten().chain(path).cloned().collect();
        if schema.property_at(&inside).is_none() {
            check_path(schema, path, |step| place.join(step), findings);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;

    #[track_caller]
    fn check(facts: &str, expect: &[&str]) {
        let schema = format!(
            "type: My::Custom::Token\nproperties:\n  a: {{type: string}}\n  nets: {{type: list, schema: {{'*': {{type: map, schema: {{id: {{type: string}}}}}}}}}}\n{facts}"
        );
        crate::tests::check(&RULE, &schema, expect);
    }

    #[test]
    fn entries_name_properties_that_exist() {
        check("unique: [{properties: [[a], [nets, id]], within: [[a]], when: [[a]]}]", &[]);
        check("unique: [{properties: [[b]]}]", &["b => `My::Custom::Token` has no property `b`"]);
        check(
            "unique: [{properties: [[a]], within: [[b]]}]",
            &["b => `My::Custom::Token` has no property `b`"],
        );
        check("service_rules: [{by: x, for_each: [nets], address: [id], within: [a]}]", &[]);
        check("service_rules: [{by: x, none: [[b]]}]", &["b => `My::Custom::Token` has no property `b`"]);
        check(
            "service_rules: [{by: x, for_each: [nets], address: [id], not_between: [[a], [c]], when: [[d]]}]",
            &["c => `My::Custom::Token` has no property `c`", "d => `My::Custom::Token` has no property `d`"],
        );
        check(
            "needs_first: [{type: My::Custom::Secret, reason: R., when: [{any: [[a], [nets, ip]]}]}]",
            &["ip => property `nets` has no field `ip`"],
        );
        check(
            "holds: [{what: it, when: [{items: [nets], where: [[ip]]}]}]",
            &["ip => property `nets` has no field `ip`"],
        );
        check("exclusive: [{property: [nets, id], as: device}]", &[]);
        check(
            "exclusive: [{property: [nets, ip], as: device}]",
            &["ip => property `nets` has no field `ip`"],
        );
    }
}
