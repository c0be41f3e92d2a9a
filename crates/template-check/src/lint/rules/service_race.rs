//! Rule `service-race`: a resource may be created before another one that its service needs first.

use std::collections::HashSet;

use heat_hot::template::order::Dependencies;

use crate::lint::context::Context;
use crate::lint::read_properties::read;
use crate::{Check, Family, Findings, Rule};

pub(crate) static RULE: Rule = Rule {
    id: "service-race",
    family: Family::Services,
    summary: "A resource may be created before one that its service needs first",
    docs: r"
## What it does
Reports a resource whose service needs another resource of the template first, if nothing says so: neither a reference, nor
`depends_on`, nor one of the dependencies that Heat makes. Both resources have something in common, such as a network.

## Why
Heat creates resources side by side. If this one comes first, the service refuses it, and the stack fails now and then.

## Example
```yaml
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Net
  subnet:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: net}, cidr: 10.0.0.0/24}
  interface:
    type: OS::Neutron::RouterInterface
    properties: {router: edge, subnet: {get_resource: subnet}}
  port:
    type: OS::Neutron::Port
    properties: {network: {get_resource: net}}
  address:
    type: OS::Neutron::FloatingIP
    properties: {floating_network: public, port_id: {get_resource: port}}
```

## Use instead
```yaml
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Net
  subnet:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: net}, cidr: 10.0.0.0/24}
  interface:
    type: OS::Neutron::RouterInterface
    properties: {router: edge, subnet: {get_resource: subnet}}
  port:
    type: OS::Neutron::Port
    properties: {network: {get_resource: net}}
  address:
    type: OS::Neutron::FloatingIP
    depends_on: interface
    properties: {floating_network: public, port_id: {get_resource: port}}
```
",
    check: Check::Service(check),
};

fn check(context: &Context<'_>, findings: &mut Findings<'_>) {
    let Some(resolved) = context.resolved() else { return };
    let dependencies = &resolved.dependencies;
    for (name, resource) in &resolved.resources {
        let schema = context.schema_of(resource).filter(|schema| !schema.needs_first.is_empty());
        let Some(schema) = schema.filter(|_| resource.external_id.is_none()) else { continue };
        let Some(read) = read(schema, resource, &[]) else { continue };
        // Of two resources of the same type, neither is first.
        let others = schema.needs_first.iter().filter(|need| need.resource_type != schema.name);
        for need in others.filter(|need| read.satisfies(&need.when)) {
            let is_it = |other: &str| {
                let other = resolved.resources.get(other).and_then(|other| context.schema_of(other));
                other.is_some_and(|other| other.name == need.resource_type)
            };
            for other in resolved.resources.keys().filter(|other| is_it(other)) {
                if !is_open(dependencies, name, other) {
                    continue;
                }
                let Some(defined) = context.resources.named(name) else { continue };
                let message = format!(
                    "`{name}` may be created before `{other}`, which its service needs first: {}",
                    need.reason
                );
                let help = format!("add `depends_on: {other}` to `{name}`");
                let mut found = findings.report(defined.span, message, help);
                if let Some(message) = &need.message {
                    found.note(format!("the service then says `{message}`"));
                }
            }
        }
    }
}

/// Returns whether two resources have something in common, and neither waits for the other.
fn is_open(dependencies: &Dependencies, one: &str, other: &str) -> bool {
    let (of_one, of_other) = (all_required_by(dependencies, one), all_required_by(dependencies, other));
    !of_one.contains(other) && !of_other.contains(one) && !of_one.is_disjoint(&of_other)
}

/// Returns the resources that a resource waits for, directly or not.
fn all_required_by<'d>(dependencies: &'d Dependencies, name: &str) -> HashSet<&'d str> {
    let mut found = HashSet::new();
    let mut open: Vec<&str> = dependencies.required_by(name).collect();
    while let Some(name) = open.pop() {
        if found.insert(name) {
            open.extend(dependencies.required_by(name));
        }
    }
    found
}
