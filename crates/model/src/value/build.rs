//! Values from Rust types, and the [`value!`](crate::value!) macro.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use indexmap::IndexMap;

use super::{Integer, List, Map, Value};

/// Writes a [`Value`] in JSON syntax, with Rust expressions in it.
///
/// Everything that can be converted into a value can be used as one: strings, numbers, booleans, `Option`s,
/// lists, maps. A key is a string literal, a constant, or any expression in parentheses.
///
/// ```
/// use heat_model::value;
///
/// let (name, ports) = ("web", vec![80, 443]);
/// let server = value!({
///     "name": name,
///     "image": null,
///     "networks": [{"ports": ports, "public": true}],
///     (format!("{name}-count")): 1 + 1,
/// });
/// assert_eq!(
///     server.to_string(),
///     r#"{"name": "web", "image": null, "networks": [{"ports": [80, 443], "public": true}], "web-count": 2}"#,
/// );
/// ```
#[macro_export]
macro_rules! value {
    (@list [$($done:expr,)*]) => {
        $crate::Value::List(<$crate::value::List as ::std::convert::From<_>>::from(::std::vec![$($done),*]))
    };
    (@list [$($done:expr,)*] null $(, $($rest:tt)*)?) => {
        $crate::value!(@list [$($done,)* $crate::Value::Null,] $($($rest)*)?)
    };
    (@list [$($done:expr,)*] [$($inner:tt)*] $(, $($rest:tt)*)?) => {
        $crate::value!(@list [$($done,)* $crate::value!([$($inner)*]),] $($($rest)*)?)
    };
    (@list [$($done:expr,)*] {$($inner:tt)*} $(, $($rest:tt)*)?) => {
        $crate::value!(@list [$($done,)* $crate::value!({$($inner)*}),] $($($rest)*)?)
    };
    (@list [$($done:expr,)*] $next:expr $(, $($rest:tt)*)?) => {
        $crate::value!(@list [$($done,)* $crate::Value::from($next),] $($($rest)*)?)
    };
    (@map $map:ident) => {};
    (@map $map:ident $key:tt : null $(, $($rest:tt)*)?) => {
        $crate::value!(@entry $map $key $crate::Value::Null);
        $crate::value!(@map $map $($($rest)*)?);
    };
    (@map $map:ident $key:tt : [$($inner:tt)*] $(, $($rest:tt)*)?) => {
        $crate::value!(@entry $map $key $crate::value!([$($inner)*]));
        $crate::value!(@map $map $($($rest)*)?);
    };
    (@map $map:ident $key:tt : {$($inner:tt)*} $(, $($rest:tt)*)?) => {
        $crate::value!(@entry $map $key $crate::value!({$($inner)*}));
        $crate::value!(@map $map $($($rest)*)?);
    };
    (@map $map:ident $key:tt : $value:expr $(, $($rest:tt)*)?) => {
        $crate::value!(@entry $map $key $crate::Value::from($value));
        $crate::value!(@map $map $($($rest)*)?);
    };
    (@entry $map:ident ($key:expr) $value:expr) => {
        $map.insert(::std::string::String::from($key), $value);
    };
    (@entry $map:ident $key:tt $value:expr) => {
        $map.insert(::std::string::String::from($key), $value);
    };
    (null) => { $crate::Value::Null };
    ([$($items:tt)*]) => { $crate::value!(@list [] $($items)*) };
    ({}) => { $crate::Value::Map(<$crate::value::Map as ::std::default::Default>::default()) };
    ({$($entries:tt)*}) => {{
        let mut map = <$crate::value::Map as ::std::default::Default>::default();
        $crate::value!(@map map $($entries)*);
        $crate::Value::Map(map)
    }};
    ($value:expr) => { $crate::Value::from($value) };
}

macro_rules! from_integers {
    ($($type:ty)*) => {$(
        impl From<$type> for Value {
            fn from(integer: $type) -> Self {
                Self::Integer(integer.into())
            }
        }
    )*};
}

from_integers!(i8 i16 i32 i64 u8 u16 u32 u64 usize isize i128 u128);

macro_rules! from_each {
    ($($type:ty, $from:ident => $value:expr;)*) => {$(
        impl From<$type> for Value {
            fn from($from: $type) -> Self {
                $value
            }
        }
    )*};
}

from_each! {
    Integer, integer => Self::Integer(integer);
    f64, float => Self::Float(float);
    f32, float => Self::Float(float.into());
    bool, flag => Self::Bool(flag);
    &str, text => Self::String(text.to_owned());
    String, text => Self::String(text);
    &String, text => Self::String(text.clone());
    Cow<'_, str>, text => Self::String(text.into_owned());
    char, char => Self::String(char.into());
    &Self, value => value.clone();
    List, items => Self::List(items);
    Map, entries => Self::Map(entries);
    IndexMap<String, Self>, map => Self::Map(map.into());
}

/// Converts `None` to null.
impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl<T: Into<Self>> From<Vec<T>> for Value {
    fn from(items: Vec<T>) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Self>, const N: usize> From<[T; N]> for Value {
    fn from(items: [T; N]) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }
}

impl<T: Clone + Into<Self>> From<&[T]> for Value {
    fn from(items: &[T]) -> Self {
        Self::List(items.iter().cloned().map(Into::into).collect())
    }
}

impl<V: Into<Self>> From<BTreeMap<String, V>> for Value {
    fn from(map: BTreeMap<String, V>) -> Self {
        map.into_iter().map(|(key, value)| (key, value.into())).collect()
    }
}

/// Converts a hash map in the order of its keys, because a hash map has no order of its own.
impl<V: Into<Self>, S> From<HashMap<String, V, S>> for Value {
    fn from(map: HashMap<String, V, S>) -> Self {
        map.into_iter().collect::<BTreeMap<_, _>>().into()
    }
}

/// Collects items into a list.
impl FromIterator<Self> for Value {
    fn from_iter<I: IntoIterator<Item = Self>>(items: I) -> Self {
        Self::List(items.into_iter().collect())
    }
}

/// Collects entries into a map.
impl FromIterator<(String, Self)> for Value {
    fn from_iter<I: IntoIterator<Item = (String, Self)>>(entries: I) -> Self {
        Self::Map(entries.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(value: impl Into<Value>, expect: &str) {
        assert_eq!(value.into().to_string(), expect);
    }

    #[test]
    fn rusts_types_become_values() {
        check(7_u8, "7");
        check(-7_i16, "-7");
        check(u64::MAX, "18446744073709551615");
        check(i128::MIN, "-170141183460469231731687303715884105728");
        check(3_usize, "3");
        check(1.5_f32, "1.5");
        check('ä', "\"ä\"");
        check(Some("a"), "\"a\"");
        check(None::<i64>, "null");
        check(["a", "b"], r#"["a", "b"]"#);
        check(&[1, 2][..], "[1, 2]");
        check(vec![Some(true), None], "[true, null]");
        check(HashMap::from([("b".to_owned(), 1), ("a".to_owned(), 2)]), r#"{"a": 2, "b": 1}"#);
        assert_eq!(Integer::from(5_u64), Integer::from(5_i64));
        assert_eq!(
            Integer::from(u128::MAX),
            Integer::from_decimal("340282366920938463463374607431768211455").unwrap()
        );
    }

    #[test]
    fn values_are_collected() {
        assert_eq!((1..4).map(Value::from).collect::<Value>().to_string(), "[1, 2, 3]");
        let entries = [("a".to_owned(), Value::Null)];
        assert_eq!(entries.into_iter().collect::<Value>().to_string(), r#"{"a": null}"#);
    }

    #[test]
    fn the_macro_writes_what_json_does() {
        const KEY: &str = "key";
        let part = value!([1, [2, []], {"a": {}},]);
        let value = value!({"part": part, KEY: -1, "float": 1.5, ("a".to_owned() + "b"): [null, true, "x"],});
        assert_eq!(
            value.to_string(),
            r#"{"part": [1, [2, []], {"a": {}}], "key": -1, "float": 1.5, "ab": [null, true, "x"]}"#
        );
        assert_eq!(value!({}).to_string(), "{}");
        assert_eq!((value!(null), value!("a"), value!(2 * 3)), (Value::Null, "a".into(), 6.into()));
    }
}
