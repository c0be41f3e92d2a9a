//! Rule `says-name-but-takes-id`: a description offers names, but its custom constraint only finds IDs.

use heat_yaml::Severity;

use crate::lookups::{LookupSite, described_forms, lookup_sites};
use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "says-name-but-takes-id",
    severity: Severity::Warning,
    summary: "A description offers names, but its custom constraint only finds IDs",
    docs: r"
## What it does
Reports a description that says a value can be a name, although the property has a custom constraint that only looks
up IDs: one with `lookup: id` in `constraints.yaml`. The description of a list also applies to its items. Nothing is
reported if a `resolve` rule has a finder that accepts names, because Heat translates values before it checks them.

## Why
The service finds nothing with such an ID, and Heat refuses the template, although its author followed the docs.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  server:
    type: string
    description: Server, by name or ID, that the token is for.
    constraints:
      - custom_constraint: nova.server
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  server:
    type: string
    description: Server, by ID, that the token is for.
    constraints:
      - custom_constraint: nova.server
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for site in lookup_sites(context) {
        if site.lookup.takes_names() || !described_forms(site.description).name || is_found_by_name(&site) {
            continue;
        }
        let message =
            format!("{} says that names work, but `{}` only finds IDs", site.site.what(), site.constraint);
        findings
            .report(&site.description_path, Part::Value, message)
            .label("offers a name")
            .related(site.constraint_path, Part::Value, "refuses names")
            .help("say that the value is an ID, or add a `resolve` rule whose finder accepts names");
    }
}

/// Returns whether names are resolved to IDs before the constraint is checked.
fn is_found_by_name(site: &LookupSite<'_>) -> bool {
    site.finder.is_some_and(|finder| finder.contains("name"))
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    #[test]
    fn names_are_only_mentioned_if_accepted() {
        check(
            &RULE,
            "properties:
  a: {type: string, description: 'Server, by name or ID.', constraints: [{custom_constraint: nova.server}]}
  b: {type: string, description: 'Server, by ID.', constraints: [{custom_constraint: nova.server}]}
  c: {type: string, description: 'Net, by name or ID.', constraints: [{custom_constraint: neutron.network}]}
  d:
    type: list
    description: Names of servers.
    schema: {'*': {type: string, description: By ID., constraints: [{custom_constraint: nova.server}]}}
  e: {type: string, description: By name., support_status: [{status: HIDDEN}], constraints: [{custom_constraint: nova.server}]}
  f: {type: string, description: By name., constraints: [{custom_constraint: ip_addr}]}",
            &[
                "'Server, by name or ID.' => property `a` says that names work, but `nova.server` only finds IDs",
                "Names of servers. => an item of `d` says that names work, but `nova.server` only finds IDs",
            ],
        );
    }

    #[test]
    fn a_finder_by_name_makes_it_true() {
        let schema = |finder: &str| {
            format!(
                "properties:
  a: {{type: string, description: By name., constraints: [{{custom_constraint: nova.server}}]}}
translation_rules: [{{rule: resolve, translation_path: [a], client_plugin: nova, finder: {finder}}}]"
            )
        };
        check(&RULE, &schema("find_server_by_name_or_id"), &[]);
        check(
            &RULE,
            &schema("get_server"),
            &["By name. => property `a` says that names work, but `nova.server` only finds IDs"],
        );
    }
}
