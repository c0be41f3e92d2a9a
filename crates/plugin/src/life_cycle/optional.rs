//! What a resource type may also do. Heat looks at which of these there are.

use heat_model::Value;
use heat_model::value::Map;

use super::handler::Handler;
use super::resource::{DATA_KEY, Kept, read};
use super::{Failure, Handled, LifeCycle, Resource, State, TemplateChanges};
use crate::{Properties, StoredProperties};

/// Checks that what a resource stands for is as it should be: `openstack stack check`.
pub trait Check: LifeCycle {
    /// Checks it.
    ///
    /// # Errors
    /// It is not as it should be: `CHECK_FAILED`. The next update replaces it, unless [`NeedsReplace`] says otherwise.
    fn check(
        &self,
        properties: &StoredProperties<Self::Values>,
        resource: &Resource<'_, Self::Data>,
    ) -> Handled<Self>;
}

/// Suspends resources.
pub trait Suspend: LifeCycle {
    /// Suspends it.
    ///
    /// # Errors
    /// It could not be suspended: `SUSPEND_FAILED`.
    fn suspend(
        &self,
        properties: &StoredProperties<Self::Values>,
        resource: &Resource<'_, Self::Data>,
    ) -> Handled<Self>;
}

/// Resumes resources that were suspended.
pub trait Resume: LifeCycle {
    /// Resumes it.
    ///
    /// # Errors
    /// It could not be resumed: `RESUME_FAILED`.
    fn resume(
        &self,
        properties: &StoredProperties<Self::Values>,
        resource: &Resource<'_, Self::Data>,
    ) -> Handled<Self>;
}

/// Takes snapshots, and deletes them.
pub trait Snapshot: LifeCycle {
    /// Takes a snapshot. What identifies it has to be [kept](Resource::keep): Heat stores the resource data with the snapshot.
    ///
    /// # Errors
    /// It could not be taken: `SNAPSHOT_FAILED`.
    fn snapshot(
        &self,
        properties: &StoredProperties<Self::Values>,
        resource: &Resource<'_, Self::Data>,
    ) -> Handled<Self>;

    /// Deletes a snapshot. The state of the resource does not change.
    ///
    /// # Errors
    /// It could not be deleted.
    fn delete_snapshot(
        &self,
        snapshot: &SnapshotData<'_>,
        resource: &Resource<'_, Self::Data>,
    ) -> Handled<Self>;
}

/// Restores resources from snapshots.
pub trait Restore: LifeCycle {
    /// The properties with which a resource is restored, by an update or as a new resource: those of the snapshot's template,
    /// perhaps with some that name the snapshot. Heat also calls it when a snapshot is deleted, so it must have no effect.
    ///
    /// # Errors
    /// It cannot be restored.
    fn restore(
        &self,
        properties: Map,
        snapshot: &SnapshotData<'_>,
        resource: &Resource<'_, Self::Data>,
    ) -> Result<Map, Failure>;
}

/// Deletes resources whose deletion policy is `Snapshot`: takes a last snapshot first. The schema of such a type has
/// `supports_snapshot_deletion: true`, so that templates with this policy are valid.
pub trait SnapshotDelete: LifeCycle {
    /// Takes a snapshot, and deletes the resource.
    ///
    /// # Errors
    /// It could not be deleted: `DELETE_FAILED`.
    fn snapshot_delete(
        &self,
        before: State,
        properties: &StoredProperties<Self::Values>,
        resource: &Resource<'_, Self::Data>,
    ) -> Handled<Self>;
}

/// Adopts what exists: for stacks that are adopted, and for resources with an `external_id`.
pub trait Adopt: LifeCycle {
    /// Adopts it.
    ///
    /// # Errors
    /// It could not be adopted: `ADOPT_FAILED`.
    fn adopt(&self, existing: &Adopted<'_>, resource: &Resource<'_, Self::Data>) -> Handled<Self>;
}

/// Takes signals.
pub trait Signal: LifeCycle {
    /// Handles a signal.
    ///
    /// # Errors
    /// The signal could not be handled.
    fn signal(&self, details: &Value, resource: &Resource<'_, Self::Data>) -> Result<Signalled, Failure>;
}

/// What a signal did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Signalled {
    /// The signal was handled: Heat describes it by its details.
    #[default]
    Handled,
    /// The signal was handled: the event shows `Signal: ` and this text.
    Described(String),
    /// The signal needed nothing to be done, so there is no event.
    NothingToDo,
}

/// Cancels what is polled, for a timeout, or because the user cancels or deletes.
///
/// Without it, Heat waits for a while (`error_wait_time`, 240 s) in which a handler may still finish, and then stops polling.
pub trait Cancel: LifeCycle {
    /// The handlers of which it can cancel what they left pending.
    const HANDLERS: &'static [Handler];

    /// Cancels it. There are no further polls.
    ///
    /// # Errors
    /// It could not be cancelled; this is logged.
    fn cancel(
        &self,
        handler: Handler,
        pending: &mut Self::Pending,
        resource: &Resource<'_, Self::Data>,
    ) -> Result<(), Failure>;
}

/// Ends an update that still runs when a newer one is waiting.
pub trait Preempt: LifeCycle {
    /// Makes the running update come to an end, by means outside of Heat. It may run in another process, and cannot write to
    /// the resource.
    ///
    /// # Errors
    /// It could not; this is logged.
    fn preempt(&self, resource: &Resource<'_, Self::Data>) -> Result<(), Failure>;
}

/// Decides whether an update replaces the resource, beyond what the schema says.
pub trait NeedsReplace: LifeCycle {
    /// Whether a resource has to be replaced to have these properties.
    ///
    /// # Errors
    /// It cannot be decided: the update fails.
    fn needs_replace(
        &self,
        after: &Properties<Self::Values>,
        resource: &Resource<'_, Self::Data>,
    ) -> Result<bool, Failure> {
        let _ = (after, resource);
        Ok(false)
    }

    /// Whether a resource has to be replaced because its last action failed. True by default.
    ///
    /// # Errors
    /// It cannot be decided: the update fails.
    fn needs_replace_failed(&self, resource: &Resource<'_, Self::Data>) -> Result<bool, Failure> {
        let _ = resource;
        Ok(true)
    }

    /// Whether a resource has to be replaced because of the properties that differ.
    ///
    /// # Errors
    /// It cannot be decided: the update fails.
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

    /// Whether a resource has to be replaced because of what the template changes in it.
    ///
    /// # Errors
    /// It cannot be decided: the update fails.
    fn needs_replace_with_tmpl_diff(
        &self,
        changes: &TemplateChanges,
        resource: &Resource<'_, Self::Data>,
    ) -> Result<bool, Failure> {
        let _ = (changes, resource);
        Ok(false)
    }
}

/// Makes room for a replacement, for example by giving up an address, and takes it back.
pub trait PrepareForReplace: LifeCycle {
    /// Makes room.
    ///
    /// # Errors
    /// It could not: the update fails.
    fn prepare_for_replace(&self, resource: &Resource<'_, Self::Data>) -> Result<(), Failure>;

    /// Undoes this for a rollback. With `convergence`, it is called for the resource that replaced another; else for the old
    /// one.
    ///
    /// # Errors
    /// It could not: the rollback fails.
    fn restore_prev_rsrc(
        &self,
        convergence: bool,
        resource: &Resource<'_, Self::Data>,
    ) -> Result<(), Failure>;
}

/// Reads the properties that a resource really has, with which an update compares if the operator wants it
/// (`observe_on_update`), or the user (`converge`).
pub trait LiveState: LifeCycle {
    /// The properties as they are.
    ///
    /// # Errors
    /// They cannot be read, and what was stored is compared. What is [gone](Failure::gone) is replaced.
    fn live_state(
        &self,
        stored: &StoredProperties<Self::Values>,
        resource: &Resource<'_, Self::Data>,
    ) -> Result<Map, Failure>;
}

/// A resource as a snapshot has it.
#[derive(Debug, Clone, Copy)]
pub struct SnapshotData<'s>(pub(crate) &'s Value);

impl<'s> SnapshotData<'s> {
    /// The ID that it had.
    #[must_use]
    pub fn resource_id(&self) -> Option<&'s str> {
        self.0.get("resource_id")?.as_str()
    }

    /// What the plug-in had [kept](Resource::keep) with it.
    ///
    /// # Errors
    /// It cannot be read, for example because another version of the plug-in kept it.
    pub fn data<D: Kept>(&self) -> Result<Option<D>, Failure> {
        let Some(text) = self.data_value(DATA_KEY) else { return Ok(None) };
        read(text, "the snapshot").map(Some)
    }

    /// A single text of its resource data.
    #[must_use]
    pub fn data_value(&self, key: &str) -> Option<&'s str> {
        self.0.get("resource_data")?.get(key)?.as_str()
    }

    /// All that Heat stored in the snapshot.
    #[must_use]
    pub fn value(&self) -> &'s Value {
        self.0
    }
}

/// What is adopted.
#[derive(Debug, Clone, Copy)]
pub struct Adopted<'a>(pub(crate) &'a Value);

impl<'a> Adopted<'a> {
    /// The ID of what is adopted.
    #[must_use]
    pub fn resource_id(&self) -> Option<&'a str> {
        self.0.get("resource_id")?.as_str()
    }

    /// A single text of the resource data that it had in the stack from which it was abandoned.
    #[must_use]
    pub fn data_value(&self, key: &str) -> Option<&'a str> {
        self.0.get("resource_data")?.get(key)?.as_str()
    }

    /// The metadata that it had.
    #[must_use]
    pub fn metadata(&self) -> Option<&'a Value> {
        self.0.get("metadata")
    }

    /// All that Heat was given to adopt.
    #[must_use]
    pub fn value(&self) -> &'a Value {
        self.0
    }
}
