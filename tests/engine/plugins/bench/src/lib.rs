//! Types that do nothing, to measure what the bridge costs: see `tests/engine/bench.py`.

use heat_plugin::HeatResource;
use heat_plugin::life_cycle::{Check, Handled, LifeCycle, NotPolled, Progress, Resource};

/// Types whose handlers do nothing.
macro_rules! does_nothing {
    ($($(#[$docs:meta])* $type:ident $module:ident = $schema:literal),+ $(,)?) => {
        $(
            $(#[$docs])*
            #[derive(HeatResource)]
            #[heat(schema = $schema)]
            pub(crate) struct $type;

            impl LifeCycle for $type {
                type Pending = NotPolled;
                type Data = ();

                fn create(&self, _: &$module::Properties, _: &Resource<'_>) -> Handled<Self> {
                    Ok(Progress::Done)
                }

                fn delete(&self, _: &$module::StoredProperties, _: &Resource<'_>) -> Handled<Self> {
                    Ok(Progress::Done)
                }
            }
        )+
    };
}

does_nothing! {
    /// A type without properties.
    Empty empty = "schemas/My/Bench/RustEmpty.yaml",
    /// A type whose check reads its properties.
    Reads reads = "schemas/My/Bench/RustReads.yaml",
}

impl Check for Reads {
    fn check(&self, properties: &reads::StoredProperties, _: &Resource<'_>) -> Handled<Self> {
        let texts = [&properties.text_0, &properties.text_1, &properties.text_2, &properties.text_3];
        let read = texts.iter().filter(|text| text.known().is_some()).count();
        assert_eq!(read, texts.len(), "the properties have their types");
        Ok(Progress::Done)
    }
}

#[cfg(not(feature = "fifty"))]
heat_plugin_python::export!(bench, [Empty, Reads]);

#[cfg(feature = "fifty")]
mod fifty;
