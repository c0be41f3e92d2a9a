//! The driver of one resource in a test.

use std::sync::Arc;

use heat_model::Value;

use super::fault::Faults;
use super::machine::{Interruptions, Machine, Parts, ServiceRequest, Stop, locked};
use super::{Breakpoint, Definition, Exception, Fault, Part, Seen, Settings, Step};
use crate::engine::ResourceClass;

/// A resource in a stack of its own, driven as by Heat, with a virtual clock. See [the module](super).
pub struct Resource {
    machine: Machine,
    faults: Faults,
    next: Interruptions,
    then: Interruptions,
    addressed: Option<usize>,
}

impl std::fmt::Debug for Resource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Resource")
            .field("classes", &self.machine.classes)
            .field("seen", &self.seen())
            .finish_non_exhaustive()
    }
}

impl Resource {
    /// Creates a driver for a resource of this class, which does not exist yet, in Heat's default engine.
    #[must_use]
    pub fn new(class: ResourceClass) -> Self {
        Self::with_settings(class, Settings::default())
    }

    /// Creates a driver with other settings.
    #[must_use]
    pub fn with_settings(class: ResourceClass, settings: Settings) -> Self {
        let faults = Faults::default();
        let mut machine = Machine::new(class, settings);
        machine.observer = Some(Arc::new(faults.clone()));
        let none = Interruptions::default();
        Self { machine, faults, next: none, then: none, addressed: None }
    }

    /// Adds the resource to the stack's template, without creating it. [`create`](Self::create) does both.
    pub fn define(&mut self, definition: impl Into<Definition>) {
        let definition = definition.into().compared(&self.machine.current_type());
        self.machine.define(definition);
    }

    /// Creates the resource: the action `CREATE`.
    pub fn create(&mut self, definition: impl Into<Definition>) -> Step {
        self.define(definition);
        self.create_defined()
    }

    /// Creates the resource that the template [defines](Self::define).
    pub fn create_defined(&mut self) -> Step {
        self.ask(ServiceRequest::Create)
    }

    /// Updates the stack to a template with this definition. In Heat's default engine, an update that replaces the resource
    /// creates another one; [`clean_up`](Self::clean_up) deletes the old one then.
    pub fn update(&mut self, definition: impl Into<Definition>) -> Step {
        let definition = definition.into().compared(&self.machine.current_type());
        self.ask(ServiceRequest::Update(definition))
    }

    /// Updates the stack to a template in which the resource has another type: it is replaced, unless the schema of its own
    /// type names the new one as its `substitute_class`. Then it continues with the new class. Later updates keep the type.
    pub fn update_type(&mut self, class: ResourceClass, definition: impl Into<Definition>) -> Step {
        let resource_type = self.machine.add_class(class);
        self.ask(ServiceRequest::Update(definition.into().compared(&resource_type)))
    }

    /// Rolls the stack back to the definition before the last one. After a replacement, the old resource is in the template
    /// again, and [`clean_up`](Self::clean_up) deletes the new one.
    pub fn rollback(&mut self) -> Step {
        self.ask(ServiceRequest::Rollback)
    }

    /// Deletes all resources that are no longer in the template, as Heat does at the end of an update.
    pub fn clean_up(&mut self) -> Step {
        let numbers = match self.addressed {
            Some(number) => number..number + 1,
            None => 0..self.machine.rows.len(),
        };
        let mut parts = Vec::new();
        for number in numbers {
            self.addressed = Some(number);
            parts.extend(self.ask(ServiceRequest::CleanUp).parts);
        }
        Step { parts }
    }

    /// Deletes the resource: the action `DELETE`.
    pub fn delete(&mut self) -> Step {
        self.ask(ServiceRequest::Delete)
    }

    /// Suspends the resource.
    pub fn suspend(&mut self) -> Step {
        self.ask(ServiceRequest::Suspend)
    }

    /// Resumes the resource.
    pub fn resume(&mut self) -> Step {
        self.ask(ServiceRequest::Resume)
    }

    /// Checks the resource.
    pub fn check(&mut self) -> Step {
        self.ask(ServiceRequest::Check)
    }

    /// Takes a snapshot. Snapshots are numbered from 0.
    pub fn snapshot(&mut self) -> Step {
        self.ask(ServiceRequest::Snapshot)
    }

    /// Adopts an existing resource: `existing` is the output of `openstack stack abandon` for a resource, with `resource_id`
    /// and perhaps `resource_data` and `metadata`.
    pub fn adopt(&mut self, definition: impl Into<Definition>, existing: Value) -> Step {
        self.define(definition);
        self.adopt_defined(existing)
    }

    /// Adopts an existing resource as the one that the template [defines](Self::define).
    pub fn adopt_defined(&mut self, existing: Value) -> Step {
        self.ask(ServiceRequest::Adopt(existing))
    }

    /// Restores a snapshot: an update to its definition, which the class may change first.
    pub fn restore(&mut self, snapshot: usize) -> Step {
        let restored = match self.machine.snapshots.get(snapshot).cloned() {
            Some(snapshot) => self.machine.restored(&snapshot),
            None => return self.immediate(|_| Ok(())),
        };
        match restored {
            Ok(definition) => self.ask(ServiceRequest::Restore(definition)),
            Err(raised) => self.immediate(|_| Err(raised.into())),
        }
    }

    /// Deletes a snapshot. No state changes.
    pub fn delete_snapshot(&mut self, snapshot: usize) -> Step {
        let asked = std::mem::take(&mut self.next);
        self.immediate(|machine| match machine.snapshots.get(snapshot).cloned() {
            Some(snapshot) => machine.delete_snapshot(&snapshot, asked),
            None => Ok(()),
        })
    }

    /// Clears a breakpoint at which the resource waits, by a signal.
    pub fn clear_breakpoint(&mut self, breakpoint: Breakpoint) -> Step {
        self.signal(&breakpoint.signal())
    }

    /// Sends a signal. No state changes.
    pub fn signal(&mut self, details: &Value) -> Step {
        self.immediate(|machine| Ok(machine.loaded()?.signal(details)?))
    }

    /// Replaces the metadata, as users can through Heat's API.
    pub fn set_metadata(&mut self, metadata: &Value) -> Step {
        self.immediate(|machine| Ok(machine.set_metadata(metadata)?))
    }

    /// Replaces the properties in Heat's database, for example with those that another version of the schema stored.
    pub fn store_properties(&mut self, properties: &Value) -> Step {
        self.immediate(|machine| {
            machine.store_properties(properties);
            Ok(())
        })
    }

    /// Validates the template: `unknown` contains the properties whose values depend on resources that do not exist yet.
    ///
    /// # Errors
    /// Heat would refuse the template.
    pub fn validate(&mut self, definition: impl Into<Definition>, unknown: &[&str]) -> Result<(), Exception> {
        self.define(definition);
        self.validate_defined(unknown)
    }

    /// Validates the current definition of the resource.
    ///
    /// # Errors
    /// Heat would refuse the template.
    pub fn validate_defined(&mut self, unknown: &[&str]) -> Result<(), Exception> {
        let unknown: Vec<String> = unknown.iter().map(|name| (*name).to_owned()).collect();
        let validated = self.machine.loaded().and_then(|mut live| live.validate(&unknown));
        validated.map_err(|raised| Exception::from_raised(&raised))
    }

    /// The value of an attribute.
    ///
    /// # Errors
    /// The attribute cannot be read.
    pub fn attribute(&mut self, name: &str) -> Result<Value, Exception> {
        let values = self.attributes(&[(name, &[])]);
        values.into_iter().next().unwrap_or(Ok(Value::Null))
    }

    /// The values of several attributes, or of parts of them, as one request reads them: cacheable attributes are read once.
    pub fn attributes(&mut self, paths: &[(&str, &[Value])]) -> Vec<Result<Value, Exception>> {
        self.read_attributes(paths, false)
    }

    /// Like [`attributes`](Self::attributes), but also stores cacheable attributes, as Heat does when it shows the outputs of
    /// a stack.
    pub fn attributes_stored(&mut self, paths: &[(&str, &[Value])]) -> Vec<Result<Value, Exception>> {
        self.read_attributes(paths, true)
    }

    fn read_attributes(&mut self, paths: &[(&str, &[Value])], stores: bool) -> Vec<Result<Value, Exception>> {
        let mut live = match self.machine.loaded() {
            Ok(live) => live,
            Err(raised) => return vec![Err(Exception::from_raised(&raised))],
        };
        let values = paths
            .iter()
            .map(|(name, path)| live.attribute(name, path).map_err(|raised| Exception::from_raised(&raised)));
        let values = values.collect();
        if stores {
            live.store_attributes();
        }
        values
    }

    /// The reference ID: the value of `get_resource` in other resources.
    ///
    /// # Errors
    /// The reference ID cannot be determined.
    pub fn reference_id(&mut self) -> Result<String, Exception> {
        let found = self.machine.loaded().and_then(|live| live.reference_id());
        found.map_err(|raised| Exception::from_raised(&raised))
    }

    /// The physical name of the resource. `None` before it is created.
    ///
    /// # Errors
    /// The resource is no longer in the template.
    pub fn physical_resource_name(&mut self) -> Result<Option<String>, Exception> {
        use crate::engine::Host as _;
        let live = self.machine.loaded().map_err(|raised| Exception::from_raised(&raised))?;
        Ok(live.host().facts().physical_resource_name.clone())
    }

    /// The resource in Heat's database now: the newest one, if it was replaced.
    #[must_use]
    pub fn seen(&self) -> Option<Seen> {
        Seen::from_row(&locked(self.machine.rows.last()?))
    }

    /// The seconds since the test began.
    #[must_use]
    pub fn now(&self) -> f64 {
        self.machine.now
    }

    /// The definition of the resource in the stack's current template.
    #[must_use]
    pub fn definition(&self) -> Option<Definition> {
        self.machine.templates.get(self.machine.current).cloned().flatten().map(Definition::from_compared)
    }

    /// Injects a fault.
    pub fn inject(&mut self, fault: Fault) -> &mut Self {
        self.faults.add(fault);
        self
    }

    /// Makes the stack time out this many seconds after the next event begins.
    pub fn timeout_after(&mut self, seconds: f64) -> &mut Self {
        self.next.timeout = Some(seconds);
        self
    }

    /// Makes the user cancel this many seconds after the next event begins.
    pub fn cancel_after(&mut self, seconds: f64) -> &mut Self {
        self.next.cancel_at = Some(seconds);
        self
    }

    /// Makes the process die this many seconds after the next event begins: with 0, between a handler and its first poll.
    /// Another process handles the event after it.
    pub fn dies_after(&mut self, seconds: f64) -> &mut Self {
        self.next.dies_at = Some(seconds);
        self
    }

    /// Makes the creation of a replacement in the next event time out after this many seconds.
    pub fn replacement_times_out_after(&mut self, seconds: f64) -> &mut Self {
        self.then.timeout = Some(seconds);
        self
    }

    /// Directs the next event at the resource with this number, instead of the newest; 0 is the first one.
    pub fn of(&mut self, number: usize) -> &mut Self {
        self.addressed = Some(number);
        self
    }

    /// Makes another process act on the resource, this many seconds after the next event begins.
    pub fn meanwhile(
        &mut self,
        seconds: f64,
        others: impl FnOnce(&mut Elsewhere<'_>) + 'static,
    ) -> &mut Self {
        self.next.meanwhile_at = Some(seconds);
        self.machine.meanwhile =
            Some(Box::new(|machine| machine.elsewhere(|machine| others(&mut Elsewhere { machine }))));
        self
    }

    fn ask(&mut self, asked: ServiceRequest) -> Step {
        let (next, then) = (std::mem::take(&mut self.next), std::mem::take(&mut self.then));
        let of = self.addressed.take();
        step(self.machine.ask(asked, of, next, then))
    }

    fn immediate(&mut self, run: impl FnOnce(&mut Machine) -> Result<(), Stop>) -> Step {
        immediate(&mut self.machine, run)
    }
}

/// Another process, which acts while an engine works on the resource.
pub struct Elsewhere<'m> {
    machine: &'m mut Machine,
}

impl std::fmt::Debug for Elsewhere<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Elsewhere").field("classes", &self.machine.classes).finish_non_exhaustive()
    }
}

impl Elsewhere<'_> {
    /// Updates the stack to a template with this definition.
    pub fn update(&mut self, definition: impl Into<Definition>) -> Step {
        let definition = definition.into().compared(&self.machine.current_type());
        self.ask(ServiceRequest::Update(definition))
    }

    /// Deletes the stack.
    pub fn delete(&mut self) -> Step {
        self.ask(ServiceRequest::Delete)
    }

    /// Clears a breakpoint at which the resource waits, by a signal.
    pub fn clear_breakpoint(&mut self, breakpoint: Breakpoint) -> Step {
        self.signal(&breakpoint.signal())
    }

    /// Sends a signal.
    pub fn signal(&mut self, details: &Value) -> Step {
        immediate(self.machine, |machine| Ok(machine.loaded()?.signal(details)?))
    }

    /// The value of an attribute.
    ///
    /// # Errors
    /// The attribute cannot be read.
    pub fn attribute(&mut self, name: &str) -> Result<Value, Exception> {
        let value = self.machine.loaded().and_then(|mut live| live.attribute(name, &[]));
        value.map_err(|raised| Exception::from_raised(&raised))
    }

    fn ask(&mut self, asked: ServiceRequest) -> Step {
        let none = Interruptions::default();
        step(self.machine.ask(asked, None, none, none))
    }
}

fn step(parts: Vec<super::machine::Part>) -> Step {
    Step { parts: parts.into_iter().map(Part::from_machine).collect() }
}

/// Runs an event that sets no state.
fn immediate(machine: &mut Machine, run: impl FnOnce(&mut Machine) -> Result<(), Stop>) -> Step {
    let mut parts = Parts::begin(machine);
    let ended = run(machine);
    parts.finish(machine, machine.newest(), ended);
    step(parts.finished)
}
