//! Rule `deprecated-attribute`: an attribute is hidden or deprecated.

use heat_model::Status;

use crate::lint::status::instead;
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "deprecated-attribute",
    family: Family::Resources,
    summary: "An attribute is hidden or deprecated",
    docs: r"
## What it does
Reports a `get_attr` that asks for an attribute that is hidden or deprecated.

## Why
It still works, but will be removed from Heat.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  volume: {type: OS::Cinder::Volume, properties: {size: 10}}
outputs:
  servers: {value: {get_attr: [volume, attachments]}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  volume: {type: OS::Cinder::Volume, properties: {size: 10}}
outputs:
  servers: {value: {get_attr: [volume, attachments_list]}}
```
",
    check: Check::Template(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for read in context.attributes() {
        let (schema, name) = (read.schema, read.name);
        let Some(status) = schema.attributes.get(name).map(|attribute| &attribute.support_status) else {
            continue;
        };
        let what = match status.status() {
            Status::Hidden => "hidden",
            Status::Deprecated => "deprecated",
            Status::Unknown | Status::Supported | Status::Unsupported => continue,
        };
        let message = format!("the attribute `{name}` of {} is {what}", schema.name);
        findings.report(read.span, message, instead(status));
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in;

    #[test]
    fn the_status_of_the_attribute_counts() {
        let yaml = "resources: {a: {type: My::Thing}}\noutputs: {o: {value: {get_attr: [a, …]}}}";
        let check = check_in(&RULE, yaml);
        check("old", &["old => the attribute `old` of My::Thing is deprecated"]);
        check("new", &[]);
        check("unknown", &[]);
    }
}
