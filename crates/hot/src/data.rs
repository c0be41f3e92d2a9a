//! Resolved values of template snippets: data that may contain values which are only known after deployment.

use std::borrow::Cow;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use heat_model::Value;
use indexmap::{IndexMap, IndexSet};

use crate::limits::NODE;
use crate::stand_in::{self, StandIn};

/// Data that may be known only in part.
///
/// Data without any unknown part are always [`Known`](Self::Known); a list or a map of the other variants contains something
/// unknown. Use [`Data::list`] and [`Data::map`] to create them.
#[derive(Debug, Clone, PartialEq)]
pub enum Data {
    /// Data without any unknown part.
    Known(Value),
    /// A list with at least one item that is not completely known.
    List(Vec<Data>),
    /// A map with at least one value that is not completely known.
    Map(IndexMap<String, Data>),
    /// A value of which only its shape and origin are known.
    Unknown(Unknown),
}

/// Description of a value that is only known after deployment.
#[derive(Debug, Clone, PartialEq)]
pub struct Unknown {
    /// Form that the value will have.
    pub shape: Shape,
    /// Source of the value, such as `attribute first_address of server`.
    pub origin: String,
    /// Identity of the value, if values are compared: two with the same identity are the same value. Only set together with
    /// [stand-ins](crate::stand_in).
    pub identity: Option<Identity>,
}

/// Identity of an unknown value.
#[derive(Clone, PartialEq, Eq)]
pub struct Identity {
    /// Hash of everything that the value depends on; the same in each run of the program.
    pub hash: u64,
    /// The deployment values that the value is computed from, without duplicates; if there are very many, only some of them.
    pub sources: Arc<[StandIn]>,
}

/// Maximum number of sources that are stored for a value.
const MAX_SOURCES: usize = 256;

impl Identity {
    /// The identity of a value that depends on these inputs and sources.
    pub(crate) fn new(of: &impl Hash, sources: impl IntoIterator<Item = StandIn>) -> Self {
        let mut hasher = DefaultHasher::new();
        of.hash(&mut hasher);
        Self::with_hash(hasher.finish(), sources)
    }

    pub(crate) fn with_hash(hash: u64, sources: impl IntoIterator<Item = StandIn>) -> Self {
        let sources: IndexSet<StandIn> = sources.into_iter().take(MAX_SOURCES).collect();
        Self { hash, sources: sources.into_iter().collect() }
    }

    /// The identity of a part of the value.
    pub(crate) fn part(&self, key: &Value) -> Self {
        let part = Self::new(&(self.hash, key.to_string()), []);
        Self { sources: Arc::clone(&self.sources), ..part }
    }
}

/// Leaves out the sources, which add no information, to keep the output short.
impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}", self.hash)
    }
}

/// Form that an unknown value will have.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Shape {
    /// A value of any form.
    Any,
    /// A string.
    Text,
    /// A number.
    Number,
    /// A boolean.
    Boolean,
    /// A list, with its length if that is known.
    List(Option<usize>),
    /// A map.
    Map,
    /// Either of two values, depending on an unknown condition. `None`: the item is left out.
    OneOf(Box<[Option<Data>; 2]>),
}

impl Data {
    /// The null value.
    pub const NULL: Self = Self::Known(Value::Null);

    /// Creates an unknown value of this shape.
    #[must_use]
    pub fn unknown(shape: Shape, origin: impl Into<String>) -> Self {
        Self::Unknown(Unknown { shape, origin: origin.into(), identity: None })
    }

    /// Creates a list of these items.
    #[must_use]
    pub fn list(items: Vec<Self>) -> Self {
        if items.iter().all(|item| matches!(item, Self::Known(_))) {
            return Self::Known(Value::List(items.into_iter().map(Self::known_value).collect()));
        }
        Self::List(items)
    }

    /// Creates a map of these entries.
    #[must_use]
    pub fn map(entries: IndexMap<String, Self>) -> Self {
        if entries.values().all(|value| matches!(value, Self::Known(_))) {
            let known = entries.into_iter().map(|(key, value)| (key, value.known_value()));
            return Self::Known(known.collect());
        }
        Self::Map(entries)
    }

    /// Creates a map of these entries. If a key occurs several times, the last value is used, at the position of the first.
    pub(crate) fn from_entries(entries: Vec<(String, Self)>) -> Self {
        if entries.iter().all(|(_, value)| matches!(value, Self::Known(_))) {
            let known = entries.into_iter().map(|(key, value)| (key, value.known_value()));
            return Self::Known(known.collect());
        }
        Self::map(entries.into_iter().collect())
    }

    /// The value, if it is completely known.
    #[must_use]
    pub fn as_known(&self) -> Option<&Value> {
        match self {
            Self::Known(value) => Some(value),
            _ => None,
        }
    }

    /// The value, if it is completely known.
    #[must_use]
    pub fn into_known(self) -> Option<Value> {
        match self {
            Self::Known(value) => Some(value),
            _ => None,
        }
    }

    /// The value of data that are completely known. Not an `Option`, so that collections know their size.
    fn known_value(self) -> Value {
        self.into_known().unwrap_or(Value::Null)
    }

    /// Returns whether nothing is known about the value itself. A list or a map with unknown parts is not unknown.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        matches!(self, Self::Unknown(_))
    }

    /// The items, if the data are a list.
    #[must_use]
    pub fn items(&self) -> Option<Vec<Cow<'_, Self>>> {
        match self {
            Self::Known(Value::List(items)) => {
                Some(items.iter().map(|item| Cow::Owned(Self::Known(item.clone()))).collect())
            }
            Self::List(items) => Some(items.iter().map(Cow::Borrowed).collect()),
            _ => None,
        }
    }

    /// The items, if the data are a list; otherwise the data.
    ///
    /// # Errors
    /// The data, unchanged.
    pub fn into_items(self) -> Result<Vec<Self>, Self> {
        match self {
            Self::Known(Value::List(items)) => Ok(items.into_iter().map(Self::Known).collect()),
            Self::List(items) => Ok(items),
            other => Err(other),
        }
    }

    /// The entries, if the data are a map; otherwise the data.
    ///
    /// # Errors
    /// The data, unchanged.
    pub fn into_entries(self) -> Result<IndexMap<String, Self>, Self> {
        match self {
            Self::Known(Value::Map(map)) => {
                Ok(map.into_inner().into_iter().map(|(key, value)| (key, Self::Known(value))).collect())
            }
            Self::Map(map) => Ok(map),
            other => Err(other),
        }
    }

    /// The value of a key, if the data are a map that contains the key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<Cow<'_, Self>> {
        match self {
            Self::Known(Value::Map(map)) => map.get(key).map(|value| Cow::Owned(Self::Known(value.clone()))),
            Self::Map(map) => map.get(key).map(Cow::Borrowed),
            _ => None,
        }
    }

    /// Calls a function with each deployment value that the data contain or are computed from.
    pub fn each_stand_in(&self, found: &mut impl FnMut(StandIn)) {
        match self {
            Self::Known(value) => stand_in::each_in(value, found),
            Self::List(items) => items.iter().for_each(|item| item.each_stand_in(found)),
            Self::Map(map) => map.values().for_each(|value| value.each_stand_in(found)),
            Self::Unknown(Unknown { shape, identity, .. }) => {
                if let Shape::OneOf(branches) = shape {
                    branches.iter().flatten().for_each(|branch| branch.each_stand_in(found));
                }
                identity.iter().flat_map(|identity| identity.sources.iter()).cloned().for_each(found);
            }
        }
    }

    /// Approximate size in memory, in bytes.
    pub(crate) fn weight(&self) -> usize {
        fn of_value(value: &Value) -> usize {
            NODE + match value {
                Value::String(text) => text.len(),
                Value::List(items) => items.iter().map(of_value).sum(),
                Value::Map(map) => map.iter().map(|(key, value)| key.len() + of_value(value)).sum(),
                _ => 0,
            }
        }
        match self {
            Self::Known(value) => of_value(value),
            Self::List(items) => NODE + items.iter().map(Self::weight).sum::<usize>(),
            Self::Map(map) => NODE + map.iter().map(|(key, value)| key.len() + value.weight()).sum::<usize>(),
            Self::Unknown(Unknown { shape: Shape::OneOf(branches), .. }) => {
                NODE + branches.iter().flatten().map(Self::weight).sum::<usize>()
            }
            Self::Unknown(unknown) => NODE + unknown.origin.len(),
        }
    }

    /// Returns whether the value is true for Python; `None` if that is unknown.
    #[must_use]
    pub fn is_truthy(&self) -> Option<bool> {
        match self {
            Self::Known(value) => Some(value.is_truthy()),
            // They contain something unknown, so they are not empty.
            Self::List(_) | Self::Map(_) => Some(true),
            Self::Unknown(_) => None,
        }
    }

    /// Equality as Python defines it; `None` if that is unknown, as it is for an unknown value, and for different values with a
    /// [stand-in](crate::stand_in) in them.
    #[must_use]
    pub fn python_eq(&self, other: &Self) -> Option<bool> {
        if let (Self::Known(left), Self::Known(right)) = (self, other) {
            let is_equal = left.python_eq(right);
            return (is_equal || !(stand_in::is_in(left) || stand_in::is_in(right))).then_some(is_equal);
        }
        let all = |mut equal: Box<dyn Iterator<Item = Option<bool>> + '_>| {
            equal.try_fold(Some(true), |all, one| match one {
                Some(false) => Err(()),
                Some(true) => Ok(all),
                None => Ok(None),
            })
        };
        if let (Some(left), Some(right)) = (self.items(), other.items()) {
            if left.len() != right.len() {
                return Some(false);
            }
            let pairs = left.iter().zip(&right).map(|(left, right)| left.python_eq(right));
            return all(Box::new(pairs)).unwrap_or(Some(false));
        }
        if let (Ok(left), Ok(right)) = (self.clone().into_entries(), other.clone().into_entries()) {
            if left.len() != right.len() {
                return Some(false);
            }
            let pairs = left
                .iter()
                .map(|(key, left)| right.get(key).map_or(Some(false), |right| left.python_eq(right)));
            return all(Box::new(pairs)).unwrap_or(Some(false));
        }
        match (self, other) {
            (Self::Unknown(_), _) | (_, Self::Unknown(_)) => None,
            _ => Some(false),
        }
    }
}

/// Data in which each unknown value is replaced with a marker: a map with `$unknown`, which names the source of the value, or
/// with `$one_of`, which lists the possible values.
///
/// ```
/// use heat_hot::data::{Data, Shape, marked};
/// let id = Data::unknown(Shape::Text, "ID of server");
/// assert_eq!(marked(&Data::list(vec![1.into(), id])).to_string(), r#"[1, {"$unknown": "ID of server"}]"#);
/// ```
#[must_use]
pub fn marked(data: &Data) -> Value {
    let mark = |key: &str, value: Value| [(key.to_owned(), value)].into_iter().collect();
    match data {
        Data::Known(value) => value.clone(),
        Data::List(items) => Value::List(items.iter().map(marked).collect()),
        Data::Map(map) => map.iter().map(|(key, value)| (key.clone(), marked(value))).collect(),
        Data::Unknown(Unknown { shape: Shape::OneOf(branches), .. }) => {
            let branches = branches.iter().flatten().map(marked).collect();
            mark("$one_of", Value::List(branches))
        }
        Data::Unknown(unknown) => mark("$unknown", Value::from(unknown.origin.as_str())),
    }
}

/// Data for a message, with markers for unknown values.
pub(crate) fn data_value(data: &Data) -> Value {
    match data {
        Data::Known(value) => value.clone(),
        Data::List(items) => Value::List(items.iter().map(data_value).collect()),
        Data::Map(map) => map.iter().map(|(key, value)| (key.clone(), data_value(value))).collect(),
        Data::Unknown(unknown) => Value::from(format!("<{}>", unknown.origin)),
    }
}

/// Python's `str()` of the data, for a message.
pub(crate) fn data_text(data: &Data) -> String {
    heat_model::python::str_of(&data_value(data))
}

impl<T: Into<Value>> From<T> for Data {
    fn from(value: T) -> Self {
        Self::Known(value.into())
    }
}

#[cfg(test)]
mod tests {
    use heat_model::value;

    use super::*;

    #[test]
    fn what_is_wholly_known_is_a_value() {
        let unknown = Data::unknown(Shape::Any, "test");
        assert_eq!(Data::list(vec![1.into(), "a".into()]), Data::Known(value!([1, "a"])));
        assert_eq!(Data::list(vec![1.into(), unknown.clone()]), Data::List(vec![1.into(), unknown]));
    }

    #[test]
    fn data_are_compared_as_far_as_they_are_known() {
        fn check(left: &Data, right: &Data, expect: Option<bool>) {
            assert_eq!(left.python_eq(right), expect, "{left:?} {right:?}");
            assert_eq!(right.python_eq(left), expect, "{right:?} {left:?}");
        }
        let unknown = || Data::unknown(Shape::Any, "test");
        check(&1.into(), &Data::Known(value!(1.0)), Some(true));
        check(&1.into(), &unknown(), None);
        check(&Data::list(vec![1.into(), unknown()]), &Data::Known(value!([1, 2])), None);
        check(&Data::list(vec![1.into(), unknown()]), &Data::Known(value!([2, 2])), Some(false));
        check(&Data::list(vec![1.into(), unknown()]), &Data::Known(value!([1])), Some(false));
        check(&Data::list(vec![unknown()]), &Data::Known(value!({})), Some(false));
    }

    #[test]
    fn maps_are_compared_as_far_as_they_are_known() {
        fn check(left: &[(&str, Data)], right: &[(&str, Data)], expect: Option<bool>) {
            let map = |entries: &[(&str, Data)]| {
                Data::map(entries.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect())
            };
            let (left, right) = (map(left), map(right));
            assert_eq!(left.python_eq(&right), expect, "{left:?} {right:?}");
            assert_eq!(right.python_eq(&left), expect, "{right:?} {left:?}");
        }
        let unknown = || Data::unknown(Shape::Any, "test");
        check(&[("a", unknown())], &[("a", 1.into())], None);
        check(&[("a", unknown())], &[("b", 1.into())], Some(false));
        check(&[("a", unknown())], &[("a", 1.into()), ("b", 1.into())], Some(false));
        check(&[("a", unknown()), ("b", 1.into())], &[("b", 1.into()), ("a", 2.into())], None);
        check(&[("a", unknown()), ("b", 1.into())], &[("b", 2.into()), ("a", 2.into())], Some(false));
        let data = Data::map([("a".to_owned(), unknown())].into_iter().collect());
        assert_eq!(data.python_eq(&Data::list(vec![unknown()])), Some(false));
        assert_eq!(data.python_eq(&1.into()), Some(false));
        assert_eq!(data.python_eq(&unknown()), None);
    }

    #[test]
    fn a_text_that_stands_for_another_may_equal_any() {
        let id = StandIn { stack: vec![], value: stand_in::DeploymentValue::Id("a".into()) }.to_text();
        let check = |left: Data, right: Data, expect: Option<bool>| {
            assert_eq!(left.python_eq(&right), expect, "{left:?} {right:?}");
            assert_eq!(right.python_eq(&left), expect, "{right:?} {left:?}");
        };
        let id = || Data::from(id.as_str());
        check(id(), id(), Some(true));
        check(id(), "b".into(), None);
        check(Data::list(vec![id(), 1.into()]), Data::list(vec!["b".into(), 1.into()]), None);
        check("a".into(), "b".into(), Some(false));
    }

    #[test]
    fn each_part_has_its_weight() {
        fn check(data: &Data, parts: usize, letters: usize) {
            assert_eq!(data.weight(), parts * NODE + letters, "{data:?}");
        }
        let unknown = || Data::unknown(Shape::Any, "test");
        check(&"abc".into(), 1, 3);
        check(&Data::Known(value!([1, {"key": "abc"}])), 4, 6);
        check(&unknown(), 1, 4);
        check(&Data::list(vec![unknown(), "abc".into()]), 3, 7);
        check(&Data::map([("key".to_owned(), unknown())].into_iter().collect()), 2, 7);
        let branches = Shape::OneOf(Box::new([Some("abc".into()), None]));
        check(&Data::unknown(branches, "a condition"), 2, 3);
    }
}
