//! The class of a type that implements the life cycle: reads values into the plug-in's types and calls the plug-in.

use std::sync::Arc;

use heat_model::value::Map;
use heat_model::{ResourceType, Value};

use super::probe::{OnStored, Optional};
use super::{Call, Class, Handler, Hook, Host, PendingAction, Plan, ResourceClass, Started};
use crate::life_cycle::{
    CheckComplete, Completion, Failure, Handled, LifeCycle, PerProcess, PlannedProperties, Resource,
    Signalled, TemplateChanges, Update,
};
use crate::record::PropertyValues;
use crate::update::Updatable;
use crate::{HeatResource, Properties, Property, StoredProperties};

/// A resource type: its value in this process, and its optional functions.
struct Typed<R: LifeCycle> {
    instance: Instance<R>,
    optional: Arc<Optional<R>>,
}

/// The value of a type: created in each process when it is first needed, or an existing one.
enum Instance<R> {
    Made(PerProcess<R>),
    Given(Arc<R>),
}

impl<R> Instance<R> {
    fn get(&self) -> Result<Arc<R>, Failure> {
        match self {
            Self::Made(made) => made.get(),
            Self::Given(given) => Ok(Arc::clone(given)),
        }
    }
}

type Values<R> = <R as HeatResource>::Values;

fn stored<R: LifeCycle>(properties: &Value) -> Result<StoredProperties<Values<R>>, Failure> {
    StoredProperties::from_translated(properties).map_err(|error| Failure::unreadable(&error))
}

fn new<R: LifeCycle>(properties: &Value) -> Result<Properties<Values<R>>, Failure> {
    Properties::from_translated(properties).map_err(|error| Failure::unreadable(&error))
}

fn resource<R: LifeCycle>(host: &dyn Host) -> Resource<'_, R::Data> {
    Resource::new(host, R::REDACTS_DATA)
}

/// The properties with these names that can be updated in place.
fn updatable<R: LifeCycle>(names: &[String]) -> Vec<<Values<R> as PropertyValues>::Updatable> {
    let all = <Values<R> as PropertyValues>::Updatable::ALL.iter().copied();
    all.filter(|updatable| names.contains(&updatable.to_string())).collect()
}

/// The failure of a call that the class does not define, which is a bug in the engine.
fn undefined(hook: Hook) -> Failure {
    Failure::not_supported(format!("{hook:?}"))
}

impl ResourceClass {
    /// Creates the class of a type whose value is created when it is first needed in a process.
    #[doc(hidden)]
    #[must_use]
    pub fn of_type<R: LifeCycle>(make: fn() -> Result<R, Failure>, optional: Optional<R>) -> Self {
        Self::from_class(Typed::new(Instance::Made(PerProcess::new(make)), optional))
    }

    /// Creates the class of a type with an existing value.
    #[doc(hidden)]
    #[must_use]
    pub fn of_instance<R: LifeCycle>(instance: R, optional: Optional<R>) -> Self {
        Self::from_class(Typed::new(Instance::Given(Arc::new(instance)), optional))
    }
}

impl<R: LifeCycle> Typed<R> {
    fn new(instance: Instance<R>, optional: Optional<R>) -> Self {
        Self { instance, optional: Arc::new(optional) }
    }

    fn started(&self, plugin: Arc<R>, handled: Handled<R>) -> Result<Started, Failure> {
        let optional = Arc::clone(&self.optional);
        handled.map(|progress| {
            progress.map(|pending| -> Box<dyn PendingAction> {
                Box::new(TypedPending { pending, plugin, optional })
            })
        })
    }
}

/// A pending action, with the plug-in that polls it.
struct TypedPending<R: LifeCycle> {
    pending: R::Pending,
    plugin: Arc<R>,
    optional: Arc<Optional<R>>,
}

impl<R: LifeCycle> PendingAction for TypedPending<R> {
    fn check_complete(&mut self, host: &dyn Host) -> Result<Completion, Failure> {
        self.pending.check_complete(&self.plugin, &resource::<R>(host))
    }

    fn cancel(&mut self, handler: Handler, host: &dyn Host) -> Result<(), Failure> {
        let Some(functions) = &self.optional.cancel else { return Err(undefined(Hook::Cancel(handler))) };
        (functions.cancel)(&self.plugin, handler, &mut self.pending, &resource::<R>(host))
    }
}

impl<R: LifeCycle> Typed<R> {
    fn call(&self, plugin: &R, call: Call<'_>, resource: &Resource<'_, R::Data>) -> Handled<R> {
        let optional = &*self.optional;
        let on_stored = |function: Option<OnStored<R>>, properties: &Value| {
            let function = function.ok_or_else(|| undefined(Hook::Handle(call.handler())))?;
            function(plugin, &stored::<R>(properties)?, resource)
        };
        let no_such = || undefined(Hook::Handle(call.handler()));
        match call {
            Call::Create { properties } => plugin.create(&new::<R>(properties)?, resource),
            Call::Update { before, after, changed, template_changes } => {
                let (old, new) = (stored::<R>(before)?, new::<R>(after)?);
                let changed = updatable::<R>(changed);
                plugin.update(&Update { old: &old, new: &new, changed: &changed, template_changes }, resource)
            }
            Call::Delete { properties } => plugin.delete(&stored::<R>(properties)?, resource),
            Call::SnapshotDelete { before, properties } => {
                let function = optional.snapshot_delete.ok_or_else(no_such)?;
                function(plugin, before, &stored::<R>(properties)?, resource)
            }
            Call::Suspend { properties } => on_stored(optional.suspend, properties),
            Call::Resume { properties } => on_stored(optional.resume, properties),
            Call::Check { properties } => on_stored(optional.check, properties),
            Call::Snapshot { properties } => {
                on_stored(optional.snapshot.as_ref().map(|functions| functions.take), properties)
            }
            Call::DeleteSnapshot { snapshot } => {
                let functions = optional.snapshot.as_ref().ok_or_else(no_such)?;
                (functions.delete)(plugin, snapshot, resource)
            }
            Call::Adopt { existing } => {
                let function = optional.adopt.ok_or_else(no_such)?;
                function(plugin, existing, resource)
            }
        }
    }
}

impl<R: LifeCycle> Class for Typed<R> {
    fn schema(&self) -> &ResourceType {
        R::schema()
    }

    fn defines(&self, hook: Hook) -> bool {
        let optional = &*self.optional;
        match hook {
            Hook::Handle(handler) => match handler {
                Handler::Create | Handler::Update | Handler::Delete => true,
                Handler::SnapshotDelete => optional.snapshot_delete.is_some(),
                Handler::Suspend => optional.suspend.is_some(),
                Handler::Resume => optional.resume.is_some(),
                Handler::Check => optional.check.is_some(),
                Handler::Snapshot | Handler::DeleteSnapshot => optional.snapshot.is_some(),
                Handler::Adopt => optional.adopt.is_some(),
            },
            Hook::Cancel(handler) => {
                optional.cancel.as_ref().is_some_and(|functions| functions.handlers.contains(&handler))
            }
            Hook::Validate | Hook::Attribute | Hook::Show | Hook::ReferenceId => true,
            Hook::Restore => optional.restore.is_some(),
            Hook::Signal => optional.signal.is_some(),
            Hook::Preempt => optional.preempt.is_some(),
            Hook::NeedsReplace => optional.needs_replace.is_some(),
            Hook::PrepareForReplace => optional.prepare.is_some(),
            Hook::LiveState => optional.live_state.is_some(),
        }
    }

    fn handle(&self, call: Call<'_>, host: &dyn Host) -> Result<Started, Failure> {
        let plugin = self.instance.get()?;
        let handled = self.call(&plugin, call, &resource::<R>(host));
        self.started(plugin, handled)
    }

    fn validate(&self, plan: Plan<'_>, host: &dyn Host) -> Result<(), Failure> {
        plan.check_with(R::schema(), <Values<R> as PropertyValues>::schema().evaluator())?;
        let properties = PlannedProperties::of_map(plan.properties, &plan.unknown_names());
        self.instance.get()?.validate(&properties, &resource::<R>(host))
    }

    fn attribute(&self, name: &str, host: &dyn Host) -> Result<Value, Failure> {
        match name.parse() {
            Ok(attribute) => self.instance.get()?.attribute(attribute, &resource::<R>(host)),
            // A template may read any attribute: those that are not in the schema are null.
            Err(_) if R::schema().any_attribute => Ok(Value::Null),
            Err(unknown) => Err(unknown.into()),
        }
    }

    fn show(&self, host: &dyn Host) -> Result<Option<Value>, Failure> {
        self.instance.get()?.show(&resource::<R>(host))
    }

    fn reference_id(&self, host: &dyn Host) -> Result<Option<String>, Failure> {
        self.instance.get()?.reference_id(&resource::<R>(host))
    }

    fn restore(&self, properties: Map, snapshot: &Value, host: &dyn Host) -> Result<Map, Failure> {
        let function = self.optional.restore.ok_or_else(|| undefined(Hook::Restore))?;
        function(&*self.instance.get()?, properties, snapshot, &resource::<R>(host))
    }

    fn signal(&self, details: &Value, host: &dyn Host) -> Result<Signalled, Failure> {
        let function = self.optional.signal.ok_or_else(|| undefined(Hook::Signal))?;
        function(&*self.instance.get()?, details, &resource::<R>(host))
    }

    fn preempt(&self, host: &dyn Host) -> Result<(), Failure> {
        let function = self.optional.preempt.ok_or_else(|| undefined(Hook::Preempt))?;
        function(&*self.instance.get()?, &resource::<R>(host))
    }

    fn needs_replace(&self, after: &Value, host: &dyn Host) -> Result<bool, Failure> {
        let Some(functions) = &self.optional.needs_replace else { return Ok(false) };
        (functions.with_properties)(&*self.instance.get()?, &new::<R>(after)?, &resource::<R>(host))
    }

    fn needs_replace_failed(&self, host: &dyn Host) -> Result<bool, Failure> {
        let Some(functions) = &self.optional.needs_replace else { return Ok(true) };
        (functions.failed)(&*self.instance.get()?, &resource::<R>(host))
    }

    fn needs_replace_with_prop_diff(
        &self,
        changed: &[String],
        after: &Value,
        before: &Value,
        host: &dyn Host,
    ) -> Result<bool, Failure> {
        let Some(functions) = &self.optional.needs_replace else { return Ok(false) };
        let all = R::Property::ALL.iter();
        let changed: Vec<_> =
            all.filter(|property| changed.iter().any(|name| name == property.name())).copied().collect();
        let (after, before) = (new::<R>(after)?, stored::<R>(before)?);
        (functions.with_prop_diff)(&*self.instance.get()?, &changed, &after, &before, &resource::<R>(host))
    }

    fn needs_replace_with_tmpl_diff(
        &self,
        changes: &TemplateChanges,
        host: &dyn Host,
    ) -> Result<bool, Failure> {
        let Some(functions) = &self.optional.needs_replace else { return Ok(false) };
        (functions.with_tmpl_diff)(&*self.instance.get()?, changes, &resource::<R>(host))
    }

    fn prepare_for_replace(&self, host: &dyn Host) -> Result<(), Failure> {
        let Some(functions) = &self.optional.prepare else { return Ok(()) };
        (functions.prepare)(&*self.instance.get()?, &resource::<R>(host))
    }

    fn restore_prev_rsrc(&self, convergence: bool, host: &dyn Host) -> Result<(), Failure> {
        let Some(functions) = &self.optional.prepare else { return Ok(()) };
        (functions.undo)(&*self.instance.get()?, convergence, &resource::<R>(host))
    }

    fn live_state(&self, stored_properties: &Value, host: &dyn Host) -> Result<Map, Failure> {
        let function = self.optional.live_state.ok_or_else(|| undefined(Hook::LiveState))?;
        function(&*self.instance.get()?, &stored::<R>(stored_properties)?, &resource::<R>(host))
    }
}
