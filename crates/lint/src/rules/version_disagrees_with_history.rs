//! Rule `version-disagrees-with-history`: a version is not the release in which something was added.

use heat_model::{Appearance, FirstAppearance, ReleaseTable, Status};
use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule, StatusSite};

pub(crate) static RULE: Rule = Rule {
    id: "version-disagrees-with-history",
    severity: Severity::Warning,
    summary: "A version is not the release in which something was added",
    docs: r"
## What it does
Reports the oldest `version` of a `support_status` if it is not the release in which the type, property or attribute
first appears in `history.yaml`. For anything that already exists in the first recorded release, the real version is
not known; only newer versions are reported. A version newer than all recorded releases is a future release and is not
reported.

## Why
Users choose what they can use in which cloud by the version. If it is too old, a template fails on a cloud that
should support it; if it is too new, users avoid something that they could use.

## Example
According to the history, `My::Custom::Key` was added in 5.0.0.
```yaml
# My/Custom/Key.yaml
type: My::Custom::Key
description: Makes a key.
support_status:
  - version: '2014.2'
```

## Use instead
```yaml
# My/Custom/Key.yaml
type: My::Custom::Key
description: Makes a key.
support_status:
  - version: 5.0.0
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let Some(releases) = context.tables.known_releases() else { return };
    let Some(history) = context.tables.history else { return };
    for site in &context.statuses {
        let Some((declared, message)) = disagreement(site, &context.schema.name, history, releases) else {
            continue;
        };
        let index = site.status.history.len().saturating_sub(1);
        findings
            .report(&site.path.join(index).join("version"), Part::Value, message)
            .label(format!("not {declared}"))
            .note("`history.yaml` lists the changes of each release");
    }
}

/// Returns the message about the oldest version that an item declares, with that version.
fn disagreement<'a>(
    site: &StatusSite<'a>,
    type_name: &str,
    history: &dyn FirstAppearance,
    releases: &ReleaseTable,
) -> Option<(&'a str, String)> {
    let oldest = site.status.history.last()?;
    let declared = oldest.version.as_deref()?;
    let position = releases.position(declared)?;
    let name = |version: &str| {
        let release = releases.get(version);
        release.map_or_else(|| version.to_owned(), |release| format!("{version} ({})", release.name))
    };
    let thing = site.path.parent().to_string();
    // A history that begins with a final status does not say when the item was added.
    let begins = matches!(oldest.status, Status::Supported | Status::Unsupported);
    let message = match history.first_appearance(type_name, &thing) {
        Appearance::In(first) => {
            let first_position = releases.position(first)?;
            if position == first_position || (position > first_position && !begins) {
                return None;
            }
            format!("{} was added in {}, not in {}", site.name, name(first), name(declared))
        }
        Appearance::BeforeOrIn(first) => {
            let newest = releases.position(history.newest_version()?)?;
            if !begins || position <= releases.position(first)? || position > newest {
                return None;
            }
            format!(
                "{} already existed in {}, so it was not added in {}",
                site.name,
                name(first),
                name(declared)
            )
        }
        Appearance::Unknown => return None,
    };
    Some((declared, message))
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    #[test]
    fn later_items_declare_their_version() {
        check(
            &RULE,
            "type: My::Custom::Key
properties:
  new: {type: string, support_status: [{version: '2014.2'}]}
  right: {type: string, support_status: [{version: 5.0.0}]}
  map: {type: map, schema: {new: {type: string, support_status: [{version: '2014.1'}]}}}
  gone: {type: string, support_status: [{status: HIDDEN, version: 27.0.0}]}
  silent: {type: string, support_status: [{status: UNSUPPORTED}]}",
            &[
                "'2014.2' => property `new` was added in 27.0.0 (2026.2), not in 2014.2 (Juno)",
                "'2014.1' => property `map.new` was added in 5.0.0 (Liberty), not in 2014.1 (Icehouse)",
            ],
        );
    }

    #[test]
    fn for_initial_items_only_later_versions_are_reported() {
        check(
            &RULE,
            "type: My::Custom::Lock
support_status: [{version: '2014.1'}]
properties:
  old: {type: string, support_status: [{version: '2014.2'}]}
  later: {type: string, support_status: [{status: DEPRECATED, version: 5.0.0, message: Use old.}, {version: 5.0.0}]}
  deprecated: {type: string, support_status: [{status: DEPRECATED, version: 5.0.0, message: Use old.}]}",
            &["5.0.0 => property `later` already existed in 2014.2 (Juno), so it was not added in 5.0.0 (Liberty)"],
        );
    }

    #[test]
    fn types_that_no_release_contains_can_have_any_version() {
        check(&RULE, "support_status: [{version: 5.0.0}]", &[]);
    }
}
