//! A copy of a row in the memory of a process: later writes by others are not seen.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use heat_model::Value;
use heat_model::indexmap::IndexMap;

use super::row::{Datum, Row, SharedRow, locked, map_or_empty};

/// The columns that were read from a row, and are not read again.
#[derive(Debug, Clone)]
struct RowCache {
    resource_id: Option<String>,
    /// The resource data; `None` if they are read again when they are needed.
    data: Option<IndexMap<String, Datum>>,
    metadata: Option<Value>,
    atomic_key: u64,
}

/// The copy of a row that a loaded resource shares with the handlers that work on it.
#[derive(Debug, Clone)]
pub(crate) struct Memory {
    row: SharedRow,
    read: Arc<Mutex<RowCache>>,
}

impl Memory {
    pub(crate) fn of_row(row: &SharedRow) -> Self {
        let Row { exists, resource_id, data, metadata, atomic_key, .. } = locked(row).clone();
        let read = RowCache { resource_id, data: exists.then_some(data), metadata, atomic_key };
        Self { row: Arc::clone(row), read: Arc::new(Mutex::new(read)) }
    }

    /// Access to the copy, which is intact even after a handler panicked.
    fn read(&self) -> MutexGuard<'_, RowCache> {
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn resource_id(&self) -> Option<String> {
        self.read().resource_id.clone()
    }

    pub(crate) fn set_resource_id(&self, id: Option<&str>) {
        let id = id.map(ToOwned::to_owned);
        self.read().resource_id.clone_from(&id);
        locked(&self.row).resource_id = id;
    }

    /// The resource data. Follows `data`.
    pub(crate) fn data(&self) -> IndexMap<String, Datum> {
        let mut read = self.read();
        if let Some(data) = &read.data {
            return data.clone();
        }
        let data = locked(&self.row).data.clone();
        // Heat remembers that there are no data only from when it loaded the resource.
        read.data = Some(data.clone()).filter(|data| !data.is_empty());
        data
    }

    /// The text of a key, as it is in the database now.
    pub(crate) fn data_now(&self, key: &str) -> Option<String> {
        self.read().data = None;
        self.data().get(key).map(|datum| datum.value.clone())
    }

    pub(crate) fn set_data(&self, key: &str, datum: Datum) {
        locked(&self.row).data.insert(key.to_owned(), datum);
        self.read().data = None;
    }

    pub(crate) fn delete_data(&self, key: &str) -> bool {
        let was_there = locked(&self.row).data.shift_remove(key).is_some();
        if was_there {
            self.read().data = None;
        }
        was_there
    }

    /// The metadata. Follows `metadata_get`.
    pub(crate) fn metadata(&self) -> Value {
        let mut read = self.read();
        if read.metadata.is_none() {
            read.metadata.clone_from(&locked(&self.row).metadata);
        }
        map_or_empty(read.metadata.as_ref())
    }

    /// Writes metadata, whatever others have written since. Follows `metadata_set`.
    pub(crate) fn set_metadata(&self, metadata: &Value) {
        let mut read = self.read();
        let mut row = locked(&self.row);
        if row.metadata.as_ref().is_none_or(|before| !before.python_eq(metadata)) {
            row.metadata = Some(metadata.clone());
            row.atomic_key += 1;
            read.atomic_key = row.atomic_key;
        }
        read.metadata = Some(metadata.clone());
    }

    /// Remembers the metadata of the template, which are stored with the first state.
    pub(crate) fn keep_metadata(&self, metadata: &Value) {
        self.read().metadata = Some(metadata.clone());
    }

    /// Returns whether the atomic key of the row is still the one that was read.
    pub(crate) fn is_current(&self, row: &Row) -> bool {
        self.read().atomic_key == row.atomic_key
    }

    /// Advances the atomic key of the row, whose lock changes.
    pub(crate) fn advance(&self, row: &mut Row) {
        row.atomic_key += 1;
        self.read().atomic_key = row.atomic_key;
    }

    /// Reads the atomic key again, on which the lock depends.
    pub(crate) fn refresh(&self) {
        let atomic_key = locked(&self.row).atomic_key;
        self.read().atomic_key = atomic_key;
    }
}
