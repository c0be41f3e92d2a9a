//! Rule `reserved-input`: an input has the name of one that Heat adds.

use heat_hot::snippet::Snippet;

use crate::lint::software::configs_with_inputs;
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "reserved-input",
    family: Family::Software,
    summary: "An input has the name of one that Heat adds",
    docs: r"
## What it does
Reports an input whose name Heat uses for an input of its own, such as `deploy_action`.

## Why
Heat adds its own input to each deployment, and the hook gets the value of that one.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  config:
    type: OS::Heat::SoftwareConfig
    properties:
      group: script
      inputs: [{name: deploy_action, default: install}]
      config: uptime
outputs:
  config: {value: {get_resource: config}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  config:
    type: OS::Heat::SoftwareConfig
    properties:
      group: script
      inputs: [{name: action, default: install}]
      config: uptime
outputs:
  config: {value: {get_resource: config}}
```
",
    check: Check::Template(check),
};

/// Inputs that Heat adds to every deployment.
const ADDED: [&str; 5] = [
    "deploy_server_id",
    "deploy_action",
    "deploy_stack_id",
    "deploy_resource_name",
    "deploy_signal_transport",
];

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let inputs = configs_with_inputs(context).filter_map(|config| config.properties?.get("inputs"));
    let inputs = inputs.flat_map(Snippet::items);
    for name in inputs.filter_map(|input| input.get("name")) {
        if let Some(reserved) = name.as_str().filter(|name| ADDED.contains(name)) {
            let message = format!("Heat adds an input `{reserved}` of its own");
            findings.report(name.span, message, "give the input another name");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in;

    #[test]
    fn heats_own_inputs_are_reserved() {
        let yaml = "resources: {c: {type: OS::Heat::SoftwareConfig, properties: {inputs: [{name: …}]}}}";
        let check = check_in(&RULE, yaml);
        check("deploy_action", &["deploy_action => Heat adds an input `deploy_action` of its own"]);
        check("deploy_other", &[]);
    }
}
