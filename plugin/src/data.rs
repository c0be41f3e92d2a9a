//! What builders gather: property data, not yet validated.

use heat_model::Value;

use crate::Map;
use crate::field::Field;
use crate::record::{Record, Writer};

/// What a setter takes for a map with members: the derived struct itself, or a builder of one, with which members can be
/// left out.
///
/// ```ignore
/// let rule = Rules::builder().set(RulesSet::Digits);      // implements Gives<Rules>
/// let properties = Properties::builder().rules([rule]).build()?;
/// ```
pub trait Gives<T> {
    /// The data.
    #[doc(hidden)]
    fn give(self) -> Data;
}

impl<T: Record> Gives<T> for T {
    fn give(self) -> Data {
        Data(Some(Writer::data(&self)))
    }
}

/// Property data, in the order in which it was given. None is none so far: a map cannot be made in a constant.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Data(pub(crate) Option<Map>);

impl Data {
    /// No data yet.
    pub const EMPTY: Self = Self(None);

    /// The data so far.
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

    /// With a value.
    #[must_use]
    pub fn put<T: Field>(self, name: &str, value: impl Into<T>) -> Self {
        self.insert(name, value.into().to_value())
    }

    /// With a list.
    #[must_use]
    pub fn items<T: Field>(self, name: &str, items: impl IntoIterator<Item = impl Into<T>>) -> Self {
        let items = items.into_iter().map(|item| item.into().to_value()).collect();
        self.insert(name, Value::List(items))
    }

    /// With a map that has no schema.
    #[must_use]
    pub fn entries(
        self,
        name: &str,
        entries: impl IntoIterator<Item = (impl Into<String>, impl Into<Value>)>,
    ) -> Self {
        let entries: Map = entries.into_iter().map(|(name, value)| (name.into(), value.into())).collect();
        self.insert(name, Value::from(entries))
    }

    /// With a map of members.
    #[must_use]
    pub fn record<T>(self, name: &str, record: impl Gives<T>) -> Self {
        self.insert(name, record.give().into_value())
    }

    /// With a list of maps of members.
    #[must_use]
    pub fn records<T>(self, name: &str, records: impl IntoIterator<Item = impl Gives<T>>) -> Self {
        let records = records.into_iter().map(|record| record.give().into_value()).collect();
        self.insert(name, Value::List(records))
    }
}
