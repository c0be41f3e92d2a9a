//! `release-order-changed`.

use crate::{Check, Findings, Mirror, Rule, Severity, Table, TablesPair};

pub(crate) static RULE: Rule = Rule {
    id: "release-order-changed",
    severity: Severity::Policy,
    summary: "The order of releases changed",
    docs: r#"
## What it means for running stacks
Nothing changes.

## What it means for templates
Nothing changes.

## Why
The table says in which order releases came out. With another order, other statuses follow one another.

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
- {version: 8.0.0, name: Ocata, date: "2017-02-22"}
- {version: 7.0.0, name: Newton, date: "2016-10-06"}
```

## How to do it instead
List the releases in the order in which they came out, oldest first.
"#,
    mirror: Mirror::Rule("release-order-changed"),
    check: Check::Table(Table::Releases, check),
};

fn check(tables: &TablesPair<'_>, findings: &mut Findings<'_>) {
    let mut newest = None;
    for pair in tables.releases() {
        let (Some((before, _)), Some((_, release))) = (pair.before, pair.after) else { continue };
        if newest.is_some_and(|newest| before < newest) {
            findings
                .report(&pair.place(), format!("release {} stands elsewhere in the order", release.version));
        }
        newest = newest.max(Some(before));
    }
}
