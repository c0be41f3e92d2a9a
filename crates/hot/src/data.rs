//! What a snippet of a template resolves to: data that may hold values which are only known after deployment.

use std::borrow::Cow;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use heat_model::Value;
use indexmap::{IndexMap, IndexSet};

use crate::limits::NODE;
use crate::stand_in::{self, StandIn};

/// Data, as far as it is known.
///
/// Whatever is wholly known is [`Known`](Self::Known): a list or a map of the other variants has something unknown in it. Use
/// [`Data::list`] and [`Data::map`] to make them.
#[derive(Debug, Clone, PartialEq)]
pub enum Data {
    /// Data without anything unknown in it.
    Known(Value),
    /// A list with at least one item that is not wholly known.
    List(Vec<Data>),
    /// A map with at least one value that is not wholly known.
    Map(IndexMap<String, Data>),
    /// A value of which only this is known.
    Unknown(Unknown),
}

/// What is known about a value that only a deployment has.
#[derive(Debug, Clone, PartialEq)]
pub struct Unknown {
    /// What the value will be.
    pub shape: Shape,
    /// Where the value comes from, such as `attribute first_address of server`.
    pub origin: String,
    /// Says which value it is, where that matters: two with the same identity are the same value. Only given together with
    /// [stand-ins](crate::stand_in).
    pub identity: Option<Identity>,
}

/// Which unknown value it is.
#[derive(Clone, PartialEq, Eq)]
pub struct Identity {
    /// A hash of all that the value depends on, which is the same in each run of the program.
    pub hash: u64,
    /// The values of the deployment that it is computed from, each once; of very many, some.
    pub sources: Arc<[StandIn]>,
}

/// The most sources of a value that are kept.
const MAX_SOURCES: usize = 256;

impl Identity {
    /// The identity of what depends on these.
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

/// Without the sources, which say nothing more: what is written in many places stays short.
impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}", self.hash)
    }
}

/// What an unknown value will be.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Shape {
    /// Anything.
    Any,
    /// A string.
    Text,
    /// A number.
    Number,
    /// A boolean.
    Boolean,
    /// A list, of this length where that is known.
    List(Option<usize>),
    /// A map.
    Map,
    /// One of two values, by an unknown condition. None: the item is left out.
    OneOf(Box<[Option<Data>; 2]>),
}

impl Data {
    /// Null.
    pub const NULL: Self = Self::Known(Value::Null);

    /// An unknown value of some shape.
    #[must_use]
    pub fn unknown(shape: Shape, origin: impl Into<String>) -> Self {
        Self::Unknown(Unknown { shape, origin: origin.into(), identity: None })
    }

    /// A list of these items.
    #[must_use]
    pub fn list(items: Vec<Self>) -> Self {
        if items.iter().all(|item| matches!(item, Self::Known(_))) {
            return Self::Known(Value::List(items.into_iter().map(Self::known_value).collect()));
        }
        Self::List(items)
    }

    /// A map of these entries.
    #[must_use]
    pub fn map(entries: IndexMap<String, Self>) -> Self {
        if entries.values().all(|value| matches!(value, Self::Known(_))) {
            let known = entries.into_iter().map(|(key, value)| (key, value.known_value()));
            return Self::Known(known.collect());
        }
        Self::Map(entries)
    }

    /// A map of these entries. Of several with the same key, the last one counts, at the place of the first.
    pub(crate) fn from_entries(entries: Vec<(String, Self)>) -> Self {
        if entries.iter().all(|(_, value)| matches!(value, Self::Known(_))) {
            let known = entries.into_iter().map(|(key, value)| (key, value.known_value()));
            return Self::Known(known.collect());
        }
        Self::map(entries.into_iter().collect())
    }

    /// The value, if it is wholly known.
    #[must_use]
    pub fn as_known(&self) -> Option<&Value> {
        match self {
            Self::Known(value) => Some(value),
            _ => None,
        }
    }

    /// The value, if it is wholly known.
    #[must_use]
    pub fn into_known(self) -> Option<Value> {
        match self {
            Self::Known(value) => Some(value),
            _ => None,
        }
    }

    /// The value of data that are wholly known. Not as an option: so collections know how many there are.
    fn known_value(self) -> Value {
        self.into_known().unwrap_or(Value::Null)
    }

    /// Whether nothing is known of the value itself; a list or a map with something unknown in it is known to be one.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        matches!(self, Self::Unknown(_))
    }

    /// The items, if it is a list.
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

    /// The items, if it is a list; itself if it is none.
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

    /// The entries, if it is a map; itself if it is none.
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

    /// The value of a key, if it is a map that has it.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<Cow<'_, Self>> {
        match self {
            Self::Known(Value::Map(map)) => map.get(key).map(|value| Cow::Owned(Self::Known(value.clone()))),
            Self::Map(map) => map.get(key).map(Cow::Borrowed),
            _ => None,
        }
    }

    /// Calls a function with each value of a deployment that the data have in them, or are computed from.
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

    /// About how much memory it takes.
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

    /// Whether Python takes it for true; none if that is unknown.
    #[must_use]
    pub fn is_truthy(&self) -> Option<bool> {
        match self {
            Self::Known(value) => Some(value.is_truthy()),
            // Something unknown is in them, so they are not empty.
            Self::List(_) | Self::Map(_) => Some(true),
            Self::Unknown(_) => None,
        }
    }

    /// Equality as Python has it; none if that is unknown, as it is of a text that [stands](crate::stand_in) for something else.
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

/// Data with a mark for whatever is unknown: a map with `$unknown`, which says where the value comes from, or with `$one_of`,
/// which lists what it can be.
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

/// Data for a message: what is unknown is shown as such.
pub(crate) fn data_value(data: &Data) -> Value {
    match data {
        Data::Known(value) => value.clone(),
        Data::List(items) => Value::List(items.iter().map(data_value).collect()),
        Data::Map(map) => map.iter().map(|(key, value)| (key.clone(), data_value(value))).collect(),
        Data::Unknown(unknown) => Value::from(format!("<{}>", unknown.origin)),
    }
}

/// What `str()` gives of data, for a message.
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
        let id = StandIn { stack: vec![], value: stand_in::StoodFor::Id("a".into()) }.to_text();
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
