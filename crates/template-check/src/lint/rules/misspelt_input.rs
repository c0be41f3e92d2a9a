//! Rule `misspelt-input`: the name of an input is misspelt.

use heat_hot::snippet::Snippet;
use heat_model::suggest::nearest;

use crate::lint::software::{Deployment, deployments, inputs};
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "misspelt-input",
    family: Family::Software,
    summary: "The name of an input is misspelt",
    docs: r"
## What it does
Reports an input value of a deployment whose name is nearly that of an input that the config declares, and that gets no value.

## Why
Heat passes the value on under the wrong name, and the declared input has its default, or no value.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  config:
    type: OS::Heat::SoftwareConfig
    properties:
      group: script
      inputs: [{name: release}]
      config: apt-get install app=$release
  deployment:
    type: OS::Heat::SoftwareDeployment
    properties:
      server: web
      config: {get_resource: config}
      input_values: {realease: '2.1'}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  config:
    type: OS::Heat::SoftwareConfig
    properties:
      group: script
      inputs: [{name: release}]
      config: apt-get install app=$release
  deployment:
    type: OS::Heat::SoftwareDeployment
    properties:
      server: web
      config: {get_resource: config}
      input_values: {release: '2.1'}
```
",
    check: Check::Template(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for Deployment { properties, config, .. } in deployments(context) {
        let Some(declared) = inputs(config) else { continue };
        let declared: Vec<&str> = declared.into_iter().map(|(name, _)| name).collect();
        let given = properties.get("input_values").map(Snippet::entries).unwrap_or_default();
        let is_given = |name: &&str| given.iter().any(|entry| entry.key == *name);
        let unset: Vec<&str> = declared.iter().copied().filter(|name| !is_given(name)).collect();
        for entry in given.iter().filter(|entry| !declared.contains(&entry.key.as_str())) {
            let Some(near) = nearest(&entry.key, unset.iter().copied()) else { continue };
            let message = format!("the config `{}` declares no input `{}`", config.name, entry.key);
            let help = format!("did you mean `{near}`?");
            let mut reported = findings.report(entry.key_span, message, help);
            reported.related(config.span, "this config").suggest(entry.key_span, &entry.key, near);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in_two;

    #[test]
    fn a_near_name_of_an_input_without_a_value_was_meant() {
        let yaml = "resources:
      c: {type: OS::Heat::SoftwareConfig, properties: {inputs: …}}
      d: {type: OS::Heat::SoftwareDeployment, properties: {config: {get_resource: c}, input_values: …}}";
        let check = check_in_two(&RULE, yaml);
        let both = "[{name: release}, {name: port}]";
        check(both, "{release: 1, port: 2}", &[]);
        check(both, "{realease: 1}", &["realease => the config `c` declares no input `realease`"]);
        // Heat declares inputs that are only set in the deployment.
        check(both, "{other: 1}", &[]);
        check(both, "{release: 1, releases: 2}", &[]);
        check("[{name: {get_param: p}}]", "{realease: 1}", &[]);
        check("{get_param: inputs}", "{realease: 1}", &[]);
    }
}
