//! Rule `service-property-unknown`: a fact about the service names a property that does not exist.

use heat_model::SchemaPath;
use heat_model::service_rule::ServiceCheck;
use heat_yaml::Severity;

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
        let place = root.join("unique").join(index);
        key.visit_paths(&mut |path| check_path(schema, path, |_| place.clone(), findings));
    }
    for (index, rule) in schema.service_rules.iter().enumerate() {
        let place = root.join("service_rules").join(index);
        rule.visit_paths(&mut |path| check_path(schema, path, |_| place.clone(), findings));
        let ServiceCheck::Address(rule) = &rule.check else { continue };
        for path in rule.compared() {
            // In a rule for each item, a path begins in the item or at the top.
            let inside: Vec<String> = rule.for_each.iter().flatten().chain(path).cloned().collect();
            if schema.property_at(&inside).is_none() {
                check_path(schema, path, |_| place.clone(), findings);
            }
        }
    }
    let needs = schema.needs_first.iter().map(|need| &need.when).enumerate();
    let holds = schema.holds.iter().map(|holding| &holding.when).enumerate();
    let conditional = needs.map(|one| ("needs_first", one)).chain(holds.map(|one| ("holds", one)));
    for (key, (index, conditions)) in conditional {
        let place = root.join(key).join(index);
        for condition in conditions {
            condition.visit_paths(&mut |path, _| check_path(schema, path, |_| place.clone(), findings));
        }
    }
    for (index, hold) in schema.exclusive.iter().enumerate() {
        let place = root.join("exclusive").join(index).join("property");
        check_path(schema, &hold.property, |step| place.join(step), findings);
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
        check(
            "unique: [{properties: [[b]]}]",
            &["{properties: [[b]]} => `My::Custom::Token` has no property `b`"],
        );
        check(
            "unique: [{properties: [[a]], within: [[b]]}]",
            &["{properties: [[a]], within: [[b]]} => `My::Custom::Token` has no property `b`"],
        );
        check("service_rules: [{by: x, for_each: [nets], address: [id], within: [a]}]", &[]);
        check(
            "service_rules: [{by: x, none: [[b]]}]",
            &["{by: x, none: [[b]]} => `My::Custom::Token` has no property `b`"],
        );
        check("exclusive: [{property: [nets, id], as: device}]", &[]);
        check(
            "exclusive: [{property: [nets, ip], as: device}]",
            &["ip => property `nets` has no field `ip`"],
        );
    }
}
