//! `update-replaces-resource`.

use heat_model::Value;
use heat_model::update::Decision;
use indexmap::IndexMap;

use crate::{Check, Findings, Mirror, Rule, Severity, Trial, TypePair};

pub(crate) static RULE: Rule = Rule {
    id: "update-replaces-resource",
    severity: Severity::Breaking,
    summary: "An update now replaces the resource, or is refused",
    docs: r"
## What it means for running stacks
An update of the stack destroys what the resource stands for, or fails.

## What it means for templates
The same templates are valid.

## Why
Where a translation rule puts a value under another property, it is that property which decides what a change does. What
follows is found by trying updates on both schemas, and reported where no other rule explains it. The update is in the report.

## Example
Before:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
    update_allowed: true
```
After:
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
    update_allowed: true
  label:
    type: string
    description: How it is called.
    support_status: [{version: 7.0.0}]
translation_rules:
  - {rule: replace, translation_path: [label], value_path: [name]}
```

## How to do it instead
Give the new property the update behavior of the old one.
",
    mirror: Mirror::None(
        "With the sides exchanged, updates do less harm: the rules for its causes report that.",
    ),
    check: Check::Trial(check),
};

fn check(types: &TypePair<'_>, trial: &Trial, findings: &mut Findings<'_>) {
    let Some(worsening) = &trial.worsening else { return };
    let name = &worsening.property;
    let what = match (worsening.was, worsening.is) {
        (Decision::Replace, _) => {
            format!("changing `{name}` is now refused; it used to replace the resource")
        }
        (_, Decision::Refused) => format!("changing `{name}` is now refused; it used to be updated in place"),
        _ => format!("changing `{name}` now replaces the resource; it used to be updated in place"),
    };
    let given = |data: &IndexMap<String, Value>| Value::from(data.clone());
    let finding = findings.report(&types.place(), what);
    if let Some(update) = &worsening.evidence.update {
        finding.note(format!(
            "for example, an update from {} to {}",
            given(&worsening.evidence.data),
            given(update)
        ));
    }
    finding.evidence = Some(worsening.evidence.clone());
}
