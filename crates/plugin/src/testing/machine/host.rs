//! The host for handlers, which writes to the row immediately.

use heat_model::Value;
use heat_model::indexmap::IndexMap;

use super::memory::Memory;
use super::row::{Datum, SharedRow, locked};
use crate::engine::{ContextHost, Facts, Host};
use crate::life_cycle::{Action, ContextFacts, Endpoint, Failure, Interface, Token};
use crate::schema::ResourceType;
use crate::testing::Cloud;

/// The host for one call.
pub(crate) struct RowHost {
    pub(crate) facts: Facts,
    pub(crate) row: SharedRow,
    pub(crate) properties: Value,
    /// The metadata of the template, as long as none are stored.
    pub(crate) template_metadata: Option<Value>,
    pub(crate) memory: Memory,
    pub(crate) cloud: Cloud,
    pub(crate) entity: Entity,
}

/// The client and the entity of a schema, by which Heat's base class shows and deletes resources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entity {
    /// There is no entity.
    Missing,
    /// There is an entity, but no client for it.
    WithoutClient,
    /// There are a client and an entity.
    OfClient,
}

impl Entity {
    pub(crate) fn of(schema: &ResourceType) -> Self {
        match (&schema.entity, &schema.default_client_name) {
            (None, _) => Self::Missing,
            (Some(_), None) => Self::WithoutClient,
            (Some(_), Some(_)) => Self::OfClient,
        }
    }
}

/// The context of the stack, whose project and user the settings name.
impl ContextHost for RowHost {
    fn context_facts(&self) -> Result<ContextFacts, Failure> {
        let Facts { project_id, user_id, .. } = self.facts.clone();
        Ok(ContextFacts { project_id, user_id, ..self.cloud.context_facts()? })
    }

    fn token(&self, was_refused: bool) -> Result<Option<Token>, Failure> {
        self.cloud.token(was_refused)
    }

    fn endpoint(&self, service_type: &str, interface: Interface) -> Result<Endpoint, Failure> {
        self.cloud.endpoint(service_type, interface)
    }
}

impl Host for RowHost {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn resource_id(&self) -> Option<String> {
        self.memory.resource_id()
    }

    fn set_resource_id(&self, id: Option<&str>) -> Result<(), Failure> {
        self.memory.set_resource_id(id);
        Ok(())
    }

    fn properties(&self) -> Result<Value, Failure> {
        Ok(self.properties.clone())
    }

    fn data(&self) -> Result<IndexMap<String, String>, Failure> {
        Ok(self.memory.data().into_iter().map(|(key, datum)| (key, datum.value)).collect())
    }

    fn set_data(&self, key: &str, value: &str, redact: bool) -> Result<(), Failure> {
        let datum = Datum { value: value.to_owned(), redacted: redact };
        self.memory.set_data(key, datum);
        Ok(())
    }

    fn delete_data(&self, key: &str) -> Result<bool, Failure> {
        Ok(self.memory.delete_data(key))
    }

    fn metadata(&self) -> Result<Value, Failure> {
        Ok(self.template_metadata.clone().unwrap_or_else(|| self.memory.metadata()))
    }

    fn set_metadata(&self, metadata: &Value) -> Result<(), Failure> {
        if self.template_metadata.is_some() || locked(&self.row).action == Action::Delete {
            let text = format!("The Resource ({}) is not available.", self.facts.name);
            return Err(Failure::failed(text).with_exception("ResourceNotAvailable"));
        }
        self.memory.set_metadata(metadata);
        Ok(())
    }

    fn delete_entity(&self) -> Result<Option<String>, Failure> {
        let Some(id) = self.memory.resource_id() else { return Ok(None) };
        match self.entity {
            Entity::Missing => Ok(None),
            // An assertion of Heat.
            Entity::WithoutClient => {
                Err(Failure::failed("Must specify client name").with_exception("AssertionError"))
            }
            Entity::OfClient => {
                self.cloud.delete(&id);
                Ok(Some(id))
            }
        }
    }
}
