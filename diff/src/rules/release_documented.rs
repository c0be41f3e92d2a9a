//! `release-documented`.

use crate::{Check, Findings, Mirror, Rule, Severity, Table, TablesPair};

pub(crate) static RULE: Rule = Rule {
    id: "release-documented",
    severity: Severity::Docs,
    summary: "The name or date of a release changed",
    docs: r#"
## What it means for running stacks
Nothing changes.

## What it means for templates
Nothing changes.

## Why
Support statuses name releases by their versions.

## Example
Before:
```yaml
- {version: 6.0.0, name: Mitaka, date: "2016-04-07"}
- {version: 7.0.0, name: Newton, date: "2016-10-06"}
```
After:
```yaml
- {version: 6.0.0, name: Mitaka, date: "2016-04-07"}
- {version: 7.0.0, name: Newton, date: "2016-10-07"}
```

## How to do it instead
Nothing needs to be done.
"#,
    mirror: Mirror::Rule("release-documented"),
    check: Check::Table(Table::Releases, check),
};

fn check(tables: &TablesPair<'_>, findings: &mut Findings<'_>) {
    for pair in tables.releases() {
        let (Some((_, before)), Some((_, after))) = (pair.before, pair.after) else { continue };
        let is_same = (&before.name, &before.date) == (&after.name, &after.date);
        if before.version == after.version && !is_same {
            let message = format!("the name or date of release {} changed", after.version);
            findings.report(&pair.place(), message).values(Some(before), Some(after));
        }
    }
}
