//! Rule `empty-component-config`: a config of a component has no `config`.

use crate::lint::software::{COMPONENT, configs};
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "empty-component-config",
    family: Family::Software,
    summary: "A config of a component has no `config`",
    docs: r"
## What it does
Reports an entry in the `configs` of a component that has a tool and no `config`.

## Why
Heat accepts it, and the tool is run without anything to do: the hook `script` of older images fails.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  component:
    type: OS::Heat::SoftwareComponent
    properties:
      configs: [{actions: [CREATE], tool: script}]
  server:
    type: OS::Nova::Server
    properties: {flavor: m1.small, image: debian, user_data_format: SOFTWARE_CONFIG}
  deployment:
    type: OS::Heat::SoftwareDeployment
    properties: {config: {get_resource: component}, server: {get_resource: server}}
```

## Use instead
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
    properties: {config: {get_resource: component}, server: {get_resource: server}}
```
",
    check: Check::Template(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let components = context.resources_of(&[COMPONENT]);
    for component in components {
        for config in configs(component) {
            let Some(tool) = config.get("tool").filter(|_| config.get("config").is_none()) else { continue };
            let tool = tool.as_str().map(|tool| format!(" `{tool}`")).unwrap_or_default();
            let message = format!("the tool{tool} has nothing to do");
            findings.report(config.span, message, "add `config` with what the tool is to do");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in;

    #[test]
    fn a_tool_needs_something_to_do() {
        let yaml = "resources: {c: {type: OS::Heat::SoftwareComponent, properties: {configs: […]}}}";
        let check = check_in(&RULE, yaml);
        check("{tool: script, config: uptime}", &[]);
        check("{tool: script, config: {get_file: a.sh}}", &[]);
        check("{tool: script}", &["{tool: script} => the tool `script` has nothing to do"]);
        check("{tool: {get_param: t}}", &["{tool: {get_param: t}} => the tool has nothing to do"]);
        // Heat refuses it anyway.
        check("{actions: [CREATE]}", &[]);
        check("{get_param: config}", &[]);
    }
}
