//! The definition of a resource in a template.

use heat_model::Value;
use heat_model::update::Definition as Compared;

/// The definition of a resource in a template: properties, metadata, policies and external ID.
///
/// A map converts to a definition with these properties:
///
/// ```
/// use heat_plugin::testing::Definition;
/// use heat_plugin::value;
///
/// let definition = Definition { deletion_policy: Some("Retain".to_owned()), ..value!({"length": 8}).into() };
/// assert_eq!(definition.properties, value!({"length": 8}));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Definition {
    /// The properties: a map, with functions resolved; null if the template sets none.
    pub properties: Value,
    /// The metadata: a map.
    pub metadata: Option<Value>,
    /// The deletion policy: `Delete`, `Retain` or `Snapshot`.
    pub deletion_policy: Option<String>,
    /// The update policy: a map.
    pub update_policy: Option<Value>,
    /// The ID of an existing physical resource to use.
    pub external_id: Option<String>,
}

impl Default for Definition {
    fn default() -> Self {
        Self {
            properties: Value::Null,
            metadata: None,
            deletion_policy: None,
            update_policy: None,
            external_id: None,
        }
    }
}

impl From<Value> for Definition {
    fn from(properties: Value) -> Self {
        Self { properties, ..Self::default() }
    }
}

impl Definition {
    /// Converts the definition to the form that updates compare.
    pub(crate) fn compared(self, resource_type: &str) -> Compared {
        let policy = self.deletion_policy.filter(|_| self.external_id.is_none());
        Compared {
            resource_type: resource_type.to_owned(),
            properties: self.properties.as_map().cloned(),
            metadata: self.metadata,
            deletion_policy: policy.map(Value::String),
            update_policy: self.update_policy,
            external_id: self.external_id.map(Value::String),
            ..Compared::default()
        }
    }

    pub(crate) fn from_compared(compared: Compared) -> Self {
        let text = |value: Option<Value>| value.as_ref().and_then(Value::as_str).map(ToOwned::to_owned);
        Self {
            properties: compared.properties.map_or(Value::Null, |properties| Value::Map(properties.into())),
            metadata: compared.metadata,
            deletion_policy: text(compared.deletion_policy),
            update_policy: compared.update_policy,
            external_id: text(compared.external_id),
        }
    }
}
