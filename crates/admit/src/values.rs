//! The values in lists of allowed values, and the patterns among constraints.

use std::borrow::Borrow;
use std::collections::HashSet;

use heat_model::custom_constraint::BuiltIn;
use heat_model::steps::step;
use heat_model::validate::to_schema_type;
use heat_model::{Constraint, ConstraintKind, PropertyType, Value};

/// Returns the patterns among constraints, and those that custom constraints imply.
pub(super) fn patterns<'a>(constraints: &[&'a Constraint]) -> Vec<&'a str> {
    let pattern = |constraint: &&'a Constraint| match &constraint.kind {
        ConstraintKind::AllowedPattern(pattern) => Some(pattern.as_str()),
        ConstraintKind::Custom(name) => BuiltIn::pattern(name),
        _ => None,
    };
    constraints.iter().filter_map(pattern).collect()
}

/// Returns the values that are in all lists, converted to the property's type.
#[must_use]
pub fn listed(property_type: PropertyType, constraints: &[&Constraint]) -> Vec<Value> {
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

/// Values as Python compares them, for fast look-ups.
pub(super) struct ValueSet(HashSet<String>);

impl ValueSet {
    pub(super) fn of(values: &[Value]) -> Self {
        Self(values.iter().map(python_key).collect())
    }

    /// Returns whether the other set contains all values of this one.
    pub(super) fn is_subset(&self, other: &Self) -> bool {
        self.0.is_subset(&other.0)
    }

    /// Returns whether the set contains a value. NaN is equal to nothing.
    pub(super) fn contains(&self, value: &Value) -> bool {
        !matches!(value, Value::Float(float) if float.is_nan()) && self.0.contains(&python_key(value))
    }
}

/// Returns a text that is the same for values that are equal in Python: numbers by their value, maps regardless of order.
fn python_key(value: &Value) -> String {
    step();
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(flag) => u8::from(*flag).to_string(),
        Value::Integer(integer) => integer.to_string(),
        // The shortest decimal form of the number, without the fraction if there is none.
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

/// Returns a pattern for these texts, used to find texts that are not among them.
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

/// A list of allowed values, as [`violation`](heat_model::validate::violation) compares values with it.
pub(super) struct AllowedValues {
    property_type: PropertyType,
    /// Values converted to the property's type; `None` if one of them does not have that type, so no value is accepted.
    as_type: Option<ValueSet>,
    /// Values as written, with which the items of lists are compared.
    as_written: ValueSet,
}

impl AllowedValues {
    /// Returns the lists among some constraints of a property of this type.
    pub(super) fn all<C: Borrow<Constraint>>(
        constraints: &[C],
        property_type: PropertyType,
    ) -> impl Iterator<Item = Self> {
        constraints.iter().filter_map(move |each| match &each.borrow().kind {
            ConstraintKind::AllowedValues(values) => Some(Self::new(values, property_type)),
            _ => None,
        })
    }

    fn new(values: &[Value], property_type: PropertyType) -> Self {
        let as_type: Option<Vec<Value>> =
            values.iter().map(|value| to_schema_type(value, Some(property_type))).collect();
        Self {
            property_type,
            as_type: as_type.map(|values| ValueSet::of(&values)),
            as_written: ValueSet::of(values),
        }
    }

    /// Returns whether the list contains a converted value.
    pub(super) fn admits(&self, value: &Value) -> bool {
        if let Value::List(items) = value {
            return items.iter().all(|item| self.as_written.contains(item));
        }
        let Some(as_type) = &self.as_type else { return false };
        to_schema_type(value, Some(self.property_type)).is_some_and(|value| as_type.contains(&value))
    }
}
