//! Rule `misspelt-tool`: the name of a tool is misspelt.

use heat_model::suggest::nearest;

use crate::lint::software::{COMPONENT, configs};
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "misspelt-tool",
    family: Family::Software,
    summary: "The name of a tool is misspelt",
    docs: r"
## What it does
Reports a tool of a component whose name is nearly that of a known hook, such as `scripts` for `script`.

## Why
The server finds no hook of that name, and the deployment fails there.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  component:
    type: OS::Heat::SoftwareComponent
    properties:
      configs: [{actions: [CREATE], tool: scripts, config: apt-get install app}]
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

/// Hooks of heat-agents.
const TOOLS: [&str; 14] = [
    "ansible",
    "apply-config",
    "atomic",
    "cfn-init",
    "chef",
    "docker-cmd",
    "docker-compose",
    "hiera",
    "json-file",
    "kubelet",
    "os-apply-config",
    "puppet",
    "salt",
    "script",
];

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let components = context.resources.all.iter().filter(|resource| resource.resource_type.0 == COMPONENT);
    for tool in components.flat_map(configs).filter_map(|config| config.get("tool")) {
        let Some(name) = tool.as_str().filter(|name| !TOOLS.contains(name)) else { continue };
        let Some(near) = nearest(name, TOOLS) else { continue };
        let message = format!("no hook of heat-agents is called `{name}`");
        findings.report(tool.span, message, format!("did you mean `{near}`?")).suggest(tool.span, name, near);
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in;

    #[test]
    fn a_near_name_was_meant() {
        let yaml = "resources: {c: {type: OS::Heat::SoftwareComponent, properties: {configs: [{tool: …}]}}}";
        let check = check_in(&RULE, yaml);
        check("script", &[]);
        check("scripts", &["scripts => no hook of heat-agents is called `scripts`"]);
        check("pupet", &["pupet => no hook of heat-agents is called `pupet`"]);
        // A server can have hooks of its own.
        check("terraform", &[]);
        check("{get_param: p}", &[]);
    }
}
