//! Rule `says-id-but-takes-name`: a description asks for an ID, but names are accepted as well, or exclusively.

use heat_yaml::Severity;

use crate::lookups::{described_forms, lookup_sites};
use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "says-id-but-takes-name",
    severity: Severity::Warning,
    summary: "A description asks for an ID, but names are accepted as well, or exclusively",
    docs: r"
## What it does
Reports a description that asks for an ID although only names are accepted: the property has a custom constraint with
`lookup: name` in `constraints.yaml`. Also reports a description that only asks for an ID although names are accepted
too: the constraint has `lookup: name_or_id`, and a `resolve` rule converts names to IDs. Without such a rule nothing
is reported, because the plug-in may pass the value unchanged to a service that only accepts IDs.

## Why
In the first case, Heat refuses the values that the docs ask for. In the second, users look up IDs unnecessarily, and
their templates only work on one cloud.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  network:
    type: string
    description: ID of the network that the token is for.
    constraints:
      - custom_constraint: neutron.network
translation_rules:
  - rule: resolve
    translation_path: [network]
    client_plugin: neutron
    finder: find_resourceid_by_name_or_id
    entity: network
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  network:
    type: string
    description: Network, by name or ID, that the token is for.
    constraints:
      - custom_constraint: neutron.network
translation_rules:
  - rule: resolve
    translation_path: [network]
    client_plugin: neutron
    finder: find_resourceid_by_name_or_id
    entity: network
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for site in lookup_sites(context) {
        let forms = described_forms(site.description);
        let is_resolved = site.lookup.takes_names() && site.finder.is_some();
        let (wrong, label, help) = if forms.id && !site.lookup.takes_ids() {
            ("only finds names", "refuses IDs", "say that the value is a name")
        } else if forms.id && !forms.name && is_resolved {
            (
                "and the `resolve` rule also accept names",
                "also finds names",
                "say that names are accepted too",
            )
        } else {
            continue;
        };
        let what = site.site.what();
        let asks = if forms.name { "says that IDs work" } else { "asks for an ID" };
        let message = format!("{what} {asks}, but `{}` {wrong}", site.constraint);
        findings
            .report(&site.description_path, Part::Value, message)
            .label("asks for an ID")
            .related(site.constraint_path, Part::Value, label)
            .help(help);
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    #[test]
    fn accepted_names_are_mentioned() {
        let resolve = |path: &str| {
            format!(
                "{{rule: resolve, translation_path: [{path}], client_plugin: neutron, finder: find_by_name_or_id}}"
            )
        };
        let schema = format!(
            "properties:
  a: {{type: string, description: ID of it., constraints: [{{custom_constraint: neutron.network}}]}}
  b: {{type: string, description: ID of it., constraints: [{{custom_constraint: neutron.network}}]}}
  c: {{type: string, description: 'Key, by name or ID.', constraints: [{{custom_constraint: nova.keypair}}]}}
  d: {{type: string, description: 'Key, by ID.', constraints: [{{custom_constraint: nova.keypair}}]}}
  e: {{type: string, description: 'Server, by ID.', constraints: [{{custom_constraint: nova.server}}]}}
  f: {{type: string, description: 'Net, by name or ID.', constraints: [{{custom_constraint: neutron.network}}]}}
translation_rules: [{}, {}, {}]",
            resolve("a"),
            resolve("e"),
            resolve("f")
        );
        check(
            &RULE,
            &schema,
            &[
                "ID of it. => property `a` asks for an ID, but `neutron.network` and the `resolve` rule also accept names",
                "'Key, by name or ID.' => property `c` says that IDs work, but `nova.keypair` only finds names",
                "'Key, by ID.' => property `d` asks for an ID, but `nova.keypair` only finds names",
            ],
        );
    }
}
