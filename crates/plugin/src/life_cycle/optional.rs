//! Optional abilities of a resource type, one trait each. Heat checks which of them a type implements.

use heat_model::Value;
use heat_model::value::Map;

use super::handler::Handler;
use super::resource::{DATA_KEY, Kept, read};
use super::{Failure, Handled, LifeCycle, Resource, State, TemplateChanges};
use crate::{Properties, StoredProperties};

/// Checks that the physical resource is as it should be: `openstack stack check`.
pub trait Check: LifeCycle {
    /// Checks a resource.
    ///
    /// # Errors
    /// The resource is not as it should be: `CHECK_FAILED`. The next update replaces it, unless [`NeedsReplace`] decides
    /// otherwise.
    fn check(
        &self,
        properties: &StoredProperties<Self::Values>,
        resource: &Resource<'_, Self::Data>,
    ) -> Handled<Self>;
}

/// Suspends resources.
pub trait Suspend: LifeCycle {
    /// Suspends a resource.
    ///
    /// # Errors
    /// The resource could not be suspended: `SUSPEND_FAILED`.
    fn suspend(
        &self,
        properties: &StoredProperties<Self::Values>,
        resource: &Resource<'_, Self::Data>,
    ) -> Handled<Self>;
}

/// Resumes resources that were suspended.
pub trait Resume: LifeCycle {
    /// Resumes a resource.
    ///
    /// # Errors
    /// The resource could not be resumed: `RESUME_FAILED`.
    fn resume(
        &self,
        properties: &StoredProperties<Self::Values>,
        resource: &Resource<'_, Self::Data>,
    ) -> Handled<Self>;
}

/// Takes and deletes snapshots.
pub trait Snapshot: LifeCycle {
    /// Takes a snapshot. [Store](Resource::keep) its identifier with the resource: Heat stores the resource data with the
    /// snapshot.
    ///
    /// # Errors
    /// The snapshot could not be taken: `SNAPSHOT_FAILED`.
    fn snapshot(
        &self,
        properties: &StoredProperties<Self::Values>,
        resource: &Resource<'_, Self::Data>,
    ) -> Handled<Self>;

    /// Deletes a snapshot. The state of the resource does not change.
    ///
    /// # Errors
    /// The snapshot could not be deleted.
    fn delete_snapshot(
        &self,
        snapshot: &SnapshotData<'_>,
        resource: &Resource<'_, Self::Data>,
    ) -> Handled<Self>;
}

/// Restores resources from snapshots.
pub trait Restore: LifeCycle {
    /// Returns the properties with which a resource is restored, by an update or as a new resource: those of the snapshot's
    /// template, perhaps with some that name the snapshot. Heat also calls it when a snapshot is deleted, so it must have no
    /// side effects.
    ///
    /// # Errors
    /// The resource cannot be restored.
    fn restore(
        &self,
        properties: Map,
        snapshot: &SnapshotData<'_>,
        resource: &Resource<'_, Self::Data>,
    ) -> Result<Map, Failure>;
}

/// Deletes resources whose deletion policy is `Snapshot`, after a last snapshot. The schema of such a type has
/// `supports_snapshot_deletion: true`, so that templates with this policy are valid.
pub trait SnapshotDelete: LifeCycle {
    /// Takes a snapshot, and then deletes the resource.
    ///
    /// # Errors
    /// The resource could not be deleted: `DELETE_FAILED`.
    fn snapshot_delete(
        &self,
        before: State,
        properties: &StoredProperties<Self::Values>,
        resource: &Resource<'_, Self::Data>,
    ) -> Handled<Self>;
}

/// Adopts existing resources: for adopted stacks, and for resources with an `external_id`.
pub trait Adopt: LifeCycle {
    /// Adopts an existing resource.
    ///
    /// # Errors
    /// The resource could not be adopted: `ADOPT_FAILED`.
    fn adopt(&self, existing: &Adopted<'_>, resource: &Resource<'_, Self::Data>) -> Handled<Self>;
}

/// Handles signals.
pub trait Signal: LifeCycle {
    /// Handles a signal.
    ///
    /// # Errors
    /// The signal could not be handled.
    fn signal(&self, details: &Value, resource: &Resource<'_, Self::Data>) -> Result<Signalled, Failure>;
}

/// The outcome of a signal.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Signalled {
    /// The signal was handled: the event shows Heat's description of its details.
    #[default]
    Handled,
    /// The signal was handled: the event shows `Signal: ` and this text.
    Described(String),
    /// The signal required no action, so there is no event.
    NothingToDo,
}

/// Cancels pending actions, after a timeout, or because the user cancels or deletes.
///
/// Without it, Heat waits for a while (`error_wait_time`, 240 s) in which a handler may still finish, and then stops polling.
pub trait Cancel: LifeCycle {
    /// The handlers whose pending actions can be cancelled.
    const HANDLERS: &'static [Handler];

    /// Cancels a pending action. It is not polled again.
    ///
    /// # Errors
    /// The action could not be cancelled; this is logged.
    fn cancel(
        &self,
        handler: Handler,
        pending: &mut Self::Pending,
        resource: &Resource<'_, Self::Data>,
    ) -> Result<(), Failure>;
}

/// Ends an update that still runs when a newer one is waiting.
pub trait Preempt: LifeCycle {
    /// Ends the running update, by means outside of Heat. The update may run in another process, and cannot write to the
    /// resource.
    ///
    /// # Errors
    /// The update could not be ended; this is logged.
    fn preempt(&self, resource: &Resource<'_, Self::Data>) -> Result<(), Failure>;
}

/// Decides whether an update replaces the resource, beyond the schema's rules.
pub trait NeedsReplace: LifeCycle {
    /// Returns whether a resource has to be replaced to have these properties.
    ///
    /// # Errors
    /// The decision failed: the update fails.
    fn needs_replace(
        &self,
        after: &Properties<Self::Values>,
        resource: &Resource<'_, Self::Data>,
    ) -> Result<bool, Failure> {
        let _ = (after, resource);
        Ok(false)
    }

    /// Returns whether a resource has to be replaced because its last action failed. True by default.
    ///
    /// # Errors
    /// The decision failed: the update fails.
    fn needs_replace_failed(&self, resource: &Resource<'_, Self::Data>) -> Result<bool, Failure> {
        let _ = resource;
        Ok(true)
    }

    /// Returns whether a resource has to be replaced because of the properties that differ.
    ///
    /// # Errors
    /// The decision failed: the update fails.
    fn needs_replace_with_prop_diff(
        &self,
        changed: &[Self::Property],
        after: &Properties<Self::Values>,
        before: &StoredProperties<Self::Values>,
        resource: &Resource<'_, Self::Data>,
    ) -> Result<bool, Failure> {
        let _ = (changed, after, before, resource);
        Ok(false)
    }

    /// Returns whether a resource has to be replaced because of changes in its definition.
    ///
    /// # Errors
    /// The decision failed: the update fails.
    fn needs_replace_with_tmpl_diff(
        &self,
        changes: &TemplateChanges,
        resource: &Resource<'_, Self::Data>,
    ) -> Result<bool, Failure> {
        let _ = (changes, resource);
        Ok(false)
    }
}

/// Prepares a resource for its replacement, for example by releasing an address, and undoes that.
pub trait PrepareForReplace: LifeCycle {
    /// Prepares the resource for its replacement.
    ///
    /// # Errors
    /// The preparation failed: the update fails.
    fn prepare_for_replace(&self, resource: &Resource<'_, Self::Data>) -> Result<(), Failure>;

    /// Undoes the preparation, for a rollback. With `convergence`, it is called for the resource that was replaced; otherwise
    /// for the resource that replaced it.
    ///
    /// # Errors
    /// The preparation could not be undone: the rollback fails.
    fn restore_prev_rsrc(
        &self,
        convergence: bool,
        resource: &Resource<'_, Self::Data>,
    ) -> Result<(), Failure>;
}

/// Reads the properties that the physical resource has now. An update compares with them if the operator sets
/// `observe_on_update`, or the user `converge`.
pub trait LiveState: LifeCycle {
    /// Returns the properties that the physical resource has now.
    ///
    /// # Errors
    /// The properties cannot be read: the update compares with the stored ones. A resource that is [gone](Failure::gone) is
    /// replaced.
    fn live_state(
        &self,
        stored: &StoredProperties<Self::Values>,
        resource: &Resource<'_, Self::Data>,
    ) -> Result<Map, Failure>;
}

/// The data of a resource in a snapshot.
#[derive(Debug, Clone, Copy)]
pub struct SnapshotData<'s>(pub(crate) &'s Value);

impl<'s> SnapshotData<'s> {
    /// The ID of the physical resource when the snapshot was taken.
    #[must_use]
    pub fn resource_id(&self) -> Option<&'s str> {
        self.0.get("resource_id")?.as_str()
    }

    /// The data that the plug-in had [stored](Resource::keep) with the resource.
    ///
    /// # Errors
    /// The data cannot be read, for example because another version of the plug-in stored them.
    pub fn data<D: Kept>(&self) -> Result<Option<D>, Failure> {
        let Some(text) = self.data_value(DATA_KEY) else { return Ok(None) };
        read(text, "the snapshot").map(Some)
    }

    /// A single text in the resource data.
    #[must_use]
    pub fn data_value(&self, key: &str) -> Option<&'s str> {
        self.0.get("resource_data")?.get(key)?.as_str()
    }

    /// The whole data that Heat stored in the snapshot.
    #[must_use]
    pub fn value(&self) -> &'s Value {
        self.0
    }
}

/// An existing resource to adopt.
#[derive(Debug, Clone, Copy)]
pub struct Adopted<'a>(pub(crate) &'a Value);

impl<'a> Adopted<'a> {
    /// The ID of the existing resource.
    #[must_use]
    pub fn resource_id(&self) -> Option<&'a str> {
        self.0.get("resource_id")?.as_str()
    }

    /// A single text in the resource data, from the stack that abandoned the resource.
    #[must_use]
    pub fn data_value(&self, key: &str) -> Option<&'a str> {
        self.0.get("resource_data")?.get(key)?.as_str()
    }

    /// The metadata, from the stack that abandoned the resource.
    #[must_use]
    pub fn metadata(&self) -> Option<&'a Value> {
        self.0.get("metadata")
    }

    /// The whole data that were passed to Heat for the adoption.
    #[must_use]
    pub fn value(&self) -> &'a Value {
        self.0
    }
}
