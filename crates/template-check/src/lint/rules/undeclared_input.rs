//! Rule `undeclared-input`: a config reads an input that it does not declare.

use heat_hot::fault::Stage;
use heat_hot::snippet::{Content, Snippet};
use heat_model::suggest::nearest;

use crate::lint::software::{Deployment, GET_INPUT, STRUCTURED, asked_inputs, deployments, inputs};
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "undeclared-input",
    family: Family::Software,
    summary: "A config asks for an input that does not exist",
    docs: r"
## What it does
Reports a `get_input` in the config of a structured deployment for an input that the config does not declare and the deployment does not
set.

## Why
Heat puts null in its place. If `input_values_validate` is `STRICT`, the finding is an error: the creation of the deployment fails.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  config:
    type: OS::Heat::StructuredConfig
    properties:
      inputs: [{name: release}]
      config: {app: {version: {get_input: relaese}}}
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

/// Prefix of the inputs that Heat adds.
const ADDED: &str = "deploy_";

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for Deployment { resource, properties, config } in deployments(context) {
        let values = properties.get("input_values");
        let is_known = values.is_none_or(|values| matches!(values.content, Content::Map(_)))
            && properties.get("input_key").is_none_or(|key| key.as_str() == Some(GET_INPUT));
        let is_structured = STRUCTURED.contains(&resource.resource_type.0);
        let Some(of_config) = config.properties.filter(|_| is_known && is_structured) else { continue };
        let declared = match of_config.get("inputs") {
            None => Vec::new(),
            Some(_) => match inputs(config) {
                Some(inputs) => inputs.into_iter().map(|(name, _)| name).collect(),
                None => continue,
            },
        };
        let given = values.map(Snippet::entries).unwrap_or_default().iter().map(|entry| entry.key.as_str());
        let known: Vec<&str> = declared.into_iter().chain(given).collect();
        let is_strict = properties.get("input_values_validate").and_then(Snippet::as_str) == Some("STRICT");
        for (name, span) in of_config.get("config").map(asked_inputs).unwrap_or_default() {
            if known.contains(&name) || name.starts_with(ADDED) {
                continue;
            }
            let help = format!(
                "add it to the `inputs` of `{}`, or to the `input_values` of `{}`",
                config.name, resource.name
            );
            let message = if is_strict {
                format!("The Parameter ({name}) was not provided.")
            } else {
                format!("there is no input `{name}`: its place gets null")
            };
            let mut reported = findings.report(span, message, help);
            if is_strict {
                let is_created = context.is_created(properties.span);
                reported.fails(if is_created { Stage::Creation } else { Stage::PossibleCreation });
            }
            reported.related(resource.span, "deployed by this");
            reported.did_you_mean(span, name, nearest(name, known.iter().copied()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in_two;

    #[test]
    fn inputs_are_declared_or_set() {
        let yaml = "resources:
      c: {type: OS::Heat::StructuredConfig, properties: {…}}
      d: {type: OS::Heat::StructuredDeployment, properties: {config: {get_resource: c}…}}";
        let check = check_in_two(&RULE, yaml);
        let asks = "inputs: [{name: a}], config: {x: [{get_input: b}]}";
        check(asks, "", &["b => there is no input `b`: its place gets null"]);
        check(asks, ", input_values: {b: 1}", &[]);
        check(asks, ", input_values: {get_param: p}", &[]);
        check(asks, ", input_key: get_other", &[]);
        check(asks, ", input_values_validate: STRICT", &["b => The Parameter (b) was not provided."]);
        check("config: {x: {get_input: deploy_action}}", "", &[]);
        check("inputs: [{name: a}], config: {x: {get_input: a}}", "", &[]);
        check("inputs: {get_param: p}, config: {x: {get_input: a}}", "", &[]);
        check("config: {x: {get_input: a}}", "", &["a => there is no input `a`: its place gets null"]);
    }
}
