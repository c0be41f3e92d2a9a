//! Rule `missing-group-member`: an attribute names a member that its group does not have.

use heat_hot::fault::Stage;
use heat_hot::function::attribute_parts;
use heat_hot::snippet::{Content, Snippet};
use heat_hot::template::outline::Resource;
use heat_model::Value;
use heat_model::validate::to_integer;

use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "missing-group-member",
    family: Family::Resources,
    summary: "An attribute names a member that its group does not have",
    docs: r"
## What it does
Reports a `get_attr` of an `OS::Heat::ResourceGroup` that names a member beyond the last one, such as `resource.2` of a group with a
`count` of 2: members are numbered from 0. Of a count that nobody knows, nothing is said, nor of a group with `removal_policies`,
whose numbers have gaps.

## Why
Heat finds no such member when it needs the value. In a property of a resource that is created, the finding is an error: the creation
fails. In an output, the output has no value.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  tokens:
    type: OS::Heat::ResourceGroup
    properties: {count: 2, resource_def: {type: OS::Heat::RandomString}}
outputs:
  last: {value: {get_attr: [tokens, resource.2, value]}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  tokens:
    type: OS::Heat::ResourceGroup
    properties: {count: 2, resource_def: {type: OS::Heat::RandomString}}
outputs:
  last: {value: {get_attr: [tokens, resource.1, value]}}
```
",
    check: Check::Template(check),
};

const GROUP: &str = "OS::Heat::ResourceGroup";

/// Prefix of the attributes that name a member.
const MEMBER: &str = "resource.";

/// Attribute with the IDs of all members.
const IDS: &str = "refs";

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for (call, _) in context.calls() {
        let Some(parts) = attribute_parts(call) else { continue };
        let group = parts.resource.as_str().and_then(|name| context.resources.named(name));
        let Some(group) = group.filter(|group| context.type_name(group) == Some(GROUP)) else { continue };
        let Some(count) = count(context, group) else { continue };
        let Some(attribute) = parts.attribute else { continue };
        let name = attribute.as_str().unwrap_or_default();
        let (member, at) = match (name.strip_prefix(MEMBER), parts.path.first()) {
            (Some(member), _) => (member.split('.').next().unwrap_or_default().to_owned(), attribute.span),
            (None, Some(step)) if name == IDS => match &step.content {
                // A negative number counts from the end.
                Content::Scalar(Value::Integer(number))
                    if number.as_i64().is_some_and(|number| number >= 0) =>
                {
                    (number.to_string(), step.span)
                }
                _ => continue,
            },
            _ => continue,
        };
        let is_there = member.parse::<i64>().is_ok_and(|number| (0..count).contains(&number));
        if !is_there {
            let message = format!("the group `{}` has no member `{member}`", group.name);
            let help = match count {
                0 => "its `count` is 0".to_owned(),
                1 => "its only member is `0`".to_owned(),
                _ => format!("its members are `0` to `{}`", count - 1),
            };
            let mut reported = findings.report(at, message, help);
            // The IDs are a list, and an index beyond its end is not an error.
            if name != IDS && context.is_created(at) {
                let words =
                    format!("Heat says: Member '{member}' not found in group resource '{}'.", group.name);
                reported.fails(Stage::Creation).note(words);
            }
        }
    }
}

/// Number of members of a group, if that is known.
fn count(context: &Context<'_>, group: &Resource<'_>) -> Option<i64> {
    let properties = group.properties.filter(|properties| matches!(properties.content, Content::Map(_)))?;
    if properties.get("removal_policies").is_some() {
        return None;
    }
    let count = match properties.get("count") {
        None => return Some(1),
        Some(Snippet { content: Content::Scalar(value), .. }) => value.clone(),
        Some(count) => context.known_value(count)?,
    };
    to_integer(&count)?.as_i64()
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in_two;

    #[test]
    fn members_are_numbered_from_zero() {
        let yaml = "parameters: {two: {type: number, default: 2}, open: {type: number}}
resources: {g: {type: OS::Heat::ResourceGroup, properties: {…}}}
outputs: {o: {value: {get_attr: [g, …]}}}";
        let check = check_in_two(&RULE, yaml);
        let none = |at: &str, member: &str| format!("{at} => the group `g` has no member `{member}`");
        check("count: 2", "resource.1, value", &[]);
        check("count: 2", "resource.2, value", &[&none("resource.2", "2")]);
        check("count: 2", "resource.5.value", &[&none("resource.5.value", "5")]);
        check("count: 2", "resource.last", &[&none("resource.last", "last")]);
        check("count: 2", "refs, 1", &[]);
        check("count: 2", "refs, 2", &[&none("2", "2")]);
        check("count: 2", "refs, -1", &[]);
        check("count: 2", "value, 7", &[]);
        check("count: {get_param: two}", "resource.2, value", &[&none("resource.2", "2")]);
        check("count: {get_param: open}", "resource.2, value", &[]);
        check("", "resource.1", &[&none("resource.1", "1")]);
        check("count: 2, removal_policies: [{resource_list: ['0']}]", "resource.2, value", &[]);
    }
}
