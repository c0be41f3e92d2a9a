//! `translation-rule-removed`.

use crate::translation::RulesPair;
use crate::{Check, Findings, Mirror, Rule, Severity, TypePair};

pub(crate) static RULE: Rule = Rule {
    id: "translation-rule-removed",
    severity: Severity::Dangerous,
    summary: "A translation rule was removed",
    docs: r"
## What it means for running stacks
An update may change the property: it is read as it is written.

## What it means for templates
Templates that rely on the rule give the plug-in something else, such as a name instead of an ID, or nothing under the new name.

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
```

## How to do it instead
Keep the rule for as long as the old way of writing works.
",
    mirror: Mirror::Rule("translation-rule-added"),
    check: Check::Type(check),
};

fn check(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    for (index, rule) in RulesPair::of(types).gone {
        findings
            .report(
                &types.place().join("translation_rules").before_item(index),
                format!("the `{1}` rule for `{0}` was removed", rule.translation_path.join("."), rule.rule),
            )
            .values(Some(rule), None::<&()>);
    }
}
