//! What becomes of the values that a property accepts when a constraint changes.
//!
//! Constraints of one kind are taken together: of two ranges, both have to be met. Where it is known, a value is named
//! that was accepted and is not any more.

use std::cmp::Ordering;

use super::finding::Findings;
use super::pairs::PropertyPair;
use crate::validate::violation;
use crate::{Constraint, ConstraintKind, PropertySchema, Value};

/// A kind of constraint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `range`
    Range,
    /// `length`
    Length,
    /// `modulo`
    Modulo,
    /// `allowed_values`
    AllowedValues,
    /// `allowed_pattern`
    AllowedPattern,
    /// `custom_constraint`
    Custom,
}

impl Kind {
    fn is(self, kind: &ConstraintKind) -> bool {
        matches!(
            (self, kind),
            (Self::Range, ConstraintKind::Range { .. })
                | (Self::Length, ConstraintKind::Length { .. })
                | (Self::Modulo, ConstraintKind::Modulo { .. })
                | (Self::AllowedValues, ConstraintKind::AllowedValues(_))
                | (Self::AllowedPattern, ConstraintKind::AllowedPattern(_))
                | (Self::Custom, ConstraintKind::Custom(_))
        )
    }
}

/// How what is accepted now stands to what was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// There was no such constraint.
    Added,
    /// There is no such constraint any more.
    Removed,
    /// Less is accepted.
    Narrowed,
    /// More is accepted.
    Widened,
    /// Something is refused that was accepted, and, as far as can be told, the other way round.
    Incomparable,
}

impl Relation {
    /// The relation by whether all of before is in after, and all of after in before; none where both are.
    pub(super) fn of_inclusion(before_in_after: bool, after_in_before: bool) -> Option<Self> {
        match (before_in_after, after_in_before) {
            (true, true) => None,
            (true, false) => Some(Self::Widened),
            (false, true) => Some(Self::Narrowed),
            (false, false) => Some(Self::Incomparable),
        }
    }
}

/// The constraints of one kind on both sides, where they differ.
pub(super) struct ConstraintChange<'a> {
    before: Vec<&'a Constraint>,
    after: Vec<&'a Constraint>,
    pub(super) relation: Relation,
}

impl<'a> ConstraintChange<'a> {
    /// What changed in the constraints of a kind; nothing where they admit the same.
    pub(super) fn of(kind: Kind, pair: &PropertyPair<'a>) -> Option<Self> {
        // With another type, that is what changed.
        if pair.before.property_type != pair.after.property_type {
            return None;
        }
        let of_kind = |schema: &'a PropertySchema| -> Vec<&'a Constraint> {
            schema.constraints.iter().filter(|constraint| kind.is(&constraint.kind)).collect()
        };
        let (before, after) = (of_kind(pair.before), of_kind(pair.after));
        let relation = match (before.is_empty(), after.is_empty()) {
            (true, true) => return None,
            (true, false) => Relation::Added,
            (false, true) => Relation::Removed,
            (false, false) => relation(kind, &before, &after)?,
        };
        Some(Self { before, after, relation })
    }

    /// Reports it, with a value that is not accepted any more, if one is known.
    pub(super) fn report(&self, pair: &PropertyPair<'_>, findings: &mut Findings<'_>, what: &str) {
        let counterexample = self.counterexample(pair.after);
        let finding = findings
            .report(&pair.place.join("constraints"), format!("{} {what}", pair.name()))
            .values(Some(&self.before), Some(&self.after));
        if let Some(value) = counterexample {
            finding.note(format!("{value} was accepted, and is not any more"));
            finding.counterexample = Some(value);
        }
    }

    /// A value that the constraints before accept and those after do not.
    fn counterexample(&self, schema: &PropertySchema) -> Option<Value> {
        let meets = |constraints: &[&Constraint], value: &Value| {
            constraints
                .iter()
                .all(|constraint| violation(&constraint.kind, value, Some(schema.property_type)).is_none())
        };
        let ends = |constraint: &&Constraint| match &constraint.kind {
            ConstraintKind::Range { min, max } => {
                [min, max].into_iter().flatten().flat_map(neighbours).collect::<Vec<_>>()
            }
            ConstraintKind::Length { min, max } => {
                let lengths = [min, max].into_iter().flatten().flat_map(neighbours);
                lengths.filter_map(|length| text_of_length(&length)).collect()
            }
            ConstraintKind::Modulo { step: Some(step), offset: Some(offset) } => {
                vec![offset.clone(), step.clone(), Value::from(0), Value::from(1)]
            }
            ConstraintKind::AllowedValues(values) => values.clone(),
            _ => Vec::new(),
        };
        let candidates = self.before.iter().chain(&self.after).flat_map(ends);
        let mut accepted =
            candidates.filter(|value| meets(&self.before, value) && !meets(&self.after, value));
        accepted.next()
    }
}

/// A number, and those beside it.
fn neighbours(number: &Value) -> Vec<Value> {
    let beside = |by: i64| match number {
        Value::Integer(integer) => integer.as_i64().and_then(|small| small.checked_add(by)).map(Value::from),
        _ => None,
    };
    [Some(number.clone()), beside(-1), beside(1)].into_iter().flatten().collect()
}

/// A text of so many characters, if that is not too many to be shown.
fn text_of_length(length: &Value) -> Option<Value> {
    let Value::Integer(integer) = length else { return None };
    let length = usize::try_from(integer.as_i64()?).ok().filter(|length| *length <= 1000)?;
    Some(Value::String("x".repeat(length)))
}

fn relation(kind: Kind, before: &[&Constraint], after: &[&Constraint]) -> Option<Relation> {
    match kind {
        Kind::Range | Kind::Length => of_order(Ends::of(before).compare(&Ends::of(after))),
        Kind::AllowedValues => {
            let within = |values: &[&Value], others: &[&Value]| {
                values.iter().all(|value| others.iter().any(|other| other.python_eq(value)))
            };
            let (old, new) = (admitted(before), admitted(after));
            Relation::of_inclusion(within(&old, &new), within(&new, &old))
        }
        Kind::Modulo => {
            let within = |steps: &[&Constraint], others: &[&Constraint]| {
                others.iter().all(|other| steps.iter().any(|step| is_within(&step.kind, &other.kind)))
            };
            Relation::of_inclusion(within(before, after), within(after, before))
        }
        Kind::AllowedPattern | Kind::Custom => {
            let within = |some: &[&Constraint], others: &[&Constraint]| {
                others.iter().all(|other| some.iter().any(|one| one.kind == other.kind))
            };
            // Each further one narrows what the others admit.
            Relation::of_inclusion(within(before, after), within(after, before))
        }
    }
}

fn of_order(order: Option<Ordering>) -> Option<Relation> {
    match order {
        Some(Ordering::Equal) => None,
        Some(Ordering::Less) => Some(Relation::Widened),
        Some(Ordering::Greater) => Some(Relation::Narrowed),
        None => Some(Relation::Incomparable),
    }
}

/// The values that all lists name.
fn admitted<'a>(constraints: &[&'a Constraint]) -> Vec<&'a Value> {
    let mut lists = constraints.iter().filter_map(|constraint| match &constraint.kind {
        ConstraintKind::AllowedValues(values) => Some(values),
        _ => None,
    });
    let mut values: Vec<&Value> = lists.next().into_iter().flatten().collect();
    for list in lists {
        values.retain(|value| list.iter().any(|other| other.python_eq(value)));
    }
    values
}

/// Whether every number that one modulo admits, the other admits as well.
fn is_within(one: &ConstraintKind, other: &ConstraintKind) -> bool {
    let parts = |kind: &ConstraintKind| match kind {
        ConstraintKind::Modulo { step: Some(step), offset: Some(offset) } => {
            Some((step.clone(), offset.clone()))
        }
        _ => None,
    };
    let (Some((step, offset)), Some((other_step, other_offset))) = (parts(one), parts(other)) else {
        return false;
    };
    let zero = Value::from(0);
    step.python_modulo(&other_step).is_some_and(|rest| rest.python_eq(&zero))
        && offset.python_modulo(&other_step).is_some_and(|rest| rest.python_eq(&other_offset))
}

/// The tightest ends of some ranges.
struct Ends<'a> {
    min: Option<&'a Value>,
    max: Option<&'a Value>,
}

impl<'a> Ends<'a> {
    fn of(constraints: &[&'a Constraint]) -> Self {
        let mut ends = Self { min: None, max: None };
        for constraint in constraints {
            if let ConstraintKind::Range { min, max } | ConstraintKind::Length { min, max } = &constraint.kind
            {
                ends.min = tighter(ends.min, min.as_ref(), Ordering::Greater);
                ends.max = tighter(ends.max, max.as_ref(), Ordering::Less);
            }
        }
        ends
    }

    /// Less, where it is within the other; none, where each admits what the other does not.
    fn compare(&self, other: &Self) -> Option<Ordering> {
        // An end that is missing is further out than any.
        let order = |one: Option<&Value>, other: Option<&Value>, inner: Ordering| match (one, other) {
            (None, None) => Some(Ordering::Equal),
            (Some(_), None) => Some(Ordering::Less),
            (None, Some(_)) => Some(Ordering::Greater),
            (Some(one), Some(other)) => one.compare_numbers(other).map(|order| match order {
                Ordering::Equal => Ordering::Equal,
                order if order == inner => Ordering::Less,
                _ => Ordering::Greater,
            }),
        };
        let min = order(self.min, other.min, Ordering::Greater)?;
        let max = order(self.max, other.max, Ordering::Less)?;
        match (min, max) {
            (Ordering::Equal, order) | (order, Ordering::Equal) => Some(order),
            (min, max) if min == max => Some(min),
            _ => None,
        }
    }
}

fn tighter<'a>(one: Option<&'a Value>, other: Option<&'a Value>, order: Ordering) -> Option<&'a Value> {
    match (one, other) {
        (Some(one), Some(other)) if one.compare_numbers(other) == Some(order) => Some(one),
        (one, None) => one,
        (_, other) => other,
    }
}
