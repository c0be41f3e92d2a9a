//! Rule `unset-input`: a deployment sets no value for an input that has no default.

use heat_hot::snippet::{Content, Snippet};
use heat_model::suggest::nearest;

use crate::lint::software::{deployments, inputs};
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "unset-input",
    family: Family::Software,
    summary: "A deployment sets no value for an input that has no default",
    docs: r"
## What it does
Reports a deployment that gives no value for an input that its config declares without a default.

## Why
Heat accepts that, and passes an empty value on. The script runs without what it asks for.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  config:
    type: OS::Heat::SoftwareConfig
    properties:
      group: script
      inputs: [{name: port, type: Number}]
      config: app --listen $port
  deployment:
    type: OS::Heat::SoftwareDeployment
    properties: {server: web, config: {get_resource: config}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  config:
    type: OS::Heat::SoftwareConfig
    properties:
      group: script
      inputs: [{name: port, type: Number}]
      config: app --listen $port
  deployment:
    type: OS::Heat::SoftwareDeployment
    properties: {server: web, config: {get_resource: config}, input_values: {port: 8080}}
```
",
    check: Check::Template(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for deployment in deployments(context) {
        let values = deployment.properties.get("input_values");
        let is_known = values.is_none_or(|values| matches!(values.content, Content::Map(_)));
        let Some(declared) = inputs(deployment.config).filter(|_| is_known) else { continue };
        let given = values.map(Snippet::entries).unwrap_or_default();
        let is_given = |name: &str| given.iter().any(|entry| entry.key == name);
        // Misspelt names are reported by `misspelt-input`.
        let misspelt: Vec<&str> = given.iter().map(|entry| entry.key.as_str()).collect();
        let misspelt: Vec<&str> = misspelt
            .into_iter()
            .filter(|name| !declared.iter().any(|(declared, _)| declared == name))
            .collect();
        for (name, input) in &declared {
            let is_meant = || nearest(name, misspelt.iter().copied()).is_some();
            if input.get("default").is_some() || is_given(name) || is_meant() {
                continue;
            }
            let place = values.map_or(deployment.resource.span, |values| values.span);
            let message = format!("`{}` sets no value for the input `{name}`", deployment.resource.name);
            let help = format!("add `{name}` to its `input_values`, or a default to the input");
            findings.report(place, message, help).related(input.span, "declared here, without a default");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in_two;

    #[test]
    fn an_input_needs_a_value_or_a_default() {
        let yaml = "resources:
      c: {type: OS::Heat::SoftwareComponent, properties: {inputs: …}}
      d: {type: OS::Heat::StructuredDeployment, properties: {config: {get_resource: c}…}}";
        let check = check_in_two(&RULE, yaml);
        let both = "[{name: release}, {name: port, default: 80}]";
        check(both, "", &["d => `d` sets no value for the input `release`"]);
        check(both, ", input_values: {}", &["{} => `d` sets no value for the input `release`"]);
        check(both, ", input_values: {release: {get_param: r}}", &[]);
        // `misspelt-input` reports it.
        check(both, ", input_values: {realease: 1}", &[]);
        check(both, ", input_values: {get_param: values}", &[]);
        check("[{name: {get_param: p}}]", "", &[]);
        check("[{name: a, default: {get_param: p}}]", "", &[]);
    }
}
