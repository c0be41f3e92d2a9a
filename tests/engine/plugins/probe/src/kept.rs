//! A type in three versions. The first two keep the same data in different forms, and neither can read what the other one kept. The
//! third one reads both.

use heat_plugin::life_cycle::{
    Check, Failure, Handled, Kept, LifeCycle, NeedsReplace, NotPolled, Progress, Resource, Restore, Resume,
    Snapshot, SnapshotData, Suspend, Update,
};
use heat_plugin::value::Map;
use heat_plugin::{HeatResource, Value};
use serde::{Deserialize, Serialize};

/// The form in which parts are kept.
trait Form: Kept + Sized {
    fn new(parts: i64) -> Self;
    fn count(self) -> i64;
}

/// The number of parts.
impl Form for i64 {
    fn new(parts: i64) -> Self {
        parts
    }

    fn count(self) -> i64 {
        self
    }
}

/// The names of the parts.
impl Form for Vec<String> {
    fn new(parts: i64) -> Self {
        (0..parts).map(|part| format!("part {part}")).collect()
    }

    fn count(self) -> i64 {
        i64::try_from(self.len()).unwrap_or(i64::MAX)
    }
}

/// The names of the parts, or, as it was kept before, their number.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum NamesOrNumber {
    Names(Vec<String>),
    Number(i64),
}

impl Form for NamesOrNumber {
    fn new(parts: i64) -> Self {
        Self::Names(Form::new(parts))
    }

    fn count(self) -> i64 {
        match self {
            Self::Names(names) => names.count(),
            Self::Number(number) => number,
        }
    }
}

/// The secret, and the parts.
type Data<F> = (String, F);

/// Returns the stored data; those of a resource whose creation failed may be missing.
fn kept<F>(resource: &Resource<'_, Data<F>>) -> Result<Option<Data<F>>, Failure>
where
    Data<F>: Kept,
{
    resource.data()
}

macro_rules! versions {
    ($($(#[$docs:meta])* $type:ident $module:ident keeps $form:ty),+ $(,)?) => {
        $(
            $(#[$docs])*
            #[derive(HeatResource)]
            #[heat(schema = "schemas/My/Custom/Kept.yaml")]
            pub(crate) struct $type;

            impl LifeCycle for $type {
                type Pending = NotPolled;
                type Data = Data<$form>;

                const REDACTS_DATA: bool = true;

                fn create(&self, properties: &$module::Properties, resource: &Resource<'_, Self::Data>) -> Handled<Self> {
                    resource.set_resource_id(resource.physical_resource_name().unwrap_or_default())?;
                    resource.keep(&(properties.secret.clone(), Form::new(properties.parts)))?;
                    Ok(Progress::Done)
                }

                fn update(&self, update: &Update<'_, Self>, resource: &Resource<'_, Self::Data>) -> Handled<Self> {
                    let secret = kept(resource)?.map_or_else(|| update.new.secret.clone(), |(secret, _)| secret);
                    resource.keep(&(secret, Form::new(update.new.parts)))?;
                    Ok(Progress::Done)
                }

                fn delete(&self, _: &$module::StoredProperties, resource: &Resource<'_, Self::Data>) -> Handled<Self> {
                    kept(resource).map(|_| Progress::Done)
                }

                fn attribute(&self, attribute: $module::Attribute, resource: &Resource<'_, Self::Data>) -> Result<Value, Failure> {
                    Ok(match attribute {
                        $module::Attribute::Parts => kept(resource)?.map(|(_, parts)| parts.count()).into(),
                        $module::Attribute::Show => Value::Null,
                    })
                }
            }

            impl NeedsReplace for $type {
                fn needs_replace_failed(&self, _: &Resource<'_, Self::Data>) -> Result<bool, Failure> {
                    Ok(false)
                }
            }

            impl Check for $type {
                fn check(&self, _: &$module::StoredProperties, resource: &Resource<'_, Self::Data>) -> Handled<Self> {
                    kept(resource).map(|_| Progress::Done)
                }
            }

            impl Suspend for $type {
                fn suspend(&self, _: &$module::StoredProperties, resource: &Resource<'_, Self::Data>) -> Handled<Self> {
                    kept(resource).map(|_| Progress::Done)
                }
            }

            impl Resume for $type {
                fn resume(&self, _: &$module::StoredProperties, resource: &Resource<'_, Self::Data>) -> Handled<Self> {
                    kept(resource).map(|_| Progress::Done)
                }
            }

            impl Snapshot for $type {
                fn snapshot(&self, _: &$module::StoredProperties, resource: &Resource<'_, Self::Data>) -> Handled<Self> {
                    kept(resource).map(|_| Progress::Done)
                }

                fn delete_snapshot(&self, snapshot: &SnapshotData<'_>, _: &Resource<'_, Self::Data>) -> Handled<Self> {
                    snapshot.data::<Self::Data>().map(|_| Progress::Done)
                }
            }

            impl Restore for $type {
                fn restore(
                    &self,
                    mut properties: Map,
                    snapshot: &SnapshotData<'_>,
                    _: &Resource<'_, Self::Data>,
                ) -> Result<Map, Failure> {
                    if let Some((_, parts)) = snapshot.data::<Self::Data>()? {
                        properties.insert("parts".to_owned(), parts.count().into());
                    }
                    Ok(properties)
                }
            }
        )+
    };
}

versions! {
    /// The version that keeps how many parts there are.
    First first keeps i64,
    /// The version that keeps their names.
    Second second keeps Vec<String>,
    /// The version that keeps their names, and reads what the first one kept.
    Third third keeps NamesOrNumber,
}
