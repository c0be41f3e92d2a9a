//! Rule `ignored-deployment-actions`: Heat ignores the `actions` of a deployment of a component.

use crate::lint::software::{COMPONENT, Deployment, deployments};
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "ignored-deployment-actions",
    family: Family::Software,
    summary: "Heat ignores the `actions` of a deployment of a component",
    docs: r"
## What it does
Reports a deployment with `actions` whose config is a software component.

## Why
The configs of a component say which actions they are for. Heat ignores what the deployment says.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  component:
    type: OS::Heat::SoftwareComponent
    properties:
      configs: [{actions: [CREATE], tool: script, config: apt-get install app}]
  server:
    type: OS::Nova::Server
    properties: {flavor: m1.small, image: debian, user_data_format: SOFTWARE_CONFIG}
  deployment:
    type: OS::Heat::SoftwareDeployment
    properties:
      config: {get_resource: component}
      server: {get_resource: server}
      actions: [DELETE]
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  component:
    type: OS::Heat::SoftwareComponent
    properties:
      configs: [{actions: [DELETE], tool: script, config: apt-get remove app}]
  server:
    type: OS::Nova::Server
    properties: {flavor: m1.small, image: debian, user_data_format: SOFTWARE_CONFIG}
  deployment:
    type: OS::Heat::SoftwareDeployment
    properties:
      config: {get_resource: component}
      server: {get_resource: server}
```
",
    check: Check::Template(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for Deployment { properties, config, .. } in deployments(context) {
        if config.resource_type.0 != COMPONENT {
            continue;
        }
        if let Some(entry) = properties.entries().iter().find(|entry| entry.key == "actions") {
            let message = format!("Heat ignores `actions` here: `{}` is a component", config.name);
            let help = "remove it, and set the `actions` of the configs of the component";
            findings.report(entry.key_span, message, help).related(config.span, "the component");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in;

    #[test]
    fn components_have_their_own_actions() {
        let yaml = "resources:
      c: {type: OS::Heat::…}
      d: {type: OS::Heat::SoftwareDeployment, properties: {actions: [CREATE], config: {get_resource: c}}}";
        let check = check_in(&RULE, yaml);
        check("SoftwareConfig", &[]);
        check("SoftwareComponent", &["actions => Heat ignores `actions` here: `c` is a component"]);
    }
}
