//! `translation-rule-changed`.

use crate::diff::translation::rules_changed;
use crate::diff::{Check, Findings, Mirror, Rule, Severity, TypePair};

pub(in crate::diff) static RULE: Rule = Rule {
    id: "translation-rule-changed",
    severity: Severity::Dangerous,
    summary: "A value is translated differently",
    docs: r"
## What it means for running stacks
An update may change the property.

## What it means for templates
The same templates are valid, and may give the plug-in something else.

## Why
The rule for a property takes its value from elsewhere, or asks another finder.

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
translation_rules:
  - {rule: resolve, translation_path: [name], client_plugin: nova, finder: find_flavor}
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
  - {rule: resolve, translation_path: [name], client_plugin: nova, finder: find_image}
```

## How to do it instead
See that what templates gave still means the same.
",
    mirror: Mirror::Rule("translation-rule-changed"),
    check: Check::Type(check),
};

fn check(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    for (index, before, after) in rules_changed(types) {
        findings
            .report(
                &types.place().join("translation_rules").after_item(index),
                format!("`{}` is translated differently", after.translation_path.join(".")),
            )
            .values(Some(before), Some(after));
    }
}
