//! The types of fields, and how they are read from resolved values and written back.
//!
//! Reading does not fail: the engine has ensured that values match the schema. If one does not, for example
//! because a resolver returned a number where the schema requires text, this is recorded in the [`Run`],
//! which makes the whole reading fail at the end.
//!
//! A plug-in's own types can reject a value, and have no placeholder for it. So they check all values first, with
//! [`Field::check`], and values are only read if none of them rejects any.

use heat_model::evaluate::Resolved;
use heat_model::validate::Step;
use heat_model::value::Map;
use heat_model::{Integer, Value};

use super::run::Run;
use crate::value::Number;

/// A type for a field of derived properties. All types that the derive uses implement it; implement it for a
/// type of your own to use that with `#[heat(with("path" = "crate::Type"))]`.
///
/// ```
/// use heat_plugin::Value;
/// use heat_plugin::record::Field;
///
/// #[derive(Debug, Clone, PartialEq)]
/// struct NetworkId(String);
///
/// impl Field for NetworkId {
///     fn from_value(value: Value) -> Result<Self, String> {
///         match value.as_str() {
///             Some(id) if id.len() == 36 => Ok(Self(id.to_owned())),
///             _ => Err(format!("expected the ID of a network, found {value}")),
///         }
///     }
///
///     fn to_value(&self) -> Value {
///         self.0.as_str().into()
///     }
/// }
/// ```
pub trait Field: Sized {
    /// Converts a value that satisfies the schema, or returns why it is invalid. It must accept what
    /// [`to_value`](Self::to_value) returns, and must give the same result each time.
    ///
    /// # Errors
    /// Why the value is invalid: an error of the property, with its path.
    fn from_value(value: Value) -> Result<Self, String> {
        let mut run = Run { is_strict: true, ..Run::default() };
        let read = Self::read(&mut Resolved::Plain(value), &mut run);
        match run.errors.first() {
            None => Ok(read),
            Some(error) => Err(error.to_string()),
        }
    }

    /// Converts the field to property data.
    fn to_value(&self) -> Value;

    /// Reads a value that the engine has resolved and that [`check`](Self::check) has accepted. The rest of the value is not
    /// used afterwards.
    #[doc(hidden)]
    fn read(value: &mut Resolved, _: &mut Run) -> Self {
        match Self::from_value(Self::plain(std::mem::replace(value, Resolved::NULL))) {
            Ok(read) => read,
            #[expect(clippy::panic, reason = "a bug in the plug-in's own type")]
            Err(why) => panic!("a type rejects a value that it accepted before, or that it created: {why}"),
        }
    }

    /// Records the reason if a type of the plug-in's own rejects a value. All other types are only read.
    #[doc(hidden)]
    fn check(value: &Resolved, run: &mut Run) {
        if let Err(why) = Self::from_value(Self::plain(value.clone())) {
            run.refuse(why);
        }
    }

    /// Converts a resolved value to property data, also if it does not have this type.
    #[doc(hidden)]
    #[must_use]
    fn plain(value: Resolved) -> Value {
        plain(value)
    }

    /// Converts the field to the form in which the engine resolves values.
    #[doc(hidden)]
    fn to_resolved(&self) -> Resolved {
        Resolved::Plain(self.to_value())
    }
}

impl Field for String {
    fn read(value: &mut Resolved, run: &mut Run) -> Self {
        match value {
            Resolved::Plain(Value::String(text)) => std::mem::take(text),
            other => run.misfit("a string", other),
        }
    }

    fn check(_: &Resolved, _: &mut Run) {}

    fn to_value(&self) -> Value {
        Value::String(self.clone())
    }
}

/// Integers of a fixed size, read as 64-bit integers, signed or unsigned.
macro_rules! integers {
    ($($type:ident by $read:ident,)*) => {$(
        impl Field for $type {
            fn read(value: &mut Resolved, run: &mut Run) -> Self {
                match value {
                    Resolved::Plain(Value::Integer(integer)) => {
                        match integer.$read().and_then(|wide| Self::try_from(wide).ok()) {
                            Some(fitting) => fitting,
                            None => run.misfit(&format!("an integer of {} to {}", Self::MIN, Self::MAX), value),
                        }
                    }
                    other => run.misfit("an integer", other),
                }
            }

            fn check(_: &Resolved, _: &mut Run) {}

            fn to_value(&self) -> Value {
                Value::Integer(Integer::from(*self))
            }
        }
    )*};
}

integers! {
    i8 by as_i64, i16 by as_i64, i32 by as_i64, i64 by as_i64, isize by as_i64,
    u8 by as_u64, u16 by as_u64, u32 by as_u64, u64 by as_u64, usize by as_u64,
}

impl Field for Integer {
    fn read(value: &mut Resolved, run: &mut Run) -> Self {
        match value {
            Resolved::Plain(Value::Integer(integer)) => integer.clone(),
            other => {
                let none: i64 = run.misfit("an integer", other);
                none.into()
            }
        }
    }

    fn check(_: &Resolved, _: &mut Run) {}

    fn to_value(&self) -> Value {
        Value::Integer(self.clone())
    }
}

/// Reads an integer as the nearest float.
impl Field for f64 {
    fn read(value: &mut Resolved, run: &mut Run) -> Self {
        Number::read(value, run).as_f64()
    }

    fn check(_: &Resolved, _: &mut Run) {}

    fn to_value(&self) -> Value {
        Value::Float(*self)
    }
}

impl Field for Number {
    fn read(value: &mut Resolved, run: &mut Run) -> Self {
        match value {
            Resolved::Plain(Value::Integer(integer)) => Self::Integer(integer.clone()),
            Resolved::Plain(Value::Float(float)) => Self::Float(*float),
            // Python's booleans are numbers, and Heat treats them as such.
            Resolved::Plain(Value::Bool(flag)) => Self::Integer(i64::from(*flag).into()),
            other => run.misfit("a number", other),
        }
    }

    fn check(_: &Resolved, _: &mut Run) {}

    fn to_value(&self) -> Value {
        self.clone().into()
    }
}

impl Field for bool {
    fn read(value: &mut Resolved, run: &mut Run) -> Self {
        match value {
            Resolved::Plain(Value::Bool(flag)) => *flag,
            other => run.misfit("true or false", other),
        }
    }

    fn check(_: &Resolved, _: &mut Run) {}

    fn to_value(&self) -> Value {
        Value::Bool(*self)
    }
}

impl Field for Value {
    fn read(value: &mut Resolved, _: &mut Run) -> Self {
        plain(std::mem::replace(value, Resolved::NULL))
    }

    fn check(_: &Resolved, _: &mut Run) {}

    fn to_value(&self) -> Value {
        self.clone()
    }
}

/// Converts a resolved value without the names of its members; it has no members unless there is a bug in the engine.
pub(super) fn plain(value: Resolved) -> Value {
    match value {
        Resolved::Plain(value) => value,
        Resolved::Items(items) | Resolved::Members(items) => {
            Value::List(items.into_iter().map(plain).collect())
        }
    }
}

impl Field for Map {
    fn read(value: &mut Resolved, run: &mut Run) -> Self {
        match std::mem::replace(value, Resolved::NULL) {
            Resolved::Plain(Value::Map(map)) => map,
            other => run.misfit("a map", &other),
        }
    }

    fn check(_: &Resolved, _: &mut Run) {}

    fn to_value(&self) -> Value {
        Value::from(self.clone())
    }
}

impl<T: Field> Field for Vec<T> {
    fn read(value: &mut Resolved, run: &mut Run) -> Self {
        if let Resolved::Items(items) = value {
            return read_items(items, run);
        }
        match std::mem::replace(value, Resolved::NULL) {
            Resolved::Plain(Value::List(items)) => {
                let mut items: Vec<Resolved> = items.into_iter().map(Resolved::Plain).collect();
                read_items(&mut items, run)
            }
            other => run.misfit("a list", &other),
        }
    }

    fn check(value: &Resolved, run: &mut Run) {
        let mut at = |index, item: &Resolved| run.at(|| Step::Item(index), |run| T::check(item, run));
        match value {
            Resolved::Items(items) => items.iter().enumerate().for_each(|(index, item)| at(index, item)),
            Resolved::Plain(Value::List(items)) => {
                for (index, item) in items.iter().enumerate() {
                    at(index, &Resolved::Plain(item.clone()));
                }
            }
            _ => {}
        }
    }

    fn plain(value: Resolved) -> Value {
        match value {
            Resolved::Items(items) => items.into_iter().map(T::plain).collect(),
            other => plain(other),
        }
    }

    fn to_value(&self) -> Value {
        Value::List(self.iter().map(T::to_value).collect())
    }

    fn to_resolved(&self) -> Resolved {
        Resolved::Items(self.iter().map(T::to_resolved).collect())
    }
}

fn read_items<T: Field>(items: &mut [Resolved], run: &mut Run) -> Vec<T> {
    let items = items.iter_mut().enumerate();
    items.map(|(index, item)| run.at(|| Step::Item(index), |run| T::read(item, run))).collect()
}

impl<T: Field> Field for Option<T> {
    fn read(value: &mut Resolved, run: &mut Run) -> Self {
        if value.is_null() { None } else { Some(T::read(value, run)) }
    }

    fn check(value: &Resolved, run: &mut Run) {
        if !value.is_null() {
            T::check(value, run);
        }
    }

    fn plain(value: Resolved) -> Value {
        T::plain(value)
    }

    fn to_value(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::to_value)
    }

    fn to_resolved(&self) -> Resolved {
        self.as_ref().map_or(Resolved::NULL, T::to_resolved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;
    use crate::record::sequence::{Reader, Writer, next};
    use crate::schema::info::{PropertyInfo, members};

    struct Pair {
        one: String,
        many: Vec<Option<i64>>,
    }

    impl Record for Pair {
        const MEMBERS: &'static [PropertyInfo] = &members(["one", "many"], b"\x01\x01");

        fn read(reader: &mut Reader<'_>) -> Self {
            Self { one: next(reader), many: next(reader) }
        }

        fn write(&self, _: &mut Writer) {}
    }

    fn list(items: impl IntoIterator<Item = Value>) -> Value {
        Value::List(items.into_iter().collect())
    }

    #[test]
    fn errors_have_their_paths() {
        let good = Resolved::Members(vec![
            Resolved::Plain("a".into()),
            Resolved::Items(vec![Resolved::Plain(1.into()), Resolved::NULL]),
        ]);
        let bad = Resolved::Members(vec![
            Resolved::Plain(7.into()),
            Resolved::Plain(list([1.into(), "x".into(), Value::Null, true.into()])),
        ]);
        let unread = [("one".to_owned(), "b".into()), ("many".to_owned(), "c".into())];
        let unread = Resolved::Plain(unread.into_iter().collect());
        let mut items = Resolved::Items(vec![good, bad, Resolved::Plain(5.into()), unread]);
        let mut run = Run::default();
        let pairs = Vec::<Pair>::read(&mut items, &mut run);
        assert_eq!((pairs[0].one.as_str(), pairs[0].many.as_slice()), ("a", [Some(1), None].as_slice()));
        assert_eq!(pairs[3].one, "b");
        let reported: Vec<String> = run.errors.iter().map(ToString::to_string).collect();
        assert_eq!(
            reported,
            [
                "[1].one: expected a string, found 7",
                "[1].many[1]: expected an integer, found \"x\"",
                "[1].many[3]: expected an integer, found true",
                "[2]: expected a map, found 5",
                "[3].many: expected a list, found \"c\"",
            ]
        );
        assert!(run.errors.iter().all(|error| error.heat_path() == error.path.0));
    }
}
