//! `release-added`.

use crate::{Check, Findings, Mirror, Rule, Severity, Table, TablesPair};

pub(crate) static RULE: Rule = Rule {
    id: "release-added",
    severity: Severity::Safe,
    summary: "A release was added to the release table",
    docs: r#"
## What it means for running stacks
Nothing changes.

## What it means for templates
Nothing changes.

## Why
The newest release of the table is the one that new statuses have to name. Allowances that expire in it end.

## Example
Before:
```yaml
- {version: 6.0.0, name: Mitaka, date: "2016-04-07"}
- {version: 7.0.0, name: Newton, date: "2016-10-06"}
```
After:
```yaml
- {version: 6.0.0, name: Mitaka, date: "2016-04-07"}
- {version: 7.0.0, name: Newton, date: "2016-10-06"}
- {version: 8.0.0, name: Ocata, date: "2017-02-22"}
```

## How to do it instead
Nothing needs to be done.
"#,
    mirror: Mirror::Rule("release-removed"),
    check: Check::Table(Table::Releases, check),
};

fn check(tables: &TablesPair<'_>, findings: &mut Findings<'_>) {
    for pair in tables.releases() {
        if let (None, Some((_, after))) = (pair.before, pair.after) {
            let message = format!("release {} ({}) was added", after.version, after.name);
            findings.report(&pair.place(), message).values(None::<&()>, Some(after));
        }
    }
}
