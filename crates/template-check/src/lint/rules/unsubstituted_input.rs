//! Rule `unsubstituted-input`: a software deployment does not replace `get_input`.

use crate::lint::software::{Deployment, STRUCTURED, asked_inputs, deployments};
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "unsubstituted-input",
    family: Family::Software,
    summary: "A software deployment does not replace `get_input`",
    docs: r"
## What it does
Reports an `OS::Heat::SoftwareDeployment` of a structured config in which there is a `get_input`.

## Why
Only structured deployments put values in the place of `get_input`. The server gets the map as it is written.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  config:
    type: OS::Heat::StructuredConfig
    properties:
      inputs: [{name: release}]
      config: {app: {version: {get_input: release}}}
  server:
    type: OS::Nova::Server
    properties: {flavor: m1.small, image: debian, user_data_format: SOFTWARE_CONFIG}
  deployment:
    type: OS::Heat::SoftwareDeployment
    properties:
      config: {get_resource: config}
      server: {get_resource: server}
      input_values: {release: '2.1'}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  config:
    type: OS::Heat::StructuredConfig
    properties:
      inputs: [{name: release}]
      config: {app: {version: {get_input: release}}}
  server:
    type: OS::Nova::Server
    properties: {flavor: m1.small, image: debian, user_data_format: SOFTWARE_CONFIG}
  deployment:
    type: OS::Heat::StructuredDeployment
    properties:
      config: {get_resource: config}
      server: {get_resource: server}
      input_values: {release: '2.1'}
```
",
    check: Check::Template(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for Deployment { resource, config, .. } in deployments(context) {
        let is_structured = STRUCTURED.contains(&resource.resource_type.0);
        let map = config.properties.and_then(|properties| properties.get("config"));
        let Some(map) =
            map.filter(|_| !is_structured && config.resource_type.0 == "OS::Heat::StructuredConfig")
        else {
            continue;
        };
        if let Some((name, span)) = asked_inputs(map).first() {
            let message = format!("`{}` does not replace `{{get_input: {name}}}`", resource.name);
            let instead = resource.resource_type.0.replace("Software", "Structured");
            let help = format!("make `{}` an {instead}", resource.name);
            findings
                .report(resource.resource_type.1, message, help)
                .related(*span, "the server gets this as it is written");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check;

    #[test]
    fn structured_deployments_replace_inputs() {
        let check = |deployment: &str, config: &str, expect: &[&str]| {
            let text = format!(
                "resources:
      c: {{type: OS::Heat::StructuredConfig, properties: {{config: {config}}}}}
      d: {{type: OS::Heat::{deployment}, properties: {{config: {{get_resource: c}}}}}}"
            );
            check(&RULE, &text, expect);
        };
        let asks = "{a: [{get_input: b}]}";
        check("StructuredDeployment", asks, &[]);
        check("StructuredDeploymentGroup", asks, &[]);
        check(
            "SoftwareDeployment",
            asks,
            &["OS::Heat::SoftwareDeployment => `d` does not replace `{get_input: b}`"],
        );
        check("SoftwareDeployment", "{a: b}", &[]);
    }
}
