//! Deployments in the metadata of a server.

use heat_model::Value;
use indexmap::IndexMap;

use crate::Config;

/// A derived config in the list of its server.
#[derive(Debug, Clone, PartialEq)]
pub struct ServerConfig {
    /// ID of the derived config. The server runs each ID once.
    pub id: String,
    /// Creation time of the config, in ISO 8601.
    pub creation_time: String,
    /// The derived config.
    pub config: Config,
}

impl ServerConfig {
    /// The config as an entry of the list.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut members = IndexMap::new();
        members.insert("id".to_owned(), Value::from(self.id.as_str()));
        members.extend(self.config.to_value().as_map().cloned().unwrap_or_default());
        members.insert("creation_time".to_owned(), self.creation_time.as_str().into());
        Value::Map(members.into())
    }
}

/// The list that a server finds in its metadata under `deployments`: the derived configs, sorted by name.
#[must_use]
pub fn server_metadata(mut deployed: Vec<ServerConfig>) -> Value {
    deployed.sort_by(|left, right| left.config.name.cmp(&right.config.name));
    deployed.iter().map(ServerConfig::to_value).collect::<Vec<_>>().into()
}
