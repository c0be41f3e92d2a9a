//! The data of builders: property data, not validated yet.

use heat_model::Value;
use heat_model::value::Map;

use super::Record;
use super::field::Field;
use super::sequence::Writer;

/// The argument of a setter for a map with members: the derived struct itself, or a builder of it, with which
/// members can be omitted.
///
/// ```
/// # use heat_plugin::HeatResource;
/// # #[derive(HeatResource)]
/// # #[heat(schema = "schemas/My/Custom/Token.yaml", builders)]
/// # pub struct Token;
/// use token::{Properties, Rules, RulesSet};
///
/// let rule = Rules::builder().set_(RulesSet::Digits); // implements IntoData<Rules>
/// let properties = Properties::builder().rules([rule]).build()?;
/// assert_eq!(properties.rules[0].at_least, 1);
/// # Ok::<(), heat_plugin::error::InvalidProperties>(())
/// ```
pub trait IntoData<T> {
    /// Converts the argument to property data.
    #[doc(hidden)]
    fn into_data(self) -> Data;
}

impl<T: Record> IntoData<T> for T {
    fn into_data(self) -> Data {
        Data(Some(Writer::data(&self)))
    }
}

/// Property data, in the order in which they were set. `None` means empty, because a map cannot be created in a constant.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Data(pub(crate) Option<Map>);

impl Data {
    /// Empty data.
    pub const EMPTY: Self = Self(None);

    /// The data that were set so far.
    #[must_use]
    pub fn to_value(&self) -> Value {
        self.clone().into_value()
    }

    fn into_value(self) -> Value {
        Value::from(self.0.unwrap_or_default())
    }

    fn insert(mut self, name: &str, value: Value) -> Self {
        self.0.get_or_insert_default().insert(name.to_owned(), value);
        self
    }
}

// The functions that setters call. They are free functions, because the compiler searches all traits for a
// method's name, once for each setter of two hundred types.

/// Sets a value.
#[must_use]
pub fn set<T: Field>(data: Data, name: &str, value: impl Into<T>) -> Data {
    data.insert(name, value.into().to_value())
}

/// Sets a list.
#[must_use]
pub fn set_items<T: Field>(data: Data, name: &str, items: impl IntoIterator<Item = impl Into<T>>) -> Data {
    let items = items.into_iter().map(|item| item.into().to_value()).collect();
    data.insert(name, Value::List(items))
}

/// Sets a map that has no schema.
#[must_use]
pub fn set_entries(
    data: Data,
    name: &str,
    entries: impl IntoIterator<Item = (impl Into<String>, impl Into<Value>)>,
) -> Data {
    let entries: Map = entries.into_iter().map(|(name, value)| (name.into(), value.into())).collect();
    data.insert(name, Value::from(entries))
}

/// Sets a map of members.
#[must_use]
pub fn set_record<T>(data: Data, name: &str, record: impl IntoData<T>) -> Data {
    data.insert(name, record.into_data().into_value())
}

/// Sets a list of maps of members.
#[must_use]
pub fn set_records<T>(data: Data, name: &str, records: impl IntoIterator<Item = impl IntoData<T>>) -> Data {
    let records = records.into_iter().map(|record| record.into_data().into_value()).collect();
    data.insert(name, Value::List(records))
}
