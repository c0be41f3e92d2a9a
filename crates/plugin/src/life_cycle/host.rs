//! The engine's interface for handlers: facts about the resource, and access to its stored data.

use heat_model::Value;
use heat_model::indexmap::IndexMap;

use super::context::ContextHost;
use super::failure::Failure;
use super::state::State;

/// Facts about a resource that do not change while a handler runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// The name of the resource in the template.
    pub name: String,
    /// The ID of the resource in Heat's database.
    pub uuid: Option<String>,
    /// The name to use for the physical resource.
    pub physical_resource_name: Option<String>,
    /// The state of the resource.
    pub state: State,
    /// The name of the resource's stack.
    pub stack_name: String,
    /// The ID of the resource's stack.
    pub stack_id: Option<String>,
    /// The ID of the project on whose behalf the engine acts.
    pub project_id: Option<String>,
    /// The ID of the user on whose behalf the engine acts.
    pub user_id: Option<String>,
}

/// The resource that a handler works on, in the engine. Handlers may call it from several threads.
pub trait Host: ContextHost {
    /// The facts that do not change while a handler runs.
    fn facts(&self) -> &Facts;

    /// The ID of the physical resource.
    fn resource_id(&self) -> Option<String>;

    /// Sets or removes the ID of the physical resource, immediately.
    ///
    /// # Errors
    /// The engine cannot do it.
    fn set_resource_id(&self, id: Option<&str>) -> Result<(), Failure>;

    /// The properties, as the engine reads them now; those of an existing resource are the stored ones.
    ///
    /// # Errors
    /// The engine cannot read them.
    fn properties(&self) -> Result<Value, Failure>;

    /// The resource data, by key.
    ///
    /// # Errors
    /// The engine cannot read them.
    fn data(&self) -> Result<IndexMap<String, String>, Failure>;

    /// Sets a text in the resource data, immediately.
    ///
    /// # Errors
    /// The engine cannot do it.
    fn set_data(&self, key: &str, value: &str, redact: bool) -> Result<(), Failure>;

    /// Deletes a text in the resource data, immediately; returns whether there was one.
    ///
    /// # Errors
    /// The engine cannot do it.
    fn delete_data(&self, key: &str) -> Result<bool, Failure>;

    /// The metadata of the resource.
    ///
    /// # Errors
    /// The engine cannot read them.
    fn metadata(&self) -> Result<Value, Failure>;

    /// Replaces the metadata of the resource.
    ///
    /// # Errors
    /// The engine cannot do it.
    fn set_metadata(&self, metadata: &Value) -> Result<(), Failure>;

    /// Deletes the physical resource as the engine's base class does: through its client of the schema's `entity`. Returns the
    /// ID, or `None` if there is no entity or no ID.
    ///
    /// # Errors
    /// The service refuses it. That it is gone is no error.
    fn delete_entity(&self) -> Result<Option<String>, Failure>;
}
