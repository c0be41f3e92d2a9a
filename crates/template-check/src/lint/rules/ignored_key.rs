//! Rule `ignored-key`: Heat ignores a key of a resource or an output.

use heat_hot_language::{HotVersion, Keys, TemplateVersion};
use heat_model::suggest::nearest;
use heat_yaml::Mapping;

use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "ignored-key",
    family: Family::Structure,
    summary: "Heat ignores a key of a resource or an output",
    docs: r"
## What it does
Reports a key of an output that outputs do not have, and, in a template in the CloudFormation format, a key of a resource that
resources do not have.

## Why
Heat ignores it, without a word. Often it is misspelt, such as `properties` in place of `Properties`: then the resource has no
properties at all.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  token:
    desription: The token, for those who deploy the application.
    value: {get_attr: [token, value]}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  token: {type: OS::Heat::RandomString}
outputs:
  token:
    description: The token, for those who deploy the application.
    value: {get_attr: [token, value]}
```
",
    check: Check::Template(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let keys = context.template.keys();
    let newest = if keys.is_hot() {
        Keys::of(TemplateVersion::Hot(HotVersion::NEWEST))
    } else {
        Keys::of(TemplateVersion::AwsCfn)
    };
    let output = |keys: &Keys| {
        let known = [Some(keys.output_value), Some(keys.output_description), keys.output_condition];
        known.into_iter().flatten().collect::<Vec<_>>()
    };
    // For an output without a value, the error of Heat already names the key that was probably meant.
    for map in maps(context, keys.outputs).filter(|map| map.get(keys.output_value).is_some()) {
        report(("outputs", &output(keys), &output(&newest)), map, findings);
    }
    // In HOT, an unknown key of a resource is an error.
    if !keys.is_hot() {
        let names = |keys: &Keys| keys.resource.names().collect::<Vec<_>>();
        for map in maps(context, keys.resources) {
            report(("resources", &names(keys), &names(&newest)), map, findings);
        }
    }
}

/// Returns the maps in a section of the template.
fn maps<'a>(context: &Context<'a>, section: &str) -> impl Iterator<Item = &'a Mapping> {
    let entries = context.template.entries(section).into_iter().flatten();
    entries.filter_map(|entry| entry.value.as_mapping())
}

/// Reports the unknown keys of a resource or an output, given the keys in this version and in the newest one.
fn report(
    (what, known, later): (&str, &[&'static str], &[&'static str]),
    map: &Mapping,
    findings: &mut Findings<'_>,
) {
    for entry in map {
        let Some(key) = entry.key.as_str().filter(|key| !known.contains(key)) else { continue };
        let message = format!("`{key}` has no effect: {what} have no such key");
        // A key that is already present was not meant.
        let missing = known.iter().copied().filter(|known| map.get(known).is_none());
        if let Some(near) = nearest(key, missing) {
            let help = format!("did you mean `{near}`?");
            findings.report(entry.key.span, message, help).suggest(entry.key.span, key, near);
        } else if later.contains(&key) {
            findings.report(entry.key.span, message, "declare a later version, which has it");
        } else {
            let listed = known.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
            findings.report(entry.key.span, message, format!("remove it: {what} have {listed}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check;

    #[test]
    fn keys_of_outputs_are_known() {
        let hot = |output: &str, expect: &[&str]| check(&RULE, &format!("outputs: {{o: {output}}}"), expect);
        hot("{value: 1, description: x, condition: c}", &[]);
        hot("{value: 1, valu: 2}", &["valu => `valu` has no effect: outputs have no such key"]);
        hot(
            "{value: 1, descripton: x}",
            &["descripton => `descripton` has no effect: outputs have no such key"],
        );
        let early = "heat_template_version: 2015-10-15\noutputs: {o: {value: 1, condition: c}}";
        check(&RULE, early, &["condition => `condition` has no effect: outputs have no such key"]);
    }

    #[test]
    fn keys_of_resources_are_known_in_the_other_format() {
        let cfn = |version: &str, keys: &str, expect: &[&str]| {
            check(&RULE, &format!("{version}\nResources: {{r: {{Type: My::Thing, {keys}}}}}"), expect);
        };
        let (aws, heat) = ("AWSTemplateFormatVersion: 2010-09-09", "HeatTemplateFormatVersion: 2012-12-12");
        let found = |key: &str| format!("{key} => `{key}` has no effect: resources have no such key");
        cfn(aws, "Properties: {}, DependsOn: a, Condition: c", &[]);
        cfn(aws, "Properites: {}", &[&found("Properites")]);
        cfn(aws, "properties: {}", &[&found("properties")]);
        cfn(heat, "Condition: c", &[&found("Condition")]);
    }
}
