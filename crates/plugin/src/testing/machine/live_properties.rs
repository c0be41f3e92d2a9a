//! The properties that the handler of a loaded resource sees at each moment.

use heat_model::Value;

use super::live::Live;
use super::properties::{Services, Translation, View};
use crate::schema::ResourceType;

impl Live<'_> {
    pub(crate) fn schema(&self) -> &ResourceType {
        self.class.class().schema()
    }

    pub(crate) fn services(&self) -> Services<'_> {
        let settings = &self.machine.settings;
        Services { resolver: &*settings.resolver, constraints: &*settings.constraints }
    }

    /// The values that a handler sees now.
    pub(crate) fn values(&self) -> Value {
        self.view.values(self.schema(), self.services())
    }

    /// The stored values, whatever the template contains now, for code that requests them. After a failed update, they are the
    /// values before it. A name that is no longer found stays as it is.
    pub(crate) fn stored_values(&self) -> Value {
        if self.stored.is_none() {
            return self.values();
        }
        let data = self.frozen_definition().properties.unwrap_or_default();
        View::new(data, Translation::Lenient).values(self.schema(), self.services())
    }

    /// Takes the properties of the definition, with lookups. Follows `reparse`.
    pub(crate) fn reparse(&mut self) {
        let data = self.definition.properties.clone().unwrap_or_default();
        self.view = View::new(data, Translation::Full);
    }

    /// Runs a function with the stored properties, untranslated. Follows `frozen_properties`.
    pub(crate) fn frozen<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let data = self.frozen_definition().properties.unwrap_or_default();
        let live = std::mem::replace(&mut self.view, View::new(data, Translation::None));
        let done = run(self);
        self.view = live;
        done
    }
}
