//! The values that callers give to an expression and get from it.

use crate::int::Int;

/// A value.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// No value.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Integer(Integer),
    /// A number with a fraction.
    Float(f64),
    /// A text.
    String(String),
    /// A list. Iterators, tuples and views of dictionaries become lists.
    List(Vec<Self>),
    /// A dictionary in order. Its keys are usually strings, but an expression can make others.
    Map(Vec<(Self, Self)>),
    /// A set, in no particular order.
    Set(Vec<Self>),
    /// A value that is not known: whatever looks at it fails with [`ErrorClass::Undecided`](crate::ErrorClass::Undecided),
    /// whatever only passes it on goes on.
    Unknown,
    /// Something that is not data: a point in time, a span of time, a pattern, or a context.
    Object {
        /// What the object is.
        kind: ObjectKind,
        /// Python's `repr()` of it.
        repr: String,
    },
}

/// What an [`Object`](Value::Object) is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ObjectKind {
    /// A point in time.
    DateTime,
    /// A span of time.
    TimeSpan,
    /// A regular expression.
    Pattern,
    /// A context: what `let` and `def` return.
    Context,
    /// An argument that was left out.
    NoValue,
    /// Anything else.
    Other,
}

/// A whole number of any size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Integer(pub(crate) Int);

impl Integer {
    /// The number, if it fits into 64 bits.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        self.0.small()
    }

    /// Reads decimal digits with an optional sign.
    #[must_use]
    pub fn parse(digits: &str) -> Option<Self> {
        Int::parse(digits).map(Self)
    }
}

impl From<i64> for Integer {
    fn from(number: i64) -> Self {
        Self(Int::Small(number))
    }
}

impl std::fmt::Display for Integer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl From<bool> for Value {
    fn from(bool: bool) -> Self {
        Self::Bool(bool)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Integer(number.into())
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Float(number)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::String(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::String(text)
    }
}

impl From<Vec<Self>> for Value {
    fn from(items: Vec<Self>) -> Self {
        Self::List(items)
    }
}

impl Value {
    /// A dictionary with strings as its keys.
    #[must_use]
    pub fn map<K: Into<String>>(entries: impl IntoIterator<Item = (K, Self)>) -> Self {
        Self::Map(entries.into_iter().map(|(key, value)| (Self::String(key.into()), value)).collect())
    }

    /// The value of a key of a dictionary, if the key is a string.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Map(entries) => entries
                .iter()
                .find(|(name, _)| matches!(name, Self::String(name) if name == key))
                .map(|(_, value)| value),
            _ => None,
        }
    }
}
