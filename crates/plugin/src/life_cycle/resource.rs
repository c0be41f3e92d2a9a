//! The resource that a handler works on: facts from Heat, and data stored with the resource.

use std::fmt;
use std::marker::PhantomData;

use heat_model::Value;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::context::RequestContext;
use super::failure::Failure;
use super::host::{Facts, Host};
use super::state::State;
use crate::StoredProperties;
use crate::record::PropertyValues;

/// The resource that a handler works on.
///
/// It can be shared with threads of the handler. Methods that write do so immediately: the data stay written, even if the
/// handler fails later.
///
/// `D` is the type of the data that the plug-in stores with the resource: its [`Data`](super::LifeCycle::Data).
pub struct Resource<'h, D = ()> {
    host: &'h dyn Host,
    redacts_data: bool,
    data: PhantomData<fn(D)>,
}

/// Key in the resource data of the plug-in's own data, which are stored as JSON.
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

    /// The name to use for the physical resource: `STACK-NAME-ID`, shortened to the limit of the type. `None` before the
    /// resource is created. Follows `Resource.physical_resource_name`.
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

    /// The name of the resource's stack.
    #[must_use]
    pub fn stack_name(&self) -> &str {
        &self.facts().stack_name
    }

    /// The ID of the resource's stack. `None` while a template is validated.
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

    /// The context of the request: the user as whom the plug-in calls services. A long action may outlive the request, so ask
    /// again with each poll.
    #[must_use]
    pub fn context(&self) -> RequestContext<'h> {
        RequestContext::new(self.host)
    }

    /// The ID of the physical resource, if it was [set](Self::set_resource_id): templates read it with `get_resource`.
    #[must_use]
    pub fn resource_id(&self) -> Option<String> {
        self.host.resource_id()
    }

    /// The ID of the physical resource, which must be set.
    ///
    /// # Errors
    /// There is no ID: the resource is [gone](super::FailureKind::Gone), or was never created.
    pub fn require_resource_id(&self) -> Result<String, Failure> {
        self.resource_id().ok_or_else(|| Failure::gone(format!("The resource {} has no ID.", self.name())))
    }

    /// Sets the ID of the physical resource. Call it as soon as that exists: whatever happens afterwards, a delete finds it.
    ///
    /// # Errors
    /// The engine cannot do this now.
    pub fn set_resource_id(&self, id: &str) -> Result<(), Failure> {
        self.host.set_resource_id(Some(id))
    }

    /// Removes the ID of the physical resource.
    ///
    /// # Errors
    /// The engine cannot do this now.
    pub fn clear_resource_id(&self) -> Result<(), Failure> {
        self.host.set_resource_id(None)
    }

    /// Deletes the physical resource as Heat's `Resource.handle_delete` does: with the client of the schema's
    /// `default_client_name`, as its `entity`. Returns the ID, or `None` if there is no entity or no ID. A resource that is
    /// gone is deleted.
    ///
    /// # Errors
    /// The service refuses it. Heat tries again after a [conflict](super::FailureKind::Conflict).
    pub fn delete_entity(&self) -> Result<Option<String>, Failure> {
        self.host.delete_entity()
    }

    /// The data that the plug-in [stored](Self::keep) with the resource. `None` if there are none.
    ///
    /// # Errors
    /// The data cannot be read, for example because another version of the plug-in stored them.
    pub fn data(&self) -> Result<Option<D>, Failure> {
        match self.data_value(DATA_KEY)? {
            Some(text) => read(&text, self.name()).map(Some),
            None => Ok(None),
        }
    }

    /// Stores data with the resource, and replaces earlier data. They are written to Heat's database immediately, as JSON with
    /// the key `data`, encrypted if the type [redacts](super::LifeCycle::REDACTS_DATA) them.
    ///
    /// # Errors
    /// The data cannot be written as JSON, or the engine cannot store them.
    pub fn keep(&self, data: &D) -> Result<(), Failure> {
        let text = serde_json::to_string(data)?;
        self.set_data_value(DATA_KEY, &text, self.redacts_data)
    }

    /// A single text in the resource data: for resources that a plug-in in Python created.
    ///
    /// # Errors
    /// The engine cannot read it.
    pub fn data_value(&self, key: &str) -> Result<Option<String>, Failure> {
        let mut data = self.host.data()?;
        Ok(data.swap_remove(key))
    }

    /// Sets a single text in the resource data; Heat encrypts it if `redact` is set and Heat has a key.
    ///
    /// # Errors
    /// The engine cannot store it.
    pub fn set_data_value(&self, key: &str, value: &str, redact: bool) -> Result<(), Failure> {
        self.host.set_data(key, value, redact)
    }

    /// Deletes a single text in the resource data; returns whether there was one.
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

    /// Replaces the metadata of the resource.
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
    /// Reads the stored properties of a resource: for attributes, signals and decisions, to which they are not passed.
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

/// A type that can be stored with a resource: any type that serde writes and reads.
pub trait Kept: Serialize + DeserializeOwned + 'static {}

impl<T: Serialize + DeserializeOwned + 'static> Kept for T {}

/// Reads data that a plug-in stored with a resource.
pub(crate) fn read<T: Kept>(text: &str, name: &str) -> Result<T, Failure> {
    // The text may be secret: only the error and its position are shown.
    serde_json::from_str(text).map_err(|error| {
        Failure::failed(format!(
            "The data that were kept with {name} cannot be read by this version of the plug-in: {}",
            without_data(&error)
        ))
    })
}

/// Formats an error without the value that was read, which serde quotes.
fn without_data(error: &serde_json::Error) -> String {
    let (line, column) = (error.line(), error.column());
    format!("they do not have the form that it keeps (line {line}, column {column})")
}
