//! Rule `invalid-input-default`: the default of an input does not have its type.

use heat_hot::fault::Stage;
use heat_hot::snippet::Snippet;
use heat_model::Value;
use heat_software::Input;
use indexmap::IndexMap;

use crate::lint::software::{configs_with_inputs, literal};
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "invalid-input-default",
    family: Family::Software,
    summary: "The default of an input does not have its type",
    docs: r"
## What it does
Reports an input of a software config whose default does not have the type of the input.

## Why
Heat accepts the template, and the service refuses the config when the resource is created.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  config:
    type: OS::Heat::SoftwareConfig
    properties:
      group: script
      inputs: [{name: verbose, type: Boolean, default: 'yes'}]
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
      inputs: [{name: verbose, type: Boolean, default: true}]
      config: uptime
outputs:
  config: {value: {get_resource: config}}
```
",
    check: Check::Creation(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let inputs = configs_with_inputs(context).filter_map(|config| config.properties?.get("inputs"));
    let inputs = inputs.flat_map(Snippet::items);
    for input in inputs {
        let Some(default) = input.get("default") else { continue };
        let Some(error) = wrong_default(context, input, default) else { continue };
        let message = format!("Property error: {error}");
        let help = "write a default of the type of the input";
        let mut reported = findings.report(default.span, message, help);
        if !context.is_created(default.span) {
            reported.fails(Stage::PossibleCreation);
        }
    }
}

/// Returns Heat's message about a default that it refuses.
fn wrong_default(context: &Context<'_>, input: &Snippet, default: &Snippet) -> Option<String> {
    let value_type = literal(context, input.get("type")?)?;
    let default = literal(context, default)?;
    // The other keys of the input do not matter here: the schema of the resource checks them.
    let members: IndexMap<String, Value> =
        [("name", Value::from("input")), ("type", value_type), ("default", default)]
            .map(|(key, value)| (key.to_owned(), value))
            .into_iter()
            .collect();
    let error = Input::read(0, &Value::Map(members.into())).err()?.to_string();
    error.starts_with("default").then_some(error)
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check;

    #[test]
    fn a_default_has_the_type_of_its_input() {
        let check = |input: &str, expect: &[&str]| {
            for config in ["SoftwareConfig", "SoftwareComponent", "StructuredConfig"] {
                let text = format!(
                    "resources: {{c: {{type: OS::Heat::{config}, properties: {{inputs: [{{name: i, {input}}}]}}}}}}"
                );
                check(&RULE, &text, expect);
            }
        };
        check(
            "type: Boolean, default: 'yes'",
            &["'yes' => Property error: default: \"yes\" is not a valid boolean"],
        );
        check("type: Boolean, default: true", &[]);
        check("type: Boolean, default: ''", &[]);
        check(
            "type: Number, default: abc",
            &["abc => Property error: default: could not convert string to float: 'abc'"],
        );
        check("type: Number, default: '5'", &[]);
        check("type: String, default: text", &[]);
        check("default: [1]", &[]);
        check("type: Boolean, default: {get_param: p}", &[]);
        check("type: Unknown, default: 1", &[]);
    }
}
