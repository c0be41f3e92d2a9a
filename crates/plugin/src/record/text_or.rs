//! Maps that also accept text, as fields.

use heat_model::Value;
use heat_model::evaluate::Resolved;

use super::field::Field;
use super::run::Run;
use crate::value::TextOr;

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
