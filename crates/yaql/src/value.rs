//! Values that callers pass to an expression and receive from it.

use crate::int::Int;

/// A value of an expression or of its data.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Value {
    /// Null, the absence of a value.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// An integer of any size.
    Integer(Integer),
    /// A number with a fraction.
    Float(f64),
    /// A string.
    String(String),
    /// A list. Iterators, tuples and views of dictionaries become lists.
    List(Vec<Self>),
    /// A dictionary in order. Its keys are usually strings, but an expression can create others.
    Map(Vec<(Self, Self)>),
    /// A set, in no particular order.
    Set(Vec<Self>),
    /// An unknown value: operations that read it fail with [`ErrorClass::Undecided`](crate::ErrorClass::Undecided), operations
    /// that only pass it on succeed.
    Unknown,
    /// An object that is not data: a point in time, a span of time, a pattern, or a context.
    Object {
        /// Kind of the object.
        kind: ObjectKind,
        /// Python's `repr()` of the object.
        repr: String,
    },
}

/// Kind of an [`Object`](Value::Object).
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
    /// An omitted argument.
    NoValue,
    /// Any other object.
    Other,
}

/// An integer of any size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Integer(pub(crate) Int);

impl Integer {
    /// Returns the integer, if it fits into 64 bits.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        self.0.small()
    }

    /// Parses decimal digits with an optional sign.
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
    /// Creates a dictionary with strings as its keys.
    #[must_use]
    pub fn map<K: Into<String>>(entries: impl IntoIterator<Item = (K, Self)>) -> Self {
        Self::Map(entries.into_iter().map(|(key, value)| (Self::String(key.into()), value)).collect())
    }

    /// Returns the value of a key of a dictionary, if the key is a string.
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
