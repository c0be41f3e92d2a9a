//! `templates-refused`.

use heat_model::Value;

use crate::{Check, Findings, Mirror, Rule, Severity, Trial, TypePair};

pub(crate) static RULE: Rule = Rule {
    id: "templates-refused",
    severity: Severity::Breaking,
    summary: "Templates that were accepted are refused",
    docs: r"
## What it means for running stacks
The next update is refused if its template gives such data.

## What it means for templates
Templates with such data are refused.

## Why
Rules and properties work together: a translation rule that joins two properties refuses templates that give both, and its
value has to be of the target's type. What follows from that is found by trying property data on both schemas, and reported
where no other rule explains it. The data are in the report.

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
    description: What else it is called.
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
    description: What else it is called.
translation_rules:
  - {rule: replace, translation_path: [name], value_path: [label]}
```

## How to do it instead
Add the rule only for a property that is new, and give it the type, the constraints and the update behavior of the old one.
",
    mirror: Mirror::None("With the sides exchanged, more is accepted: the rules for its causes report that."),
    check: Check::Trial(check),
};

fn check(types: &TypePair<'_>, trial: &Trial, findings: &mut Findings<'_>) {
    let Some(refusal) = &trial.refusal else { return };
    let given = Value::from(refusal.evidence.data.clone());
    let finding = findings.report(&types.place(), format!("templates are refused: {}", refusal.error));
    finding.note(format!("the properties {given} were accepted and are now refused"));
    finding.evidence = Some(refusal.evidence.clone());
}
