//! A plug-in that keeps real things: `My::Store::Bucket`, a bucket of a small HTTP service.
//!
//! [`client`] is what everybody would write who uses the service. The rest is the plug-in: what Heat wants, in terms of the
//! client. The tests run it without Heat, against the real service; `tests/engine/example.py` runs it in a real Heat.

pub mod client;

use heat_plugin::life_cycle::{
    Check, CheckComplete, Completion, Failure, FailureKind, Handled, LifeCycle, NeedsReplace, Progress,
    Resource, Restore, Snapshot, SnapshotData, Update,
};
use heat_plugin::value::Map;
use heat_plugin::{HeatResource, Value, value};
use serde::{Deserialize, Serialize};
use serde_json::json;

use self::bucket::{Attribute, Properties, Property, StoredProperties, Updatable};
use self::client::{BucketInfo, Client, Error};

/// `My::Store::Bucket`. The value is what all buckets of a process share.
#[derive(HeatResource, Debug)]
#[heat(schema = "schemas/My/Store/Bucket.yaml")]
pub struct Bucket {
    client: Client,
}

/// Data that the plug-in stores with a bucket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// The last snapshot.
    pub snapshot: String,
}

/// The bucket is building.
#[derive(Debug)]
pub struct Building {
    id: String,
}

/// Heat acts on some errors in a special way, so they have to be said in its terms.
fn in_heats_terms(error: Error) -> Failure {
    match error {
        Error::Refused(404, text) => Failure::gone(text),
        Error::Refused(409, text) => Failure::conflict(text),
        other => other.into(),
    }
}

impl Bucket {
    /// Buckets of a service.
    #[must_use]
    pub fn with_client(client: Client) -> Self {
        Self { client }
    }

    /// Buckets of the service that the environment names: called once in each worker of the engine, when it first needs it.
    ///
    /// # Errors
    /// The environment names none.
    pub fn from_environment() -> Result<Self, Failure> {
        let endpoint = std::env::var("STORE_ENDPOINT").map_err(|_| {
            Failure::failed("The environment variable STORE_ENDPOINT of the engine is not set.")
        })?;
        Ok(Self::with_client(Client::new(endpoint)))
    }

    fn shown(&self, resource: &Resource<'_, Kept>) -> Result<BucketInfo, Failure> {
        self.client.show(&resource.require_resource_id()?).map_err(in_heats_terms)
    }
}

impl CheckComplete<Bucket, Kept> for Building {
    fn check_complete(&mut self, plugin: &Bucket, _: &Resource<'_, Kept>) -> Result<Completion, Failure> {
        match plugin.client.show(&self.id).map_err(in_heats_terms)?.status.as_str() {
            "active" => Ok(Completion::Done),
            "building" => Ok(Completion::Pending),
            "error" => Err(Failure::in_error("error", "the store could not build the bucket")),
            other => Err(Failure::unknown_status(other, "the bucket was expected to be building")),
        }
    }
}

impl LifeCycle for Bucket {
    type Pending = Building;
    type Data = Kept;

    fn create(&self, properties: &Properties, resource: &Resource<'_, Kept>) -> Handled<Self> {
        let own = resource.physical_resource_name().unwrap_or_default();
        let name = properties.name.as_deref().unwrap_or(own);
        let id = self.client.create(name, properties.size, properties.public).map_err(in_heats_terms)?;
        resource.set_resource_id(&id)?;
        Ok(Progress::poll(Building { id }))
    }

    fn update(&self, update: &Update<'_, Self>, resource: &Resource<'_, Kept>) -> Handled<Self> {
        let mut changes = json!({});
        for changed in update.changed {
            match changed {
                Updatable::Size => changes["size"] = update.new.size.into(),
                Updatable::Public => changes["public"] = update.new.public.into(),
            }
        }
        if changes == json!({}) {
            return Ok(Progress::Done);
        }
        let id = resource.require_resource_id()?;
        self.client.change(&id, &changes).map_err(in_heats_terms)?;
        Ok(Progress::poll(Building { id }))
    }

    fn delete(&self, _: &StoredProperties, resource: &Resource<'_, Kept>) -> Handled<Self> {
        let Some(id) = resource.resource_id() else { return Ok(Progress::Done) };
        match self.client.delete(&id).map_err(in_heats_terms) {
            Err(failure) if failure.kind != FailureKind::Gone => Err(failure),
            _ => Ok(Progress::Done),
        }
    }

    fn attribute(&self, attribute: Attribute, resource: &Resource<'_, Kept>) -> Result<Value, Failure> {
        let Some(id) = resource.resource_id() else { return Ok(Value::Null) };
        Ok(match attribute {
            Attribute::Url => self.client.url(&id).into(),
            Attribute::Size => self.shown(resource)?.size.into(),
            Attribute::Show => {
                let BucketInfo { id, name, size, public, status } = self.shown(resource)?;
                value!({"id": (id), "name": (name), "size": (size), "public": (public), "status": (status)})
            }
        })
    }
}

/// A bucket cannot shrink.
impl NeedsReplace for Bucket {
    fn needs_replace_with_prop_diff(
        &self,
        changed: &[Property],
        after: &Properties,
        before: &StoredProperties,
        _: &Resource<'_, Kept>,
    ) -> Result<bool, Failure> {
        let shrinks = before.size.known().is_some_and(|size| after.size < *size);
        Ok(changed.contains(&Property::Size) && shrinks)
    }
}

impl Check for Bucket {
    fn check(&self, _: &StoredProperties, resource: &Resource<'_, Kept>) -> Handled<Self> {
        self.shown(resource).map(|_| Progress::Done)
    }
}

impl Snapshot for Bucket {
    fn snapshot(&self, _: &StoredProperties, resource: &Resource<'_, Kept>) -> Handled<Self> {
        let id = resource.require_resource_id()?;
        let snapshot = self.client.snapshot(&id).map_err(in_heats_terms)?;
        resource.keep(&Kept { snapshot })?;
        Ok(Progress::Done)
    }

    fn delete_snapshot(&self, snapshot: &SnapshotData<'_>, _: &Resource<'_, Kept>) -> Handled<Self> {
        let Some(Kept { snapshot }) = snapshot.data()? else { return Ok(Progress::Done) };
        match self.client.delete_snapshot(&snapshot).map_err(in_heats_terms) {
            Err(failure) if failure.kind != FailureKind::Gone => Err(failure),
            _ => Ok(Progress::Done),
        }
    }
}

/// A bucket is restored by an update to the properties that it had: the service keeps the files of a snapshot.
impl Restore for Bucket {
    fn restore(&self, properties: Map, _: &SnapshotData<'_>, _: &Resource<'_, Kept>) -> Result<Map, Failure> {
        Ok(properties)
    }
}

heat_plugin_python::export!(bucket, [Bucket = Bucket::from_environment()]);
