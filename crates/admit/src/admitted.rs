//! Checks whether constraints can be satisfied at all, and constructs a value that satisfies them.
//!
//! Custom constraints that need a cloud are assumed to be satisfied.

use std::cmp::Ordering;

use heat_model::custom_constraint::{BuiltIn, CustomConstraints, Moment};
use heat_model::pattern::Pattern;
use heat_model::validate::{to_schema_type, violation};
use heat_model::{Constraint, ConstraintKind, PropertySchema, PropertyType, Value};
use indexmap::IndexMap;

use super::pattern_language::{Languages, Lengths, Undecided};
use super::values::{listed, patterns};
use super::whole_numbers::{Between, Progression, number};
use crate::budget::{MAX_DEPTH, MAX_LENGTH, MAX_SIZE, list_size, size_within};

/// Result of the search for a value that satisfies some constraints.
#[derive(Debug, Clone, PartialEq)]
enum AdmittedValue {
    /// A value that satisfies the constraints, as an example.
    Value(Value),
    /// No value satisfies the constraints.
    Nothing,
    /// The question is undecided.
    Unknown,
}

impl AdmittedValue {
    fn first(value: Option<Value>) -> Self {
        value.map_or(Self::Nothing, Self::Value)
    }
}

/// Returns whether it is certain that no value satisfies a property's constraints.
#[must_use]
pub fn admits_nothing(schema: &PropertySchema) -> bool {
    admit_all(schema, &schema.constraints.iter().collect::<Vec<_>>(), 0) == AdmittedValue::Nothing
}

/// The smallest set of a property's constraints that contradict each other: one or two of them, or else all.
#[must_use]
pub fn contradicting(schema: &PropertySchema) -> Vec<&Constraint> {
    /// Maximum number of constraints of which pairs are checked. With more constraints, all of them are reported together.
    const MAX_CONSTRAINTS: usize = 12;
    let all: Vec<&Constraint> = schema.constraints.iter().collect();
    if all.len() <= MAX_CONSTRAINTS {
        let pairs = all
            .iter()
            .enumerate()
            .flat_map(|(index, one)| all.iter().skip(index + 1).map(move |other| vec![*one, *other]));
        let mut some = all.iter().map(|one| vec![*one]).chain(pairs);
        if let Some(some) = some.find(|some| admit_all(schema, some, 0) == AdmittedValue::Nothing) {
            return some;
        }
    }
    all
}

/// Returns a value that a property accepts, if one can be constructed.
#[must_use]
pub fn sample(schema: &PropertySchema) -> Option<Value> {
    sample_at(schema, 0)
}

fn sample_at(schema: &PropertySchema, depth: usize) -> Option<Value> {
    let constraints: Vec<&Constraint> = schema.constraints.iter().collect();
    match admit_all(schema, &constraints, depth) {
        AdmittedValue::Value(value) => Some(value),
        AdmittedValue::Nothing => None,
        AdmittedValue::Unknown => known_samples(schema)
            .chain(samples_of_any(schema))
            .find(|value| satisfies_all(value, schema.property_type, &constraints)),
    }
}

/// Values that the custom constraints of a property are known to accept.
fn known_samples(schema: &PropertySchema) -> impl Iterator<Item = Value> {
    let samples = schema.constraints.iter().filter_map(|each| match &each.kind {
        ConstraintKind::Custom(name) => Some(BuiltIn::samples(name)),
        _ => None,
    });
    samples.flatten().copied().map(Value::from)
}

/// Sample values of a property of type `any`: those that its constraints list, and simple ones.
fn samples_of_any(schema: &PropertySchema) -> impl Iterator<Item = Value> {
    let is_any = schema.property_type == PropertyType::Any;
    let constraints: Vec<&Constraint> = schema.constraints.iter().filter(|_| is_any).collect();
    let simple = [Value::from("a"), 1.into()].into_iter().filter(move |_| is_any);
    listed(PropertyType::Any, &constraints).into_iter().chain(simple)
}

fn admit_all(schema: &PropertySchema, constraints: &[&Constraint], depth: usize) -> AdmittedValue {
    match made_up(schema, constraints, depth) {
        // The length of a map with a schema is the number of its schema's members.
        admitted @ AdmittedValue::Value(_) if schema.members().is_some() => admitted,
        AdmittedValue::Value(value) if !satisfies_all(&value, schema.property_type, constraints) => {
            AdmittedValue::Unknown
        }
        admitted => admitted,
    }
}

fn made_up(schema: &PropertySchema, constraints: &[&Constraint], depth: usize) -> AdmittedValue {
    let property_type = schema.property_type;
    let lists = constraints.iter().any(|each| matches!(each.kind, ConstraintKind::AllowedValues(_)));
    match property_type {
        // Constraints that check texts reject every list with items.
        PropertyType::List if is_for_texts(constraints) => {
            first_admitted(vec![Vec::<Value>::new().into()], property_type, constraints)
        }
        PropertyType::List => admit_list(schema, constraints, depth),
        PropertyType::Map => admit_map(schema, constraints, depth),
        PropertyType::Any => AdmittedValue::Unknown,
        PropertyType::Boolean if !lists => {
            first_admitted(vec![true.into(), false.into()], property_type, constraints)
        }
        _ if lists => {
            // A value that a list names may not have the property's type.
            let mut values = listed(property_type, constraints);
            values.retain(|value| to_schema_type(value, Some(property_type)).is_some());
            first_admitted(values, property_type, constraints)
        }
        PropertyType::String => admit_text(constraints),
        _ if is_for_texts(constraints) => first_admitted(vec![0.into()], property_type, constraints),
        _ => admit_number(property_type, constraints),
    }
}

/// Returns whether one of the constraints checks texts. Such constraints reject every number but 0, which some of them treat as a
/// missing value.
pub(super) fn is_for_texts(constraints: &[&Constraint]) -> bool {
    let is_for_texts =
        |each: &&Constraint| matches!(&each.kind, ConstraintKind::Custom(name) if BuiltIn::is_timeless(name));
    constraints.iter().any(is_for_texts)
}

/// Returns the first of some values that satisfies all constraints.
fn first_admitted(
    values: Vec<Value>,
    property_type: PropertyType,
    constraints: &[&Constraint],
) -> AdmittedValue {
    if patterns(constraints).iter().any(|pattern| Pattern::new(pattern).is_err()) {
        return AdmittedValue::Unknown;
    }
    // The values come from the lists, so the lists need not be searched for each value.
    let is_list = |each: &&&Constraint| matches!(each.kind, ConstraintKind::AllowedValues(_));
    let (lists, others): (Vec<&Constraint>, Vec<&Constraint>) =
        constraints.iter().partition(|each| is_list(each));
    let mut possible = values.into_iter().filter(|value| satisfies_all(value, property_type, &others));
    AdmittedValue::first(
        possible.by_ref().take(MAX_TRIES).find(|value| satisfies_all(value, property_type, &lists)),
    )
}

/// Maximum number of values that are checked against the full lists.
const MAX_TRIES: usize = 1_000;

/// Returns whether a value satisfies some constraints.
pub(super) fn satisfies_all<'a>(
    value: &Value,
    property_type: PropertyType,
    constraints: impl IntoIterator<Item = &'a &'a Constraint>,
) -> bool {
    constraints.into_iter().all(|each| match &each.kind {
        ConstraintKind::Custom(name) => !BuiltIn::is_timeless(name) || accepts(name, value),
        kind => violation(kind, value, Some(property_type)).is_none(),
    })
}

fn accepts(name: &str, value: &Value) -> bool {
    BuiltIn { now: Moment::from_unix(0, 0) }.check(name, value).is_ok()
}

fn admit_text(constraints: &[&Constraint]) -> AdmittedValue {
    let lengths = Between::lengths(constraints.iter().copied());
    if lengths.is_empty() {
        return AdmittedValue::Nothing;
    }
    let Some(lengths) = text_lengths(lengths) else { return AdmittedValue::Unknown };
    let patterns = patterns(constraints);
    if patterns.is_empty() {
        return AdmittedValue::Value(Value::String(text_without_pattern(lengths)));
    }
    let first = Languages::new(&patterns)
        .and_then(|mut languages| languages.first(&patterns, None, lengths, &mut |_| true));
    match first {
        Ok(text) => AdmittedValue::first(text.map(Value::String)),
        Err(_) => AdmittedValue::Unknown,
    }
}

/// Returns the first text among all texts of these lengths: the search would find it too, but for most properties that is not
/// worth building a language of all texts.
fn text_without_pattern(lengths: Lengths) -> String {
    "a".repeat(lengths.min)
}

/// Returns a text that a property's patterns and lengths admit and that a pattern does not match, if there is one.
pub(super) fn text_beyond(schema: &PropertySchema, pattern: &str) -> Result<Option<String>, Undecided> {
    let own: Vec<&Constraint> = schema.constraints.iter().collect();
    let accepting = patterns(&own);
    let lengths = text_lengths(Between::lengths(own.iter().copied())).ok_or(Undecided::TooMuch)?;
    let all: Vec<&str> = accepting.iter().copied().chain([pattern]).collect();
    Languages::new(&all)?.first(&accepting, Some(&[pattern]), lengths, &mut |_| true)
}

/// Lengths that a displayed text can have.
pub(super) fn text_lengths(between: Between) -> Option<Lengths> {
    let min = between.min.unwrap_or(0).max(0);
    let size = |length: i128| usize::try_from(length).unwrap_or(usize::MAX);
    (size(min) <= MAX_LENGTH)
        .then(|| Lengths { min: size(min), max: between.max.map_or(usize::MAX, |max| size(max.max(0))) })
}

fn admit_number(property_type: PropertyType, constraints: &[&Constraint]) -> AdmittedValue {
    let between = Between::ranges(constraints.iter().copied());
    if !between.is_exact() {
        return AdmittedValue::Unknown;
    }
    let whole = match Progression::of(constraints.iter().copied()) {
        Ok(progression) => progression.and_then(|progression| progression.between(between).next()),
        Err(_) => return AdmittedValue::Unknown,
    };
    let steps = constraints.iter().any(|each| matches!(each.kind, ConstraintKind::Modulo { .. }));
    if whole.is_some() || steps || property_type == PropertyType::Integer {
        return AdmittedValue::first(whole.map(number));
    }
    // For a range within two whole numbers: if any number satisfies it, one of its ends does.
    let ends = ends(constraints);
    let is_number = |end: &&Value| end.compare_numbers(end) == Some(Ordering::Equal);
    if !ends.iter().all(is_number) {
        return AdmittedValue::Unknown;
    }
    AdmittedValue::first(ends.into_iter().find(|end| satisfies_all(end, property_type, constraints)).cloned())
}

/// Returns the ends of the ranges.
pub(super) fn ends<'a>(constraints: &[&'a Constraint]) -> Vec<&'a Value> {
    let ends = constraints.iter().flat_map(|each| match &each.kind {
        ConstraintKind::Range { min, max } => [min.as_ref(), max.as_ref()],
        _ => [None, None],
    });
    ends.flatten().collect()
}

fn admit_list(schema: &PropertySchema, constraints: &[&Constraint], depth: usize) -> AdmittedValue {
    let lengths = Between::lengths(constraints.iter().copied());
    let lists = constraints.iter().any(|each| matches!(each.kind, ConstraintKind::AllowedValues(_)));
    let items = listed(PropertyType::List, constraints);
    // An empty list has no item that could be invalid.
    let least = lengths.min.unwrap_or(0).max(0);
    if lengths.is_empty() || (lists && items.is_empty() && least > 0) {
        return AdmittedValue::Nothing;
    }
    let item = items.into_iter().next().or_else(|| sample_item(schema, depth));
    list_of(least, item).map_or(AdmittedValue::Unknown, AdmittedValue::Value)
}

/// Returns an item of a list.
pub(super) fn sample_item(schema: &PropertySchema, depth: usize) -> Option<Value> {
    match schema.item() {
        Some(item) if depth < MAX_DEPTH => sample_at(item, depth + 1),
        Some(_) => None,
        None => Some("a".into()),
    }
}

/// Returns a list of `length` copies of an item.
pub(super) fn list_of(length: i128, item: Option<Value>) -> Option<Value> {
    let length = usize::try_from(length).ok()?;
    if length == 0 {
        return Some(Value::from(Vec::<Value>::new()));
    }
    let item = item?;
    list_size(&item, length)?;
    Some(Value::from(vec![item; length]))
}

fn admit_map(schema: &PropertySchema, constraints: &[&Constraint], depth: usize) -> AdmittedValue {
    let lengths = Between::lengths(constraints.iter().copied());
    if lengths.is_empty() {
        return AdmittedValue::Nothing;
    }
    if let Some(members) = schema.members() {
        // The length includes all members that the schema lists, whether they are set or not. Converted text has a length of its
        // own.
        let count = i128::try_from(members.len()).unwrap_or(i128::MAX);
        return match lengths.admits(count) {
            true => map_of(schema, 0, depth).map_or(AdmittedValue::Unknown, AdmittedValue::Value),
            false if schema.allow_conversion => AdmittedValue::Unknown,
            false => AdmittedValue::Nothing,
        };
    }
    let least = lengths.min.unwrap_or(0).max(0);
    map_of(schema, least, depth).map_or(AdmittedValue::Unknown, AdmittedValue::Value)
}

/// Returns a map with `length` entries, or with as many as are required.
pub(super) fn map_of(schema: &PropertySchema, length: i128, depth: usize) -> Option<Value> {
    let length = usize::try_from(length).ok().filter(|length| *length <= MAX_LENGTH)?;
    let mut map = IndexMap::new();
    let Some(members) = schema.members() else {
        map.extend((1..=length).map(|number| (format!("key{number}"), Value::from("a"))));
        return Some(Value::from(map));
    };
    if depth >= MAX_DEPTH {
        return None;
    }
    let (required, others): (Vec<_>, Vec<_>) = members.iter().partition(|(_, member)| member.required);
    for (name, member) in required {
        map.insert(name.clone(), sample_at(member, depth + 1)?);
    }
    for (name, member) in others {
        if map.len() >= length {
            break;
        }
        if let Some(value) = sample_at(member, depth + 1) {
            map.insert(name.clone(), value);
        }
    }
    (map.len() >= length).then(|| Value::from(map)).filter(|map| size_within(map, MAX_SIZE).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(schema: &str, expect: Option<&str>) {
        let schema: PropertySchema = serde_json::from_str(schema).unwrap();
        assert_eq!(sample(&schema).map(|value| value.to_string()).as_deref(), expect, "{schema:?}");
    }

    #[test]
    fn samples_have_the_type_of_the_property() {
        check(r#"{"type": "boolean"}"#, Some("true"));
        check(r#"{"type": "boolean", "constraints": [{"allowed_values": [false]}]}"#, Some("false"));
        check(r#"{"type": "integer", "constraints": [{"range": {"min": 3}}]}"#, Some("3"));
        check(
            r#"{"type": "list", "schema": {"*": {"type": "boolean"}}, "constraints": [{"length": {"min": 1}}]}"#,
            Some("[true]"),
        );
    }

    #[test]
    fn contradicting_constraints_have_no_sample() {
        check(
            r#"{"type": "boolean", "constraints": [{"allowed_values": [true]}, {"allowed_values": [false]}]}"#,
            None,
        );
        check(r#"{"type": "integer", "constraints": [{"range": {"min": 3, "max": 2}}]}"#, None);
        check(r#"{"type": "integer", "constraints": [{"allowed_values": [[], {"a": 1}]}]}"#, None);
    }

    #[test]
    fn a_text_without_pattern_is_what_the_search_finds() {
        for (min, max) in [(0, 0), (0, 5), (1, 1), (3, usize::MAX), (MAX_LENGTH, usize::MAX)] {
            let lengths = || Lengths { min, max };
            let searched =
                Languages::new(&[]).and_then(|mut all| all.first(&[], None, lengths(), &mut |_| true));
            assert_eq!(searched.ok().flatten(), Some(text_without_pattern(lengths())), "{min} {max}");
        }
    }
}
