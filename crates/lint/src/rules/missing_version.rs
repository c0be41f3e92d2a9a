//! Rule `missing-version`: a support status has no version.

use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "missing-version",
    severity: Severity::Warning,
    summary: "A support status has no version",
    docs: r"
## What it does
Reports an entry of a `support_status` without a `version`.

## Why
The history documents what changed in which release. Without a version, readers who plan an upgrade cannot tell when a
status took effect.

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
                        format!("{} does not say in which release it became {}", site.name, entry.status),
                    )
                    .label("missing `version`");
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
                "{status: DEPRECATED} => property `a` does not say in which release it became DEPRECATED",
                "{} => property `a` does not say in which release it became SUPPORTED",
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
                "{status: UNSUPPORTED} => attribute `a` does not say in which release it became UNSUPPORTED",
                "{message: New.} => update policy `b` does not say in which release it became SUPPORTED",
            ],
        );
    }
}
