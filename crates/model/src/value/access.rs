//! Access to a value: by its type, by key and by index.

use std::ops;

use super::{Integer, List, Map, Value};

impl Value {
    /// Returns whether the value is null.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The boolean, if it is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(flag) => Some(*flag),
            _ => None,
        }
    }

    /// The integer, if it is one, of any size.
    #[must_use]
    pub fn as_integer(&self) -> Option<&Integer> {
        match self {
            Self::Integer(integer) => Some(integer),
            _ => None,
        }
    }

    /// The integer, if it is one and fits in 64 bits.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        self.as_integer()?.as_i64()
    }

    /// The integer, if it is one, is not negative and fits in 64 bits.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        self.as_integer()?.as_u64()
    }

    /// The number, if it is one; for an integer, the nearest float.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Self::Integer(integer) => Some(integer.as_f64()),
            Self::Float(float) => Some(*float),
            _ => None,
        }
    }

    /// The items, if it is a list.
    #[must_use]
    pub fn as_list(&self) -> Option<&List> {
        match self {
            Self::List(items) => Some(items),
            _ => None,
        }
    }

    /// The mutable items, if it is a list. Other copies of the value are not affected.
    pub fn as_list_mut(&mut self) -> Option<&mut List> {
        match self {
            Self::List(items) => Some(items),
            _ => None,
        }
    }

    /// The value of a key, if it is a map that contains it; the item at an index, if it is a list that long.
    ///
    /// ```
    /// use heat_model::value;
    /// let server = value!({"networks": [{"port": 80}]});
    /// let port = server.get("networks").and_then(|networks| networks.get(0)?.get("port")?.as_i64());
    /// assert_eq!(port, Some(80));
    /// assert_eq!(server.get(0), None);
    /// ```
    #[must_use]
    pub fn get(&self, place: impl Place) -> Option<&Self> {
        place.find(self)
    }

    /// Like [`get`](Self::get), but mutable. Other copies of the value are not affected.
    pub fn get_mut(&mut self, place: impl Place) -> Option<&mut Self> {
        place.find_mut(self)
    }
}

/// The argument of [`Value::get`]: a key or an index.
pub trait Place: sealed::Sealed {
    #[doc(hidden)]
    fn find(self, value: &Value) -> Option<&Value>;

    #[doc(hidden)]
    fn find_mut(self, value: &mut Value) -> Option<&mut Value>;
}

mod sealed {
    pub trait Sealed {}

    impl Sealed for &str {}
    impl Sealed for &String {}
    impl Sealed for usize {}
}

impl Place for &str {
    fn find(self, value: &Value) -> Option<&Value> {
        value.as_map()?.get(self)
    }

    fn find_mut(self, value: &mut Value) -> Option<&mut Value> {
        value.as_map_mut()?.get_mut(self)
    }
}

impl Place for &String {
    fn find(self, value: &Value) -> Option<&Value> {
        Place::find(self.as_str(), value)
    }

    fn find_mut(self, value: &mut Value) -> Option<&mut Value> {
        Place::find_mut(self.as_str(), value)
    }
}

impl Place for usize {
    fn find(self, value: &Value) -> Option<&Value> {
        value.as_list()?.get(self)
    }

    fn find_mut(self, value: &mut Value) -> Option<&mut Value> {
        value.as_list_mut()?.get_mut(self)
    }
}

/// Returns null if there is no such key or item; [`get`](Value::get) distinguishes the two.
impl<P: Place> ops::Index<P> for Value {
    type Output = Self;

    fn index(&self, place: P) -> &Self {
        static NULL: Value = Value::Null;
        self.get(place).unwrap_or(&NULL)
    }
}

impl Map {
    /// An empty map.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl List {
    /// An empty list.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

#[cfg(test)]
mod tests {
    use crate::{Value, value};

    #[test]
    fn a_value_is_read_as_what_it_is_and_as_nothing_else() {
        let values =
            [value!(null), value!(true), value!(7), value!(1.5), value!("a"), value!([1]), value!({})];
        let read = |value: &Value| {
            [
                value.is_null(),
                value.as_bool().is_some(),
                value.as_i64().is_some(),
                value.as_f64().is_some(),
                value.as_str().is_some(),
                value.as_list().is_some(),
                value.as_map().is_some(),
            ]
        };
        for (at, value) in values.iter().enumerate() {
            let mut expect = [false; 7];
            expect[at] = true;
            // An integer is also a number.
            expect[3] |= at == 2;
            assert_eq!(read(value), expect, "{value}");
        }
    }

    #[test]
    fn integers_are_not_cut_off() {
        let large = value!(u64::MAX);
        assert_eq!((large.as_i64(), large.as_u64()), (None, Some(u64::MAX)));
        let small = value!(-1);
        assert_eq!((small.as_i64(), small.as_u64()), (Some(-1), None));
        assert_eq!(value!(u128::MAX).as_u64(), None);
    }

    #[test]
    fn missing_places_are_null() {
        let mut value = value!({"a": [1, {"b": null}]});
        assert_eq!(value["a"][0], value!(1));
        assert!(value["a"][2]["c"].is_null() && value["a"]["b"].is_null() && value[0].is_null());
        assert_eq!(value["a"][1].get("b"), Some(&Value::Null));
        assert_eq!(value["a"][1].get("c"), None);
        let copy = value.clone();
        *value.get_mut("a").and_then(|items| items.get_mut(0)).unwrap() = value!("x");
        assert_eq!((value["a"][0].as_str(), copy["a"][0].as_i64()), (Some("x"), Some(1)));
    }
}
