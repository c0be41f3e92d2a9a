//! What an engine offers a handler.

use heat_model::Value;
use heat_model::indexmap::IndexMap;

use super::failure::Failure;
use super::state::State;

/// What does not change while a handler runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// The name of the resource in the template.
    pub name: String,
    /// The ID of the resource in Heat's database.
    pub uuid: Option<String>,
    /// The name for what it stands for.
    pub physical_resource_name: Option<String>,
    /// The state of the resource.
    pub state: State,
    /// The name of its stack.
    pub stack_name: String,
    /// The ID of its stack.
    pub stack_id: Option<String>,
    /// The ID of the project on whose behalf the engine acts.
    pub project_id: Option<String>,
    /// The ID of the user on whose behalf the engine acts.
    pub user_id: Option<String>,
}

/// The resource that a handler works on, in the engine. Handlers may call it from several threads.
pub trait Host: Send + Sync {
    /// What does not change.
    fn facts(&self) -> &Facts;

    /// The ID of what the resource stands for.
    fn resource_id(&self) -> Option<String>;

    /// Sets or removes it, at once.
    ///
    /// # Errors
    /// The engine cannot do it.
    fn set_resource_id(&self, id: Option<&str>) -> Result<(), Failure>;

    /// The properties, as the engine reads them now: those of a resource that exists are as they were stored.
    ///
    /// # Errors
    /// The engine cannot read them.
    fn properties(&self) -> Result<Value, Failure>;

    /// The resource data.
    ///
    /// # Errors
    /// The engine cannot read them.
    fn data(&self) -> Result<IndexMap<String, String>, Failure>;

    /// Sets a text in the resource data, at once.
    ///
    /// # Errors
    /// The engine cannot do it.
    fn set_data(&self, key: &str, value: &str, redact: bool) -> Result<(), Failure>;

    /// Deletes a text in the resource data, at once; returns whether there was one.
    ///
    /// # Errors
    /// The engine cannot do it.
    fn delete_data(&self, key: &str) -> Result<bool, Failure>;

    /// The metadata.
    ///
    /// # Errors
    /// The engine cannot read them.
    fn metadata(&self) -> Result<Value, Failure>;

    /// Replaces the metadata.
    ///
    /// # Errors
    /// The engine cannot do it.
    fn set_metadata(&self, metadata: &Value) -> Result<(), Failure>;
}
