//! The host for handlers, which writes to the row immediately.

use heat_model::Value;
use heat_model::indexmap::IndexMap;

use super::memory::Memory;
use super::row::{Datum, SharedRow, locked};
use crate::engine::{Facts, Host};
use crate::life_cycle::{Action, Failure};

/// The host for one call.
pub(crate) struct RowHost {
    pub(crate) facts: Facts,
    pub(crate) row: SharedRow,
    pub(crate) properties: Value,
    /// The metadata of the template, as long as none are stored.
    pub(crate) template_metadata: Option<Value>,
    pub(crate) memory: Memory,
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
            return Err(Failure::failed(format!("The Resource ({}) is not available.", self.facts.name)));
        }
        self.memory.set_metadata(metadata);
        Ok(())
    }
}
