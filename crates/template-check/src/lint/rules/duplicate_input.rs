//! Rule `duplicate-input`: two inputs or outputs of a config have the same name.

use std::collections::HashMap;

use heat_hot::snippet::Snippet;
use heat_yaml::Span;

use crate::lint::software::configs_with_inputs;
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "duplicate-input",
    family: Family::Software,
    summary: "Two inputs or outputs of a config have the same name",
    docs: r"
## What it does
Reports an input or an output of a software config with the name of an earlier one.

## Why
Only one of two inputs reaches the hook, and only one value is kept of two outputs.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  config:
    type: OS::Heat::SoftwareConfig
    properties:
      group: script
      inputs: [{name: release, default: '1'}, {name: release, default: '2'}]
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
      inputs: [{name: release, default: '1'}, {name: port, default: '2'}]
      config: uptime
outputs:
  config: {value: {get_resource: config}}
```
",
    check: Check::Template(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for properties in configs_with_inputs(context).filter_map(|config| config.properties) {
        for (key, what) in [("inputs", "input"), ("outputs", "output")] {
            let mut known: HashMap<&str, Span> = HashMap::new();
            for item in properties.get(key).map(Snippet::items).unwrap_or_default() {
                let Some((name, span)) = item.get("name").and_then(|name| Some((name.as_str()?, name.span)))
                else {
                    continue;
                };
                if let Some(first) = known.get(name) {
                    let message = format!("there is already an {what} `{name}`");
                    findings
                        .report(span, message, format!("remove one of them, or give the {what} another name"))
                        .related(*first, "the first one");
                } else {
                    known.insert(name, span);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in;

    #[test]
    fn names_are_distinct() {
        let check = check_in(&RULE, "resources: {c: {type: OS::Heat::SoftwareConfig, properties: {…}}}");
        check("inputs: [{name: a}, {name: b}], outputs: [{name: a}]", &[]);
        check("inputs: [{name: a}, {name: a}]", &["a => there is already an input `a`"]);
        check("outputs: [{name: a}, {name: a}]", &["a => there is already an output `a`"]);
        check("inputs: [{name: {get_param: a}}, {name: {get_param: a}}]", &[]);
    }
}
