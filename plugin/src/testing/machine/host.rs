//! What handlers can do: everything is in the row at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use heat_model::Value;
use heat_model::indexmap::IndexMap;

use super::{Datum, SharedRow, locked, map_or_empty};
use crate::engine::{Facts, Host};
use crate::life_cycle::{Action, Failure};

/// The engine, for one call.
pub(crate) struct RowHost {
    pub(crate) facts: Facts,
    pub(crate) row: SharedRow,
    pub(crate) properties: Value,
    /// The metadata of the template, as long as there are no others.
    pub(crate) template_metadata: Option<Value>,
    /// What the loaded resource knows of the row's `atomic_key`.
    pub(crate) atomic_key: Arc<AtomicU64>,
}

impl Host for RowHost {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn resource_id(&self) -> Option<String> {
        locked(&self.row).resource_id.clone()
    }

    fn set_resource_id(&self, id: Option<&str>) -> Result<(), Failure> {
        locked(&self.row).resource_id = id.map(ToOwned::to_owned);
        Ok(())
    }

    fn properties(&self) -> Result<Value, Failure> {
        Ok(self.properties.clone())
    }

    fn data(&self) -> Result<IndexMap<String, String>, Failure> {
        Ok(locked(&self.row).texts())
    }

    fn set_data(&self, key: &str, value: &str, redact: bool) -> Result<(), Failure> {
        let datum = Datum { value: value.to_owned(), redacted: redact };
        locked(&self.row).data.insert(key.to_owned(), datum);
        Ok(())
    }

    fn delete_data(&self, key: &str) -> Result<bool, Failure> {
        Ok(locked(&self.row).data.shift_remove(key).is_some())
    }

    fn metadata(&self) -> Result<Value, Failure> {
        let stored = || map_or_empty(locked(&self.row).metadata.as_ref());
        Ok(self.template_metadata.clone().unwrap_or_else(stored))
    }

    fn set_metadata(&self, metadata: &Value) -> Result<(), Failure> {
        let mut row = locked(&self.row);
        if self.template_metadata.is_some() || row.action == Action::Delete {
            return Err(Failure::failed(format!("The Resource ({}) is not available.", self.facts.name)));
        }
        if row.metadata.as_ref().is_none_or(|before| !before.python_eq(metadata)) {
            row.metadata = Some(metadata.clone());
            row.atomic_key += 1;
            self.atomic_key.store(row.atomic_key, Ordering::Relaxed);
        }
        Ok(())
    }
}
