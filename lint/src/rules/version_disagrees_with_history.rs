//! `version-disagrees-with-history`.

use heat_model::{Appearance, FirstAppearance, ReleaseTable, Status};
use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule, StatusSite};

pub(crate) static RULE: Rule = Rule {
    id: "version-disagrees-with-history",
    severity: Severity::Warning,
    summary: "Something says that it came in another release than it did",
    docs: r"
## What it does
Reports the oldest `version` of a `support_status` that is not the release in which the type, the property or the attribute
first appears, by `history.yaml`. Of what is there in the first release that is recorded, it is not known since when; there,
only a version that is newer is reported. A version newer than all releases recorded is one to come.

## Why
People choose by it what they can use in which cloud: with a version too old, a template fails on a cloud that should have
had it; with one too new, people do without.

## Example
The history says that `My::Custom::Key` came with 5.0.0.
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
            .note("what each release changed is in `history.yaml`");
    }
}

/// What is to be said of the oldest version that something declares, with that version.
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
    // A history that begins with an end says since when that is so, and not since when it is there at all.
    let begins = matches!(oldest.status, Status::Supported | Status::Unsupported);
    let message = match history.first_appearance(type_name, &thing) {
        Appearance::In(first) => {
            let first_position = releases.position(first)?;
            if position == first_position || (position > first_position && !begins) {
                return None;
            }
            format!("{} is there since {}, and not since {}", site.name, name(first), name(declared))
        }
        Appearance::BeforeOrIn(ground) => {
            let newest = releases.position(history.newest_version()?)?;
            if !begins || position <= releases.position(ground)? || position > newest {
                return None;
            }
            format!("{} is there in {} already, and not since {}", site.name, name(ground), name(declared))
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
    fn what_came_later_says_so() {
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
                "'2014.2' => property `new` is there since 27.0.0 (2026.2), and not since 2014.2 (Juno)",
                "'2014.1' => property `map.new` is there since 5.0.0 (Liberty), and not since 2014.1 (Icehouse)",
            ],
        );
    }

    #[test]
    fn of_what_was_there_first_only_later_versions_are_wrong() {
        check(
            &RULE,
            "type: My::Custom::Lock
support_status: [{version: '2014.1'}]
properties:
  old: {type: string, support_status: [{version: '2014.2'}]}
  later: {type: string, support_status: [{status: DEPRECATED, version: 5.0.0, message: Use old.}, {version: 5.0.0}]}
  deprecated: {type: string, support_status: [{status: DEPRECATED, version: 5.0.0, message: Use old.}]}",
            &["5.0.0 => property `later` is there in 2014.2 (Juno) already, and not since 5.0.0 (Liberty)"],
        );
    }

    #[test]
    fn types_that_no_release_has_may_say_what_they_like() {
        check(&RULE, "support_status: [{version: 5.0.0}]", &[]);
    }
}
