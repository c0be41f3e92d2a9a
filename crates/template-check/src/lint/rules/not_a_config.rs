//! Rule `not-a-config`: a deployment deploys a resource that is not a software config.

use heat_hot::fault::Stage;

use crate::lint::software::{CONFIGS, Deployment, deployments};
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "not-a-config",
    family: Family::Software,
    summary: "A deployment deploys a resource that is no software config",
    docs: r"
## What it does
Reports a software deployment whose `config` is a resource of a type that makes no software config.

## Why
Heat finds no config with the ID of that resource, and the creation of the deployment fails.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  script: {type: OS::Heat::RandomString}
  server:
    type: OS::Nova::Server
    properties: {flavor: m1.small, image: debian, user_data_format: SOFTWARE_CONFIG}
  deployment:
    type: OS::Heat::SoftwareDeployment
    properties: {config: {get_resource: script}, server: {get_resource: server}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  script: {type: OS::Heat::SoftwareConfig, properties: {group: script, config: uptime}}
  server:
    type: OS::Nova::Server
    properties: {flavor: m1.small, image: debian, user_data_format: SOFTWARE_CONFIG}
  deployment:
    type: OS::Heat::SoftwareDeployment
    properties: {config: {get_resource: script}, server: {get_resource: server}}
```
",
    check: Check::Creation(check),
};

/// Returns whether a type is one of Heat's, by its name. A cloud can have others, whose plug-ins extend those of Heat.
pub(super) fn is_of_heat(name: &str) -> bool {
    ["OS::", "AWS::"].iter().any(|start| name.starts_with(start))
}

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for Deployment { properties, config, .. } in deployments(context) {
        let name = config.resource_type.0;
        let Some(place) = properties.get("config") else { continue };
        let is_known = is_of_heat(name) && context.types.find(name).is_some();
        if !is_known || CONFIGS.contains(&name) {
            continue;
        }
        let message = format!("`{}` is no software config: it is an {name}", config.name);
        let help = "name a resource of the type OS::Heat::SoftwareConfig or OS::Heat::StructuredConfig, or a component";
        let mut reported = findings.report(place.span, message, help);
        if !context.is_created(place.span) {
            reported.fails(Stage::PossibleCreation);
        }
        reported.related(config.span, "this resource");
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in;

    #[test]
    fn a_config_is_a_config() {
        let yaml = "resources:
      c: {type: …}
      d: {type: OS::Heat::SoftwareDeployment, properties: {config: {get_resource: c}}}";
        let check = check_in(&RULE, yaml);
        check("OS::Heat::SoftwareConfig", &[]);
        check("OS::Heat::None", &["get_resource: c => `c` is no software config: it is an OS::Heat::None"]);
        // The type can be a template that creates a config.
        check("My::Thing", &[]);
        check("config.yaml", &[]);
    }
}
