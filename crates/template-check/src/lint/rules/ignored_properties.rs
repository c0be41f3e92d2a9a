//! Rule `ignored-properties`: a resource with `external_id` has `properties`.

use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "ignored-properties",
    family: Family::Resources,
    summary: "A resource with `external_id` has `properties`",
    docs: r"
## What it does
Reports a resource that has both an `external_id` and `properties`.

## Why
Heat neither creates nor changes a resource that already exists: its properties have no effect.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  volume:
    type: OS::Cinder::Volume
    external_id: 8a1d4c9e-4a5b-4d6c-9f7e-2b3c4d5e6f70
    properties: {size: 10}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  volume:
    type: OS::Cinder::Volume
    external_id: 8a1d4c9e-4a5b-4d6c-9f7e-2b3c4d5e6f70
```
",
    check: Check::Template(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let keys = context.template.keys();
    let Some(external_id) = keys.resource.external_id else { return };
    for entry in context.template.entries(keys.resources).into_iter().flatten() {
        let Some(map) = entry.value.as_mapping().filter(|map| map.get(external_id).is_some()) else {
            continue;
        };
        let properties = map.iter().find(|entry| entry.key.as_str() == Some(keys.resource.properties));
        let given =
            properties.filter(|properties| properties.value.as_mapping().is_some_and(|map| !map.is_empty()));
        if let Some(properties) = given {
            let message = "the resource already exists, so its properties have no effect";
            findings.report(properties.key.span, message, format!("remove `{}`", keys.resource.properties));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check_in;

    #[test]
    fn an_external_resource_has_no_properties() {
        let check = check_in(&RULE, "resources: {r: {type: My::Thing, …}}");
        let alarm = "properties => the resource already exists, so its properties have no effect";
        check("external_id: x, properties: {new: 1}", &[alarm]);
        check("external_id: x, properties: {}", &[]);
        check("properties: {new: 1}", &[]);
    }
}
