//! Keys of dictionaries and members of sets: values that Python can hash.

use std::hash::{Hash, Hasher};

use super::compare::{count_work, equal};
use super::{Int, Text, Val};
use crate::error::{Outcome, type_error, undecided};

/// A value that can be hashed.
#[derive(Clone)]
pub(crate) struct Key(Val);

impl Key {
    /// Creates a key from a value.
    ///
    /// # Errors
    /// If Python cannot hash the value, or if it is unknown.
    pub(crate) fn new(value: Val) -> Outcome<Self> {
        check(&value)?;
        Ok(Self(value))
    }

    pub(crate) fn text(text: &str) -> Self {
        Self(Val::text(text))
    }

    pub(crate) fn name(name: &Text) -> Self {
        Self(Val::Str(name.clone()))
    }

    pub(crate) fn val(&self) -> &Val {
        &self.0
    }

    pub(crate) fn into_val(self) -> Val {
        self.0
    }
}

fn check(value: &Val) -> Outcome<()> {
    match value {
        Val::Unknown => Err(undecided()),
        Val::List(list) if list.is_tuple => {
            count_work(list.items.len());
            list.items.iter().try_for_each(check)
        }
        Val::Dict(dict) if dict.is_frozen => {
            count_work(dict.entries.len());
            dict.entries.values().try_for_each(check)
        }
        Val::List(_) | Val::Dict(_) | Val::View(_) => {
            Err(type_error(format!("unhashable type: '{}'", value.type_name())))
        }
        _ => Ok(()),
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        if let (Val::Str(left), Val::Str(right)) = (&self.0, &other.0) {
            return left == right;
        }
        equal(&self.0, &other.0).unwrap_or(false)
    }
}

impl Eq for Key {}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        hash(&self.0, state);
    }
}

/// Hashes a value. Equal values have equal hashes, regardless of their types.
fn hash<H: Hasher>(value: &Val, state: &mut H) {
    match value {
        Val::Str(text) => text.as_str().hash(state),
        Val::Bool(bool) => hash_int(&Int::Small(i64::from(*bool)), state),
        Val::Int(int) => hash_int(int, state),
        Val::Float(float) if float.fract() == 0.0 && float.is_finite() => {
            hash_int(&Int::from_float(*float), state);
        }
        Val::Float(float) => float.to_bits().hash(state),
        Val::List(list) => {
            count_work(list.items.len());
            list.items.iter().for_each(|item| hash(item, state));
        }
        // The order of members does not matter.
        Val::Set(set) => (1, set.items.len()).hash(state),
        Val::Dict(dict) => (2, dict.entries.len()).hash(state),
        Val::DateTime(time) => time.instant().hash(state),
        Val::TimeSpan(span) => span.micros().hash(state),
        Val::Regex(regex) => regex.source.as_str().hash(state),
        other => std::mem::discriminant(other).hash(state),
    }
}

fn hash_int<H: Hasher>(int: &Int, state: &mut H) {
    match int {
        Int::Small(small) => small.hash(state),
        Int::Big(big) => big.hash(state),
    }
}
