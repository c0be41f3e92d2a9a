//! The services of resource types: `schemas/services.yaml`.

use serde::{Deserialize, Serialize};

/// A service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Service {
    /// Name for readers, such as `Compute`.
    pub name: String,
    /// Client plug-in of the service, such as `nova`, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client_plugin: Option<String>,
    /// First two parts of the names of its types, such as `OS::Nova`.
    pub types: Vec<String>,
}

impl Service {
    /// Name of the service for readers, and of its client plug-in.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.name.as_str()).chain(self.client_plugin.as_deref())
    }
}

/// All services of a catalogue.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ServiceTable {
    /// The services.
    pub services: Vec<Service>,
}

impl ServiceTable {
    /// Name of the service whose types begin with this prefix; empty if there is none.
    #[must_use]
    pub fn name_of(&self, prefix: &str) -> &str {
        let has = |service: &&Service| service.types.iter().any(|known| known == prefix);
        self.services.iter().find(has).map_or("", |service| &service.name)
    }

    /// Client plug-ins of the services.
    pub fn client_plugins(&self) -> impl Iterator<Item = &str> {
        self.services.iter().filter_map(|service| service.client_plugin.as_deref())
    }
}
