//! The tree that reading a text produces: every key and value with its span.

use std::sync::OnceLock;

use crate::Span;

/// A value with its position in the text.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// Span of the value, without tag and anchor; for an alias, the span of the value that it names. The span of a block mapping
    /// or sequence covers its entries.
    pub span: Span,
    /// The value.
    pub value: Value,
}

/// A value, resolved as by PyYAML's safe loader, except for timestamps, which stay strings as in Heat.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `null`, `~` or nothing.
    Null,
    /// `true`, `yes`, `on` and their opposites.
    Bool(bool),
    /// An integer within 64 bits.
    Integer(i64),
    /// An integer beyond 64 bits: its canonical decimal digits, with `-` if it is negative.
    BigInteger(String),
    /// A float, possibly infinite or NaN.
    Float(f64),
    /// A string.
    String(String),
    /// The decoded bytes of a `!!binary` value.
    Binary(Vec<u8>),
    /// A list.
    Sequence(Vec<Node>),
    /// A map, in source order.
    Mapping(Mapping),
    /// The items of a `!!set`, each once, in source order.
    Set(Vec<Node>),
}

impl Value {
    /// The kind of value, for messages: `a string`, `a map`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Integer(_) | Self::BigInteger(_) => "an integer",
            Self::Float(_) => "a number",
            Self::String(_) => "a string",
            Self::Binary(_) => "binary data",
            Self::Sequence(_) => "a list",
            Self::Mapping(_) => "a map",
            Self::Set(_) => "a set",
        }
    }
}

/// A key and its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The key. Any scalar or collection can be a key, but schemas and templates expect strings.
    pub key: Node,
    /// The value.
    pub value: Node,
}

/// The entries of a map, in source order, each key once.
#[derive(Debug, Clone, Default)]
pub struct Mapping {
    pub(crate) entries: Vec<Entry>,
    /// For a large map, the indexes of the entries with string keys, sorted by key: built on the first look-up.
    by_key: Option<Box<OnceLock<Box<[usize]>>>>,
}

/// The maximum number of entries that are searched linearly.
const MAX_LINEAR: usize = 16;

impl Mapping {
    /// Creates a map from entries with distinct keys.
    #[must_use]
    pub(crate) fn new(entries: Vec<Entry>) -> Self {
        let by_key = (entries.len() > MAX_LINEAR).then(Box::default);
        Self { entries, by_key }
    }

    /// Entries, in source order.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Iterates over the entries, in source order.
    pub fn iter(&self) -> std::slice::Iter<'_, Entry> {
        self.entries.iter()
    }

    /// Number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the entry whose key is the string `key`.
    #[must_use]
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        let Some(by_key) = &self.by_key else {
            return self.entries.iter().find(|entry| entry.key.as_str() == Some(key));
        };
        let by_key = by_key.get_or_init(|| self.sorted());
        let at = by_key.binary_search_by(|index| self.key_at(*index).cmp(&Some(key))).ok()?;
        self.entries.get(by_key[at])
    }

    fn sorted(&self) -> Box<[usize]> {
        let mut by_key: Vec<usize> =
            (0..self.entries.len()).filter(|index| self.key_at(*index).is_some()).collect();
        by_key.sort_unstable_by_key(|index| self.key_at(*index));
        by_key.into()
    }

    fn key_at(&self, index: usize) -> Option<&str> {
        self.entries.get(index)?.key.as_str()
    }

    /// Returns the value of the string key `key`.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.value)
    }
}

impl PartialEq for Mapping {
    fn eq(&self, other: &Self) -> bool {
        self.entries == other.entries
    }
}

/// Collects entries that were taken from other maps. Their keys have to be distinct.
impl FromIterator<Entry> for Mapping {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Self {
        Self::new(entries.into_iter().collect())
    }
}

impl<'a> IntoIterator for &'a Mapping {
    type Item = &'a Entry;
    type IntoIter = std::slice::Iter<'a, Entry>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Node {
    /// Returns whether the node is null.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.value == Value::Null
    }

    /// Returns the boolean if the value is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self.value {
            Value::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the integer if the value is one and fits in 64 bits.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match self.value {
            Value::Integer(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the string if the value is one.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match &self.value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the entries if the value is a map.
    #[must_use]
    pub fn as_mapping(&self) -> Option<&Mapping> {
        match &self.value {
            Value::Mapping(mapping) => Some(mapping),
            _ => None,
        }
    }

    /// Returns the items if the value is a list.
    #[must_use]
    pub fn as_sequence(&self) -> Option<&[Node]> {
        match &self.value {
            Value::Sequence(items) => Some(items),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_in_maps_of_any_size() {
        let node = |value: Value| Node { span: Span::default(), value };
        for size in [0, 1, MAX_LINEAR, MAX_LINEAR + 1, 1000] {
            let entry = |number: usize| {
                // Not in the order of the keys, and with other kinds of keys in between.
                let name = Value::String(format!("k{}", size - number));
                let key = if number.is_multiple_of(3) { Value::Sequence(vec![node(name)]) } else { name };
                Entry { key: node(key), value: node(Value::String(number.to_string())) }
            };
            let mapping = Mapping::new((0..size).map(entry).collect());
            for number in 0..size {
                let expect = (!number.is_multiple_of(3)).then(|| number.to_string());
                let found = mapping.get(&format!("k{}", size - number)).and_then(Node::as_str);
                assert_eq!(found.map(str::to_owned), expect, "{number} of {size}");
            }
            assert_eq!(mapping.get("k"), None);
            assert_eq!(mapping.get("0"), None);
        }
    }

    #[test]
    fn mappings_are_equal_by_their_entries() {
        let mapping = |value: &str| {
            let node = |text: &str| Node { span: Span::default(), value: Value::String(text.to_owned()) };
            Mapping::new(vec![Entry { key: node("key"), value: node(value) }])
        };
        assert_eq!(mapping("a"), mapping("a"));
        assert_ne!(mapping("a"), mapping("b"));
        assert_ne!(mapping("a"), Mapping::new(Vec::new()));
    }
}
