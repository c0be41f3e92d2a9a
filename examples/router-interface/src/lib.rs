//! A plug-in on a schema of the catalogue.
//!
//! The path of a schema has to lie in the package, so that the package also builds where it is published to; `schemas`
//! in this folder is a link to the catalogue, which cargo follows when it packs the package.

use self::router_interface::{Attribute, Properties};
use heat_plugin::value::Map;
use heat_plugin::{HeatResource, Value};

/// `OS::Neutron::RouterInterface`: a router's leg in a subnet, or on a port.
#[derive(HeatResource, Debug, Clone, Copy, PartialEq, Eq)]
#[heat(schema = "schemas/OS/Neutron/RouterInterface.yaml")]
pub struct RouterInterface;

/// What the Networking service can do with routers.
pub trait Networking {
    /// Gives a router the leg that the body describes.
    ///
    /// # Errors
    /// What the service says against it.
    fn add_interface(&mut self, router: &str, body: &Value) -> Result<(), String>;
}

impl RouterInterface {
    /// Attaches the router. The answer is the resource's ID: router and leg, for the service has none for the two.
    ///
    /// # Errors
    /// What the service says against it, or that there is neither subnet nor port.
    pub fn create(properties: &Properties, networking: &mut dyn Networking) -> Result<String, String> {
        // Old names are gone by now: `router_id` has become `router`, and names have become IDs.
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

    /// The value of an attribute: the service has nothing to show of the connection itself.
    #[must_use]
    pub fn attribute(attribute: Attribute) -> Value {
        match attribute {
            Attribute::Show => Value::Null,
        }
    }
}
