//! Rule `effect-without-reason`: an `update_effect` other than `none` has no reason.

use heat_model::EffectLevel;
use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "effect-without-reason",
    severity: Severity::Warning,
    summary: "An update that costs something has no reason",
    docs: r"
## What it does
Reports an `update_effect` other than `none` without a `reason`.

## Why
Readers who learn that an update interrupts or destroys something want to know what happens, and whether it concerns
them: a restart is not a closed connection. Nor can anybody verify a level without its reason.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    update_allowed: true
    update_effect: interrupts
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  length:
    type: integer
    description: How many characters it has.
    update_allowed: true
    update_effect:
      level: interrupts
      reason: The service makes a new token, and whoever has the old one has to fetch it.
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for site in &context.properties {
        let Some(effect) = &site.schema.update_effect else { continue };
        let path = site.path.join("update_effect");
        let is_blank = |reason: &str| reason.trim().is_empty();
        if effect.level != EffectLevel::None && effect.reason.as_deref().is_none_or(is_blank) {
            let message = format!("the update of {} is `{}`, without a reason", site.what(), effect.level);
            findings.report(&path, Part::Value, message).label("why?").help(
                "write a map with `level` and `reason`: what the plug-in and the service do, in a sentence",
            );
        }
        for (index, case) in effect.cases.iter().enumerate().filter(|(_, case)| is_blank(&case.reason)) {
            let place = path.join("cases").join(index).join("reason");
            let message =
                format!("a case of the update of {} is `{}`, without a reason", site.what(), case.level);
            findings
                .report(&place, Part::Value, message)
                .label("why?")
                .help("say what the plug-in and the service do, in a sentence");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;

    #[track_caller]
    fn check(effect: &str, expect: &[&str]) {
        let text = format!("properties: {{a: {{type: map, update_allowed: true, update_effect: {effect}}}}}");
        crate::tests::check(&RULE, &text, expect);
    }

    #[test]
    fn what_costs_something_has_a_reason() {
        check("none", &[]);
        check("{level: none, cases: [{if_cloud: it rains, level: refused, reason: Wet.}]}", &[]);
        check("{level: interrupts, reason: It restarts.}", &[]);
        check("replaces", &["replaces => the update of property `a` is `replaces`, without a reason"]);
        check(
            "{level: loses_data, reason: ' '}",
            &[
                "{level: loses_data, reason: ' '} => the update of property `a` is `loses_data`, without a reason",
            ],
        );
        check(
            "{level: none, cases: [{if_cloud: it rains, level: refused, reason: ''}]}",
            &["'' => a case of the update of property `a` is `refused`, without a reason"],
        );
    }
}
