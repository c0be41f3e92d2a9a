//! Rule `unsignalled-wait-condition`: nothing in the template can signal a wait condition.

use heat_hot::snippet::Snippet;

use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "unsignalled-wait-condition",
    family: Family::Software,
    summary: "Nothing in the template can signal a wait condition",
    docs: r"
## What it does
Reports a wait condition whose handle is not used anywhere else in the template.

## Why
To send a signal, a program needs an attribute of the handle, such as `curl_cli`. Without a signal, the stack waits until its
timeout, and then fails.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  handle: {type: OS::Heat::WaitConditionHandle}
  ready:
    type: OS::Heat::WaitCondition
    properties: {handle: {get_resource: handle}, timeout: 600}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  handle: {type: OS::Heat::WaitConditionHandle}
  ready:
    type: OS::Heat::WaitCondition
    properties: {handle: {get_resource: handle}, timeout: 600}
  setup:
    type: OS::Heat::CloudConfig
    properties: {cloud_config: {runcmd: [{get_attr: [handle, curl_cli]}]}}
outputs:
  setup: {value: {get_resource: setup}}
```
",
    check: Check::Template(check),
};

const CONDITIONS: [&str; 2] = ["OS::Heat::WaitCondition", "AWS::CloudFormation::WaitCondition"];

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let waits = context.resources_of(&CONDITIONS);
    let handles = waits.filter_map(|resource| {
        let properties = resource.properties?;
        let handle = properties.get("handle").or_else(|| properties.get("Handle"))?;
        let call = Snippet::as_call(handle)?;
        Some((resource, call.args.as_str()?, call.args.span))
    });
    let handles: Vec<_> = handles.collect();
    for (resource, handle, span) in &handles {
        let by_waits = handles.iter().filter(|(_, other, _)| other == handle).count();
        if context.resources.named(handle).is_some() && context.mentions.count(handle) <= by_waits {
            let message = format!("nothing signals the wait condition `{}`", resource.name);
            let help = format!(
                "pass an attribute of `{handle}` to the program that signals: `{{get_attr: [{handle}, curl_cli]}}`"
            );
            findings.report(*span, message, help);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in;

    #[test]
    fn any_other_mention_may_signal() {
        let yaml = "resources:
  h: {type: OS::Heat::WaitConditionHandle}
  w: {type: OS::Heat::WaitCondition, properties: {handle: {get_resource: h}}}
  v: {type: OS::Heat::WaitCondition, properties: {handle: {get_resource: h}}}
…";
        let check = check_in(&RULE, yaml);
        let alarm =
            ["h => nothing signals the wait condition `w`", "h => nothing signals the wait condition `v`"];
        check("", &alarm);
        check("outputs: {o: {value: {get_attr: [h, curl_cli]}}}", &[]);
    }
}
