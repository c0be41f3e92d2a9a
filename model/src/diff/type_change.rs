//! What becomes of values when a property's type changes.
//!
//! Values are what templates give, before Heat converts them: an integer takes `5`, `"5"` and `5.9`, which reads as 5. So a
//! type and its constraints are judged together, by values near what both sides say; where none is lost, it takes a proof to
//! say that none can be.

use super::contradiction::{admits_nothing, text_lengths};
use super::finding::{Finding, Findings};
use super::judge::PropertyJudge;
use super::pairs::PropertyPair;
use super::pattern_language::Languages;
use super::relation::{listed, patterns};
use super::trial::values_near;
use super::whole_numbers::Between;
use crate::{Constraint, ConstraintKind, PropertySchema, PropertyType, Value};

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

/// A value that one side accepts and the other does not.
pub(super) fn lost_value(before: &PropertySchema, after: &PropertySchema) -> Option<Value> {
    let judge = PropertyJudge::new(before, after);
    let values = raw_values(before).unwrap_or_else(|| values_near(Some(before), Some(after)));
    let mut first = None;
    for value in values.into_iter().filter(|value| judge.loses(value)) {
        // People write values of the type that the schema says.
        if is_of(before.property_type, &value) {
            return Some(value);
        }
        first.get_or_insert(value);
    }
    first
}

/// Whether a value is one of a type, without any conversion.
fn is_of(property_type: PropertyType, value: &Value) -> bool {
    matches!(
        (property_type, value),
        (PropertyType::Any, _)
            | (PropertyType::Number, Value::Integer(_) | Value::Float(_))
            | (PropertyType::String, Value::String(_))
            | (PropertyType::Integer, Value::Integer(_))
            | (PropertyType::Boolean, Value::Bool(_))
            | (PropertyType::List, Value::List(_))
            | (PropertyType::Map, Value::Map(_))
    )
}

/// Whether it is certain that all values that were accepted still are, given that none was found that is not.
pub(super) fn loses_nothing(before: &PropertySchema, after: &PropertySchema) -> bool {
    use PropertyType::{Any, Integer, Number, String};
    if admits_nothing(before) {
        return true;
    }
    if let Some(values) = raw_values(before) {
        let judge = PropertyJudge::new(before, after);
        return values.iter().all(|value| !judge.loses(value));
    }
    match (before.property_type, after.property_type) {
        (_, Any) => after.constraints.is_empty(),
        // What differs is found beside the ends and the steps.
        (Integer, Number) => true,
        (String, Integer | Number) => after.constraints.is_empty() && admits_only_digits(before),
        _ => false,
    }
}

/// All values that a property accepts as templates write them, where they are few.
fn raw_values(schema: &PropertySchema) -> Option<Vec<Value>> {
    match schema.property_type {
        PropertyType::Boolean => {
            let words = ["true", "false"].into_iter().flat_map(spellings).map(Value::from);
            Some([true, false].map(Value::from).into_iter().chain(words).collect())
        }
        PropertyType::String => {
            let own: Vec<&Constraint> = schema.constraints.iter().collect();
            let lists = own.iter().any(|each| matches!(each.kind, ConstraintKind::AllowedValues(_)));
            let texts = lists.then(|| listed(PropertyType::String, &own))?;
            let unquoted = texts.iter().filter_map(|text| {
                let text = text.as_str()?;
                let flag = match text {
                    "True" => Some(true.into()),
                    "False" => Some(false.into()),
                    _ => None,
                };
                flag.or_else(|| {
                    crate::Integer::from_decimal(text)
                        .filter(|whole| whole.to_string() == text)
                        .map(Value::Integer)
                })
            });
            let unquoted: Vec<Value> = unquoted.collect();
            Some(texts.into_iter().chain(unquoted).collect())
        }
        _ => None,
    }
}

/// A word in all mixtures of lowercase and uppercase letters.
fn spellings(word: &str) -> Vec<String> {
    word.chars().fold(vec![String::new()], |begun, letter| {
        let with = |letter: char| begun.iter().map(move |text| format!("{text}{letter}"));
        with(letter).chain(with(letter.to_ascii_uppercase())).collect()
    })
}

/// Whether a property's patterns admit nothing but whole numbers, as Python reads them.
fn admits_only_digits(schema: &PropertySchema) -> bool {
    const WHOLE_NUMBER: &str = r"[-+]?\d+";
    let own: Vec<&Constraint> = schema.constraints.iter().collect();
    let accepting = patterns(&own);
    let Some(lengths) = text_lengths(Between::lengths(own.iter().copied())) else { return false };
    let all: Vec<&str> = accepting.iter().copied().chain([WHOLE_NUMBER]).collect();
    let other = Languages::new(&all)
        .and_then(|mut languages| languages.first(&accepting, Some(&[WHOLE_NUMBER]), lengths, &mut |_| true));
    !accepting.is_empty() && matches!(other, Ok(None))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_flags_are_tried_as_text_too() {
        let property = |text: &str| serde_json::from_str::<PropertySchema>(text).unwrap();
        let number = property(r#"{"type": "integer", "constraints": [{"range": {"min": 41, "max": 43}}]}"#);
        let text = PropertySchema::new(PropertyType::String);
        let near = values_near(Some(&number), Some(&text));
        assert!(near.contains(&Value::from(41)) && near.contains(&Value::from("41")), "{near:?}");
        // Where the type stays, text is not tried.
        let near = values_near(Some(&number), Some(&number));
        assert!(near.contains(&Value::from(41)) && !near.contains(&Value::from("41")), "{near:?}");
    }
}
