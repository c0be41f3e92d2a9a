//! Rule `unknown-release`: a version is not in the release table.

use heat_model::ReleaseTable;
use heat_model::SchemaPath;
use heat_model::release::Release;
use heat_model::suggest::nearest;
use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "unknown-release",
    severity: Severity::Error,
    summary: "A version is not in the release table",
    docs: r"
## What it does
Reports a `version` of a support status, and a release in `since` or `until` of a service rule, that is not in the
release table, `releases.yaml`. Schemas of a plug-in, which has a table of its own, can also name releases of Heat.

## Why
The table defines the names and the order of releases. A version that is not in the table cannot be shown with its
name or compared with others.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
support_status:
  - version: 5.0.O
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
support_status:
  - version: 5.0.0
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let Some(releases) = context.tables.known_releases() else { return };
    let is_of_heat =
        |is_known: &dyn Fn(&ReleaseTable) -> bool| context.tables.heat_releases.is_some_and(is_known);
    for (index, rule) in context.schema.service_rules.iter().enumerate() {
        for (key, name) in [("since", &rule.since), ("until", &rule.until)] {
            let Some(name) = name.as_ref().filter(|name| {
                releases.find(name).is_none() && !is_of_heat(&|heat| heat.find(name).is_some())
            }) else {
                continue;
            };
            let path = SchemaPath::root().join("service_rules").join(index).join(key);
            let finding = findings.report(&path, Part::Value, format!("there is no release `{name}`"));
            finding.label("not in the release table");
            let names = releases.releases.iter().flat_map(Release::names);
            match nearest(name, names) {
                Some(near) => finding.help(format!("did you mean `{near}`?")),
                None => finding.help("use a release from `releases.yaml`, or add it there"),
            };
        }
    }
    for site in &context.statuses {
        for (index, entry) in site.status.history.iter().enumerate() {
            let Some(version) = &entry.version else { continue };
            if releases.get(version).is_some() || is_of_heat(&|heat| heat.get(version).is_some()) {
                continue;
            }
            let finding = findings.report(
                &site.path.join(index).join("version"),
                Part::Value,
                format!("there is no release `{version}`"),
            );
            finding.label("not in the release table");
            match meant(version, releases) {
                Some(near) => finding.help(format!("did you mean `{near}`?")),
                None => finding.help("use a version from `releases.yaml`, or add the release there"),
            };
        }
    }
}

/// Returns the release that was most likely meant: the full version of a shortened one, or else the most similar one.
fn meant<'a>(version: &str, releases: &'a ReleaseTable) -> Option<&'a str> {
    let versions = || releases.releases.iter().map(|release| release.version.as_str());
    let by_name = releases.releases.iter().find(|release| release.name.eq_ignore_ascii_case(version));
    versions()
        .find(|known| known.strip_prefix(version).is_some_and(|rest| rest.starts_with('.')))
        .or_else(|| by_name.map(|release| release.version.as_str()))
        .or_else(|| nearest(version, versions()))
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::{check, diagnostics};

    #[test]
    fn versions_are_those_of_the_table() {
        check(
            &RULE,
            "support_status: [{status: HIDDEN, version: 6.0.0}, {version: '2014.1'}]
properties: {a: {type: string, support_status: [{version: 5.0.0 }]}}
attributes: {b: {support_status: [{version: '2014.9'}]}}
update_policy: {c: {type: map, schema: {d: {type: string, support_status: [{version: x}]}}}}",
            &[
                "6.0.0 => there is no release `6.0.0`",
                "'2014.9' => there is no release `2014.9`",
                "x => there is no release `x`",
            ],
        );
    }

    #[test]
    fn service_rules_name_releases() {
        let check = |since: &str, expect: &[&str]| {
            let rule = format!("{{by: nova, since: {since}, all: [[a]]}}");
            let schema = format!("properties: {{a: {{type: string}}}}\nservice_rules: [{rule}]");
            check(&RULE, &schema, expect);
        };
        check("juno", &[]);
        check("5.0.0", &[]);
        check("Jumo", &["Jumo => there is no release `Jumo`"]);
    }

    #[test]
    fn the_intended_version_is_suggested() {
        fn help(version: &str) -> Option<String> {
            let found =
                diagnostics(&format!("type: My::Custom::Token\nsupport_status: [{{version: '{version}'}}]"));
            found.into_iter().find(|found| found.code == RULE.id)?.help
        }
        assert_eq!(help("5").as_deref(), Some("did you mean `5.0.0`?"));
        assert_eq!(help("juno").as_deref(), Some("did you mean `2014.2`?"));
        assert_eq!(help("27.0.1").as_deref(), Some("did you mean `27.0.0`?"));
        assert_eq!(
            help("unreleased").as_deref(),
            Some("use a version from `releases.yaml`, or add the release there")
        );
    }
}
