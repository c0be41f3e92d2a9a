//! Checks validation rules against the values of properties, as a plug-in of Heat reads them: translated, converted, with defaults.
//!
//! A value can be unknown. Then a condition holds a number of times between two bounds, and a rule is only violated if it is for
//! every number in between.

use indexmap::IndexMap;

use super::Resolved;
use super::properties::Properties;
use crate::Value;
use crate::validate::{ErrorKind, Step, ValueError, ValuePath};
use crate::validation_rule::{Condition, Operand, PropertyState, Requirement, ValidationRule};

/// How often something holds: at least and at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Count {
    least: usize,
    most: usize,
}

impl Count {
    const UNKNOWN: Self = Self { least: 0, most: 1 };

    fn once(holds: bool) -> Self {
        let times = usize::from(holds);
        Self { least: times, most: times }
    }

    fn plus(self, other: Self) -> Self {
        Self { least: self.least + other.least, most: self.most.saturating_add(other.most) }
    }

    fn is_certain(self) -> bool {
        self.least > 0
    }

    fn is_excluded(self) -> bool {
        self.most == 0
    }
}

/// A value that a rule looks at; none if it is unknown.
type Known<'v> = Option<&'v Value>;

impl Properties<'_> {
    /// The rules that the data violate, where values are not validated: what cannot be read is unknown.
    #[must_use]
    pub fn validate_rules(&mut self) -> Vec<ValueError> {
        let rules = self.evaluator.validation_rules;
        let mut values: IndexMap<String, Value> = IndexMap::new();
        let mut unreadable: Vec<String> = Vec::new();
        for name in root_names(rules) {
            let Some(schema) = self.evaluator.schemas.get(&name) else { continue };
            match self.get(&name) {
                Ok(value) => _ = values.insert(name, value.to_value(schema)),
                Err(_) => unreadable.push(name),
            }
        }
        let values = Value::from(values);
        let is_readable = |rule: &&ValidationRule| {
            root_names(std::slice::from_ref(*rule)).iter().all(|name| !unreadable.contains(name))
        };
        rules.iter().filter(is_readable).flat_map(|rule| self.violations(rule, &values)).collect()
    }

    /// Adds an error for each rule that the values of all properties violate, which are in the order of the schema.
    pub(super) fn check_rules(&mut self, values: &[Resolved]) {
        let rules = self.evaluator.validation_rules;
        if rules.is_empty() {
            return;
        }
        let compared = root_names(rules);
        let read =
            self.evaluator.schemas.iter().zip(values).filter(|((name, _), _)| compared.contains(*name));
        let read: IndexMap<String, Value> =
            read.map(|((name, schema), value)| (name.clone(), value.to_value(schema))).collect();
        let violations = self.all_violations(&Value::from(read));
        self.errors.extend(violations);
    }

    fn all_violations(&self, values: &Value) -> Vec<ValueError> {
        self.evaluator.validation_rules.iter().flat_map(|rule| self.violations(rule, values)).collect()
    }

    fn violations(&self, rule: &ValidationRule, values: &Value) -> Vec<ValueError> {
        let Some(list) = &rule.for_each else {
            let is_violated = self.violates(rule, values);
            return is_violated.then(|| violation(rule, &[])).into_iter().collect();
        };
        let items = self.found(values, list).and_then(Value::as_list).into_iter().flatten().enumerate();
        let violated = items.filter(|(_, item)| !self.is_unknown(item) && self.violates(rule, item));
        violated
            .map(|(index, _)| {
                let steps = list.iter().cloned().map(Step::Name).chain([Step::Item(index)]);
                violation(rule, &steps.collect::<Vec<_>>())
            })
            .collect()
    }

    fn violates(&self, rule: &ValidationRule, values: &Value) -> bool {
        let count = |conditions: &[Condition]| {
            let counts = conditions.iter().map(|condition| self.count(condition, values));
            counts.fold(Count::once(false), Count::plus)
        };
        let count_each = |conditions: &[Condition], test: fn(Count) -> bool| {
            conditions.iter().any(|condition| test(self.count(condition, values)))
        };
        if !rule.when.iter().all(|condition| self.count(condition, values).is_certain()) {
            return false;
        }
        match &rule.requirement {
            Requirement::AtMostOne(conditions) => count(conditions).least > 1,
            Requirement::AtLeastOne(conditions) => count(conditions).is_excluded(),
            Requirement::ExactlyOne(conditions) => {
                let count = count(conditions);
                count.least > 1 || count.is_excluded()
            }
            Requirement::All(conditions) => count_each(conditions, Count::is_excluded),
            Requirement::None(conditions) => count_each(conditions, Count::is_certain),
            Requirement::Equal(paths) => {
                let filled = paths
                    .iter()
                    .filter_map(|path| self.found(values, path))
                    .filter(|value| value.is_truthy());
                let filled: Vec<&Value> = filled.collect();
                filled.windows(2).any(|pair| matches!(pair, [left, right] if !left.python_eq(right)))
            }
            Requirement::Ascending(operands) => {
                let numbers: Vec<Value> =
                    operands.iter().filter_map(|operand| self.number(operand, values)).collect();
                numbers.iter().enumerate().any(|(place, left)| {
                    let later = numbers.iter().skip(place + 1);
                    later
                        .into_iter()
                        .any(|right| left.compare_numbers(right).is_some_and(std::cmp::Ordering::is_gt))
                })
            }
        }
    }

    fn count(&self, condition: &Condition, values: &Value) -> Count {
        let tested = |path: &[String], test: &dyn Fn(&Value) -> bool| {
            self.found(values, path).map_or(Count::UNKNOWN, |value| Count::once(test(value)))
        };
        let is_one_of = |values: &[Value], value: &Value| values.iter().any(|known| known.python_eq(value));
        match condition {
            Condition::Filled(property) => tested(property, &Value::is_truthy),
            Condition::Is { property, is } => tested(property, &|value| is_in_state(value, *is)),
            Condition::In { property, values } => tested(property, &|value| is_one_of(values, value)),
            Condition::NotIn { property, values } => tested(property, &|value| !is_one_of(values, value)),
            Condition::Satisfies { property, custom_constraint } => tested(property, &|value| {
                self.context.custom_constraints.check(custom_constraint, value).is_ok()
            }),
            Condition::Items { items, matching } => match self.found(values, items) {
                None => Count { least: 0, most: usize::MAX },
                Some(list) => {
                    let items = list.as_list().into_iter().flatten();
                    items.map(|item| self.all(matching, item)).fold(Count::once(false), Count::plus)
                }
            },
            Condition::Any { any } => {
                let counts = any.iter().map(|condition| self.count(condition, values));
                let count = counts.fold(Count::once(false), Count::plus);
                Count { least: count.least.min(1), most: count.most.min(1) }
            }
        }
    }

    /// Whether all conditions hold for an item.
    fn all(&self, conditions: &[Condition], item: &Value) -> Count {
        if self.is_unknown(item) && !conditions.is_empty() {
            return Count::UNKNOWN;
        }
        let counts = conditions.iter().map(|condition| self.count(condition, item));
        counts.fold(Count::once(true), |all, one| Count {
            least: usize::from(all.least > 0 && one.least > 0),
            most: usize::from(all.most > 0 && one.most > 0),
        })
    }

    /// The number of an operand; none if it is missing or unknown.
    fn number(&self, operand: &Operand, values: &Value) -> Option<Value> {
        match operand {
            Operand::Constant(number) => Some(Value::from(*number)),
            Operand::Property(path) => self.found(values, path).cloned(),
            Operand::Sum { sum } => {
                let mut total = 0_f64;
                for path in sum {
                    total += self.sum(values, path)?;
                }
                Some(Value::Float(total))
            }
        }
    }

    /// The sum of the numbers at a path, in all items of the lists on the way; none if one of them is unknown.
    fn sum(&self, value: &Value, path: &[String]) -> Option<f64> {
        if self.is_unknown(value) {
            return None;
        }
        match (value, path) {
            (Value::List(items), _) => items.iter().map(|item| self.sum(item, path)).sum(),
            (Value::Map(map), [name, rest @ ..]) => {
                map.get(name).map_or(Some(0.0), |value| self.sum(value, rest))
            }
            (Value::Integer(number), []) => Some(number.as_f64()),
            (Value::Float(number), []) => Some(*number),
            _ => Some(0.0),
        }
    }

    /// The value at a path: null if there is none.
    fn found<'v>(&self, values: &'v Value, path: &[String]) -> Known<'v> {
        const NULL: &Value = &Value::Null;
        let mut value = values;
        for name in path {
            value = value.as_map().and_then(|map| map.get(name)).unwrap_or(NULL);
            if self.is_unknown(value) {
                return None;
            }
        }
        Some(value)
    }

    fn is_unknown(&self, value: &Value) -> bool {
        (self.context.is_deferred)(value)
    }
}

fn is_in_state(value: &Value, state: PropertyState) -> bool {
    let is_given = *value != Value::Null;
    match state {
        PropertyState::Filled => value.is_truthy(),
        PropertyState::Empty => !value.is_truthy(),
        PropertyState::Given => is_given,
        PropertyState::Missing => !is_given,
    }
}

/// The properties at the top that the rules look at, in the order in which they do.
fn root_names(rules: &[ValidationRule]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for rule in rules {
        rule.visit_paths(&mut |path, _| {
            if let Some(name) = path.first().filter(|name| !names.contains(*name)) {
                names.push(name.clone());
            }
        });
    }
    names
}

fn violation(rule: &ValidationRule, around: &[Step]) -> ValueError {
    ValueError::new(ValuePath(around.to_vec()), ErrorKind::Rule, rule.words())
}

#[cfg(test)]
mod tests {
    use heat_yaml::Source;

    use crate::custom_constraint::WithoutCloud;
    use crate::evaluate::{Context, Evaluator};
    use crate::load::load_schema;
    use crate::{Value, json};

    /// The messages about data, in which the text `unknown` stands for a value that is not known.
    fn check(rules: &str, data: &str, expect: &[&str]) {
        let schema = format!(
            "type: My::Custom::Token
properties:
  a: {{type: string}}
  b: {{type: string, default: ''}}
  n: {{type: integer}}
  m: {{type: integer}}
  list: {{type: list, schema: {{'*': {{type: map, schema: {{x: {{type: string}}, n: {{type: integer}}}}}}}}}}
validation_rules: [{rules}]"
        );
        let loaded = load_schema(&Source::new("My/Custom/Token.yaml", schema));
        assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
        let schema = loaded.file.unwrap().schema;
        // The same in JSON, as derived code embeds it.
        let written = serde_json::to_string(&schema).unwrap();
        assert_eq!(serde_json::from_str::<crate::ResourceType>(&written).unwrap(), schema);
        let Value::Map(data) = json::parse(data).unwrap() else { panic!("no map") };
        let customs = WithoutCloud::timeless();
        let is_deferred = |value: &Value| value.as_str() == Some("unknown");
        let context = Context::new(&customs).with_deferred(&is_deferred);
        let errors = Evaluator::new(&schema).properties(&data, &context).validate();
        let messages: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert_eq!(messages, expect);
    }

    #[test]
    fn properties_are_counted() {
        check("{at_most_one: [[a], [b]]}", r#"{"a": "1"}"#, &[]);
        check(
            "{at_most_one: [[a], [b]]}",
            r#"{"a": "1", "b": "2"}"#,
            &["at most one of `a` and `b` is allowed"],
        );
        check("{at_least_one: [[a], [b]]}", "{}", &["at least one of `a` and `b` is required"]);
        // The default is there, and empty.
        check("{at_least_one: [[a], {property: [b], is: given}]}", "{}", &[]);
        check("{exactly_one: [[a], [b]]}", "{}", &["exactly one of `a` and `b` is required"]);
        check("{none: [[a], [b]]}", r#"{"a": "2"}"#, &["`a` and `b` are not allowed"]);
        check("{none: [{property: [a], in: ['1', '2']}]}", r#"{"a": "2"}"#, &["`a` must not be `1` or `2`"]);
        check(
            "{when: [[a], {property: [n], is: missing}], all: [{property: [b], custom_constraint: ip_addr}]}",
            r#"{"a": "1", "b": "2"}"#,
            &["`b` must satisfy `ip_addr` if `a` is set and `n` is not set"],
        );
    }

    #[test]
    fn items_are_checked_one_by_one_or_counted() {
        let two = r#"{"list": [{"x": "1", "n": 0}, {"x": "", "n": 2}]}"#;
        check("{for_each: [list], all: [[x]]}", two, &["list[1]: `x` is required in each item of `list`"]);
        check("{at_most_one: [{items: [list]}]}", two, &["at most one item of `list` is allowed"]);
        check("{at_most_one: [{items: [list], where: [[x]]}]}", two, &[]);
        check(
            "{none: [{items: [list], where: [{any: [[x], [n]]}, [n]]}], description: never}",
            two,
            &["never"],
        );
    }

    #[test]
    fn numbers_and_values_are_compared() {
        check("{ascending: [0, [n], [m], 9]}", r#"{"m": 3}"#, &[]);
        let words = "0, `n`, `m` and 9 must not decrease in this order";
        check("{ascending: [0, [n], [m], 9]}", r#"{"n": 4, "m": 3}"#, &[words]);
        check("{ascending: [0, [n], [m], 9]}", r#"{"n": 10}"#, &[words]);
        let sum = "{ascending: [{sum: [[list, n]]}, [n]]}";
        check(sum, r#"{"n": 3, "list": [{"n": 1}, {"n": 2}]}"#, &[]);
        let words = "the sum of `list.n` and `n` must not decrease in this order";
        check(sum, r#"{"n": 2, "list": [{"n": 1}, {"n": 2}]}"#, &[words]);
        check("{equal: [[a], [b]]}", r#"{"a": "1"}"#, &[]);
        check("{equal: [[a], [b]]}", r#"{"a": "1", "b": "2"}"#, &["`a` and `b` must be equal"]);
    }

    #[test]
    fn what_cannot_be_read_is_unknown_where_values_are_not_validated() {
        let text = "type: A\nproperties: {a: {type: integer}, b: {type: string}}
validation_rules: [{at_least_one: [[a], [b]]}, {none: [[b]]}]";
        let schema = load_schema(&Source::new("A.yaml", text)).file.unwrap().schema;
        let Value::Map(data) = json::parse(r#"{"a": "no number", "b": "1"}"#).unwrap() else {
            panic!("no map")
        };
        let customs = WithoutCloud::timeless();
        let context = Context::new(&customs);
        let errors = Evaluator::new(&schema).properties(&data, &context).validate_rules();
        assert_eq!(errors.iter().map(ToString::to_string).collect::<Vec<_>>(), ["`b` is not allowed"]);
    }

    #[test]
    fn what_is_unknown_decides_nothing() {
        for rule in [
            "exactly_one: [[a], {property: [n], is: given}]",
            "none: [[a]]",
            "all: [[a]]",
            "equal: [[a], [b]]",
        ] {
            check(&format!("{{{rule}}}"), r#"{"a": "unknown", "b": "1"}"#, &[]);
        }
        check(
            "{at_most_one: [[a], [b], {property: [n], is: given}]}",
            r#"{"a": "unknown", "b": "1", "n": 1}"#,
            &["at most one of `a`, `b` and `n` is allowed"],
        );
        check("{when: [[a]], none: [[b]]}", r#"{"a": "unknown", "b": "1"}"#, &[]);
        check("{at_most_one: [{items: [list]}]}", r#"{"list": "unknown"}"#, &[]);
        check(
            "{ascending: [{sum: [[list, n]]}, [n]]}",
            r#"{"n": 1, "list": [{"n": "unknown"}, {"n": 2}]}"#,
            &[],
        );
    }
}
