//! Resource types as engines call them.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use heat_model::value::Map;
use heat_model::{ResourceType, Value};

use super::{Call, Handler, Hook, Host, Plan};
use crate::life_cycle::failure::drop_guarded;
use crate::life_cycle::{Completion, Failure, LifeCycle, Progress, Signalled, TemplateChanges};

/// A started action: done, or with a pending action to poll.
pub type Started = Progress<Box<dyn PendingAction>>;

/// A resource type as an engine calls it. An engine may only call what the type [defines](Self::defines).
pub trait Class: Send + Sync {
    /// The schema of the type.
    fn schema(&self) -> &ResourceType;

    /// Returns whether the type defines this method. If it does not, Heat's default applies.
    fn defines(&self, hook: Hook) -> bool;

    /// Starts an action.
    ///
    /// # Errors
    /// The action failed.
    fn handle(&self, call: Call<'_>, host: &dyn Host) -> Result<Started, Failure>;

    /// Validates the properties in a template: `validate`. The class also [checks](Plan::check) the schema's rules and groups,
    /// which span several properties.
    ///
    /// # Errors
    /// The template is wrong.
    fn validate(&self, plan: Plan<'_>, host: &dyn Host) -> Result<(), Failure>;

    /// Reads an attribute: `_resolve_attribute`.
    ///
    /// # Errors
    /// The attribute cannot be read, or there is none of this name.
    fn attribute(&self, name: &str, host: &dyn Host) -> Result<Value, Failure>;

    /// Returns the full record from the service: `_show_resource`. `None` means that the engine's base class answers.
    ///
    /// # Errors
    /// The record cannot be read.
    fn show(&self, host: &dyn Host) -> Result<Option<Value>, Failure>;

    /// Returns the reference ID: `get_reference_id`. `None` means that the engine's base class answers.
    ///
    /// # Errors
    /// It cannot be determined.
    fn reference_id(&self, host: &dyn Host) -> Result<Option<String>, Failure>;

    /// Returns the properties with which the resource is restored: `handle_restore`.
    ///
    /// # Errors
    /// It cannot be restored.
    fn restore(&self, properties: Map, snapshot: &Value, host: &dyn Host) -> Result<Map, Failure>;

    /// Handles a signal: `handle_signal`.
    ///
    /// # Errors
    /// The signal could not be handled.
    fn signal(&self, details: &Value, host: &dyn Host) -> Result<Signalled, Failure>;

    /// Ends a running update because a newer one waits: `handle_preempt`.
    ///
    /// # Errors
    /// It failed.
    fn preempt(&self, host: &dyn Host) -> Result<(), Failure>;

    /// Decides whether the resource has to be replaced to have these properties: `needs_replace`.
    ///
    /// # Errors
    /// It cannot be decided.
    fn needs_replace(&self, after: &Value, host: &dyn Host) -> Result<bool, Failure>;

    /// Decides whether the resource has to be replaced because its last action failed: `needs_replace_failed`.
    ///
    /// # Errors
    /// It cannot be decided.
    fn needs_replace_failed(&self, host: &dyn Host) -> Result<bool, Failure>;

    /// Decides whether changed properties replace the resource: `needs_replace_with_prop_diff`.
    ///
    /// # Errors
    /// It cannot be decided.
    fn needs_replace_with_prop_diff(
        &self,
        changed: &[String],
        after: &Value,
        before: &Value,
        host: &dyn Host,
    ) -> Result<bool, Failure>;

    /// Decides whether changes in the definition replace the resource: `needs_replace_with_tmpl_diff`.
    ///
    /// # Errors
    /// It cannot be decided.
    fn needs_replace_with_tmpl_diff(
        &self,
        changes: &TemplateChanges,
        host: &dyn Host,
    ) -> Result<bool, Failure>;

    /// Prepares the resource for its replacement: `prepare_for_replace`.
    ///
    /// # Errors
    /// It failed.
    fn prepare_for_replace(&self, host: &dyn Host) -> Result<(), Failure>;

    /// Undoes the preparation for a rollback: `restore_prev_rsrc`.
    ///
    /// # Errors
    /// It failed.
    fn restore_prev_rsrc(&self, convergence: bool, host: &dyn Host) -> Result<(), Failure>;

    /// Reads the properties that the physical resource has now: `get_live_state`.
    ///
    /// # Errors
    /// The properties cannot be read.
    fn live_state(&self, stored: &Value, host: &dyn Host) -> Result<Map, Failure>;
}

/// An action that a handler started, and that is polled until it is complete.
pub trait PendingAction: Send {
    /// Polls the action: `check_create_complete` and so on.
    ///
    /// # Errors
    /// The action failed.
    fn check_complete(&mut self, host: &dyn Host) -> Result<Completion, Failure>;

    /// Cancels the action: `handle_create_cancel` and so on. An engine may only call it if the class defines it for this
    /// handler.
    ///
    /// # Errors
    /// The action could not be cancelled.
    fn cancel(&mut self, handler: Handler, host: &dyn Host) -> Result<(), Failure>;
}

impl fmt::Debug for dyn PendingAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PendingAction")
    }
}

/// A resource type of a plug-in, in a form that is the same for all of them. Created by
/// [`resource_class!`](crate::resource_class).
#[derive(Clone)]
pub struct ResourceClass(Arc<dyn Class>);

impl ResourceClass {
    /// Creates a resource class from a [`Class`] that is not built on a [`LifeCycle`].
    pub fn from_class(class: impl Class + 'static) -> Self {
        Self(Arc::new(class))
    }

    /// The name of the type.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.schema().name
    }

    /// The class. Panics of the plug-in pass through it: see [`guarded`](Self::guarded).
    #[must_use]
    pub fn class(&self) -> &dyn Class {
        &*self.0
    }

    /// Calls the class. A panic becomes a failure with its text.
    ///
    /// # Errors
    /// The call fails or panics.
    pub fn guarded<T>(&self, call: impl FnOnce(&dyn Class) -> Result<T, Failure>) -> Result<T, Failure> {
        guarded(|| call(&*self.0))
    }

    /// Calls a pending action. A panic becomes a failure with its text.
    ///
    /// # Errors
    /// The call fails or panics.
    pub fn guarded_pending<T>(
        pending: &mut dyn PendingAction,
        call: impl FnOnce(&mut dyn PendingAction) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        guarded(|| call(pending))
    }

    /// Drops a pending action. A panic is caught.
    pub fn drop_pending(pending: Box<dyn PendingAction>) {
        drop_guarded(pending);
    }

    /// The methods that the type defines.
    pub fn hooks(&self) -> impl Iterator<Item = Hook> {
        Hook::all().filter(|hook| self.0.defines(*hook))
    }
}

/// Calls a function, and turns a panic into a failure. After a panic, no state of the call is used again: the resource has
/// failed in Heat, and a pending action is dropped.
fn guarded<T>(call: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    let called =
        catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|payload| Err(Failure::panicked(payload)));
    called.map_err(Failure::presentable)
}

impl fmt::Debug for ResourceClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ResourceClass").field(&self.name()).finish()
    }
}

impl Hook {
    /// All methods that a resource type may define.
    pub fn all() -> impl Iterator<Item = Self> {
        let handlers =
            Handler::ALL.iter().flat_map(|handler| [Self::Handle(*handler), Self::Cancel(*handler)]);
        handlers.chain([
            Self::Validate,
            Self::Attribute,
            Self::Show,
            Self::ReferenceId,
            Self::Restore,
            Self::Signal,
            Self::Preempt,
            Self::NeedsReplace,
            Self::PrepareForReplace,
            Self::LiveState,
        ])
    }
}

/// A value that [`resource_class!`](crate::resource_class) accepts for a type: the value itself, or a result.
pub trait IntoInstance<R> {
    /// Returns the value.
    ///
    /// # Errors
    /// The value could not be created.
    fn into_instance(self) -> Result<R, Failure>;
}

impl<R: LifeCycle> IntoInstance<R> for R {
    fn into_instance(self) -> Result<R, Failure> {
        Ok(self)
    }
}

impl<R: LifeCycle, E: Into<Failure>> IntoInstance<R> for Result<R, E> {
    fn into_instance(self) -> Result<R, Failure> {
        self.map_err(Into::into)
    }
}
