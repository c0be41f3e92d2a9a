//! A plug-in for a schema of the catalogue.
//!
//! The path of a schema has to be inside the package, so that the published package also builds. `schemas` in this folder is a
//! link to the catalogue, which cargo follows when it packs the package.

use self::router_interface::{Attribute, Properties};
use heat_plugin::value::Map;
use heat_plugin::{HeatResource, Value};

/// `OS::Neutron::RouterInterface`: connects a router to a subnet or a port.
#[derive(HeatResource, Debug, Clone, Copy, PartialEq, Eq)]
#[heat(schema = "schemas/OS/Neutron/RouterInterface.yaml")]
pub struct RouterInterface;

/// The operations of the Networking service on routers.
pub trait Networking {
    /// Connects a router to the subnet or port in the body.
    ///
    /// # Errors
    /// The error of the service.
    fn add_interface(&mut self, router: &str, body: &Value) -> Result<(), String>;
}

impl RouterInterface {
    /// Connects the router. The result is the resource's ID: the router and the subnet or port, because the service has no ID
    /// for both together.
    ///
    /// # Errors
    /// The error of the service, or that neither a subnet nor a port is set.
    pub fn create(properties: &Properties, networking: &mut dyn Networking) -> Result<String, String> {
        // Old names have already been translated: `router_id` has become `router`, and names have become IDs.
        let router = properties.router.as_str();
        let (key, leg) = match (&properties.subnet, &properties.port) {
            (Some(subnet), _) => ("subnet_id", subnet),
            (None, Some(port)) => ("port_id", port),
            (None, None) => return Err("neither a subnet nor a port is given".to_owned()),
        };
        let body: Map = [(key.to_owned(), leg.as_str().into())].into_iter().collect();
        networking.add_interface(router, &Value::from(body))?;
        Ok(format!("{router}:{key}={leg}"))
    }

    /// The value of an attribute: the service has no data about the connection itself.
    #[must_use]
    pub fn attribute(attribute: Attribute) -> Value {
        match attribute {
            Attribute::Show => Value::Null,
        }
    }
}
