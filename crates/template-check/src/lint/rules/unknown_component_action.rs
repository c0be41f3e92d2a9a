//! Rule `unknown-component-action`: a component has a config for an action that Heat does not perform.

use heat_hot::snippet::Content;
use heat_model::suggest::nearest;

use crate::lint::software::{COMPONENT, configs};
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "unknown-component-action",
    family: Family::Software,
    summary: "A component has a config for an action that Heat does not perform",
    docs: r"
## What it does
Reports an action of a component that is none of `CREATE`, `UPDATE`, `SUSPEND`, `RESUME` and `DELETE`.

## Why
Heat accepts any text, so that a component can have configs for tools of its own. Heat itself never deploys them.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  component:
    type: OS::Heat::SoftwareComponent
    properties:
      configs:
        - {actions: [CREATE, Update], tool: script, config: apt-get install app}
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
      configs:
        - {actions: [CREATE, UPDATE], tool: script, config: apt-get install app}
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

/// Actions of a stack that reach deployments.
const ACTIONS: [&str; 5] = ["CREATE", "UPDATE", "SUSPEND", "RESUME", "DELETE"];

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let components = context.resources_of(&[COMPONENT]);
    for config in components.flat_map(configs) {
        let Some(Content::List(actions)) = config.get("actions").map(|actions| &actions.content) else {
            continue;
        };
        for action in actions {
            let Some(name) = action.as_str().filter(|name| !ACTIONS.contains(name)) else { continue };
            let upper = name.to_uppercase();
            let message = format!("Heat performs no action `{name}`");
            let help = format!("the actions are {}", ACTIONS.join(", "));
            let near = nearest(&upper, ACTIONS);
            findings.report(action.span, message, help).did_you_mean(action.span, name, near);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in;

    #[test]
    fn heat_performs_five_actions() {
        let yaml =
            "resources: {c: {type: OS::Heat::SoftwareComponent, properties: {configs: [{actions: …}]}}}";
        let check = check_in(&RULE, yaml);
        check("[CREATE, UPDATE, SUSPEND, RESUME, DELETE]", &[]);
        check("[CREATE, Update]", &["Update => Heat performs no action `Update`"]);
        check("[BACKUP]", &["BACKUP => Heat performs no action `BACKUP`"]);
        check("{get_param: actions}", &[]);
        check("[{get_param: action}]", &[]);
    }
}
