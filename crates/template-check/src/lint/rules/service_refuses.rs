//! Rule `service-refuses`: the service of a resource refuses its properties.

use heat_model::validate::Step;
use heat_yaml::Span;

use crate::lint::context::Context;
use crate::lint::read_properties::read;
use crate::{Check, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "service-refuses",
    family: Family::Services,
    summary: "A service refuses the properties of a resource",
    docs: r"
## What it does
Reports properties that violate a rule of the resource's service, such as ports in a security group rule without a protocol. The
page of each type has its rules. A value that is not known violates none.

## Why
Heat does not check these rules. The service refuses the resource, and the stack fails.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::ProviderNet
    properties: {network_type: flat}
outputs:
  net:
    value: {get_resource: net}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::ProviderNet
    properties: {network_type: flat, physical_network: uplink}
outputs:
  net:
    value: {get_resource: net}
```
",
    check: Check::Service(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let Some(resolved) = context.resolved() else { return };
    for (name, resource) in &resolved.resources {
        let schema = context.schema_of(resource).filter(|schema| !schema.service_rules.is_empty());
        let Some(schema) = schema.filter(|_| resource.external_id.is_none()) else { continue };
        let Some(read) = read(schema, resource, &[]) else { continue };
        for violation in read.violated_service_rules() {
            let Some(span) = span_of(context, name, &violation.path.0) else { continue };
            let service = &violation.rule.by;
            let message = format!("the service ({service}) refuses `{name}`: {}", violation.rule.words());
            let help = "change the properties, or leave out the one that is not needed";
            let mut found = findings.report(span, message, help);
            if let Some(message) = violation.message {
                found.note(format!("the service says `{message}`"));
            }
        }
    }
}

/// Span of the property that a rule is about, or of the resource.
fn span_of(context: &Context<'_>, name: &str, path: &[Step]) -> Option<Span> {
    let resource = context.resources.named(name)?;
    let top = path.first().and_then(|step| match step {
        Step::Name(name) => resource.properties?.get(name),
        Step::Item(_) => None,
    });
    Some(top.map_or(resource.span, |property| property.span))
}
