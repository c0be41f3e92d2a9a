//! What becomes of values when a property's type changes.
//!
//! Values are what templates give, before Heat converts them: an integer takes `5`, `"5"` and `5.9`, which reads as 5. So a
//! type and its constraints are judged together, by values near what both sides say; where none is lost, it takes a proof to
//! say that none can be.

use heat_model::admit::{loses_nothing, lost_value};
use heat_model::{PropertyType, Value};

use super::finding::{Finding, Findings};
use super::pairs::PropertyPair;

/// How one type stands to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TypeChange {
    /// Whole numbers became numbers, and all that was accepted still is.
    Generalised,
    /// Anything is accepted now, as it is written.
    ToAny,
    /// Anything was accepted, as it was written.
    FromAny,
    /// Numbers became whole numbers.
    Narrowed,
    /// All that was accepted still is, as text.
    ToString,
    /// All that was accepted still is, and is read as another type.
    Compatible,
    /// Some of what was accepted is refused, or may be.
    Other,
}

/// What a type change does to values.
pub(super) struct TypeVerdict {
    pub(super) change: TypeChange,
    /// A value that was accepted and is now refused.
    pub(super) lost: Option<Value>,
}

impl TypeVerdict {
    /// The verdict on a property whose type changed; none where it did not, or where no data reached it.
    pub(super) fn of(pair: &PropertyPair<'_>) -> Option<Self> {
        use PropertyType::{Any, Integer, Number, String};
        let (before, after) = (pair.before, pair.after);
        if before.property_type == after.property_type || pair.is_closed {
            return None;
        }
        let lost = lost_value(before, after);
        let is_safe = lost.is_none() && loses_nothing(before, after);
        let change = match (before.property_type, after.property_type) {
            (Any, _) => TypeChange::FromAny,
            (_, Any) if is_safe => TypeChange::ToAny,
            (Integer, Number) if is_safe => TypeChange::Generalised,
            (_, String) if is_safe => TypeChange::ToString,
            _ if is_safe => TypeChange::Compatible,
            (Number, Integer) => TypeChange::Narrowed,
            _ => TypeChange::Other,
        };
        Some(Self { change, lost })
    }
}

/// Reports a change of this kind, with a value that is lost, if one is known.
pub(super) fn report<'f>(
    pair: &PropertyPair<'_>,
    change: TypeChange,
    findings: &'f mut Findings<'_>,
) -> Option<&'f mut Finding> {
    let verdict = TypeVerdict::of(pair).filter(|verdict| verdict.change == change)?;
    let (old, new) = (pair.before.property_type, pair.after.property_type);
    let finding = findings.report(
        &pair.place.join("type"),
        format!("the type of {} changed from `{old}` to `{new}`", pair.name()),
    );
    finding.values(Some(&old), Some(&new));
    if let Some(value) = verdict.lost {
        finding.note(format!("{value} was accepted and is now refused"));
        finding.counterexample = Some(value);
    }
    Some(finding)
}
