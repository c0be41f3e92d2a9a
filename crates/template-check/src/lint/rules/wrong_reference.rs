//! Rule `wrong-reference`: a property that must refer to a resource of its stack does not.

use heat_hot::fault::Stage;
use heat_hot::snippet::Snippet;
use heat_hot::template::outline::Resource;
use heat_hot_language::Variant;

use super::not_a_config::is_of_heat;
use crate::lint::software::literal;
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "wrong-reference",
    family: Family::Resources,
    summary: "A property does not refer to a resource of the stack where it has to",
    docs: r"
## What it does
Reports a property that takes a reference to a resource of the same stack, of a certain type, and has a text or refers to a
resource of another type: the handle of a wait condition or of an `OS::Heat::SwiftSignal`, and the user of an access key.

## Why
Heat looks for the resource when it creates the one with the property. It finds none, and the creation fails.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  ready:
    type: OS::Heat::WaitCondition
    properties: {handle: 'http://example.com/signal', timeout: 600}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  handle: {type: OS::Heat::WaitConditionHandle}
  ready:
    type: OS::Heat::WaitCondition
    properties: {handle: {get_resource: handle}, timeout: 600}
outputs:
  signal: {value: {get_attr: [handle, curl_cli]}}
```
",
    check: Check::Creation(check),
};

/// Property that takes a reference to a resource of its own stack.
struct Reference {
    resource_type: &'static str,
    property: &'static str,
    /// Resource types that the property accepts.
    takes: &'static [&'static str],
}

const fn reference(
    resource_type: &'static str,
    property: &'static str,
    takes: &'static [&'static str],
) -> Reference {
    Reference { resource_type, property, takes }
}

/// Properties whose handlers look up the resource with Heat's `Stack.resource_by_refid`, or by the ID of the stack in the
/// reference.
const REFERENCES: [Reference; 4] = [
    reference(
        "OS::Heat::WaitCondition",
        "handle",
        &[
            "OS::Heat::WaitConditionHandle",
            "OS::Heat::UpdateWaitConditionHandle",
            "AWS::CloudFormation::WaitConditionHandle",
        ],
    ),
    reference(
        "AWS::CloudFormation::WaitCondition",
        "Handle",
        &["AWS::CloudFormation::WaitConditionHandle", "OS::Heat::UpdateWaitConditionHandle"],
    ),
    reference("OS::Heat::SwiftSignal", "handle", &["OS::Heat::SwiftSignalHandle"]),
    reference("AWS::IAM::AccessKey", "UserName", &["AWS::IAM::User"]),
];

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let function = if context.template.keys().is_hot() { "get_resource" } else { "Ref" };
    for reference in &REFERENCES {
        for resource in context.resources_of(&[reference.resource_type]) {
            let value = resource.properties.and_then(|properties| properties.get(reference.property));
            let Some(value) = value else { continue };
            let Some(why) = wrong(context, resource, value, reference.takes) else { continue };
            let wanted = reference.takes[0];
            let message = format!("`{}` takes an {wanted} of the same stack, {why}", reference.property);
            let mut candidates = context.resources_of(reference.takes);
            let help = match candidates.next().filter(|_| !is_member(context, resource)) {
                Some(known) => format!("refer to `{}` with `{function}`", known.name),
                None => format!("add an {wanted} to this stack, and refer to it with `{function}`"),
            };
            let mut reported = findings.report(value.span, message, help);
            if !context.is_created(value.span) {
                reported.fails(Stage::PossibleCreation);
            }
        }
    }
}

/// Returns words for the difference between a value and a reference to a resource of these types; `None` if the value may be
/// right.
fn wrong(context: &Context<'_>, resource: &Resource<'_>, value: &Snippet, takes: &[&str]) -> Option<String> {
    if let Some(name) = referred(value) {
        let other = context.resources.named(name)?;
        if is_member(context, resource) {
            return Some(format!("and `{name}` is in the stack around it"));
        }
        let other_type = context.schema(other)?.name.as_str();
        let is_other = is_of_heat(other_type) && !takes.contains(&other_type);
        return is_other.then(|| format!("and `{name}` is an {other_type}"));
    }
    let text = literal(context, value)?;
    let text = text.as_str()?;
    // While a resource has no ID, Heat also finds it by its name.
    context.resources.named(text).is_none().then(|| format!("and `{text}` is a text"))
}

/// Name of the resource that a value refers to.
fn referred(value: &Snippet) -> Option<&str> {
    let call = Snippet::as_call(value)?;
    matches!(call.variant, Variant::GetResource).then(|| call.args.as_str())?
}

/// Returns whether a resource is defined in the properties of another one, which creates a stack for it.
fn is_member(context: &Context<'_>, resource: &Resource<'_>) -> bool {
    context
        .resources
        .all
        .iter()
        .any(|maker| context.resources.members(maker).any(|member| std::ptr::eq(member, resource)))
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::{check, check_in};

    #[test]
    fn a_handle_is_a_resource_of_the_same_stack() {
        let yaml = "parameters: {p: {type: string}, d: {type: string, default: url}}
resources:
  h: {type: OS::Heat::WaitConditionHandle}
  old: {type: AWS::CloudFormation::WaitConditionHandle}
  swift: {type: OS::Heat::SwiftSignalHandle}
  none: {type: My::Handle}
  w: {type: OS::Heat::WaitCondition, properties: {handle: …}}";
        let check = check_in(&RULE, yaml);
        check("{get_resource: h}", &[]);
        check("{get_resource: old}", &[]);
        check("{get_resource: none}", &[]);
        check("{get_attr: [h, token]}", &[]);
        check("{get_param: p}", &[]);
        let alarm = |place: &str, why: &str| {
            format!("{place} => `handle` takes an OS::Heat::WaitConditionHandle of the same stack, and {why}")
        };
        check("http://x/y", &[&alarm("http://x/y", "`http://x/y` is a text")]);
        check("h", &[]);
        check("{get_param: d}", &[&alarm("get_param: d", "`url` is a text")]);
        check(
            "{get_resource: swift}",
            &[&alarm("get_resource: swift", "`swift` is an OS::Heat::SwiftSignalHandle")],
        );
    }

    #[test]
    fn members_are_in_a_stack_of_their_own() {
        check(
            &RULE,
            "resources:
  u: {type: AWS::IAM::User}
  k: {type: AWS::IAM::AccessKey, properties: {UserName: {get_resource: u}}}
  g:
    type: OS::Heat::ResourceGroup
    properties:
      resource_def: {type: AWS::IAM::AccessKey, properties: {UserName: {get_resource: u}}}",
            &[
                "get_resource: u => `UserName` takes an AWS::IAM::User of the same stack, and `u` is in the stack around it",
            ],
        );
    }
}
