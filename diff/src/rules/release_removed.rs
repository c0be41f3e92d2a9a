//! `release-removed`.

use crate::{Check, Findings, Mirror, Rule, Severity, Table, TablesPair};

pub(crate) static RULE: Rule = Rule {
    id: "release-removed",
    severity: Severity::Policy,
    summary: "A release was removed from the release table",
    docs: r#"
## What it means for running stacks
Nothing changes.

## What it means for templates
Nothing changes.

## Why
The table orders the versions in support statuses. A version that it does not have cannot be ordered, and the life cycle
of what names it can no longer be checked.

## Example
Before:
```yaml
- {version: 6.0.0, name: Mitaka, date: "2016-04-07"}
- {version: 7.0.0, name: Newton, date: "2016-10-06"}
- {version: 8.0.0, name: Ocata, date: "2017-02-22"}
```
After:
```yaml
- {version: 6.0.0, name: Mitaka, date: "2016-04-07"}
- {version: 7.0.0, name: Newton, date: "2016-10-06"}
```

## How to do it instead
Keep the releases that came out. Mend one that is wrong in place.
"#,
    mirror: Mirror::Rule("release-added"),
    check: Check::Table(Table::Releases, check),
};

fn check(tables: &TablesPair<'_>, findings: &mut Findings<'_>) {
    for pair in tables.releases() {
        if let (Some((_, before)), None) = (pair.before, pair.after) {
            let message = format!("release {} ({}) was removed", before.version, before.name);
            findings.report(&pair.place(), message).values(Some(before), None::<&()>);
        }
    }
}
