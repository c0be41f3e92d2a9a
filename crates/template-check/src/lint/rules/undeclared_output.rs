//! Rule `undeclared-output`: an attribute of a deployment is not an output of its config.

use heat_hot::fault::Stage;
use heat_hot::function::attribute_parts;
use heat_model::suggest::nearest;
use heat_software::signal::OUTPUTS;

use crate::lint::software::{CONFIGS_WITH_INPUTS, deployments, outputs};
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "undeclared-output",
    family: Family::Software,
    summary: "A deployment has no such output",
    docs: r"
## What it does
Reports a `get_attr` of a software deployment for an output that its config does not declare. All have `deploy_stdout`, `deploy_stderr`
and `deploy_status_code`.

## Why
Heat keeps declared outputs only. In a property of a resource that is created, the finding is an error: the creation fails. In an output, the
output has no value.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  config:
    type: OS::Heat::SoftwareConfig
    properties: {group: script, outputs: [{name: address}], config: hostname -I}
  server:
    type: OS::Nova::Server
    properties: {flavor: m1.small, image: debian, user_data_format: SOFTWARE_CONFIG}
  deployment:
    type: OS::Heat::SoftwareDeployment
    properties: {config: {get_resource: config}, server: {get_resource: server}}
outputs:
  address: {value: {get_attr: [deployment, adress]}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  config:
    type: OS::Heat::SoftwareConfig
    properties: {group: script, outputs: [{name: address}], config: hostname -I}
  server:
    type: OS::Nova::Server
    properties: {flavor: m1.small, image: debian, user_data_format: SOFTWARE_CONFIG}
  deployment:
    type: OS::Heat::SoftwareDeployment
    properties: {config: {get_resource: config}, server: {get_resource: server}}
outputs:
  address: {value: {get_attr: [deployment, address]}}
```
",
    check: Check::Template(check),
};

/// Attributes of deployments and of groups of deployments, other than the outputs of the config.
const OTHERS: [&str; 4] = ["show", "deploy_stdouts", "deploy_stderrs", "deploy_status_codes"];

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for (call, _) in context.calls() {
        let Some(parts) = attribute_parts(call) else { continue };
        let (Some(name), Some(attribute)) = (parts.resource.as_str(), parts.attribute) else { continue };
        let Some(asked) =
            attribute.as_str().filter(|asked| !OUTPUTS.contains(asked) && !OTHERS.contains(asked))
        else {
            continue;
        };
        let Some(deployment) = deployments(context).find(|one| one.resource.name == name) else { continue };
        let config = deployment.config;
        if !CONFIGS_WITH_INPUTS.contains(&config.resource_type.0) {
            continue;
        }
        let Some(declared) = outputs(config).filter(|declared| !declared.contains(&asked)) else { continue };
        let help = format!("add it to the `outputs` of `{}`", config.name);
        let message = format!("the config `{}` declares no output `{asked}`", config.name);
        let mut reported = findings.report(attribute.span, message, help);
        if context.is_created(attribute.span) {
            reported.fails(Stage::Creation);
        }
        reported.note(format!("Heat says: The Referenced Attribute ({name} {asked}) is incorrect."));
        reported.related(config.span, "this config");
        reported.did_you_mean(attribute.span, asked, nearest(asked, declared.iter().copied()));
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in_two;

    #[test]
    fn outputs_are_declared() {
        let yaml = "resources:
      c: {type: OS::Heat::SoftwareConfig, properties: {…}}
      d: {type: OS::Heat::SoftwareDeployment, properties: {config: {get_resource: c}}}
outputs: {o: {value: {get_attr: [d, …]}}}";
        let check = check_in_two(&RULE, yaml);
        let none = |name: &str| format!("{name} => the config `c` declares no output `{name}`");
        check("outputs: [{name: a}]", "a", &[]);
        check("outputs: [{name: a}]", "b", &[&none("b")]);
        check("", "b", &[&none("b")]);
        check("", "deploy_stdout", &[]);
        check("outputs: {get_param: p}", "b", &[]);
        check("outputs: [{name: {get_param: p}}]", "b", &[]);
    }
}
