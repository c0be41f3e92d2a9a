//! Attributes, and their cache.

use heat_model::value::Map;
use heat_model::{CacheMode, Value};

use super::exceptions::RaisedException;
use super::live::Live;
use super::locked;
use crate::engine::{Hook, MAX_DEPTH, too_deep_message};
use crate::life_cycle::{Action, Status};

/// The attribute that every type has.
const SHOW: &str = "show";

impl Live<'_> {
    /// The value of an attribute, or of a part of it. Follows `FnGetAtt`.
    pub(crate) fn attribute(&mut self, name: &str, path: &[Value]) -> Result<Value, RaisedException> {
        let whole = self.whole_attribute(name)?;
        Ok(path.iter().try_fold(whole, |value, step| select(&value, step)).unwrap_or(Value::Null))
    }

    fn whole_attribute(&mut self, name: &str) -> Result<Value, RaisedException> {
        let schema = self.schema().attributes.get(name);
        let mode = match (schema, name) {
            (_, SHOW) => CacheMode::CacheNone,
            (Some(schema), _) => schema.cache_mode,
            (None, _) if self.schema().any_attribute => return Ok(Value::Null),
            (None, _) => {
                let text = format!("The Referenced Attribute ({} {name}) is incorrect.", self.name());
                return Err(RaisedException::other("InvalidTemplateAttribute", text));
            }
        };
        if mode == CacheMode::CacheNone {
            return self.resolve_attribute(name);
        }
        if let Some(value) = self.cache.get(name) {
            return Ok(value.clone());
        }
        let value = self.resolve_attribute(name)?;
        if value != Value::Null {
            self.cache.insert(name.to_owned(), value.clone());
            self.has_new_attributes = true;
        }
        Ok(value)
    }

    /// Reads an attribute from the plug-in. A resource that is gone has no attributes.
    fn resolve_attribute(&self, name: &str) -> Result<Value, RaisedException> {
        let found = if name == SHOW {
            if self.resource_id().is_none() { Ok(Value::Null) } else { self.show() }
        } else if self.defines(Hook::Attribute) {
            self.call(|class, host| class.attribute(name, host))
        } else {
            Ok(Value::Null)
        };
        match found {
            Err(raised) if raised.is_gone() => Ok(Value::Null),
            Ok(value) if value.is_deeper_than(MAX_DEPTH) => {
                Err(RaisedException::other("RecursionError", too_deep_message()))
            }
            found => found,
        }
    }

    /// The full record from the service. Follows `_show_resource`.
    pub(crate) fn show(&self) -> Result<Value, RaisedException> {
        let own = if self.defines(Hook::Show) { self.call(|class, host| class.show(host))? } else { None };
        if let Some(own) = own {
            return Ok(own);
        }
        let asked = self.resource_id().filter(|_| self.schema().has_client_entity());
        let shown = asked.and_then(|id| self.machine.settings.cloud.show(&id));
        shown.unwrap_or(Ok(Value::Null)).map_err(|failure| self.raised(failure))
    }

    /// The reference ID: the value of `get_resource`.
    pub(crate) fn reference_id(&self) -> Result<String, RaisedException> {
        let own = if self.defines(Hook::ReferenceId) {
            let named = self.call(|class, host| class.reference_id(host));
            named.map_err(|raised| raised.of_resource(self.name()))?
        } else {
            None
        };
        Ok(own.or_else(|| self.resource_id()).unwrap_or_else(|| self.name().to_owned()))
    }

    /// Clears the cache. Follows `reset_resolved_values`.
    pub(crate) fn forget_attributes(&mut self) {
        self.has_new_attributes = !self.cache.is_empty();
        self.cache = Map::default();
    }

    /// Clears the cache and the stored attributes. Follows `clear_stored_attributes`.
    pub(crate) fn clear_stored_attributes(&mut self) {
        if self.had_attributes {
            locked(&self.row).attributes = None;
        }
        self.forget_attributes();
    }

    /// Stores the cached attributes of a stable resource. Follows `store_attributes`.
    pub(crate) fn store_attributes(&mut self) {
        let is_stable =
            self.status == Status::Complete && !matches!(self.action, Action::Init | Action::Delete);
        let mut row = locked(&self.row);
        let is_unchanged = row.engine.is_none() && self.memory.is_current(&row);
        if is_stable && self.has_new_attributes && is_unchanged {
            self.memory.advance(&mut row);
            row.attributes = Some(self.cache.clone());
            self.had_attributes = true;
        }
    }
}

/// Selects a part of a value. Follows `select_from_attribute`.
fn select(value: &Value, step: &Value) -> Option<Value> {
    match (value, step) {
        (Value::Map(map), Value::String(key)) => map.get(key).cloned(),
        (Value::List(items), Value::Integer(index)) => {
            let index = index.as_i64()?;
            let length = i64::try_from(items.len()).ok()?;
            let place = if index < 0 { index + length } else { index };
            items.get(usize::try_from(place).ok()?).cloned()
        }
        (Value::String(text), Value::Integer(index)) => {
            let index = index.as_i64()?;
            let length = i64::try_from(text.chars().count()).ok()?;
            let place = if index < 0 { index + length } else { index };
            text.chars().nth(usize::try_from(place).ok()?).map(|char| Value::String(char.to_string()))
        }
        _ => None,
    }
}
