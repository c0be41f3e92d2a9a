//! The dependencies that Heat adds by comparing property values.
//!
//! Some plug-ins let their resources wait for others that they do not refer to, such as a server for the subnets of its
//! networks. Each function follows `add_dependencies` of one plug-in.

use heat_model::Value;
use indexmap::IndexMap;

use super::PlannedResource;
use crate::Fault;
use crate::fault::Exception;
use crate::template::order::Dependencies;

type Resources<'r, 'a> = &'r IndexMap<&'a str, PlannedResource<'a>>;

/// Adds these dependencies. Returns whether there were any.
pub(super) fn add(
    dependencies: &mut Dependencies,
    resources: Resources<'_, '_>,
    faults: &mut Vec<Fault>,
) -> bool {
    let mut found = false;
    for resource in resources.values() {
        let adding = Adding { resource, resources, dependencies };
        match adding.needed() {
            Ok(needed) => {
                for name in needed {
                    found = true;
                    dependencies.add(&resource.definition.name, &name, resource.definition.span);
                }
            }
            Err(exception) => faults.push(Fault::at(resource.definition.span, exception)),
        }
    }
    found
}

/// The value of a property: none if Heat ignores the error in it.
type Read = Result<Option<Value>, Exception>;

struct Adding<'r, 'a> {
    resource: &'r PlannedResource<'a>,
    resources: Resources<'r, 'a>,
    dependencies: &'r Dependencies,
}

impl PlannedResource<'_> {
    fn is(&self, name: &str) -> bool {
        self.implementation.schema.name == name || self.definition.resource_type.0 == name
    }

    fn value(&self, name: &str) -> Read {
        self.reader().value(name)
    }

    /// The value of a property or, if that is empty, of another.
    fn value_or(&self, name: &str, other: &str) -> Read {
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

impl Adding<'_, '_> {
    fn needed(&self) -> Result<Vec<String>, Exception> {
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

    /// The resources for which this holds, in the order of the template.
    fn those(
        &self,
        mut is_needed: impl FnMut(&PlannedResource<'_>) -> Result<bool, Exception>,
    ) -> Result<Vec<String>, Exception> {
        let mut needed = Vec::new();
        for (name, other) in self.resources {
            if is_needed(other)? {
                needed.push((*name).to_owned());
            }
        }
        Ok(needed)
    }

    /// The resources of a type with the same value: `(own property, type, its property)`.
    fn same(&self, pairs: &[(&str, &str, &str)]) -> Result<Vec<String>, Exception> {
        self.those(|other| {
            for (own, resource_type, property) in pairs {
                if other.is(resource_type)
                    && let (Some(theirs), Some(ours)) = (other.value(property)?, self.resource.value(own)?)
                    && theirs.python_eq(&ours)
                {
                    return Ok(true);
                }
            }
            Ok(false)
        })
    }

    fn floating_ip(&self) -> Result<Vec<String>, Exception> {
        let own = || self.resource.value("floating_network");
        let mut needed = self.those(|other| {
            if other.is("OS::Neutron::RouterGateway") {
                let gateway = other.value_or("network", "network_id")?;
                let network = own()?;
                return Ok(gateway.zip(network).is_some_and(|(theirs, ours)| theirs.python_eq(&ours)));
            }
            if other.is("OS::Neutron::Router") {
                let gateway = other.value("external_gateway_info")?;
                let network = own()?;
                return Ok(gateway.zip(network).is_some_and(|(gateway, network)| {
                    gateway.is_truthy() && member(&gateway, "network").python_eq(&network)
                }));
            }
            Ok(false)
        })?;
        needed.extend(self.interfaces_of_ports(true)?);
        Ok(needed)
    }

    /// The router interfaces on the subnets of the ports that this resource needs. `any` stands for a port without fixed IPs,
    /// which may be on any subnet that is not known yet.
    fn interfaces_of_ports(&self, any: bool) -> Result<Vec<String>, Exception> {
        let ports: Vec<&PlannedResource<'_>> = self
            .dependencies
            .required_by(&self.resource.definition.name)
            .filter_map(|name| self.resources.get(name))
            .filter(|other| other.is("OS::Neutron::Port"))
            .collect();
        if ports.is_empty() {
            return Ok(Vec::new());
        }
        self.those(|other| {
            if !other.is("OS::Neutron::RouterInterface") {
                return Ok(false);
            }
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

    fn router(&self) -> Result<Vec<String>, Exception> {
        let gateway = self.resource.value("external_gateway_info")?;
        let Some(gateway) = gateway.filter(Value::is_truthy) else { return Ok(Vec::new()) };
        let network = member(&gateway, "network");
        self.those(|other| {
            let is_subnet = other.is("OS::Neutron::Subnet");
            let theirs = if is_subnet { other.value("network")? } else { None };
            Ok(theirs.is_some_and(|theirs| theirs.python_eq(network)))
        })
    }

    fn server(&self) -> Result<Vec<String>, Exception> {
        let networks = self.resource.value("networks")?;
        let Some(networks) = networks.filter(Value::is_truthy) else { return Ok(Vec::new()) };
        self.those(|other| {
            if !other.is("OS::Neutron::Subnet") {
                return Ok(false);
            }
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
