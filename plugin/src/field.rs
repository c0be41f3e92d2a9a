//! What a field can be, and how it is read from a resolved value and written back.
//!
//! Reading does not fail: the engine has seen to it that values are what the schema says. Should one not be, which a
//! resolver can bring about by answering with a number where the schema wants text, it is noted in the [`Run`], which
//! makes all of the reading fail in the end.

use heat_model::evaluate::Resolved;
use heat_model::validate::{ErrorKind, Step, ValueError, ValuePath};
use heat_model::{Integer, Value};

use crate::record::{Reader, Record, Writer};
use crate::{Map, Number};

/// One reading: what was not as it should be.
#[derive(Debug, Default)]
pub struct Run {
    pub(crate) errors: Vec<ValueError>,
}

impl Run {
    /// Reads one step further in. Mistakes are noted without a path, and get theirs on the way out, step by step: there
    /// are hardly ever any.
    #[inline]
    pub(crate) fn at<T>(&mut self, place: impl FnOnce() -> Step, read: impl FnOnce(&mut Self) -> T) -> T {
        let known = self.errors.len();
        let value = read(self);
        if self.errors.len() > known {
            self.lead_through(&place(), known);
        }
        value
    }

    /// Puts a step before the paths of the mistakes that were not known yet.
    #[cold]
    fn lead_through(&mut self, step: &Step, known: usize) {
        for error in self.errors.iter_mut().skip(known) {
            let mut path = std::mem::take(&mut error.path);
            path.0.insert(0, step.clone());
            *error = ValueError::new(path, error.kind, std::mem::take(&mut error.message));
        }
    }

    /// Notes a value that is not what it should be; what stands in for it is never seen. Null is no mistake.
    #[cold]
    pub(crate) fn misfit<T: Default>(&mut self, expected: &str, value: &Resolved) -> T {
        if !value.is_null() {
            self.error(expected, value);
        }
        T::default()
    }

    #[cold]
    pub(crate) fn error(&mut self, expected: &str, value: &Resolved) {
        let found = match value {
            Resolved::Plain(value) => value.to_string(),
            Resolved::Items(_) => "a list".to_owned(),
            Resolved::Members(_) => "a map".to_owned(),
        };
        let message = format!("expected {expected}, found {found}");
        self.errors.push(ValueError::new(ValuePath::default(), ErrorKind::Invalid, message));
    }
}

/// A type that a field can have.
pub trait Field: Sized {
    /// Takes a value that the engine has resolved. What is left of it is never looked at.
    fn read(value: &mut Resolved, run: &mut Run) -> Self;

    /// Itself as property data.
    fn to_value(&self) -> Value;

    /// Itself as the engine would have resolved it.
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

    fn to_value(&self) -> Value {
        Value::String(self.clone())
    }
}

impl Field for i64 {
    fn read(value: &mut Resolved, run: &mut Run) -> Self {
        match value {
            Resolved::Plain(Value::Integer(integer)) => match integer.as_i64() {
                Some(small) => small,
                None => run.misfit("an integer of at most 64 bits", value),
            },
            other => run.misfit("an integer", other),
        }
    }

    fn to_value(&self) -> Value {
        Value::Integer(Integer::from(*self))
    }
}

impl Field for Number {
    fn read(value: &mut Resolved, run: &mut Run) -> Self {
        match value {
            Resolved::Plain(Value::Integer(integer)) => Self::Integer(integer.clone()),
            Resolved::Plain(Value::Float(float)) => Self::Float(*float),
            // Python's booleans are numbers, and Heat takes them for some.
            Resolved::Plain(Value::Bool(flag)) => Self::Integer(i64::from(*flag).into()),
            other => run.misfit("a number", other),
        }
    }

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

    fn to_value(&self) -> Value {
        Value::Bool(*self)
    }
}

impl Field for Value {
    fn read(value: &mut Resolved, _: &mut Run) -> Self {
        plain(std::mem::replace(value, Resolved::NULL))
    }

    fn to_value(&self) -> Value {
        self.clone()
    }
}

/// A value whose members' names are not known, and which has none if the engine is right.
fn plain(value: Resolved) -> Value {
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

    fn to_value(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::to_value)
    }

    fn to_resolved(&self) -> Resolved {
        self.as_ref().map_or(Resolved::NULL, T::to_resolved)
    }
}

impl<T: Record> Field for T {
    fn read(value: &mut Resolved, run: &mut Run) -> Self {
        match value {
            Resolved::Members(values) => T::read(&mut Reader::new(values, T::MEMBERS, run)),
            other => {
                let mut values = unread_members::<T>(other, run);
                T::read(&mut Reader::new(&mut values, T::MEMBERS, run))
            }
        }
    }

    fn to_value(&self) -> Value {
        Value::from(Writer::data(self))
    }

    fn to_resolved(&self) -> Resolved {
        Resolved::Members(Writer::resolved(self))
    }
}

/// The members' values of a map that was not read by their schemas, which the engine sees to if it is right.
#[cold]
fn unread_members<T: Record>(value: &Resolved, run: &mut Run) -> Vec<Resolved> {
    let Resolved::Plain(Value::Map(map)) = value else { return run.misfit("a map", value) };
    let given = |name| map.get(name).cloned().unwrap_or(Value::Null);
    T::MEMBERS.iter().map(|member| Resolved::Plain(given(member.name))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::info::{PropertyInfo, members};
    use crate::record::next;

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
    fn mistakes_are_told_with_their_paths() {
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
        let told: Vec<String> = run.errors.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
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
