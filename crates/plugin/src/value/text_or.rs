//! Maps that also accept text.

use heat_model::Value;
use heat_model::evaluate::Resolved;
use heat_model::value::Map;

use crate::record::Field;
use crate::record::run::Run;

/// The value of a map with `allow_conversion`: Heat also accepts text for it, which is passed on unchanged,
/// and a list, which is converted to JSON. Both are [`Text`](Self::Text) here.
#[derive(Debug, Clone, PartialEq)]
pub enum TextOr<T> {
    /// Text, such as a document that the service reads; or a list, as its JSON text.
    Text(String),
    /// The map.
    Data(T),
}

impl<T> TextOr<T> {
    /// The map, if it is one.
    #[must_use]
    pub fn data(&self) -> Option<&T> {
        match self {
            Self::Text(_) => None,
            Self::Data(data) => Some(data),
        }
    }

    /// The text, if it is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Data(_) => None,
        }
    }
}

impl<T> From<&str> for TextOr<T> {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl<T> From<String> for TextOr<T> {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Map> for TextOr<Map> {
    fn from(map: Map) -> Self {
        Self::Data(map)
    }
}

impl<T: Field> Field for TextOr<T> {
    fn read(value: &mut Resolved, run: &mut Run) -> Self {
        match value {
            Resolved::Plain(Value::String(text)) => Self::Text(std::mem::take(text)),
            other => Self::Data(T::read(other, run)),
        }
    }

    fn check(value: &Resolved, run: &mut Run) {
        if !matches!(value, Resolved::Plain(Value::String(_))) {
            T::check(value, run);
        }
    }

    fn plain(value: Resolved) -> Value {
        T::plain(value)
    }

    fn to_value(&self) -> Value {
        match self {
            Self::Text(text) => Value::String(text.clone()),
            Self::Data(data) => data.to_value(),
        }
    }

    fn to_resolved(&self) -> Resolved {
        match self {
            Self::Text(text) => Resolved::Plain(Value::String(text.clone())),
            Self::Data(data) => data.to_resolved(),
        }
    }
}
