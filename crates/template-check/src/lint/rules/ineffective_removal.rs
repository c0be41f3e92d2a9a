//! Rule `ineffective-removal`: `removal_policies` name something that is not a member.

use heat_hot::snippet::Snippet;
use heat_model::commands::Identifier;

use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "ineffective-removal",
    family: Family::Resources,
    summary: "`removal_policies` name what is no member",
    docs: r"
## What it does
Reports a name in the `removal_policies` of an `OS::Heat::ResourceGroup` that no member can have: members are called by their number, and can also
be named by the ID of their resource.

## Why
Heat ignores the name, and when the group shrinks it deletes the last members.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  nodes:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      removal_policies: [{resource_list: [node-1.example.org]}]
      resource_def: {type: OS::Cinder::Volume, properties: {name: node-%index%.example.org, size: 1}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  nodes:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      removal_policies: [{resource_list: ['1']}]
      resource_def: {type: OS::Cinder::Volume, properties: {name: node-%index%.example.org, size: 1}}
```
",
    check: Check::Template(check),
};

const GROUP: &str = "OS::Heat::ResourceGroup";

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for group in context.resources.all.iter().filter(|resource| resource.resource_type.0 == GROUP) {
        let mut members = context.resources.members(group).filter_map(|member| context.schema(member));
        let is_by_name = members.any(|schema| schema.commands.identifier() == Some(Identifier::Name));
        let policies = group.properties.and_then(|properties| properties.get("removal_policies"));
        let lists = policies.map(Snippet::items).unwrap_or_default().iter();
        for name in lists.filter_map(|policy| policy.get("resource_list")).flat_map(Snippet::items) {
            let Some(text) = name.as_str().filter(|text| !is_by_name && !may_name_member(text)) else {
                continue;
            };
            let message =
                format!("Heat ignores `{text}`: the members of `{}` are called by their number", group.name);
            let help = "name the number of the member, such as '1', or the ID of its resource";
            findings.report(name.span, message, help);
        }
    }
}

/// Returns whether a text can be the index or the ID of a member.
fn may_name_member(text: &str) -> bool {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let is_id = text.len() >= 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    is_number || is_id || text.starts_with("arn:")
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in_two;

    #[test]
    fn members_are_called_by_their_number() {
        let yaml = "resources: {g: {type: OS::Heat::ResourceGroup, properties: {removal_policies: [{resource_list: […]}], resource_def: {type: …}}}}";
        let check = check_in_two(&RULE, yaml);
        let volume = "OS::Cinder::Volume";
        check("'1', 0", volume, &[]);
        check(
            "node-1",
            volume,
            &["node-1 => Heat ignores `node-1`: the members of `g` are called by their number"],
        );
        check("2f0c6b6c-8a4e-4d8e-a7c4-6f1b5f3c2d1e", volume, &[]);
        check("{get_param: p}", volume, &[]);
        check("node-1", "OS::Nova::KeyPair", &[]);
    }
}
