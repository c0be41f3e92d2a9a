//! Rule `options-of-tool`: options of a tool are nested below its name.

use heat_hot::snippet::{Content, Snippet};

use crate::lint::software::{COMPONENT, configs};
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "options-of-tool",
    family: Family::Software,
    summary: "Options stand below the name of a tool",
    docs: r"
## What it does
Reports `options` of a component in which there is a map below the name of one of its tools.

## Why
The hooks read their options at the top of the map, and ignore those below a name.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  component:
    type: OS::Heat::SoftwareComponent
    properties:
      options: {puppet: {modulepath: /opt/modules}}
      configs: [{actions: [CREATE], tool: puppet, config: 'package { app: }'}]
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
      options: {modulepath: /opt/modules}
      configs: [{actions: [CREATE], tool: puppet, config: 'package { app: }'}]
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
    let components = context.resources.all.iter().filter(|resource| resource.resource_type.0 == COMPONENT);
    for component in components {
        let tools: Vec<&str> =
            configs(component).iter().filter_map(|config| config.get("tool")?.as_str()).collect();
        let options = component.properties.and_then(|properties| properties.get("options"));
        for entry in options.map(Snippet::entries).unwrap_or_default() {
            if tools.contains(&entry.key.as_str()) && matches!(entry.value.content, Content::Map(_)) {
                let message = format!("the hook `{}` ignores options below its name", entry.key);
                findings.report(entry.key_span, message, "move them up, to the top of `options`");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in;

    #[test]
    fn options_stand_at_the_top() {
        let yaml = "resources: {c: {type: OS::Heat::SoftwareComponent, properties: {options: …, configs: [{tool: puppet}]}}}";
        let check = check_in(&RULE, yaml);
        check("{modulepath: /opt}", &[]);
        check(
            "{puppet: {modulepath: /opt}}",
            &["puppet => the hook `puppet` ignores options below its name"],
        );
        check("{puppet: text, ansible: {}}", &[]);
    }
}
