//! `status-hidden-without-translation-rule`.

use heat_model::SupportStatus;

use crate::life_cycle::replacement_without_rule;
use crate::{Check, Findings, Mirror, Policy, Rule, Severity, StatusPair};

pub(crate) static RULE: Rule = Rule {
    id: "status-hidden-without-translation-rule",
    severity: Severity::Policy,
    summary: "A property became HIDDEN, and no rule moves its value to its replacement",
    docs: r"
## What it means for running stacks
The plug-in has to look at two properties, or what stacks say with the old one is lost.

## What it means for templates
The same templates are valid. What they say with the old property may do nothing.

## Why
A HIDDEN property that another one replaces lives on as another name for that one: a translation rule moves its value.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
  label:
    type: string
    description: How it is called.
    support_status:
      - {status: DEPRECATED, version: 6.0.0, message: Use name.}
      - {version: 2.0.0}
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
  label:
    type: string
    description: How it is called.
    support_status:
      - {status: HIDDEN, version: 7.0.0, message: Use name.}
      - {status: DEPRECATED, version: 6.0.0, message: Use name.}
      - {version: 2.0.0}
```

## How to do it instead
Add a rule: `{rule: replace, translation_path: [name], value_path: [label]}`.
",
    mirror: Mirror::None(
        "The other way also loses a step of the history, which `status-history-rewritten` finds.",
    ),
    check: Check::Status(check),
};

fn check(pair: &StatusPair<'_>, _: &Policy<'_>, findings: &mut Findings<'_>) {
    let Some((schema, path)) = &pair.property else { return };
    if pair.before.is_some_and(SupportStatus::is_hidden) || !pair.after.is_hidden() {
        return;
    }
    if let Some(replacement) = replacement_without_rule(schema, path, pair.after) {
        findings
            .report(
                &pair.place,
                format!("{} became HIDDEN, and no rule moves its value to `{replacement}`", pair.what),
            )
            .values(pair.before, Some(pair.after));
    }
}
