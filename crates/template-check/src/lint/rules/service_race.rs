//! Rule `service-race`: a resource may be created before another one that its service needs first.

use std::collections::HashSet;

use heat_hot::resolve::ResolvedResource;
use heat_hot::template::order::Dependencies;

use crate::lint::context::Context;
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
    for created in context.created().filter(|created| !created.schema.needs_first.is_empty()) {
        let read = created.read(context);
        // Of two resources of the same type, neither is first.
        let needs =
            created.schema.needs_first.iter().filter(|need| need.resource_type != created.schema.name);
        for need in needs.filter(|need| read.satisfies(&need.when)) {
            let is_it = |other: &ResolvedResource| other.implementing_type() == Some(&need.resource_type);
            let others = created.stack.resources.iter().filter(|(_, other)| is_it(other));
            for (other, _) in
                others.filter(|(other, _)| is_open(&created.stack.dependencies, created.name(), other))
            {
                let Some(span) = created.span(context, &[]) else { continue };
                let name = created.path();
                let message =
                    format!("`{name}` may be created before `{other}`, which its service needs first");
                let place = if created.is_nested() { ", in its own template" } else { "" };
                let help = format!("add `depends_on: {other}` to `{}`{place}", created.name());
                let mut found = findings.report(span, message, help);
                found.note(need.reason.clone());
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
