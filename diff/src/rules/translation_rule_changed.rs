//! `translation-rule-changed`.

use heat_model::TranslationRule;

use crate::translation::{Changed, RulesPair};
use crate::{Check, Findings, Mirror, Place, Rule, Severity, TypePair};

pub(crate) static RULE: Rule = Rule {
    id: "translation-rule-changed",
    severity: Severity::Dangerous,
    summary: "A translation rule changed",
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
    for Changed { before, after } in RulesPair::of(types).changed {
        let rules = types.place().join("translation_rules");
        let place = Place { before: rules.before_item(before.0).before, ..rules.after_item(after.0) };
        findings.report(&place, what_changed(before.1, after.1)).values(Some(before.1), Some(after.1));
    }
}

fn what_changed(before: &TranslationRule, after: &TranslationRule) -> String {
    let path = |rule: &TranslationRule| rule.translation_path.join(".");
    let (old, new) = (path(before), path(after));
    if old != new {
        format!("the rule for `{old}` now applies to `{new}` instead")
    } else if before.rule != after.rule {
        format!("the rule for `{new}` changed to `{}` from `{}`", after.rule, before.rule)
    } else {
        format!("the rule for `{new}` changed")
    }
}
