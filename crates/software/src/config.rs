//! Configs as Heat stores them.

use heat_model::Value;
use indexmap::IndexMap;

use crate::{Input, Output, SoftwareError};

/// Group of a config that does not set one.
pub const UNGROUPED: &str = "Heat::Ungrouped";

/// Group of a component.
pub const COMPONENT: &str = "component";

/// Resource types that store configs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConfigType {
    /// `OS::Heat::SoftwareConfig`: the config is text.
    Software,
    /// `OS::Heat::StructuredConfig`: the config is a map.
    Structured,
    /// `OS::Heat::SoftwareComponent`: a separate config for each action.
    Component,
}

impl ConfigType {
    /// All types of configs.
    pub const ALL: [Self; 3] = [Self::Software, Self::Structured, Self::Component];

    /// Name of the resource type.
    #[must_use]
    pub const fn type_name(self) -> &'static str {
        match self {
            Self::Software => "OS::Heat::SoftwareConfig",
            Self::Structured => "OS::Heat::StructuredConfig",
            Self::Component => "OS::Heat::SoftwareComponent",
        }
    }

    /// Returns the type of config that a resource type stores.
    #[must_use]
    pub fn of_type(type_name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|config_type| config_type.type_name() == type_name)
    }
}

/// A config as Heat stores it. It never changes: a changed resource stores a new one.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// Group of the config, which selects the hook in the server.
    pub group: Option<String>,
    /// Name of the config. A server's configs are sorted by it.
    pub name: Option<String>,
    /// The config itself: text, or a map. Null if there is none.
    pub config: Value,
    /// Options for the hook, usually a map.
    pub options: Value,
    /// Inputs of the config; in a derived config, with their values.
    pub inputs: Vec<Input>,
    /// Outputs of the config.
    pub outputs: Vec<Output>,
}

impl Config {
    /// Creates the config that a resource stores, from its properties as Heat has read them. `name` is the physical name of the
    /// resource.
    ///
    /// # Errors
    /// If an input or an output is invalid.
    pub fn of(
        config_type: ConfigType,
        properties: &IndexMap<String, Value>,
        name: &str,
    ) -> Result<Self, SoftwareError> {
        let property = |name: &str| properties.get(name).cloned().unwrap_or(Value::Null);
        let (group, config) = match config_type {
            ConfigType::Component => {
                let configs = [("configs".to_owned(), property("configs"))];
                (Some(COMPONENT.to_owned()), Value::Map(IndexMap::from(configs).into()))
            }
            ConfigType::Software | ConfigType::Structured => {
                (property("group").as_str().map(str::to_owned), property("config"))
            }
        };
        let options = property("options");
        Ok(Self {
            group,
            name: Some(name.to_owned()),
            config,
            options: if options.is_truthy() { options } else { Value::Map(IndexMap::new().into()) },
            inputs: list(&property("inputs"), Input::read)?,
            outputs: list(&property("outputs"), Output::read)?,
        })
    }

    /// Returns whether the config is a component, by its group.
    #[must_use]
    pub fn is_component(&self) -> bool {
        self.group.as_deref() == Some(COMPONENT)
    }

    /// The config as Heat's API shows it, without the ID and the creation time.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let text = |text: &Option<String>| text.as_deref().map_or(Value::Null, Value::from);
        let inputs: Vec<Value> = self.inputs.iter().map(Input::to_value).collect();
        let outputs: Vec<Value> = self.outputs.iter().map(Output::to_value).collect();
        let members = [
            ("name", text(&self.name)),
            ("group", text(&self.group)),
            ("config", self.config.clone()),
            ("inputs", inputs.into()),
            ("outputs", outputs.into()),
            ("options", self.options.clone()),
        ];
        Value::Map(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// Reads a config as Heat's API shows it. Other keys, such as `id`, are ignored.
    ///
    /// # Errors
    /// If an input or an output is invalid.
    pub fn from_value(value: &Value) -> Result<Self, SoftwareError> {
        let members = value.as_map().ok_or(SoftwareError::NotAMap)?;
        let member = |name: &str| members.get(name).cloned().unwrap_or(Value::Null);
        Ok(Self {
            group: member("group").as_str().map(str::to_owned),
            name: member("name").as_str().map(str::to_owned),
            config: member("config"),
            options: member("options"),
            inputs: list(&member("inputs"), Input::read)?,
            outputs: list(&member("outputs"), Output::read)?,
        })
    }
}

/// Reads a list of inputs or outputs. A value that is false in Python is an empty list.
fn list<T>(
    value: &Value,
    read: impl Fn(usize, &Value) -> Result<T, SoftwareError>,
) -> Result<Vec<T>, SoftwareError> {
    if !value.is_truthy() {
        return Ok(Vec::new());
    }
    let Value::List(items) = value else { return Err(SoftwareError::NotAList) };
    if items.iter().any(|item| item.as_map().is_none()) {
        return Err(SoftwareError::NotAMap);
    }
    items.iter().enumerate().map(|(index, item)| read(index, item)).collect()
}

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
