//! `missing-version`.

use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "missing-version",
    severity: Severity::Warning,
    summary: "A support status does not say since when",
    docs: r"
## What it does
Reports an entry of a `support_status` without a `version`.

## Why
The history is there to say what changed in which release. Whoever reads a reference of several releases, or looks for
what an upgrade brings, learns nothing from a step without a date.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
support_status:
  - status: UNSUPPORTED
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
support_status:
  - status: UNSUPPORTED
    version: 5.0.0
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for site in &context.statuses {
        for (index, entry) in site.status.history.iter().enumerate() {
            if entry.version.is_none() {
                findings
                    .report(
                        &site.path.join(index),
                        Part::Value,
                        format!("{} does not say since which release it is {}", site.name, entry.status),
                    )
                    .label("no `version` here");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    #[test]
    fn every_step_has_a_version() {
        check(
            &RULE,
            "properties: {a: {type: string, support_status: [{status: HIDDEN, version: 5.0.0}, {status: DEPRECATED}, {}]}}",
            &[
                "{status: DEPRECATED} => property `a` does not say since which release it is DEPRECATED",
                "{} => property `a` does not say since which release it is SUPPORTED",
            ],
        );
        check(&RULE, "properties: {a: {type: string}}\nsupport_status: []", &[]);
    }

    #[test]
    fn attributes_and_update_policies_too() {
        check(
            &RULE,
            "attributes: {a: {support_status: [{status: UNSUPPORTED}]}}
update_policy: {b: {type: string, support_status: [{message: New.}]}}",
            &[
                "{status: UNSUPPORTED} => attribute `a` does not say since which release it is UNSUPPORTED",
                "{message: New.} => update policy `b` does not say since which release it is SUPPORTED",
            ],
        );
    }
}
