//! The dependencies that Heat adds by comparing property values.
//!
//! Some plug-ins let their resources wait for others that they do not refer to, such as a server for the subnets of its
//! networks. Each function follows `add_dependencies` of one plug-in.

use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;

use heat_model::Value;
use indexmap::IndexMap;

use super::PlannedResource;
use crate::Fault;
use crate::fault::Exception;
use crate::template::order::Dependencies;

type Resources<'r, 'a> = &'r IndexMap<&'a str, PlannedResource<'a>>;

/// How many pairs of resources are compared, and how many dependencies are added. Heat has no such limits, but it takes at most
/// 1,000 resources by default.
const MAX_COMPARED: usize = 4_000_000;
const MAX_ADDED: usize = 500_000;

/// Adds these dependencies. Returns whether there were any.
pub(super) fn add(
    dependencies: &mut Dependencies,
    resources: Resources<'_, '_>,
    faults: &mut Vec<Fault>,
) -> bool {
    let mut by_type: HashMap<&str, Vec<&PlannedResource<'_>>> = HashMap::new();
    for resource in resources.values() {
        let (word, name) = (&resource.definition.resource_type.0, &resource.implementation.schema.name);
        by_type.entry(name).or_default().push(resource);
        if word != name {
            by_type.entry(word).or_default().push(resource);
        }
    }
    let (left, mut added) = (Cell::new(MAX_COMPARED), 0);
    for resource in resources.values() {
        let adding = Adding { resource, resources, by_type: &by_type, dependencies, left: &left };
        match adding.needed() {
            Ok(needed) => {
                for name in needed.into_iter().take(MAX_ADDED - added) {
                    added += 1;
                    dependencies.add(&resource.definition.name, name, resource.definition.span);
                }
            }
            Err(exception) => faults.push(Fault::at(resource.definition.span, exception)),
        }
    }
    added > 0
}

/// The value of a property: none if Heat ignores the error in it.
pub(super) type Read = Result<Option<Rc<Value>>, Exception>;

/// The names of the resources that are needed.
type Names<'r> = Result<Vec<&'r str>, Exception>;

struct Adding<'r, 'a, 'd> {
    resource: &'r PlannedResource<'a>,
    resources: Resources<'r, 'a>,
    by_type: &'r HashMap<&'r str, Vec<&'r PlannedResource<'a>>>,
    dependencies: &'d Dependencies,
    left: &'r Cell<usize>,
}

impl PlannedResource<'_> {
    fn is(&self, name: &str) -> bool {
        self.implementation.schema.name == name || self.definition.resource_type.0 == name
    }

    /// The value of a property, read once.
    fn value(&self, name: &'static str) -> Read {
        if let Some(known) = self.values.borrow().get(name) {
            return known.clone();
        }
        let read = self.reader().value(name).map(|value| value.map(Rc::new));
        self.values.borrow_mut().insert(name, read.clone());
        read
    }

    /// The value of a property or, if that is empty, of another.
    fn value_or(&self, name: &'static str, other: &'static str) -> Read {
        match self.value(name)? {
            Some(value) if !value.is_truthy() => self.value(other),
            read => Ok(read),
        }
    }
}

/// The value of a member, null if there is none.
fn member<'v>(value: &'v Value, name: &str) -> &'v Value {
    const NULL: &Value = &Value::Null;
    value.as_map().and_then(|map| map.get(name)).unwrap_or(NULL)
}

fn items(value: &Value) -> &[Value] {
    value.as_list().map_or(&[], |items| items)
}

impl<'r> Adding<'r, '_, '_> {
    fn needed(&self) -> Names<'r> {
        match self.resource.implementation.schema.name.as_str() {
            "OS::Neutron::FloatingIP" => self.floating_ip(),
            "OS::Neutron::FloatingIPAssociation" | "OS::Neutron::FloatingIPPortForward" => {
                self.interfaces_of_ports(false)
            }
            "OS::Neutron::Port" => self.same(&[("network", "OS::Neutron::Subnet", "network")]),
            "OS::Neutron::Router" => self.router(),
            "OS::Neutron::RouterGateway" => self.same(&[
                ("router_id", "OS::Neutron::RouterInterface", "router"),
                ("network", "OS::Neutron::Subnet", "network"),
            ]),
            "OS::Neutron::ExtraRoute" => self.same(&[
                ("router_id", "OS::Neutron::RouterInterface", "router"),
                ("router_id", "OS::Neutron::RouterGateway", "router_id"),
            ]),
            "OS::Neutron::ExtraRouteSet" => {
                self.same(&[("router", "OS::Neutron::RouterInterface", "router")])
            }
            "OS::Nova::Server" => self.server(),
            "AWS::EC2::VPCGatewayAttachment" => self.same(&[("VpcId", "AWS::EC2::RouteTable", "VpcId")]),
            _ => Ok(Vec::new()),
        }
    }

    /// The resources of a type for which this holds, in the order of the template.
    fn those(
        &self,
        resource_type: &str,
        mut is_needed: impl FnMut(&PlannedResource<'_>) -> Result<bool, Exception>,
    ) -> Names<'r> {
        let mut needed = Vec::new();
        let all = self.by_type.get(resource_type).map_or(&[][..], Vec::as_slice);
        for other in all.iter().take(self.left.get()) {
            if is_needed(other)? {
                needed.push(other.definition.name.as_str());
            }
        }
        self.left.set(self.left.get().saturating_sub(all.len()));
        Ok(needed)
    }

    /// The resources of a type with the same value: `(own property, type, its property)`.
    fn same(&self, pairs: &[(&'static str, &str, &'static str)]) -> Names<'r> {
        let mut needed = Vec::new();
        for (own, resource_type, property) in pairs {
            needed.extend(self.those(resource_type, |other| {
                let (theirs, ours) = (other.value(property)?, self.resource.value(own)?);
                Ok(theirs.zip(ours).is_some_and(|(theirs, ours)| theirs.python_eq(&ours)))
            })?);
        }
        Ok(needed)
    }

    fn floating_ip(&self) -> Names<'r> {
        let own = || self.resource.value("floating_network");
        let mut needed = self.those("OS::Neutron::RouterGateway", |other| {
            let gateway = other.value_or("network", "network_id")?;
            let network = own()?;
            Ok(gateway.zip(network).is_some_and(|(theirs, ours)| theirs.python_eq(&ours)))
        })?;
        needed.extend(self.those("OS::Neutron::Router", |other| {
            let gateway = other.value("external_gateway_info")?;
            let network = own()?;
            Ok(gateway.zip(network).is_some_and(|(gateway, network)| {
                gateway.is_truthy() && member(&gateway, "network").python_eq(&network)
            }))
        })?);
        needed.extend(self.interfaces_of_ports(true)?);
        Ok(needed)
    }

    /// The router interfaces on the subnets of the ports that this resource needs. `any` stands for a port without fixed IPs,
    /// which may be on any subnet that is not known yet.
    fn interfaces_of_ports(&self, any: bool) -> Names<'r> {
        let ports: Vec<&PlannedResource<'_>> = self
            .dependencies
            .required_by(&self.resource.definition.name)
            .filter_map(|name| self.resources.get(name))
            .filter(|other| other.is("OS::Neutron::Port"))
            .collect();
        if ports.is_empty() {
            return Ok(Vec::new());
        }
        self.those("OS::Neutron::RouterInterface", |other| {
            let Some(subnet) = other.value_or("subnet", "subnet_id")? else { return Ok(false) };
            for port in &ports {
                let Some(fixed_ips) = port.value("fixed_ips")? else { continue };
                if any && !fixed_ips.is_truthy() && subnet.is_null() {
                    return Ok(true);
                }
                let on_subnet = items(&fixed_ips).iter().any(|fixed_ip| {
                    let named = member(fixed_ip, "subnet");
                    let named = if named.is_truthy() { named } else { member(fixed_ip, "subnet_id") };
                    subnet.python_eq(named)
                });
                if on_subnet {
                    return Ok(true);
                }
            }
            Ok(false)
        })
    }

    fn router(&self) -> Names<'r> {
        let gateway = self.resource.value("external_gateway_info")?;
        let Some(gateway) = gateway.filter(|gateway| gateway.is_truthy()) else { return Ok(Vec::new()) };
        let network = member(&gateway, "network");
        self.those("OS::Neutron::Subnet", |other| {
            let theirs = other.value("network")?;
            Ok(theirs.is_some_and(|theirs| theirs.python_eq(network)))
        })
    }

    fn server(&self) -> Names<'r> {
        let networks = self.resource.value("networks")?;
        let Some(networks) = networks.filter(|networks| networks.is_truthy()) else { return Ok(Vec::new()) };
        self.those("OS::Neutron::Subnet", |other| {
            let Some(theirs) = other.value("network")? else { return Ok(false) };
            // What is not known may be the same.
            Ok(!theirs.is_truthy()
                || items(&networks).iter().any(|network| {
                    let ours = member(network, "network");
                    !ours.is_truthy() || ours.python_eq(&theirs)
                }))
        })
    }
}
