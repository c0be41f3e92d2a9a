//! Generates samples: property data that satisfy the constraints of a schema.
//!
//! A value is the default if there is one, or else a value that the constraints accept. If there is none, or it would be too large
//! to read, the value comes from a parameter.

use std::cell::Cell;

use heat_hot_language::{Function, function};

use heat_admit::budget::{Budget, MAX_DEPTH, MAX_TRIES};
use heat_model::custom_constraint::BuiltIn;
use heat_model::evaluate::Validator;
use heat_model::group::{GroupExpression, Member, Operator};
use heat_model::service_rule::ServiceCheck;
use heat_model::validation_rule::{Condition, PropertyState, Requirement};
use heat_model::{
    ConstraintKind, CustomConstraintTable, NestedSchema, PropertiesGroup, PropertySchema, PropertyType,
    ResourceType, Status, Value,
};
use indexmap::IndexMap;

/// Property data of a type, generated from its schema alone: only the required properties, or all properties in use. Properties
/// of a group are set as the group requires.
#[must_use]
pub fn sample_properties(
    schema: &ResourceType,
    constraints: &CustomConstraintTable,
    required_only: bool,
) -> IndexMap<String, Value> {
    let maker = SampleMaker::new(constraints);
    let chosen = selected(schema, required_only).into_iter();
    chosen.map(|(name, property)| (name.to_owned(), maker.value(name, property, required_only))).collect()
}

/// The properties that a sample of a type sets.
pub(crate) fn selected(schema: &ResourceType, required_only: bool) -> IndexMap<&str, &PropertySchema> {
    let mut selected: IndexMap<&str, &PropertySchema> =
        wanted(&schema.properties, required_only).map(|(name, property)| (name.as_str(), property)).collect();
    for (name, property) in demanded(schema) {
        selected.entry(name).or_insert(property);
    }
    for group in &schema.properties_groups {
        let PropertiesGroup::Expression(group) = group else { continue };
        let mut chosen = Vec::new();
        let is_shown = |name: &str| {
            schema.properties.get(name).is_none_or(|property| !property.support_status.is_hidden())
        };
        choose(group, required_only, &is_shown, &mut chosen);
        // Properties that must not be combined with the chosen ones; only top-level properties can be omitted.
        group.for_each_path(&mut |path| {
            if let [name] = path
                && !chosen.contains(name)
                && schema.properties.get(name).is_some_and(|property| !property.required)
            {
                selected.shift_remove(name.as_str());
            }
        });
        // A template may also set none of the properties that belong together.
        let may_be_empty = group.operator == Operator::And;
        if !may_be_empty || chosen.iter().any(|name| selected.contains_key(name.as_str())) {
            let known = chosen.iter().filter_map(|name| schema.properties.get_key_value(name));
            for (name, property) in known {
                selected.entry(name).or_insert(property);
            }
        }
    }
    selected
}

/// The properties that rules of the plug-in or the service require as long as all others have their defaults, although they are
/// optional in the schema.
fn demanded(schema: &ResourceType) -> impl Iterator<Item = (&str, &PropertySchema)> {
    let of_service = schema.current_service_rules().filter_map(|rule| match &rule.check {
        ServiceCheck::Rule(check) => Some(check),
        ServiceCheck::Address(_) => None,
    });
    let always = schema.validation_rules.iter().chain(of_service).filter(|rule| {
        rule.for_each.is_none() && rule.when.iter().all(|condition| is_true_by_default(schema, condition))
    });
    let conditions = always.flat_map(|rule| match &rule.requirement {
        Requirement::All(conditions) => conditions.as_slice(),
        _ => &[],
    });
    let names = conditions.filter_map(|condition| match condition {
        Condition::Filled(path)
        | Condition::Is { property: path, is: PropertyState::Given | PropertyState::Filled } => path.first(),
        _ => None,
    });
    names
        .filter_map(|name| schema.properties.get_key_value(name))
        .map(|(name, property)| (name.as_str(), property))
}

/// Returns whether a condition compares a property with its default.
fn is_true_by_default(schema: &ResourceType, condition: &Condition) -> bool {
    let Condition::In { property, values } = condition else { return false };
    let [name] = property.as_slice() else { return false };
    let default = schema.properties.get(name).and_then(|property| property.default.as_ref());
    default.is_some_and(|default| values.contains(default))
}

/// The required members, and also the optional ones in use unless `required_only` is set.
pub(crate) fn wanted(
    members: &IndexMap<String, PropertySchema>,
    required_only: bool,
) -> impl Iterator<Item = (&String, &PropertySchema)> {
    members.iter().filter(move |(_, schema)| schema.required || (!required_only && is_in_use(schema)))
}

/// Returns whether templates should set a property.
pub(crate) fn is_in_use(schema: &PropertySchema) -> bool {
    let status = schema.support_status.status();
    let is_implemented = schema.implemented && schema.item().is_none_or(|item| item.implemented);
    is_implemented && !matches!(status, Status::Deprecated | Status::Hidden | Status::Unsupported)
}

/// The required fields of a map, each with a sample value.
#[must_use]
pub fn sample_members(
    members: &IndexMap<String, PropertySchema>,
    constraints: &CustomConstraintTable,
) -> IndexMap<String, Value> {
    SampleMaker::new(constraints).members(members, true)
}

/// Values that a property accepts, best first.
#[must_use]
pub fn sample_values(name: &str, schema: &PropertySchema, constraints: &CustomConstraintTable) -> Vec<Value> {
    let mut values = SampleMaker::new(constraints).candidates(name, schema, true);
    values.extend(schema.default.clone());
    values.retain(|value| fits(schema, value));
    values
}

/// The top-level properties that satisfy a group: all members of an `and`, the first of an `xor`, and for an `or` either the first
/// or, if several are allowed, all. Properties that are not shown are only chosen if there are no others.
fn choose(group: &GroupExpression, least: bool, is_shown: &dyn Fn(&str) -> bool, chosen: &mut Vec<String>) {
    let count = match group.operator {
        Operator::Xor => 1,
        Operator::Or if least => 1,
        Operator::And | Operator::Or => group.members.len(),
    };
    let mut members: Vec<&Member> = group.members.iter().collect();
    let hides = |member: &Member| match member {
        Member::Property(path) => path.first().is_some_and(|name| !is_shown(name)),
        Member::Group(inner) => {
            let mut hides = false;
            inner.for_each_path(&mut |path| hides |= path.first().is_some_and(|name| !is_shown(name)));
            hides
        }
    };
    members.sort_by_key(|member| hides(member));
    for member in members.into_iter().take(count) {
        match member {
            Member::Property(path) => chosen.extend(path.first().cloned()),
            Member::Group(inner) => choose(inner, least, is_shown, chosen),
        }
    }
}

/// Generates samples, which share a budget.
pub(crate) struct SampleMaker<'a> {
    constraints: &'a CustomConstraintTable,
    budget: Budget,
    /// The nesting depth of the current value.
    depth: Cell<usize>,
}

impl<'a> SampleMaker<'a> {
    pub(crate) fn new(constraints: &'a CustomConstraintTable) -> Self {
        Self { constraints, budget: Budget::default(), depth: Cell::new(0) }
    }

    fn members(
        &self,
        members: &IndexMap<String, PropertySchema>,
        required_only: bool,
    ) -> IndexMap<String, Value> {
        wanted(members, required_only)
            .map(|(name, schema)| (name.clone(), self.value(name, schema, required_only)))
            .collect()
    }

    /// A value that a property accepts.
    pub(crate) fn value(&self, name: &str, schema: &PropertySchema, required_only: bool) -> Value {
        if let Some(default) =
            schema.default.as_ref().filter(|default| default.is_truthy() && fits(schema, default))
        {
            return default.clone();
        }
        if self.depth.get() > MAX_DEPTH || !self.budget.take(1) {
            return from_parameter(name);
        }
        self.depth.set(self.depth.get() + 1);
        let candidates = self.candidates(name, schema, required_only);
        self.depth.set(self.depth.get() - 1);
        candidates.into_iter().find(|value| fits(schema, value)).unwrap_or_else(|| from_parameter(name))
    }

    /// Possible values, best first.
    fn candidates(&self, name: &str, schema: &PropertySchema, required_only: bool) -> Vec<Value> {
        let mut candidates = Vec::new();
        for constraint in &schema.constraints {
            let left = MAX_TRIES.saturating_sub(candidates.len());
            candidates.extend(self.met_by(name, &constraint.kind, schema, left));
        }
        match schema.property_type {
            PropertyType::String => {
                let size = longest_allowed(schema);
                let word: String = placeholder(name).chars().take(size).collect();
                candidates.push(Value::String(word));
                candidates.extend(shortest_required(schema).and_then(|length| self.budget.text_of(length)));
            }
            PropertyType::Integer | PropertyType::Number => {
                candidates.extend([1, 0, 10, 100].map(Value::from));
            }
            PropertyType::Boolean => {
                // The opposite of the default is the useful value to show.
                let default = schema.default.as_ref().is_some_and(Value::is_truthy);
                candidates.extend([Value::Bool(!default), Value::Bool(default)]);
            }
            PropertyType::Map => candidates.push(match &schema.schema {
                Some(NestedSchema::Members(members)) => Value::from(self.members(members, required_only)),
                _ => Value::from(IndexMap::from([("key".to_owned(), Value::from("value"))])),
            }),
            PropertyType::List => {
                // The allowed values of a list are the values of its items.
                let item = match &schema.schema {
                    Some(NestedSchema::Item(item)) => self.value(name, item, required_only),
                    _ => candidates.first().cloned().unwrap_or_else(|| Value::String(placeholder(name))),
                };
                let least = shortest_required(schema).unwrap_or(1).max(1);
                candidates = self.budget.list_of(item, least).into_iter().collect();
            }
            PropertyType::Any => candidates.push(Value::String(placeholder(name))),
        }
        candidates
    }

    /// Some of the values that satisfy a constraint.
    fn met_by(&self, name: &str, kind: &ConstraintKind, schema: &PropertySchema, most: usize) -> Vec<Value> {
        match kind {
            ConstraintKind::AllowedValues(values) => values.iter().take(most).cloned().collect(),
            ConstraintKind::Range { min, max } => min.iter().chain(max).cloned().collect(),
            ConstraintKind::Modulo { step, offset } => offset.iter().chain(step).cloned().collect(),
            // The pattern alone is not sufficient: a match may be too long, or not an address.
            ConstraintKind::AllowedPattern(_) => heat_admit::sample(schema).into_iter().collect(),
            ConstraintKind::Custom(constraint) if schema.property_type == PropertyType::Integer => {
                let example = self.constraints.get(constraint).and_then(|known| known.example.as_deref());
                example.and_then(|text| text.parse::<i64>().ok()).map(Value::from).into_iter().collect()
            }
            ConstraintKind::Custom(constraint) => {
                let example = self.constraints.get(constraint).and_then(|known| known.example.clone());
                let named = || placeholder(constraint.rsplit('.').next().unwrap_or(name));
                let built_in = || BuiltIn::samples(constraint).first().map(|sample| (*sample).to_owned());
                vec![Value::String(example.or_else(built_in).unwrap_or_else(named))]
            }
            ConstraintKind::Length { .. } => Vec::new(),
        }
    }
}

/// `{get_param: name}`, which is valid for any property.
fn from_parameter(name: &str) -> Value {
    Value::from(IndexMap::from([(Function::GET_PARAM.name().to_owned(), Value::from(name))]))
}

/// A word to use if any text is valid.
fn placeholder(name: &str) -> String {
    format!("my-{}", name.trim_start_matches('_').replace(['_', ':', ' '], "-").to_lowercase())
}

fn lengths(schema: &PropertySchema) -> impl Iterator<Item = (Option<usize>, Option<usize>)> + '_ {
    let number = |end: &Option<Value>| end.as_ref().and_then(|end| end.to_string().parse().ok());
    schema.constraints.iter().filter_map(move |constraint| match &constraint.kind {
        ConstraintKind::Length { min, max } => Some((number(min), number(max))),
        _ => None,
    })
}

fn longest_allowed(schema: &PropertySchema) -> usize {
    lengths(schema).filter_map(|(_, max)| max).min().unwrap_or(usize::MAX)
}

fn shortest_required(schema: &PropertySchema) -> Option<usize> {
    lengths(schema).filter_map(|(min, _)| min).max()
}

/// Returns whether the engine accepts a value, no matter what the functions in it return.
pub(crate) fn fits(schema: &PropertySchema, value: &Value) -> bool {
    Validator { is_deferred: &is_call }.value_errors(schema, value).is_empty()
}

/// Returns whether a value is a function call.
pub(crate) fn is_call(value: &Value) -> bool {
    let name = value.as_map().filter(|map| map.len() == 1).and_then(|map| map.keys().next());
    name.is_some_and(|name| function(name).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use heat_schema_text::flow;

    /// The sample for a property `a`; it has to be generated immediately.
    fn check_sample(property: &str, expect: &str) {
        let schema = format!(r#"{{"type": "A", "properties": {{"a": {property}}}}}"#);
        let schema: ResourceType = serde_json::from_str(&schema).unwrap();
        let data = sample_properties(&schema, &CustomConstraintTable::default(), false);
        assert_eq!(flow(&data["a"]), expect, "{property}");
        assert!(
            sample_values("a", &schema.properties["a"], &CustomConstraintTable::default()).len()
                <= MAX_TRIES + 2
        );
    }

    #[test]
    fn samples_match_patterns_and_satisfy_the_other_constraints() {
        let check = |constraints: &str, expect: &str| {
            check_sample(&format!(r#"{{"type": "string", "constraints": [{constraints}]}}"#), expect);
        };
        check(r#"{"allowed_pattern": "[a-z]+[0-9]"}"#, "a1");
        check(r#"{"allowed_pattern": "^[0-9]{4}-(on|off)$"}, {"length": {"min": 8}}"#, "1111-off");
        check(r#"{"allowed_pattern": "(?=\\d)\\w{2,}"}"#, "1a");
        check(r#"{"allowed_pattern": "(?!)"}"#, "{get_param: a}");
        check(r#"{"allowed_pattern": "("}"#, "{get_param: a}");
        check(r#"{"allowed_pattern": "a{18446744073709551615}"}"#, "{get_param: a}");
        check(&format!(r#"{{"allowed_pattern": "{}"}}"#, "(".repeat(10_000)), "{get_param: a}");
    }

    #[test]
    fn huge_lengths_are_no_problem() {
        for min in
            ["2000", "3000000000", "4611686018427387904", "18446744073709551615", "99999999999999999999"]
        {
            for property_type in ["string", "list", "map"] {
                let property = format!(
                    r#"{{"type": "{property_type}", "constraints": [{{"length": {{"min": {min}}}}}]}}"#
                );
                check_sample(&property, "{get_param: a}");
            }
        }
    }

    #[test]
    fn nested_lists_do_not_multiply_endlessly() {
        let nested = |depth: usize, around: &str, inner: &str| {
            (0..depth).fold(inner.to_owned(), |item, _| around.replace("ITEM", &item))
        };
        let list = r#"{"type": "list", "constraints": [{"length": {"min": 4}}], "schema": {"*": ITEM}}"#;
        check_sample(&nested(15, list, r#"{"type": "string"}"#), "{get_param: a}");
        let long = format!(r#"{{"type": "string", "default": "{}"}}"#, "x".repeat(100_000));
        check_sample(&list.replace("\"min\": 4", "\"min\": 1000").replace("ITEM", &long), "{get_param: a}");
    }

    #[test]
    fn groups_are_satisfied() {
        let schema = |groups: &str| {
            format!(
                r#"{{"type": "A", "properties_groups": [{groups}], "properties": {{
                    "a": {{"type": "boolean"}}, "b": {{"type": "boolean"}}, "c": {{"type": "boolean"}}}}}}"#
            )
        };
        let names = |groups: &str, least: bool| -> String {
            let schema: ResourceType = serde_json::from_str(&schema(groups)).unwrap();
            let data = sample_properties(&schema, &CustomConstraintTable::default(), least);
            data.into_keys().collect()
        };
        for (groups, least, all) in [
            (r#"{"or": [["a"], ["b"]]}"#, "a", "abc"),
            (r#"{"xor": [["b"], {"and": [["a"], ["c"]]}]}"#, "b", "b"),
            (r#"{"and": [["a"], ["b"]]}"#, "", "abc"),
        ] {
            assert_eq!(
                (names(groups, true), names(groups, false)),
                (least.to_owned(), all.to_owned()),
                "{groups}"
            );
        }
    }
}
