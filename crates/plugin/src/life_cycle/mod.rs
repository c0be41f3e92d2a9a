//! The life cycle of a resource: what the author of a plug-in implements.
//!
//! [`LifeCycle`] is what every type has: creating and deleting, and, if it can do more than be replaced, updating, attributes
//! and validation. What a type may also do is a trait each; Heat looks at which of them there are:
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
//! | [`NeedsReplace`] | `needs_replace` and so on | what failed is replaced, nothing else |
//! | [`PrepareForReplace`] | `prepare_for_replace`, `restore_prev_rsrc` | nothing is done |
//! | [`LiveState`] | `get_live_state` | an update compares with what is `show`n |
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
//! are made in the process that uses them: see [`PerProcess`].

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

/// What a handler returns.
pub type Handled<R> = Result<Progress<<R as LifeCycle>::Pending>, Failure>;

/// A resource type that lives: what Heat calls to create, update and delete its resources.
///
/// The value is what the handlers of a process share, such as a client of the service: see
/// [`resource_class!`](crate::resource_class). Only [`create`](Self::create) and [`delete`](Self::delete) have to be written;
/// everything else is as in Heat's `Resource`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no life cycle",
    label = "Heat cannot create it",
    note = "implement `heat_plugin::life_cycle::LifeCycle` for it: `create` and `delete`"
)]
pub trait LifeCycle: HeatResource + Sized + Send + Sync + 'static {
    /// What handlers leave to be polled. [`NotPolled`] if they are always done when they return.
    type Pending: CheckComplete<Self, Self::Data>;

    /// What the plug-in keeps with a resource, in its resource data. `()` if it keeps nothing.
    type Data: Kept;

    /// Whether the data are secret: Heat encrypts them in its database, if it has a key.
    const REDACTS_DATA: bool = false;

    /// Creates a resource. If it fails, Heat deletes what there is, so [set the ID](Resource::set_resource_id) at once.
    ///
    /// # Errors
    /// The resource could not be created: `CREATE_FAILED`.
    fn create(
        &self,
        properties: &Properties<Self::Values>,
        resource: &Resource<'_, Self::Data>,
    ) -> Handled<Self>;

    /// Updates a resource in place. As in Heat, by default a change of any property replaces the resource, and other changes
    /// need nothing.
    ///
    /// # Errors
    /// The resource could not be updated: `UPDATE_FAILED`. [`Failure::replace`] replaces it.
    fn update(&self, update: &Update<'_, Self>, resource: &Resource<'_, Self::Data>) -> Handled<Self> {
        let _ = resource;
        if update.changed.is_empty() { Ok(Progress::Done) } else { Err(Failure::replace()) }
    }

    /// Deletes a resource. It may be called for what was never created, or is gone: that is successful.
    ///
    /// # Errors
    /// The resource could not be deleted: `DELETE_FAILED`.
    fn delete(
        &self,
        properties: &StoredProperties<Self::Values>,
        resource: &Resource<'_, Self::Data>,
    ) -> Handled<Self>;

    /// Checks what the schema cannot, before anything is created; the validation rules of the schema were checked before.
    /// Values that depend on other resources are not known then.
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

    /// The value of an attribute; null if there is none (yet). [`Attribute::read`](crate::Attribute) of the derived module
    /// takes it from a struct that implements the typed trait `Attributes`.
    ///
    /// # Errors
    /// It cannot be read. Of what is [gone](Failure::gone), all attributes are null.
    fn attribute(
        &self,
        attribute: Self::Attribute,
        resource: &Resource<'_, Self::Data>,
    ) -> Result<Value, Failure> {
        let _ = (attribute, resource);
        Ok(Value::Null)
    }

    /// All that the service shows of the resource: the attribute `show`, and what an update compares with if live state
    /// is observed. By default, what [`attribute`](Self::attribute) gives for `show`, unless that is null. `None` is Heat's own
    /// answer: what the client of the schema's `entity` shows, or else null.
    ///
    /// # Errors
    /// It cannot be read.
    fn show(&self, resource: &Resource<'_, Self::Data>) -> Result<Option<Value>, Failure> {
        let mut all = <Self::Attribute as Attribute>::ALL.iter().copied();
        let show = all.find(|attribute| attribute.name() == ResourceType::BASE_ATTRIBUTE);
        let shown = show.map_or(Ok(Value::Null), |show| self.attribute(show, resource))?;
        Ok(if matches!(shown, Value::Null) { None } else { Some(shown) })
    }

    /// What `get_resource` gives to other resources. `None` is Heat's own answer: the ID of the resource, or else its name.
    ///
    /// # Errors
    /// It cannot be determined.
    fn reference_id(&self, resource: &Resource<'_, Self::Data>) -> Result<Option<String>, Failure> {
        let _ = resource;
        Ok(None)
    }
}
