//! `translation-rule-added`.

use crate::translation::RulesPair;
use crate::{Check, Findings, Mirror, Rule, Severity, TypePair};

pub(crate) static RULE: Rule = Rule {
    id: "translation-rule-added",
    severity: Severity::Dangerous,
    summary: "A translation rule was added",
    docs: r"
## What it means for running stacks
An update may change the property: what was kept as it was written is resolved or moved now.

## What it means for templates
The same templates are valid; a name that cannot be resolved is refused.

## Why
Rules decide what the plug-in gets for what a template says.

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
translation_rules:
  - {rule: resolve, translation_path: [name], client_plugin: nova, finder: find_flavor}
```

## How to do it instead
See that what templates gave still means the same.
",
    mirror: Mirror::Rule("translation-rule-removed"),
    check: Check::Type(check),
};

fn check(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    for (index, rule) in RulesPair::of(types).new {
        findings
            .report(
                &types.place().join("translation_rules").after_item(index),
                format!("a `{1}` rule was added for `{0}`", rule.translation_path.join("."), rule.rule),
            )
            .values(None::<&()>, Some(rule));
    }
}
