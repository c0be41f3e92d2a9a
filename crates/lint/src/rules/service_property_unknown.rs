//! Rule `service-property-unknown`: a fact about the service names a property that does not exist.

use heat_model::commands::is_value;
use heat_model::service_rule::{AddressRule, ServiceCheck};
use heat_model::suggest::nearest;
use heat_model::unique::{UniqueKey, Within};
use heat_model::validation_rule::PluginMessage;
use heat_model::{ResourceType, SchemaPath};
use heat_yaml::{Severity, Span};

use crate::conditions::{NamedPath, check_condition_paths, check_rule_paths};
use crate::references::check_path;
use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "service-property-unknown",
    severity: Severity::Error,
    summary: "A fact about the service names a property that does not exist",
    docs: r"
## What it does
Reports an entry of `unique`, `exclusive`, `service_rules`, `needs_first` or `holds` with a path that does not lead to a property,
a word in capitals in `commands` that is not the name of a property, and a gap in the message of such an entry that has no value.

## Why
A property that does not exist never has a value, so the entry never applies, and readers see the gap as it is written.

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
        let place = root.join("exclusive").join(index);
        check_path(schema, &hold.property, |step| place.join("property").join(step), findings);
        check_gaps(hold.message.as_ref(), &[], &place, findings);
    }
    for (index, rule) in schema.service_rules.iter().enumerate() {
        let place = root.join("service_rules").join(index);
        match &rule.check {
            ServiceCheck::Rule(rule) => check_rule_paths(schema, rule, &place, findings),
            ServiceCheck::Address(rule) => check_address(schema, rule, &place, findings),
        }
    }
    for (index, need) in schema.needs_first.iter().enumerate() {
        check_gaps(need.message.as_ref(), &[], &root.join("needs_first").join(index), findings);
    }
    check_commands(schema, findings);
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
    let names: Vec<&str> =
        key.properties.iter().chain(parent).filter_map(|path| path.last()).map(String::as_str).collect();
    check_gaps(key.message.as_ref(), &names, place, findings);
}

/// Reports the gaps of a message to which no value belongs. `names` are those that are replaced.
fn check_gaps(message: Option<&String>, names: &[&str], place: &SchemaPath, findings: &mut Findings<'_>) {
    let Some(message) = message else { return };
    for (path, place_of_gap) in PluginMessage::read(message).paths() {
        let span = Span::new(place_of_gap.start, place_of_gap.end);
        let gap = message.get(place_of_gap).unwrap_or_default();
        let is_name =
            |step: &String| !step.is_empty() && step.chars().all(|c| c.is_alphanumeric() || c == '_');
        // Other braces are part of what the service says.
        if names.contains(&gap) || !path.iter().all(is_name) {
            continue;
        }
        let text = format!("`{{{gap}}}` in a message is not replaced with a value");
        let finding = findings.report(&place.join("message"), Part::Text(span), text);
        if names.is_empty() {
            finding.label("has no value here").help("write `…` for what differs");
            continue;
        }
        finding.label("not a property of this key");
        match nearest(gap, names.iter().copied()) {
            Some(near) => finding.help(format!("did you mean `{{{near}}}`?")),
            None => finding.help(format!("possible here: `{{{}}}`", names.join("}`, `{"))),
        };
    }
}

/// Reports the words of commands that represent the value of no property.
fn check_commands(schema: &ResourceType, findings: &mut Findings<'_>) {
    if schema.any_property {
        return;
    }
    let known: Vec<String> = schema.properties.keys().map(|name| name.to_uppercase()).collect();
    let commands = &schema.commands;
    for (key, command) in [("list", &commands.list), ("show", &commands.show)] {
        let Some(command) = command else { continue };
        let mut start = 0;
        for word in command.split(' ') {
            let span = Span::new(start, start + word.len());
            start = span.end + 1;
            let is_last = span.end == command.len();
            let is_identifier = ["ADDRESS", "ID", "NAME", "URI"].contains(&word);
            if !is_value(word) || is_identifier && (key == "list" || is_last) {
                continue;
            }
            if known.contains(&word.to_uppercase()) {
                continue;
            }
            let place = SchemaPath::root().join("commands").join(key);
            let text = format!("`{}` has no property `{}`", schema.name, word.to_lowercase());
            let finding = findings.report(&place, Part::Text(span), text);
            finding.label("a word in capitals is a property");
            if is_identifier {
                finding.help("write the identifier of the resource as the last word");
            } else if let Some(near) = nearest(word, known.iter().map(String::as_str)) {
                finding.help(format!("did you mean `{near}`?"));
            }
        }
    }
}

fn check_address(schema: &ResourceType, rule: &AddressRule, place: &SchemaPath, findings: &mut Findings<'_>) {
    if let Some(list) = &rule.for_each {
        NamedPath { is_list: true, ..NamedPath::at_top(list, place.join("for_each")) }
            .check(schema, findings);
    }
    check_condition_paths(schema, &rule.when, &place.join("when"), findings);
    check_gaps(rule.message.as_ref(), &[], place, findings);
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

    #[test]
    fn gaps_have_values() {
        let key = |message: &str| {
            format!("unique: [{{properties: [[nets, id]], within: [[a]], message: '{message}'}}]")
        };
        check(&key("Net {id} exists in {a}, {0: 1}."), &[]);
        check(&key("Net {di} exists."), &["di => `{di}` in a message is not replaced with a value"]);
        check(
            &key("Net {nets.id} exists."),
            &["nets.id => `{nets.id}` in a message is not replaced with a value"],
        );
        check(
            "exclusive: [{property: [a], as: it, message: 'Device {a} is taken.'}]",
            &["a => `{a}` in a message is not replaced with a value"],
        );
    }

    #[test]
    fn words_of_commands_are_properties() {
        check("commands: {list: token list A, show: token show --of NETS ID}", &[]);
        check("commands: {list: token list ID}", &[]);
        check(
            "commands: {list: token list NET, show: token show ID A}",
            &[
                "NET => `My::Custom::Token` has no property `net`",
                "ID => `My::Custom::Token` has no property `id`",
            ],
        );
    }
}
