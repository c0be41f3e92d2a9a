//! Rule `version-decreases`: a status history is not ordered from newest to oldest.

use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "version-decreases",
    severity: Severity::Error,
    summary: "A status history is not ordered from newest to oldest",
    docs: r"
## What it does
Reports an entry of a `support_status` whose release is older than that of an entry below it. The release table
defines the order of releases, not the version numbers.

## Why
The first entry is the newest one and the current status. In the wrong order, something that is HIDDEN would appear as
SUPPORTED.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
support_status:
  - {status: DEPRECATED, version: '2014.1', message: Use My::Custom::Secret.}
  - version: 5.0.0
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
support_status:
  - {status: DEPRECATED, version: 5.0.0, message: Use My::Custom::Secret.}
  - version: '2014.1'
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let Some(releases) = context.tables.known_releases() else { return };
    for site in &context.statuses {
        let steps = site.status.history.iter().enumerate().filter_map(|(index, entry)| {
            let version = entry.version.as_deref()?;
            Some((index, version, releases.position(version)?))
        });
        let mut newer: Option<(usize, &str, usize)> = None;
        for (index, version, position) in steps {
            if let Some((newer_index, newer_version, newer_position)) = newer
                && newer_position < position
            {
                findings
                    .report(
                        &site.path.join(newer_index).join("version"),
                        Part::Value,
                        format!("the history of {} goes from {version} back to {newer_version}", site.name),
                    )
                    .label("released earlier")
                    .related(site.path.join(index).join("version"), Part::Value, "than this")
                    .help("put the newest entry first");
            }
            newer = Some((index, version, position));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    fn check_history(history: &str, expect: &[&str]) {
        check(&RULE, &format!("attributes: {{a: {{support_status: [{history}]}}}}"), expect);
    }

    #[test]
    fn the_newest_entry_is_first() {
        check_history(
            "{status: HIDDEN, version: 27.0.0}, {status: DEPRECATED, version: 5.0.0}, {version: '2014.2'}",
            &[],
        );
        check_history("{status: DEPRECATED, version: 5.0.0}, {version: 5.0.0}", &[]);
        check_history(
            "{status: DEPRECATED, version: '2014.2'}, {version: 5.0.0}",
            &["'2014.2' => the history of attribute `a` goes from 5.0.0 back to 2014.2"],
        );
    }

    #[test]
    fn steps_that_cannot_be_ordered_are_skipped() {
        check_history("{status: DEPRECATED, version: '2014.2'}, {version: x}, {}", &[]);
        check_history(
            "{status: HIDDEN, version: '2014.2'}, {status: DEPRECATED}, {version: 5.0.0}",
            &["'2014.2' => the history of attribute `a` goes from 5.0.0 back to 2014.2"],
        );
    }
}
