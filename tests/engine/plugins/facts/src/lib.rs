//! Types whose schemas say what types do in a stack, beyond the values of their properties: see `tests/engine/facts.py`.

mod hostile;

use heat_plugin::life_cycle::{Failure, Handled, LifeCycle, NotPolled, Progress, RequestContext, Resource};
use heat_plugin::{HeatResource, Value};
use hostile::Hostile;

/// Types that exist and have a value.
macro_rules! exists {
    ($($(#[$docs:meta])* $type:ident $module:ident = $schema:literal),+ $(,)?) => {
        $(
            $(#[$docs])*
            #[derive(HeatResource)]
            #[heat(schema = $schema)]
            pub(crate) struct $type;

            impl LifeCycle for $type {
                type Pending = NotPolled;
                type Data = ();

                fn create(&self, _: &$module::Properties, resource: &Resource<'_>) -> Handled<Self> {
                    resource.set_resource_id(resource.physical_resource_name().unwrap_or_default())?;
                    Ok(Progress::Done)
                }

                fn delete(&self, _: &$module::StoredProperties, _: &Resource<'_>) -> Handled<Self> {
                    Ok(Progress::Done)
                }

                fn attribute(&self, attribute: $module::Attribute, _: &Resource<'_>) -> Result<Value, Failure> {
                    match attribute {
                        $module::Attribute::Value => Ok("one".into()),
                        $module::Attribute::Show => Ok(Value::Null),
                    }
                }
            }
        )+
    };
}

exists! {
    /// A type with groups of properties.
    Grouped grouped = "schemas/My/Facts/Grouped.yaml",
    /// A type that ignores its properties.
    Ignoring ignoring = "schemas/My/Facts/Ignoring.yaml",
    /// A type that waits for others.
    Waiting waiting = "schemas/My/Facts/Waiting.yaml",
}

/// A type whose shared state cannot be created: its service is not configured.
#[derive(HeatResource)]
#[heat(schema = "schemas/My/Facts/Unconnected.yaml")]
pub(crate) struct Unconnected;

impl Unconnected {
    fn connect() -> Result<Self, Failure> {
        Err(Failure::failed("the address of the service is not set"))
    }
}

impl LifeCycle for Unconnected {
    type Pending = NotPolled;
    type Data = ();

    fn validate(&self, _: &unconnected::PlannedProperties, _: &Resource<'_>) -> Result<(), Failure> {
        Ok(())
    }

    fn create(&self, _: &unconnected::Properties, _: &Resource<'_>) -> Handled<Self> {
        Ok(Progress::Done)
    }

    fn delete(&self, _: &unconnected::StoredProperties, _: &Resource<'_>) -> Handled<Self> {
        Ok(Progress::Done)
    }
}

/// All types are available if the context while plug-ins are loaded is as it should be: it knows the configuration, and there is
/// nobody to act as.
fn is_available(_name: &str, context: &RequestContext<'_>) -> bool {
    let refused = context.token().err();
    refused.is_some_and(|failure| failure.exception() == "AuthorizationFailure")
        && context.facts().is_ok_and(|facts| facts.is_admin && facts.user_id.is_none())
}

heat_plugin_python::export!(
    facts,
    [Grouped, Ignoring, Waiting, Hostile, Unconnected = Unconnected::connect()],
    available: is_available,
);
