//! How what the constraints of a kind admit together stands to what others of that kind did.

use std::cmp::Ordering;
use std::collections::HashSet;

use super::constraint_change::{Kind, Relation};
use super::pattern_language::{self, Comparison, NotTold};
use super::whole_numbers::{Between, Progression};
use crate::steps::step;
use crate::validate::to_schema_type;
use crate::{Constraint, ConstraintKind, PropertyType, Value};

/// How constraints stand to what they were.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Answer {
    pub(super) relation: Relation,
    /// Why the patterns could not be compared to the end, where they could not.
    pub(super) not_told: Option<NotTold>,
    /// A text that the patterns do not accept any more. Other constraints may refuse it, and may have done so before.
    pub(super) lost: Option<String>,
}

/// The relation of constraints of one kind; nothing where they admit the same.
pub(super) fn of(
    kind: Kind,
    property_type: PropertyType,
    before: &[&Constraint],
    after: &[&Constraint],
) -> Option<Answer> {
    let relation = match (before.is_empty(), after.is_empty()) {
        (true, true) => None,
        (true, false) => Some(Relation::Added),
        (false, true) => Some(Relation::Removed),
        (false, false) => match kind {
            Kind::Range if property_type == PropertyType::Integer => {
                of_whole_numbers(Between::ranges, before, after)
            }
            Kind::Length => of_whole_numbers(Between::lengths, before, after),
            Kind::Range => of_ends(before, after),
            Kind::AllowedValues => of_lists(property_type, before, after),
            Kind::Modulo => of_steps(before, after),
            Kind::AllowedPattern => return of_patterns(before, after),
            Kind::Custom => of_words(before, after),
        },
    };
    Some(Answer { relation: relation?, not_told: None, lost: None })
}

/// By what they say alone: each further constraint narrows what the others admit.
fn of_words(before: &[&Constraint], after: &[&Constraint]) -> Option<Relation> {
    let within = |some: &[&Constraint], others: &[&Constraint]| {
        others
            .iter()
            .all(|other| some.iter().any(|one| one.kind == other.kind || implies(&one.kind, &other.kind)))
    };
    Relation::of_inclusion(within(before, after), within(after, before))
}

/// Built-in constraints of which one accepts all that the other does: Heat's classes are made of each other.
const IMPLIED: [(&str, &str); 3] =
    [("ip_addr", "ip_or_cidr"), ("net_cidr", "ip_or_cidr"), ("dns_domain", "dns_name")];

fn implies(one: &ConstraintKind, other: &ConstraintKind) -> bool {
    match (one, other) {
        (ConstraintKind::Custom(one), ConstraintKind::Custom(other)) => {
            IMPLIED.contains(&(one.as_str(), other.as_str()))
        }
        _ => false,
    }
}

fn of_patterns(before: &[&Constraint], after: &[&Constraint]) -> Option<Answer> {
    let told = |relation, lost| Some(Answer { relation, not_told: None, lost });
    match pattern_language::compare(&patterns(before), &patterns(after)) {
        Comparison::Same => None,
        Comparison::Narrowed(lost) => told(Relation::Narrowed, Some(lost)),
        Comparison::Widened => told(Relation::Widened, None),
        Comparison::Incomparable(lost) => told(Relation::Incomparable, Some(lost)),
        Comparison::NoLess(why) => {
            Some(Answer { relation: Relation::Widened, not_told: Some(why), lost: None })
        }
        Comparison::NoMore(why) => {
            Some(Answer { relation: Relation::Narrowed, not_told: Some(why), lost: None })
        }
        Comparison::Unknown(why, lost) => match of_words(before, after)? {
            // One pattern more or less is told by the words.
            relation @ (Relation::Narrowed | Relation::Widened) => told(relation, lost),
            relation => Some(Answer { relation, not_told: Some(why), lost }),
        },
    }
}

/// The patterns among constraints.
pub(super) fn patterns<'a>(constraints: &[&'a Constraint]) -> Vec<&'a str> {
    let pattern = |constraint: &&'a Constraint| match &constraint.kind {
        ConstraintKind::AllowedPattern(pattern) => Some(pattern.as_str()),
        _ => None,
    };
    constraints.iter().filter_map(pattern).collect()
}

/// By the whole numbers between the ends: no length is less than 0, and nothing is between 2 and 2.5.
fn of_whole_numbers<'a>(
    between: fn(Vec<&'a Constraint>) -> Between,
    before: &[&'a Constraint],
    after: &[&'a Constraint],
) -> Option<Relation> {
    let [old, new] = [before, after].map(|some| between(some.to_vec()));
    if !old.is_exact() || !new.is_exact() {
        return of_ends(before, after);
    }
    let both = old.and(new);
    Relation::of_inclusion(both == old, both == new)
}

fn of_ends(before: &[&Constraint], after: &[&Constraint]) -> Option<Relation> {
    of_order(Ends::of(before).compare(&Ends::of(after)))
}

fn of_steps(before: &[&Constraint], after: &[&Constraint]) -> Option<Relation> {
    let [old, new] = [before, after].map(|some| Progression::of(some.iter().copied()));
    let (Ok(Some(old)), Ok(Some(new))) = (old, new) else { return of_words(before, after) };
    Relation::of_inclusion(old.is_within(new), new.is_within(old))
}

fn of_lists(property_type: PropertyType, before: &[&Constraint], after: &[&Constraint]) -> Option<Relation> {
    let [old, new] = [before, after].map(|some| ValueSet::of(&listed(property_type, some)));
    Relation::of_inclusion(old.0.is_subset(&new.0), new.0.is_subset(&old.0))
}

fn of_order(order: Option<Ordering>) -> Option<Relation> {
    match order {
        Some(Ordering::Equal) => None,
        Some(Ordering::Less) => Some(Relation::Widened),
        Some(Ordering::Greater) => Some(Relation::Narrowed),
        None => Some(Relation::Incomparable),
    }
}

/// The values that all lists name, as the property's type.
pub(super) fn listed(property_type: PropertyType, constraints: &[&Constraint]) -> Vec<Value> {
    let as_type = |value: &Value| to_schema_type(value, Some(property_type)).unwrap_or_else(|| value.clone());
    let mut lists = constraints.iter().filter_map(|constraint| match &constraint.kind {
        ConstraintKind::AllowedValues(values) => Some(values.iter().map(as_type).collect::<Vec<_>>()),
        _ => None,
    });
    let mut values = lists.next().unwrap_or_default();
    for list in lists {
        let list = ValueSet::of(&list);
        values.retain(|value| list.contains(value));
    }
    values
}

/// Values as Python compares them, to be looked up at once.
pub(super) struct ValueSet(HashSet<String>);

impl ValueSet {
    pub(super) fn of(values: &[Value]) -> Self {
        Self(values.iter().map(python_key).collect())
    }

    /// Not-a-number is equal to nothing.
    pub(super) fn contains(&self, value: &Value) -> bool {
        !matches!(value, Value::Float(float) if float.is_nan()) && self.0.contains(&python_key(value))
    }
}

/// A text that is the same for values that Python takes for equal: numbers by what they mean, maps whatever their order.
fn python_key(value: &Value) -> String {
    step();
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(flag) => u8::from(*flag).to_string(),
        Value::Integer(integer) => integer.to_string(),
        // The shortest decimal that is this number, without the fraction where it has none.
        Value::Float(float) if float.is_finite() && float.fract() == 0.0 => format!("{:.0}", float + 0.0),
        Value::Float(float) => format!("{float:?}"),
        Value::String(text) => format!("{text:?}"),
        Value::List(items) => format!("[{}]", items.iter().map(python_key).collect::<Vec<_>>().join(",")),
        Value::Map(map) => {
            let mut entries: Vec<_> =
                map.iter().map(|(key, value)| format!("{key:?}:{}", python_key(value))).collect();
            entries.sort_unstable();
            format!("{{{}}}", entries.join(","))
        }
    }
}

/// A pattern for these texts, by which texts that are none of them are found.
pub(super) fn pattern_of_values(named: &[Value]) -> String {
    let escaped = named.iter().filter_map(Value::as_str).map(|text| {
        let mut escaped = String::new();
        for char in text.chars() {
            if char.is_ascii() && !char.is_ascii_alphanumeric() {
                escaped.push('\\');
            }
            escaped.push(char);
        }
        escaped
    });
    let branches: Vec<_> = escaped.collect();
    // Without a branch, the pattern would match the empty text.
    if branches.is_empty() { "(?!)".to_owned() } else { format!(r"(?:{})\Z", branches.join("|")) }
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

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use proptest::prelude::*;

    use super::*;
    use crate::custom_constraint::{BuiltIn, CustomConstraints};

    proptest! {
        #[test]
        fn what_is_implied_accepts_no_less(text in "[0-9a-f.:/]{0,20}|([0-9]{1,3}[.]){3}[0-9]{1,3}(/[0-9]{1,2})?|[a-z0-9-]{1,8}([.][a-z0-9-]{1,8}){0,4}[.]?") {
            let built_in = BuiltIn::at(SystemTime::UNIX_EPOCH);
            let value = Value::String(text);
            for (one, other) in IMPLIED {
                prop_assert!(built_in.check(one, &value).is_err() || built_in.check(other, &value).is_ok(), "{one} {value}");
            }
        }
    }
}
