//! Snapshots of a resource, and restoring it from them.

use std::sync::{Arc, Mutex};

use heat_model::Value;
use heat_model::update::Definition;
use heat_model::value::Map;

use super::exceptions::{RaisedException, Stop};
use super::live::Live;
use super::memory::Memory;
use super::properties::View;
use super::row::{Datum, Row, Snapshot, locked};
use super::{Interruptions, Machine};
use crate::engine::{Call, Handler, Hook};

impl Live<'_> {
    /// Stores the resource in a snapshot. Follows `resource_snapshot_set` and `prepare_abandon`.
    pub(crate) fn keep_snapshot(&mut self) {
        let row = locked(&self.row).clone();
        let texts = self.memory.data().into_iter().map(|(key, datum)| (key, Value::String(datum.value)));
        let entries = [
            ("name", Value::from(self.name())),
            ("resource_id", self.resource_id().map_or(Value::Null, Value::String)),
            ("type", Value::from(self.definition.resource_type.as_str())),
            ("action", Value::from(row.action.as_str())),
            ("status", Value::from(row.status.as_str())),
            ("metadata", self.memory.metadata()),
            ("resource_data", texts.collect()),
        ];
        let data = entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
        let definition = self.machine.templates.iter().rev().flatten().next().cloned().unwrap_or_default();
        self.machine.snapshots.push(Snapshot { definition, data });
    }

    /// The definition with which the resource is restored. Follows `restore_data`.
    fn restored(&self, snapshot: &Snapshot) -> Result<Definition, RaisedException> {
        let mut definition = snapshot.definition.clone();
        if self.defines(Hook::Restore) {
            let properties = Map::from(definition.properties.clone().unwrap_or_default());
            let restored = self.call(|class, host| class.restore(properties, &snapshot.data, host))?;
            definition.properties = Some(restored.into_inner());
        }
        Ok(definition)
    }
}

impl Machine {
    /// The definition with which the resource is restored.
    pub(crate) fn restored(&mut self, snapshot: &Snapshot) -> Result<Definition, RaisedException> {
        self.loaded()?.restored(snapshot)
    }

    /// Deletes a snapshot. No state changes.
    pub(crate) fn delete_snapshot(&mut self, snapshot: &Snapshot, asked: Interruptions) -> Result<(), Stop> {
        let legacy = self.settings.legacy;
        let mut data = snapshot.data.clone();
        if !legacy {
            self.restored(snapshot)?;
            let resource_data = data.get("resource_data").cloned().unwrap_or(Value::Null);
            data = [("resource_data".to_owned(), resource_data)].into_iter().collect();
        }
        let mut live = self.loaded()?;
        if !legacy {
            // The resource belongs to a stack that is not stored.
            let mut detached = Row::new(0);
            for (key, text) in
                snapshot.data.get("resource_data").and_then(Value::as_map).into_iter().flatten()
            {
                let value = text.as_str().unwrap_or_default().to_owned();
                detached.data.insert(key.clone(), Datum { value, redacted: false });
            }
            live.row = Arc::new(Mutex::new(detached));
            live.memory = Memory::of_row(&live.row);
            live.view = View::without_client(snapshot.definition.properties.clone().unwrap_or_default());
        }
        live.begin("delete_snapshot", asked);
        if !live.defines(Hook::Handle(Handler::DeleteSnapshot)) {
            return Ok(());
        }
        live.handle(Call::DeleteSnapshot { snapshot: &data })
    }
}
