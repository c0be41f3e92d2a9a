//! Maps that also accept text.

use heat_model::value::Map;

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
    /// The map, if the value is a map.
    #[must_use]
    pub fn data(&self) -> Option<&T> {
        match self {
            Self::Text(_) => None,
            Self::Data(data) => Some(data),
        }
    }

    /// The text, if the value is text.
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
