//! `release-version-changed`.

use crate::{Check, Findings, Mirror, Rule, Severity, Table, TablesPair};

pub(crate) static RULE: Rule = Rule {
    id: "release-version-changed",
    severity: Severity::Policy,
    summary: "The version of a release changed",
    docs: r#"
## What it means for running stacks
Nothing changes.

## What it means for templates
Nothing changes.

## Why
Support statuses name releases by their versions. Those that name the old one are no longer known.

## Example
Before:
```yaml
- {version: 6.0.0, name: Mitaka, date: "2016-04-07"}
- {version: 7.0.0, name: Newton, date: "2016-10-06"}
```
After:
```yaml
- {version: 6.0.0, name: Mitaka, date: "2016-04-07"}
- {version: 7.1.0, name: Newton, date: "2016-10-06"}
```

## How to do it instead
Give the version of the series' first release, and change it only together with the statuses that name it.
"#,
    mirror: Mirror::Rule("release-version-changed"),
    check: Check::Table(Table::Releases, check),
};

fn check(tables: &TablesPair<'_>, findings: &mut Findings<'_>) {
    for pair in tables.releases() {
        let (Some((_, before)), Some((_, after))) = (pair.before, pair.after) else { continue };
        if before.version != after.version {
            let message = format!(
                "the version of release {} changed from {} to {}",
                after.name, before.version, after.version
            );
            findings.report(&pair.place(), message).values(Some(before), Some(after));
        }
    }
}
