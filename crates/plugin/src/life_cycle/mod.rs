//! The life cycle of a resource, which the author of a plug-in implements.
//!
//! Every type implements [`LifeCycle`]: creating and deleting, and optionally updating, attributes and validation. Each
//! further ability is a trait of its own; Heat checks which of them a type implements:
//!
//! | Trait | Heat's methods | Without it |
//! |---|---|---|
//! | [`Check`] | `handle_check` | a check is "not supported" |
//! | [`Suspend`], [`Resume`] | `handle_suspend`, `handle_resume` | nothing is done |
//! | [`Snapshot`] | `handle_snapshot`, `handle_delete_snapshot` | nothing is done |
//! | [`Restore`] | `handle_restore` | the properties are those of the snapshot's template |
//! | [`SnapshotDelete`] | `handle_snapshot_delete` | the deletion policy `Snapshot` is refused |
//! | [`Adopt`] | `handle_adopt` | the ID, data and metadata are taken over |
//! | [`Signal`] | `handle_signal` | a signal is refused |
//! | [`Cancel`] | `handle_create_cancel` and so on | Heat waits for the handler before it cancels |
//! | [`Preempt`] | `handle_preempt` | a new update waits for the old one |
//! | [`NeedsReplace`] | `needs_replace` and so on | a failed resource is replaced, no other |
//! | [`PrepareForReplace`] | `prepare_for_replace`, `restore_prev_rsrc` | nothing is done |
//! | [`LiveState`] | `get_live_state` | an update compares with the result of `show` |
//!
//! ```
//! use heat_plugin::HeatResource;
//! use heat_plugin::life_cycle::{Check, Failure, LifeCycle, NotPolled, Progress, Resource, Update};
//! use heat_plugin::Value;
//! # use std::collections::HashMap;
//! # use std::sync::Mutex;
//!
//! #[derive(HeatResource)]
//! #[heat(schema = "schemas/My/Custom/Token.yaml")]
//! pub struct Token;
//! # static TOKENS: Mutex<Option<HashMap<String, String>>> = Mutex::new(None);
//! # fn tokens<T>(then: impl FnOnce(&mut HashMap<String, String>) -> T) -> T { then(TOKENS.lock().unwrap().get_or_insert_default()) }
//!
//! impl LifeCycle for Token {
//!     type Pending = NotPolled; // its handlers are done when they return
//!     type Data = (); // it keeps nothing with the resource
//!
//!     fn create(&self, properties: &token::Properties, resource: &Resource<'_>) -> Result<Progress<NotPolled>, Failure> {
//!         let id = resource.physical_resource_name().unwrap_or_default();
//!         resource.set_resource_id(id)?; // at once: whatever happens then, a delete finds it
//!         tokens(|all| all.insert(id.to_owned(), "0".repeat(properties.length as usize)));
//!         Ok(Progress::Done)
//!     }
//!
//!     fn update(&self, update: &Update<'_, Self>, _: &Resource<'_>) -> Result<Progress<NotPolled>, Failure> {
//!         for changed in update.changed {
//!             match changed { // a property that becomes updatable does not compile until it is handled
//!                 token::Updatable::Prefix => {}
//!             }
//!         }
//!         Ok(Progress::Done)
//!     }
//!
//!     fn delete(&self, _: &token::StoredProperties, resource: &Resource<'_>) -> Result<Progress<NotPolled>, Failure> {
//!         if let Some(id) = resource.resource_id() {
//!             tokens(|all| all.remove(&id)); // what is gone was deleted successfully
//!         }
//!         Ok(Progress::Done)
//!     }
//!
//!     fn attribute(&self, attribute: token::Attribute, resource: &Resource<'_>) -> Result<Value, Failure> {
//!         let id = resource.require_resource_id()?;
//!         match attribute {
//!             token::Attribute::Value | token::Attribute::Show => Ok(tokens(|all| all.get(&id).cloned()).into()),
//!         }
//!     }
//! }
//!
//! impl Check for Token {
//!     fn check(&self, _: &token::StoredProperties, resource: &Resource<'_>) -> Result<Progress<NotPolled>, Failure> {
//!         let id = resource.require_resource_id()?;
//!         if tokens(|all| all.contains_key(&id)) { Ok(Progress::Done) } else { Err(Failure::gone("The token is gone.")) }
//!     }
//! }
//! ```
//!
//! Handlers may block: in Heat they run without Python's lock. They may use threads, and runtimes of `async` code, if these
//! are created in the process that uses them: see [`PerProcess`].

pub(crate) mod context;
pub(crate) mod failure;
pub(crate) mod handler;
pub(crate) mod host;
mod optional;
pub(crate) mod planned;
mod process;
mod progress;
mod resource;
mod state;
mod update;

use heat_model::{ResourceType, Value};

pub use context::{ContextFacts, Endpoint, Interface, RequestContext, Token};
pub use failure::{Failure, FailureKind};
pub use optional::{
    Adopt, Adopted, Cancel, Check, LiveState, NeedsReplace, Preempt, PrepareForReplace, Restore, Resume,
    Signal, Signalled, Snapshot, SnapshotData, SnapshotDelete, Suspend,
};
pub use planned::{Planned, PlannedProperties};
pub use process::PerProcess;
pub use progress::{CheckComplete, Completion, NotPolled, Progress};
pub use resource::{Kept, Resource};
pub use state::{Action, State, Status};
pub use update::{TemplateChanges, Update};

use crate::{Attribute, HeatResource, Properties, StoredProperties};

/// The result of a handler: its progress, or a failure.
pub type Handled<R> = Result<Progress<<R as LifeCycle>::Pending>, Failure>;

/// The life cycle of a resource type: the methods that Heat calls to create, update and delete its resources.
///
/// The handlers of a process share the value, such as a client of the service: see [`resource_class!`](crate::resource_class).
/// Only [`create`](Self::create) and [`delete`](Self::delete) are required; the defaults of all other methods are those of
/// Heat's `Resource`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no life cycle",
    label = "Heat cannot create it",
    note = "implement `heat_plugin::life_cycle::LifeCycle` for it: `create` and `delete`"
)]
pub trait LifeCycle: HeatResource + Sized + Send + Sync + 'static {
    /// The type of the pending actions that handlers leave to be polled. [`NotPolled`] if actions are always complete when
    /// their handlers return.
    type Pending: CheckComplete<Self, Self::Data>;

    /// The data that the plug-in stores with a resource, in its resource data. `()` if it stores nothing.
    type Data: Kept;

    /// Set if the data are secret: Heat encrypts them in its database, if it has a key.
    const REDACTS_DATA: bool = false;

    /// Creates a resource. If it fails, Heat deletes whatever was created, so [set the ID](Resource::set_resource_id) as soon
    /// as there is one.
    ///
    /// # Errors
    /// The resource could not be created: `CREATE_FAILED`.
    fn create(
        &self,
        properties: &Properties<Self::Values>,
        resource: &Resource<'_, Self::Data>,
    ) -> Handled<Self>;

    /// Updates a resource in place. As in Heat, by default a change of any property replaces the resource, and other changes
    /// do nothing.
    ///
    /// # Errors
    /// The resource could not be updated: `UPDATE_FAILED`. [`Failure::replace`] replaces it.
    fn update(&self, update: &Update<'_, Self>, resource: &Resource<'_, Self::Data>) -> Handled<Self> {
        let _ = resource;
        if update.changed.is_empty() { Ok(Progress::Done) } else { Err(Failure::replace()) }
    }

    /// Deletes a resource. It may be called for a resource that was never created or is gone: return success. If Heat's client
    /// of the schema's `entity` can delete it, call [`delete_entity`](Resource::delete_entity).
    ///
    /// # Errors
    /// The resource could not be deleted: `DELETE_FAILED`.
    fn delete(
        &self,
        properties: &StoredProperties<Self::Values>,
        resource: &Resource<'_, Self::Data>,
    ) -> Handled<Self>;

    /// Validates a template beyond the schema, whose validation rules were checked before. Values that depend on other
    /// resources are not known yet.
    ///
    /// # Errors
    /// The template is wrong: the request is refused.
    fn validate(
        &self,
        properties: &PlannedProperties<Self::Values>,
        resource: &Resource<'_, Self::Data>,
    ) -> Result<(), Failure> {
        let _ = (properties, resource);
        Ok(())
    }

    /// Reads an attribute; null if it has no value (yet). [`Attribute::read`](crate::Attribute) of the derived module reads it
    /// from a struct that implements the typed trait `Attributes`.
    ///
    /// # Errors
    /// It cannot be read. If the resource is [gone](Failure::gone), all its attributes are null.
    fn attribute(
        &self,
        attribute: Self::Attribute,
        resource: &Resource<'_, Self::Data>,
    ) -> Result<Value, Failure> {
        let _ = (attribute, resource);
        Ok(Value::Null)
    }

    /// Returns the full record from the service: the value of the attribute `show`, with which an update compares if live
    /// state is observed. By default, the value of [`attribute`](Self::attribute) for `show`, unless that is null. `None`
    /// selects Heat's default: the record that the client of the schema's `entity` shows; null if there is no entity.
    ///
    /// # Errors
    /// The record cannot be read.
    fn show(&self, resource: &Resource<'_, Self::Data>) -> Result<Option<Value>, Failure> {
        let mut all = <Self::Attribute as Attribute>::ALL.iter().copied();
        let show = all.find(|attribute| attribute.name() == ResourceType::BASE_ATTRIBUTE);
        let shown = show.map_or(Ok(Value::Null), |show| self.attribute(show, resource))?;
        Ok(if matches!(shown, Value::Null) { None } else { Some(shown) })
    }

    /// Returns the reference ID: the value of `get_resource` in other resources. `None` selects Heat's default: the ID of the
    /// physical resource, or the resource's name if there is none.
    ///
    /// # Errors
    /// The reference ID cannot be determined.
    fn reference_id(&self, resource: &Resource<'_, Self::Data>) -> Result<Option<String>, Failure> {
        let _ = resource;
        Ok(None)
    }
}
