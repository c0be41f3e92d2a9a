//! Rule `hidden-without-translation`: a HIDDEN property has a replacement that does not receive its value.

use heat_model::{ResourceType, SchemaPath};
use heat_yaml::Severity;

use crate::references::{get_property_names, shown};
use crate::{Check, Context, Findings, Part, PropertySite, Rule, Section};

pub(crate) static RULE: Rule = Rule {
    id: "hidden-without-translation",
    severity: Severity::Warning,
    summary: "A HIDDEN property has a replacement that does not receive its value",
    docs: r"
## What it does
Reports a HIDDEN property whose message names another property to use instead, if no translation rule moves its value there.

## Why
Existing stacks continue to use the old name. With a rule that moves its value to the new name, the plug-in only has
to handle one name; without one, it probably ignores the old value.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  network: {type: string, description: Where it is valid.}
  network_id:
    type: string
    support_status:
      - {status: HIDDEN, version: 27.0.0, message: Use property network.}
      - {status: DEPRECATED, version: 5.0.0}
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  network: {type: string, description: Where it is valid.}
  network_id:
    type: string
    support_status:
      - {status: HIDDEN, version: 27.0.0, message: Use property network.}
      - {status: DEPRECATED, version: 5.0.0}
translation_rules:
  - {rule: replace, translation_path: [network], value_path: [network_id]}
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    if !context.is_whole {
        return;
    }
    let hidden = context.properties.iter().filter(|site| {
        site.section == Section::Properties && !site.is_item() && site.schema.support_status.is_hidden()
    });
    for site in hidden {
        let steps = site.steps();
        let Some(successor) = successor(context.schema, site, &steps) else { continue };
        if is_moved(context.schema, &steps) {
            continue;
        }
        let (at, key) = if steps.len() == successor.len() && steps.len() > 1 {
            ("value_name", steps.last().cloned().unwrap_or_default())
        } else {
            ("value_path", format!("[{}]", steps.join(", ")))
        };
        findings
            .report(
                &site.path,
                Part::Key,
                format!(
                    "property {} is HIDDEN in favour of {}, but no translation rule moves its value there",
                    shown(&steps),
                    shown(&successor)
                ),
            )
            .related(message_of(site), Part::Value, "names its replacement")
            .help(format!(
                "add to `translation_rules`: {{rule: replace, translation_path: [{}], {at}: {key}}}",
                successor.join(", ")
            ));
    }
}

/// Returns the property that the message says to use instead: a sibling of the hidden one, or a top-level one.
fn successor(schema: &ResourceType, site: &PropertySite<'_>, steps: &[String]) -> Option<Vec<String>> {
    let message = site.schema.support_status.message()?;
    let (own, around) = steps.split_last()?;
    named(message).into_iter().filter(|name| name != own).find_map(|name| {
        let sibling: Vec<String> = around.iter().cloned().chain([name.to_owned()]).collect();
        [sibling, vec![name.to_owned()]].into_iter().find(|path| schema.property_at(path).is_some())
    })
}

/// Returns the path of the message in the newest entry that has one.
fn message_of(site: &PropertySite<'_>) -> SchemaPath {
    let history = &site.schema.support_status.history;
    let index = history.iter().position(|entry| entry.message.is_some()).unwrap_or_default();
    site.path.join("support_status").join(index).join("message")
}

/// Returns the words of a message that are names: in quotes, after `property`, or directly after `use`. Others, such as the
/// `network` of "any network will do", may be ordinary words.
fn named(message: &str) -> Vec<&str> {
    let is_part = |char: char| char.is_alphanumeric() || char == '_' || char == '-';
    let mut names = Vec::new();
    let mut before = "";
    for word in message.split_whitespace() {
        let name = word.trim_matches(|char| !is_part(char));
        let is_quoted = ['`', '"', '\''].iter().any(|quote| word.starts_with(*quote));
        let is_announced =
            ["property", "properties", "use", "using"].contains(&before.to_lowercase().as_str());
        if !name.is_empty() && (is_quoted || is_announced) {
            names.push(name);
        }
        before = name;
    }
    names
}

/// Returns whether a rule reads the value of a property or of its container, or has it as its condition.
fn is_moved(schema: &ResourceType, steps: &[String]) -> bool {
    schema.translation_rules.iter().any(|rule| {
        let is_source = rule.source_path().is_some_and(|source| steps.starts_with(&source));
        let is_top = |name: &str| steps.first().is_some_and(|step| step == name);
        let is_in_value = rule.value.as_ref().is_some_and(|value| {
            get_property_names(value, &SchemaPath::root()).iter().any(|(_, name)| is_top(name))
        });
        is_source || is_in_value || rule.when.as_ref().is_some_and(|when| is_top(&when.property))
    })
}

#[cfg(test)]
mod tests {
    use super::{RULE, named};
    use crate::tests::{check, diagnostics};

    fn schema(message: &str, rules: &str) -> String {
        format!(
            "type: My::Custom::Token
properties:
  new: {{type: string}}
  list: {{type: list}}
  old: {{type: string, support_status: [{{status: HIDDEN}}, {{status: DEPRECATED, message: '{message}'}}]}}
  nets: {{type: list, schema: {{'*': {{type: map, schema: {{net: {{type: string}}, uuid: {{type: string, support_status: [{{status: HIDDEN, message: '{message}'}}]}}}}}}}}}}
translation_rules: [{rules}]"
        )
    }

    const OLD: &str =
        "old => property `old` is HIDDEN in favour of `new`, but no translation rule moves its value there";

    #[test]
    fn a_successor_gets_the_value() {
        let uuid = "uuid => property `nets.uuid` is HIDDEN in favour of `new`, but no translation rule moves its value there";
        check(&RULE, &schema("Use property new.", ""), &[OLD, uuid]);
        let replace = "{rule: replace, translation_path: [new], value_path: [old]}";
        check(&RULE, &schema("Use property new.", replace), &[uuid]);
        let add = "{rule: add, translation_path: [list], value: [{get_property: old}]}";
        check(
            &RULE,
            &schema("Use property list.", add),
            &[
                "uuid => property `nets.uuid` is HIDDEN in favour of `list`, but no translation rule moves its value there",
            ],
        );
        let delete = "{rule: delete, translation_path: [old]}";
        check(&RULE, &schema("Use property new.", delete), &[OLD, uuid]);
    }

    #[test]
    fn fields_move_to_siblings() {
        let yaml = schema("Use property net.", "");
        check(
            &RULE,
            &yaml,
            &[
                "uuid => property `nets.uuid` is HIDDEN in favour of `nets.net`, but no translation rule moves its value there",
            ],
        );
        let found = diagnostics(&yaml);
        let found = found.iter().find(|found| found.code == RULE.id).unwrap();
        assert_eq!(
            found.help.as_deref(),
            Some(
                "add to `translation_rules`: {rule: replace, translation_path: [nets, net], value_name: uuid}"
            )
        );
        let replace = "{rule: replace, translation_path: [nets, net], value_name: uuid}";
        check(&RULE, &schema("Use property net.", replace), &[]);
    }

    #[test]
    fn a_message_without_a_name_is_not_reported() {
        check(&RULE, &schema("Nobody has a new one.", ""), &[]);
        check(&RULE, &schema("Use something else.", ""), &[]);
        check(&RULE, &schema("", ""), &[]);
    }

    #[test]
    fn names_are_distinguished_from_words() {
        let names = |message| named(message);
        assert_eq!(names("Use property subnet."), ["property", "subnet"]);
        assert_eq!(names("Please use `port` with a network."), ["port"]);
        assert_eq!(names("Replaced by \"fixed_ips\"; any subnet will do"), ["fixed_ips"]);
        assert_eq!(names("Use user_data or metadata instead"), ["user_data"]);
    }
}
