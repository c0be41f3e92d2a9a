//! The resource that a handler works on: what Heat knows of it, and what can be kept with it.

use std::fmt;
use std::marker::PhantomData;

use heat_model::Value;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::failure::Failure;
use super::host::{Facts, Host};
use super::state::State;
use crate::StoredProperties;
use crate::record::PropertyValues;

/// The resource that a handler works on.
///
/// It can be shared with threads of the handler. Its methods that write do so at once: what was written stays, even if the
/// handler fails later.
///
/// `D` is the type of what the plug-in keeps with it: its [`Data`](super::LifeCycle::Data).
pub struct Resource<'h, D = ()> {
    host: &'h dyn Host,
    redacts_data: bool,
    data: PhantomData<fn(D)>,
}

/// The key in the resource data under which what a plug-in keeps is stored, as JSON.
pub(super) const DATA_KEY: &str = "data";

impl<'h, D: Kept> Resource<'h, D> {
    pub(crate) fn new(host: &'h dyn Host, redacts_data: bool) -> Self {
        Self { host, redacts_data, data: PhantomData }
    }

    fn facts(&self) -> &Facts {
        self.host.facts()
    }

    /// The name of the resource in the template.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.facts().name
    }

    /// The name to give to what is created: `STACK-NAME-ID`, shortened to the limit of the type. `None` before the resource is
    /// created. Follows `Resource.physical_resource_name`.
    #[must_use]
    pub fn physical_resource_name(&self) -> Option<&str> {
        self.facts().physical_resource_name.as_deref()
    }

    /// The ID of the resource in Heat's database. `None` before it is stored.
    #[must_use]
    pub fn uuid(&self) -> Option<&str> {
        self.facts().uuid.as_deref()
    }

    /// The state of the resource when the handler was called.
    #[must_use]
    pub fn state(&self) -> State {
        self.facts().state
    }

    /// The name of its stack.
    #[must_use]
    pub fn stack_name(&self) -> &str {
        &self.facts().stack_name
    }

    /// The ID of its stack. `None` while a template is validated.
    #[must_use]
    pub fn stack_id(&self) -> Option<&str> {
        self.facts().stack_id.as_deref()
    }

    /// The ID of the project on whose behalf Heat acts.
    #[must_use]
    pub fn project_id(&self) -> Option<&str> {
        self.facts().project_id.as_deref()
    }

    /// The ID of the user on whose behalf Heat acts.
    #[must_use]
    pub fn user_id(&self) -> Option<&str> {
        self.facts().user_id.as_deref()
    }

    /// The ID of what it stands for, if that was [set](Self::set_resource_id): `get_resource` gives it to templates.
    #[must_use]
    pub fn resource_id(&self) -> Option<String> {
        self.host.resource_id()
    }

    /// The ID of what it stands for.
    ///
    /// # Errors
    /// There is none: the resource is [gone](super::FailureKind::Gone), or was never made.
    pub fn require_resource_id(&self) -> Result<String, Failure> {
        self.resource_id().ok_or_else(|| Failure::gone(format!("The resource {} has no ID.", self.name())))
    }

    /// Sets the ID of what it stands for, as soon as that exists: whatever happens then, a delete finds it.
    ///
    /// # Errors
    /// The engine cannot do this now.
    pub fn set_resource_id(&self, id: &str) -> Result<(), Failure> {
        self.host.set_resource_id(Some(id))
    }

    /// Forgets the ID of what it stands for.
    ///
    /// # Errors
    /// The engine cannot do this now.
    pub fn clear_resource_id(&self) -> Result<(), Failure> {
        self.host.set_resource_id(None)
    }

    /// What the plug-in [kept](Self::keep) with it. `None` if nothing was kept.
    ///
    /// # Errors
    /// What was kept cannot be read, for example because another version of the plug-in kept it.
    pub fn data(&self) -> Result<Option<D>, Failure> {
        match self.data_value(DATA_KEY)? {
            Some(text) => read(&text, self.name()).map(Some),
            None => Ok(None),
        }
    }

    /// Keeps data with it, in place of what was kept before. They are in Heat's database at once, as JSON with the key `data`,
    /// encrypted if the type [redacts](super::LifeCycle::REDACTS_DATA) them.
    ///
    /// # Errors
    /// The data cannot be written as JSON, or the engine cannot store them.
    pub fn keep(&self, data: &D) -> Result<(), Failure> {
        let text = serde_json::to_string(data)?;
        self.set_data_value(DATA_KEY, &text, self.redacts_data)
    }

    /// A single text in its resource data: for plug-ins whose resources were made by code in Python.
    ///
    /// # Errors
    /// The engine cannot read it.
    pub fn data_value(&self, key: &str) -> Result<Option<String>, Failure> {
        let mut data = self.host.data()?;
        Ok(data.swap_remove(key))
    }

    /// Sets a single text in its resource data; Heat encrypts it if `redact` is set and it has a key.
    ///
    /// # Errors
    /// The engine cannot store it.
    pub fn set_data_value(&self, key: &str, value: &str, redact: bool) -> Result<(), Failure> {
        self.host.set_data(key, value, redact)
    }

    /// Deletes a single text in its resource data; returns whether there was one.
    ///
    /// # Errors
    /// The engine cannot delete it.
    pub fn delete_data_value(&self, key: &str) -> Result<bool, Failure> {
        self.host.delete_data(key)
    }

    /// The metadata of the resource: a map.
    ///
    /// # Errors
    /// The engine cannot read them.
    pub fn metadata(&self) -> Result<Value, Failure> {
        self.host.metadata()
    }

    /// Replaces its metadata.
    ///
    /// # Errors
    /// The engine cannot store them.
    pub fn set_metadata(&self, metadata: &Value) -> Result<(), Failure> {
        self.host.set_metadata(metadata)
    }
}

impl<D> fmt::Debug for Resource<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let facts = self.host.facts();
        f.debug_struct("Resource")
            .field("name", &facts.name)
            .field("state", &facts.state)
            .finish_non_exhaustive()
    }
}

impl<V: PropertyValues> StoredProperties<V> {
    /// The properties of a resource: for attributes, signals and decisions, which are not given them.
    ///
    /// ```
    /// # use heat_plugin::HeatResource;
    /// # #[derive(HeatResource)]
    /// # #[heat(schema = "schemas/My/Custom/Token.yaml")]
    /// # pub struct Token;
    /// use heat_plugin::life_cycle::{Failure, Resource};
    ///
    /// fn length(resource: &Resource<'_>) -> Result<Option<i64>, Failure> {
    ///     Ok(token::StoredProperties::of(resource)?.length.known().copied())
    /// }
    /// ```
    ///
    /// # Errors
    /// The engine cannot read them.
    pub fn of<D: Kept>(resource: &Resource<'_, D>) -> Result<Self, Failure> {
        Self::from_translated(&resource.host.properties()?).map_err(|error| Failure::unreadable(&error))
    }
}

/// Types that can be kept with a resource: those that serde reads and writes. Implemented for all of them.
pub trait Kept: Serialize + DeserializeOwned + 'static {}

impl<T: Serialize + DeserializeOwned + 'static> Kept for T {}

/// Reads what was kept.
pub(crate) fn read<T: Kept>(text: &str, name: &str) -> Result<T, Failure> {
    // The text may be secret: only the error and its position are shown.
    serde_json::from_str(text).map_err(|error| {
        Failure::failed(format!(
            "The data that were kept with {name} cannot be read by this version of the plug-in: {}",
            without_data(&error)
        ))
    })
}

/// An error without the value that was read, which serde quotes.
fn without_data(error: &serde_json::Error) -> String {
    let (line, column) = (error.line(), error.column());
    format!("they do not have the form that it keeps (line {line}, column {column})")
}
