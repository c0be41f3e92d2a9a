//! A type that does on request what resources do.

use std::fs::OpenOptions;
use std::io::Write;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use heat_plugin::engine::Handler;
use heat_plugin::life_cycle::{
    Adopt, Adopted, Cancel, Check, CheckComplete, Completion, Failure, FailureKind, Handled, LifeCycle,
    NeedsReplace, PerProcess, Planned, PrepareForReplace, Progress, Resource, Restore, Resume, Signal,
    Signalled, Snapshot, SnapshotData, SnapshotDelete, State, Suspend, Update,
};
use heat_plugin::value::Map;
use heat_plugin::{HeatResource, Value};

use self::probe::{
    Attribute, Faults, FaultsAction, FaultsKind, PlannedProperties, Properties, Property, Region,
    StoredProperties, Updatable,
};

/// `My::Custom::Probe`
#[derive(HeatResource)]
#[heat(schema = "schemas/My/Custom/Probe.yaml")]
pub(crate) struct Probe;

/// Number of handled actions, shared by all resources of a process.
static HANDLED: PerProcess<AtomicI64> = PerProcess::new(|| Ok(AtomicI64::new(0)));

/// An action that is polled.
pub(crate) struct Polled {
    action: FaultsAction,
    poll: i64,
    asked: Asked,
}

/// Behaviour that the properties request.
struct Asked {
    polls: i64,
    journal: String,
    faults: Vec<Faults>,
}

impl From<&Properties> for Asked {
    fn from(properties: &Properties) -> Self {
        let (polls, journal) = (properties.polls, properties.journal.clone());
        Self { polls, journal, faults: properties.faults.clone() }
    }
}

impl From<&StoredProperties> for Asked {
    fn from(properties: &StoredProperties) -> Self {
        Self {
            polls: properties.polls.known().copied().unwrap_or_default(),
            journal: properties.journal.known().cloned().unwrap_or_default(),
            faults: properties.faults.known().cloned().unwrap_or_default(),
        }
    }
}

impl Asked {
    /// Appends a line to the journal.
    fn write(&self, name: &str, line: &str) -> Result<(), Failure> {
        if !self.journal.is_empty() {
            let mut file = OpenOptions::new().append(true).create(true).open(&self.journal)?;
            writeln!(file, "{name}: {line}")?;
        }
        Ok(())
    }

    /// Does what goes wrong now, and returns whether the action never ends.
    fn fail(&self, action: FaultsAction, poll: i64) -> Result<bool, Failure> {
        for fault in self.faults.iter().filter(|fault| fault.action == action && fault.poll == poll) {
            happen(fault)?;
        }
        Ok(self.faults.iter().any(|fault| fault.action == action && fault.kind == FaultsKind::Never))
    }

    /// Begins an action.
    fn begin(self, action: FaultsAction, note: &str, name: &str) -> Result<Progress<Polled>, Failure> {
        HANDLED.get()?.fetch_add(1, Ordering::SeqCst);
        let note = if note.is_empty() { String::new() } else { format!(" ({note})") };
        self.write(name, &format!("{action}{note}"))?;
        self.fail(action, 0)?;
        Ok(Progress::poll(Polled { action, poll: 0, asked: self }))
    }
}

#[expect(clippy::panic, reason = "that is what is asked for")]
fn happen(fault: &Faults) -> Result<(), Failure> {
    let message = fault.message.clone();
    match fault.kind {
        FaultsKind::Error => Err(Failure::failed(message)),
        FaultsKind::InError => Err(Failure::in_error("ERROR", message)),
        FaultsKind::UnknownStatus => Err(Failure::unknown_status("ODD", message)),
        FaultsKind::Gone => Err(Failure::gone(format!("The Probe ({message}) could not be found."))),
        FaultsKind::Conflict => Err(Failure::exists(message)),
        FaultsKind::Replace => Err(Failure::replace()),
        FaultsKind::Panic => panic!("{message}"),
        FaultsKind::Never => Ok(()),
        FaultsKind::Block => {
            std::thread::sleep(Duration::from_secs_f64(fault.seconds.as_f64().max(0.0)));
            Ok(())
        }
    }
}

/// Treats a deletion as done if the resource is already gone.
fn gone_is_deleted<T>(deleted: Result<T, Failure>, done: T) -> Result<T, Failure> {
    match deleted {
        Err(failure) if failure.kind == FailureKind::Gone => Ok(done),
        other => other,
    }
}

impl CheckComplete<Probe> for Polled {
    fn check_complete(&mut self, _: &Probe, resource: &Resource<'_>) -> Result<Completion, Failure> {
        self.poll += 1;
        self.asked.write(resource.name(), &format!("{}, poll {}", self.action, self.poll))?;
        let never = self.asked.fail(self.action, self.poll);
        let polled = never.map(|never| Completion::done_if(!never && self.poll > self.asked.polls));
        if self.action == FaultsAction::Delete { gone_is_deleted(polled, Completion::Done) } else { polled }
    }
}

impl LifeCycle for Probe {
    type Pending = Polled;
    type Data = ();

    fn create(&self, properties: &Properties, resource: &Resource<'_>) -> Handled<Self> {
        resource.set_resource_id(resource.physical_resource_name().unwrap_or_default())?;
        resource.set_data_value("secret", &format!("hidden {}", properties.value), true)?;
        if let Some(zone) = &properties.zone {
            resource.set_data_value("zone", zone, false)?;
        }
        let started = Asked::from(properties).begin(FaultsAction::Create, "", resource.name())?;
        resource.set_data_value("value", &properties.value, false)?;
        Ok(started)
    }

    fn update(&self, update: &Update<'_, Self>, resource: &Resource<'_>) -> Handled<Self> {
        let mut names: Vec<&str> = update.changed.iter().map(|changed| changed.name()).collect();
        names.sort_unstable();
        let started =
            Asked::from(update.new).begin(FaultsAction::Update, &names.join(", "), resource.name())?;
        for changed in update.changed {
            match changed {
                Updatable::Value => resource.set_data_value("value", &update.new.value, false)?,
                Updatable::Tint
                | Updatable::Zone
                | Updatable::Polls
                | Updatable::Repairs
                | Updatable::Journal
                | Updatable::Faults => {}
            }
        }
        Ok(started)
    }

    fn delete(&self, properties: &StoredProperties, resource: &Resource<'_>) -> Handled<Self> {
        let started = Asked::from(properties).begin(FaultsAction::Delete, "", resource.name());
        gone_is_deleted(started, Progress::Done)
    }

    fn validate(&self, properties: &PlannedProperties, _: &Resource<'_>) -> Result<(), Failure> {
        match (&properties.region, &properties.size) {
            (Planned::Known(Region::South), Planned::Known(51..)) => {
                Err(Failure::invalid("There is no such size in the region south."))
            }
            _ => Ok(()),
        }
    }

    fn attribute(&self, attribute: Attribute, resource: &Resource<'_>) -> Result<Value, Failure> {
        let properties = StoredProperties::of(resource)?;
        Asked::from(&properties).fail(FaultsAction::Attribute, 0)?;
        Ok(match attribute {
            Attribute::Value => resource.data_value("value")?.into(),
            Attribute::Size => properties.size.to_value(),
            Attribute::Stored => {
                let stored = ["value", "snapshot", "zone"].map(|key| Ok((key, resource.data_value(key)?)));
                let stored = stored.into_iter().collect::<Result<Vec<_>, Failure>>()?;
                let stored =
                    stored.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?.into())));
                stored.collect()
            }
            Attribute::Process => Value::from(i64::from(std::process::id())),
            Attribute::Handled => Value::from(HANDLED.get()?.load(Ordering::SeqCst)),
            Attribute::Show => Value::Null,
        })
    }

    fn show(&self, resource: &Resource<'_>) -> Result<Option<Value>, Failure> {
        let size = StoredProperties::of(resource)?.size.to_value();
        let shown = [("id".to_owned(), resource.resource_id().into()), ("size".to_owned(), size)];
        Ok(Some(shown.into_iter().collect()))
    }
}

impl NeedsReplace for Probe {
    fn needs_replace_failed(&self, resource: &Resource<'_>) -> Result<bool, Failure> {
        let repairs = StoredProperties::of(resource)?.repairs == true;
        Ok(resource.resource_id().is_none() || !repairs)
    }

    fn needs_replace_with_prop_diff(
        &self,
        changed: &[Property],
        after: &Properties,
        _: &StoredProperties,
        _: &Resource<'_>,
    ) -> Result<bool, Failure> {
        Ok(changed.contains(&Property::Value) && after.value == "other")
    }
}

impl PrepareForReplace for Probe {
    fn prepare_for_replace(&self, resource: &Resource<'_>) -> Result<(), Failure> {
        Asked::from(&StoredProperties::of(resource)?).write(resource.name(), "prepared for its replacement")
    }

    fn restore_prev_rsrc(&self, _: bool, resource: &Resource<'_>) -> Result<(), Failure> {
        Asked::from(&StoredProperties::of(resource)?)
            .write(resource.name(), "the replaced resource is restored")
    }
}

impl Cancel for Probe {
    const HANDLERS: &'static [Handler] = &[Handler::Create, Handler::Update, Handler::Delete];

    fn cancel(&self, _: Handler, pending: &mut Polled, resource: &Resource<'_>) -> Result<(), Failure> {
        pending.asked.write(resource.name(), &format!("{} cancelled", pending.action))
    }
}

impl SnapshotDelete for Probe {
    fn snapshot_delete(
        &self,
        before: State,
        properties: &StoredProperties,
        resource: &Resource<'_>,
    ) -> Handled<Self> {
        let note = format!("with a snapshot, after {before}");
        Asked::from(properties).begin(FaultsAction::Delete, &note, resource.name())
    }
}

impl Suspend for Probe {
    fn suspend(&self, properties: &StoredProperties, resource: &Resource<'_>) -> Handled<Self> {
        Asked::from(properties).begin(FaultsAction::Suspend, "", resource.name())
    }
}

impl Resume for Probe {
    fn resume(&self, properties: &StoredProperties, resource: &Resource<'_>) -> Handled<Self> {
        Asked::from(properties).begin(FaultsAction::Resume, "", resource.name())
    }
}

impl Check for Probe {
    fn check(&self, properties: &StoredProperties, resource: &Resource<'_>) -> Handled<Self> {
        Asked::from(properties).begin(FaultsAction::Check, "", resource.name())
    }
}

impl Snapshot for Probe {
    fn snapshot(&self, properties: &StoredProperties, resource: &Resource<'_>) -> Handled<Self> {
        let started = Asked::from(properties).begin(FaultsAction::Snapshot, "", resource.name())?;
        let value = resource.data_value("value")?.unwrap_or_default();
        resource.set_data_value("snapshot", &value, false)?;
        Ok(started)
    }

    fn delete_snapshot(&self, snapshot: &SnapshotData<'_>, resource: &Resource<'_>) -> Handled<Self> {
        let note = snapshot.data_value("snapshot").unwrap_or_default();
        let properties = StoredProperties::of(resource)?;
        Asked::from(&properties).begin(FaultsAction::DeleteSnapshot, note, resource.name())
    }
}

impl Restore for Probe {
    fn restore(
        &self,
        mut properties: Map,
        snapshot: &SnapshotData<'_>,
        resource: &Resource<'_>,
    ) -> Result<Map, Failure> {
        Asked::from(&StoredProperties::of(resource)?).fail(FaultsAction::Restore, 0)?;
        let value = snapshot.data_value("snapshot").unwrap_or_default();
        properties.shift_remove("old_value");
        properties.insert("value".to_owned(), value.into());
        Ok(properties)
    }
}

impl Adopt for Probe {
    fn adopt(&self, existing: &Adopted<'_>, resource: &Resource<'_>) -> Handled<Self> {
        let id = existing.resource_id().unwrap_or_default();
        resource.set_resource_id(id)?;
        for key in ["value", "snapshot", "zone", "secret"] {
            if let Some(value) = existing.data_value(key) {
                resource.set_data_value(key, value, false)?;
            }
        }
        if let Some(metadata) = existing.metadata() {
            resource.set_metadata(metadata)?;
        }
        Asked::from(&StoredProperties::of(resource)?).begin(FaultsAction::Adopt, id, resource.name())
    }
}

impl Signal for Probe {
    fn signal(&self, details: &Value, resource: &Resource<'_>) -> Result<Signalled, Failure> {
        Asked::from(&StoredProperties::of(resource)?).begin(FaultsAction::Signal, "", resource.name())?;
        resource.set_metadata(&[("signal".to_owned(), details.clone())].into_iter().collect())?;
        let keys = details.as_map().map_or(0, |map| map.iter().count());
        Ok(Signalled::Described(format!("{keys} keys")))
    }
}
