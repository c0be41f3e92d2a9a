//! Rule `empty-group`: a properties group has no members.

use heat_model::group::{GroupExpression, Member};
use heat_model::{PropertiesGroup, SchemaPath};
use heat_yaml::Severity;

use crate::{Check, Context, Findings, Part, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "empty-group",
    severity: Severity::Warning,
    summary: "A properties group has no members",
    docs: r"
## What it does
Reports an `and`, `or` or `xor` without members, and an `api_versions` without properties or versions.

## Why
An empty group has no meaning. Add members, or remove the group.

## Example
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  user: {type: string, description: Who asks for it.}
properties_groups:
  - or: []
```

## Use instead
```yaml
type: My::Custom::Token
description: Makes a token.
properties:
  user: {type: string, description: Who asks for it.}
```
",
    check: Check::Schema(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let groups = SchemaPath::root().join("properties_groups");
    for (index, group) in context.schema.properties_groups.iter().enumerate() {
        let path = groups.join(index);
        match group {
            PropertiesGroup::Expression(group) => check_group(group, &path, findings),
            PropertiesGroup::ApiVersions(versions) => {
                let path = path.join(heat_model::group::API_VERSIONS);
                let lists = [
                    ("versions", versions.versions.is_empty()),
                    ("properties", versions.properties.is_empty()),
                ];
                for (key, _) in lists.into_iter().filter(|(_, is_empty)| *is_empty) {
                    let message = format!("a group of `api_versions` has no `{key}`");
                    findings.report(&path.join(key), Part::Value, message).label("empty");
                }
            }
        }
    }
}

fn check_group(group: &GroupExpression, path: &SchemaPath, findings: &mut Findings<'_>) {
    let path = path.join(group.operator.as_str());
    if group.members.is_empty() {
        let message = format!("an `{}` group has no members", group.operator.as_str());
        findings.report(&path, Part::Value, message).label("empty");
    }
    for (index, member) in group.members.iter().enumerate() {
        if let Member::Group(group) = member {
            check_group(group, &path.join(index), findings);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::tests::check;

    fn check_group(group: &str, expect: &[&str]) {
        check(&RULE, &format!("properties: {{a: {{type: string}}}}\nproperties_groups: [{group}]"), expect);
    }

    #[test]
    fn groups_have_members() {
        check_group("{or: [[a]]}", &[]);
        check_group("{and: []}", &["[] => an `and` group has no members"]);
        check_group("{or: [[a], {xor: []}]}", &["[] => an `xor` group has no members"]);
        check_group(
            "{api_versions: {client_plugin: nova, versions: [], properties: [[a]]}}",
            &["[] => a group of `api_versions` has no `versions`"],
        );
    }
}
