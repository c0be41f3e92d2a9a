//! Rule `placeholder-type`: a resource type is only a placeholder, for which Heat creates nothing.

use crate::lint::status::instead;
use crate::{Check, Context, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "placeholder-type",
    family: Family::Resources,
    summary: "A resource type is only a placeholder, for which Heat creates nothing",
    docs: r"
## What it does
Reports a resource whose type is a placeholder, and each `get_attr` of such a resource.

## Why
The service or its client was removed, and Heat keeps the name so that stacks with such a resource can still be updated and deleted.
A new stack is created without an error, but nothing is created for the resource: Heat accepts any properties and ignores them, and
every attribute is null. What else needs the resource, such as a load balancer in front of servers, is silently missing.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  listener:
    type: OS::Neutron::LBaaS::Listener
    properties: {protocol: HTTP, protocol_port: 80, loadbalancer: web}
outputs:
  listener: {value: {get_attr: [listener, default_pool]}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  listener:
    type: OS::Octavia::Listener
    properties: {protocol: HTTP, protocol_port: 80, loadbalancer: web}
outputs:
  listener: {value: {get_attr: [listener, default_pool_id]}}
```
",
    check: Check::Template(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    for (resource, schema) in context.known_resources().filter(|(_, schema)| schema.is_placeholder()) {
        let (name, span) = resource.resource_type;
        let has_properties = resource.properties.is_some_and(|properties| !properties.entries().is_empty());
        let ignored = if has_properties { ", ignores the properties," } else { "" };
        let message =
            format!("`{name}` is a placeholder: Heat creates nothing for it{ignored} and reports success");
        findings.report(span, message, instead(&schema.support_status));
    }
    for read in context.attributes().filter(|read| read.schema.is_placeholder()) {
        let (name, schema) = (read.name, read.schema);
        let message = format!("the attribute `{name}` is always null: {} is a placeholder", schema.name);
        findings.report(read.span, message, instead(&schema.support_status));
    }
}

#[cfg(test)]
mod tests {
    use super::RULE;
    use crate::lint::tests::check;

    #[test]
    fn what_heat_ignores_is_a_placeholder() {
        check(
            &RULE,
            "resources: {a: {type: My::Placeholder}}",
            &[
                "My::Placeholder => `My::Placeholder` is a placeholder: Heat creates nothing for it and reports success",
            ],
        );
        check(
            &RULE,
            "resources: {a: {type: OS::Heat::ResourceGroup, properties: {resource_def: {type: My::Placeholder, properties: {any: 1}}}}}",
            &[
                "My::Placeholder => `My::Placeholder` is a placeholder: Heat creates nothing for it, ignores the properties, and reports success",
            ],
        );
        check(&RULE, "resources: {a: {type: My::Hidden}, b: {type: OS::Heat::None}}", &[]);
    }

    #[test]
    fn attributes_of_a_placeholder_are_null() {
        let check = |attribute: &str, expect: &[&str]| {
            let text = format!(
                "resources: {{a: {{type: My::Placeholder}}, b: {{type: OS::Heat::None}}}}\noutputs: {{o: {{value: {{get_attr: [{attribute}]}}}}}}"
            );
            let placeholder = "My::Placeholder => `My::Placeholder` is a placeholder: Heat creates nothing for it and reports success";
            let expect: Vec<&str> = [placeholder].iter().chain(expect).copied().collect();
            check(&RULE, &text, &expect);
        };
        check("a, x", &["x => the attribute `x` is always null: My::Placeholder is a placeholder"]);
        check("b, x", &[]);
    }
}
