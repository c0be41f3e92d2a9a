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

/// One reading: where it is, and what was not as it should be.
#[derive(Debug, Default)]
pub struct Run {
    path: Vec<Place>,
    pub(crate) errors: Vec<ValueError>,
}

/// A step of the path to the value being read.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Place {
    Name(&'static str),
    Item(usize),
}

impl Run {
    /// Goes one step further in, and back.
    pub(crate) fn at<T>(&mut self, place: Place, read: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(place);
        let value = read(self);
        self.path.pop();
        value
    }

    /// Notes a value that is not what it should be; what stands in for it is never seen. Null is no mistake.
    pub(crate) fn misfit<T: Default>(&mut self, expected: &str, value: &Resolved) -> T {
        if !value.is_null() {
            self.error(expected, value);
        }
        T::default()
    }

    pub(crate) fn error(&mut self, expected: &str, value: &Resolved) {
        let found = match value {
            Resolved::Plain(value) => value.to_string(),
            Resolved::Items(_) => "a list".to_owned(),
            Resolved::Members(_) => "a map".to_owned(),
        };
        let message = format!("expected {expected}, found {found}");
        let steps = self.path.iter().map(|place| match place {
            Place::Name(name) => Step::Name((*name).to_owned()),
            Place::Item(index) => Step::Item(*index),
        });
        self.errors.push(ValueError::new(ValuePath(steps.collect()), ErrorKind::Invalid, message));
    }
}

/// A type that a field can have.
pub trait Field: Sized {
    /// Takes a value that the engine has resolved.
    fn read(value: Resolved, run: &mut Run) -> Self;

    /// Itself as property data.
    fn to_value(&self) -> Value;

    /// Itself as the engine would have resolved it.
    fn to_resolved(&self) -> Resolved {
        Resolved::Plain(self.to_value())
    }
}

impl Field for String {
    fn read(value: Resolved, run: &mut Run) -> Self {
        match value {
            Resolved::Plain(Value::String(text)) => text,
            other => run.misfit("a string", &other),
        }
    }

    fn to_value(&self) -> Value {
        Value::String(self.clone())
    }
}

impl Field for i64 {
    fn read(value: Resolved, run: &mut Run) -> Self {
        match &value {
            Resolved::Plain(Value::Integer(integer)) => {
                integer.as_i64().unwrap_or_else(|| run.misfit("an integer of at most 64 bits", &value))
            }
            other => run.misfit("an integer", other),
        }
    }

    fn to_value(&self) -> Value {
        Value::Integer(Integer::from(*self))
    }
}

impl Field for Number {
    fn read(value: Resolved, run: &mut Run) -> Self {
        match value {
            Resolved::Plain(Value::Integer(integer)) => Self::Integer(integer),
            Resolved::Plain(Value::Float(float)) => Self::Float(float),
            // Python's booleans are numbers, and Heat takes them for some.
            Resolved::Plain(Value::Bool(flag)) => Self::Integer(i64::from(flag).into()),
            other => run.misfit("a number", &other),
        }
    }

    fn to_value(&self) -> Value {
        self.clone().into()
    }
}

impl Field for bool {
    fn read(value: Resolved, run: &mut Run) -> Self {
        match value {
            Resolved::Plain(Value::Bool(flag)) => flag,
            other => run.misfit("true or false", &other),
        }
    }

    fn to_value(&self) -> Value {
        Value::Bool(*self)
    }
}

impl Field for Value {
    fn read(value: Resolved, _: &mut Run) -> Self {
        plain(value)
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
    fn read(value: Resolved, run: &mut Run) -> Self {
        match value {
            Resolved::Plain(Value::Map(map)) => map,
            other => run.misfit("a map", &other),
        }
    }

    fn to_value(&self) -> Value {
        Value::from(self.clone())
    }
}

impl<T: Field> Field for Vec<T> {
    fn read(value: Resolved, run: &mut Run) -> Self {
        let items: Vec<Resolved> = match value {
            Resolved::Items(items) => items,
            Resolved::Plain(Value::List(items)) => items.into_iter().map(Resolved::Plain).collect(),
            other => return run.misfit("a list", &other),
        };
        let items = items.into_iter().enumerate();
        items.map(|(index, item)| run.at(Place::Item(index), |run| T::read(item, run))).collect()
    }

    fn to_value(&self) -> Value {
        Value::List(self.iter().map(T::to_value).collect())
    }

    fn to_resolved(&self) -> Resolved {
        Resolved::Items(self.iter().map(T::to_resolved).collect())
    }
}

impl<T: Field> Field for Option<T> {
    fn read(value: Resolved, run: &mut Run) -> Self {
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
    fn read(value: Resolved, run: &mut Run) -> Self {
        let values = match value {
            Resolved::Members(values) => values,
            Resolved::Plain(Value::Map(map)) => T::MEMBERS
                .iter()
                .map(|member| Resolved::Plain(map.get(member.name).cloned().unwrap_or(Value::Null)))
                .collect(),
            other => run.misfit("a map", &other),
        };
        T::read(&mut Reader::new(values, T::MEMBERS, run))
    }

    fn to_value(&self) -> Value {
        Value::from(Writer::data(self))
    }

    fn to_resolved(&self) -> Resolved {
        Resolved::Members(Writer::resolved(self))
    }
}
