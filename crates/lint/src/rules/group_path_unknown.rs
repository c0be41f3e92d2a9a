//! Rule `group-path-unknown`: a properties group refers to a property that does not exist.

use heat_model::group::{ApiVersions, GroupExpression, Member};
use heat_model::{PropertiesGroup, SchemaPath};
use heat_yaml::Severity;

use crate::references::{Target, follow, report_step};
use crate::{Check, Context, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "group-path-unknown",
    severity: Severity::Error,
    summary: "A properties group refers to a property that does not exist",
    docs: r"
## What it does
Reports paths in properties groups that do not refer to a property of the type. A path is a list of names starting at
a top-level property; the items of a list have no step of their own.

## Why
A property that does not exist is never set: the group requires something impossible, or has no effect.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  user: {type: string, description: Who asks for it.}
  group: {type: string, description: Which group asks for it.}
properties_groups:
  - or: [[user], [goup]]
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  user: {type: string, description: Who asks for it.}
  group: {type: string, description: Which group asks for it.}
properties_groups:
  - or: [[user], [group]]
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let groups = SchemaPath::root().join("properties_groups");
    for (index, group) in context.schema.properties_groups.iter().enumerate() {
        let path = groups.join(index);
        match group {
            PropertiesGroup::Expression(group) => check_group(context, group, &path, findings),
            PropertiesGroup::ApiVersions(ApiVersions { properties, .. }) => {
                let path = path.join(heat_model::group::API_VERSIONS).join("properties");
                for (index, names) in properties.iter().enumerate() {
                    check_names(context, names, &path.join(index), findings);
                }
            }
        }
    }
}

fn check_group(
    context: &Context<'_>,
    group: &GroupExpression,
    path: &SchemaPath,
    findings: &mut Findings<'_>,
) {
    let path = path.join(group.operator.as_str());
    for (index, member) in group.members.iter().enumerate() {
        let path = path.join(index);
        match member {
            Member::Property(names) => check_names(context, names, &path, findings),
            Member::Group(group) => check_group(context, group, &path, findings),
        }
    }
}

fn check_names(context: &Context<'_>, names: &[String], path: &SchemaPath, findings: &mut Findings<'_>) {
    let target = match follow(context.schema, names) {
        Target::Property(_) => return,
        Target::Within(step) => (step, Vec::new()),
        Target::Nothing(step, known) => (step, known),
    };
    report_step(context.schema, names, target, |step| path.join(step), findings);
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::{check, diagnostics};

    fn schema(group: &str) -> String {
        format!(
            "type: My::Custom::Token
properties:
  a: {{type: string}}
  free: {{type: map}}
  nets: {{type: list, schema: {{'*': {{type: map, schema: {{id: {{type: string}}}}}}}}}}
properties_groups: [{group}]"
        )
    }

    #[test]
    fn paths_lead_to_properties() {
        check(&RULE, &schema("{or: [[a], [nets, id]]}"), &[]);
        check(&RULE, &schema("{xor: [[a], [b]]}"), &["b => `My::Custom::Token` has no property `b`"]);
        check(
            &RULE,
            &schema("{and: [[nets, ip], {or: [[a], [free, x]]}]}"),
            &["ip => property `nets` has no field `ip`", "x => property `free` has no field `x`"],
        );
    }

    #[test]
    fn paths_in_api_versions_are_checked() {
        check(
            &RULE,
            &schema("{api_versions: {client_plugin: nova, versions: ['2.19'], properties: [[a], [c]]}}"),
            &["c => `My::Custom::Token` has no property `c`"],
        );
    }

    #[test]
    fn a_path_in_dots_is_explained() {
        let found = diagnostics(&schema("{or: [[nets.id], [a]]}"));
        let found = found.iter().find(|found| found.code == RULE.id).unwrap();
        assert_eq!(found.help.as_deref(), Some("write the path as a list of names: [nets, id]"));
    }
}
