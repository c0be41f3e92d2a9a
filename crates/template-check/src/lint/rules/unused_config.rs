//! Rule `unused-config`: a software config is not used.

use crate::lint::software::CONFIGS;
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "unused-config",
    family: Family::Software,
    summary: "A software config is not used",
    docs: r"
## What it does
Reports a software config, a component or a part of user data that nothing in the template uses.

## Why
A config has no effect on its own: a deployment or the `user_data` of a server has to refer to it.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  setup:
    type: OS::Heat::SoftwareConfig
    properties: {group: script, config: uptime}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  setup:
    type: OS::Heat::SoftwareConfig
    properties: {group: script, config: uptime}
  server:
    type: OS::Nova::Server
    properties: {flavor: m1.small, image: debian, user_data_format: SOFTWARE_CONFIG}
  deployment:
    type: OS::Heat::SoftwareDeployment
    properties: {config: {get_resource: setup}, server: {get_resource: server}}
```
",
    check: Check::Template(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for resource in context.resources_of(&CONFIGS) {
        // A config that a group creates is used through the group.
        let is_own = context.resources.named(&resource.name).is_some();
        if is_own && !context.mentions.has_text(&resource.name) {
            let message = format!("the config `{}` is not used", resource.name);
            findings.report(
                resource.span,
                message,
                "refer to it in a deployment or in the `user_data` of a server",
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check;

    #[test]
    fn whatever_names_it_uses_it() {
        let config = "resources: {c: {type: OS::Heat::SoftwareConfig}}";
        check(&RULE, config, &["c => the config `c` is not used"]);
        check(&RULE, &format!("{config}\noutputs: {{o: {{value: {{get_resource: c}}}}}}"), &[]);
    }
}
