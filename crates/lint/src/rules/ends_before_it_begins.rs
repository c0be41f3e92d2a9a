//! Rule `ends-before-it-begins`: a rule of a service ends in a release that is not after the one in which it begins.

use heat_model::SchemaPath;
use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "ends-before-it-begins",
    severity: Severity::Error,
    summary: "A rule of a service ends before it begins",
    docs: r"
## What it does
Reports a service rule whose `until` is not a later release than its `since`. The order is that of `releases.yaml`.

## Why
The rule begins with the release `since` and no longer applies in the release `until`, so it never applies.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name: {type: string, description: Name of the token.}
service_rules:
  - by: nova
    since: '2026.2'
    until: Liberty
    all: [[name]]
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name: {type: string, description: Name of the token.}
service_rules:
  - by: nova
    since: Liberty
    until: '2026.2'
    all: [[name]]
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let Some(releases) = context.tables.known_releases() else { return };
    let position = |name: &Option<String>| {
        let release = releases.find(name.as_deref()?)?;
        releases.position(&release.version)
    };
    for (index, rule) in context.schema.service_rules.iter().enumerate() {
        if let (Some(since), Some(until)) = (position(&rule.since), position(&rule.until))
            && until <= since
        {
            let path = SchemaPath::root().join("service_rules").join(index).join("until");
            findings
                .report(&path, Part::Value, "the rule ends before it begins")
                .label("not later than `since`");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;

    #[test]
    fn a_rule_begins_before_it_ends() {
        let check = |since: &str, until: &str, expect: &[&str]| {
            let rule = format!("{{by: nova, since: {since}, until: {until}, all: [[a]]}}");
            let schema = format!("properties: {{a: {{type: string}}}}\nservice_rules: [{rule}]");
            crate::tests::check(&RULE, &schema, expect);
        };
        check("juno", "Liberty", &[]);
        check("Juno", "'2099.1'", &[]);
        check("Liberty", "Juno", &["Juno => the rule ends before it begins"]);
        check("Liberty", "Liberty", &["Liberty => the rule ends before it begins"]);
    }
}
