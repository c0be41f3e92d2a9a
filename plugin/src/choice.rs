//! The enums: allowed values, and names of properties and attributes.

use heat_model::Value;
use heat_model::evaluate::Resolved;

use crate::errors::UnknownName;
use crate::field::Run;

/// An enum of allowed values.
pub trait Choice: Clone + 'static {
    /// All allowed values.
    const ALL: &'static [Self];

    /// The value in property data.
    fn text(&self) -> &str;

    /// The variant for a text that is not allowed, if there is one.
    #[must_use]
    fn other(text: String) -> Option<Self> {
        let _ = text;
        None
    }
}

fn known<T: Choice>(text: &str) -> Option<T> {
    T::ALL.iter().find(|choice| choice.text() == text).cloned()
}

/// The allowed value of this text.
///
/// # Errors
/// That there is none.
pub fn parse<T: Choice>(text: &str) -> Result<T, UnknownName> {
    known(text).ok_or_else(|| UnknownName {
        given: text.to_owned(),
        known: T::ALL.iter().map(Choice::text).collect(),
    })
}

/// The allowed value of this text, or what stands for all others.
pub fn parse_or<T: Choice>(text: &str, other: impl FnOnce(String) -> T) -> T {
    known(text).unwrap_or_else(|| other(text.to_owned()))
}

/// The one of this name.
///
/// # Errors
/// That there is none.
pub fn find<T: Copy>(given: &str, all: &[T], name: fn(T) -> &'static str) -> Result<T, UnknownName> {
    all.iter().copied().find(|known| name(*known) == given).ok_or_else(|| UnknownName {
        given: given.to_owned(),
        known: all.iter().map(|known| name(*known)).collect(),
    })
}

/// Reads an allowed value. `any` is given back along with an error.
pub fn read_choice<T: Choice>(value: &Resolved, run: &mut Run, any: T) -> T {
    if let Resolved::Plain(Value::String(text)) = value
        && let Some(choice) = known(text).or_else(|| T::other(text.clone()))
    {
        return choice;
    }
    let all: Vec<&str> = T::ALL.iter().map(Choice::text).collect();
    run.error(&format!("one of {}", all.join(", ")), value);
    any
}
