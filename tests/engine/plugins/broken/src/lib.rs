//! A plug-in that panics while a Heat engine loads it.

use heat_plugin::HeatResource;
use heat_plugin::life_cycle::{Handled, LifeCycle, NotPolled, Progress, Resource};

/// `My::Broken::Broken`
#[derive(HeatResource)]
#[heat(schema = "schemas/My/Broken/Broken.yaml")]
struct Broken;

impl LifeCycle for Broken {
    type Pending = NotPolled;
    type Data = ();

    fn create(&self, _: &broken::Properties, _: &Resource<'_>) -> Handled<Self> {
        Ok(Progress::Done)
    }

    fn delete(&self, _: &broken::StoredProperties, _: &Resource<'_>) -> Handled<Self> {
        Ok(Progress::Done)
    }
}

heat_plugin_python::export!(broken, [Broken], available: is_available);

#[expect(clippy::panic, reason = "that is what this plug-in is for")]
fn is_available(_: &str) -> bool {
    panic!("broken on purpose")
}
