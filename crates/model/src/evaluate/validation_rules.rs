//! Checks validation rules against the values of properties, as a plug-in of Heat reads them: translated, converted, with
//! defaults.
//!
//! A value can be unknown. The number of times that a condition is true is then a range, and a rule is only violated if it is
//! violated for every number in the range.

use indexmap::IndexMap;

use super::properties::Properties;
use super::{Context, Evaluator, Resolved};
use crate::Value;
use crate::python::{repr_of, str_of};
use crate::validate::{ErrorKind, PluginError, Step, ValueError, ValuePath, compiled};
use crate::validation_rule::{
    Condition, Gap, Operand, PluginMessage, PropertyState, RESOURCE_NAME, Requirement, ValidationRule,
};

/// Bounds on the number of times that a condition is true.
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

/// Verdict on a validation rule for a set of data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleVerdict {
    /// The data satisfy it, whatever the unknown values are.
    Satisfied,
    /// The data violate it, whatever the unknown values are.
    Violated,
    /// The verdict depends on values that are not known.
    Open,
}

impl RuleVerdict {
    fn of(is_violated: bool, is_satisfied: bool) -> Self {
        match (is_violated, is_satisfied) {
            (true, _) => Self::Violated,
            (false, true) => Self::Satisfied,
            (false, false) => Self::Open,
        }
    }

    /// Combines the verdicts on several parts, each of which has to be satisfied.
    fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        parts.into_iter().fold(Self::Satisfied, |all, part| match (all, part) {
            (Self::Violated, _) | (_, Self::Violated) => Self::Violated,
            (Self::Open, _) | (_, Self::Open) => Self::Open,
            (Self::Satisfied, Self::Satisfied) => Self::Satisfied,
        })
    }
}

/// A value that a rule examines; `None` if it is unknown.
type KnownValue<'v> = Option<&'v Value>;

impl Evaluator<'_> {
    /// Returns an error for each rule that values violate, where the values have already been read, like those that Heat passes
    /// to a plug-in. Null is a property without a value, and so is a property that is left out. Nothing is read again: a default
    /// was applied when the values were read, and reading a null again would turn it into the empty value of its type.
    ///
    /// Values that the context defers decide nothing.
    #[must_use]
    pub fn violated_rules(&self, values: &IndexMap<String, Value>, context: &Context<'_>) -> Vec<ValueError> {
        if self.validation_rules.is_empty() {
            return Vec::new();
        }
        let rules: Vec<&ValidationRule> = self.validation_rules.iter().collect();
        self.properties(values, context).all_violations(&rules, &Value::from(values.clone()))
    }

    /// Evaluates a condition for values that have already been read, as [`violated_rules`](Self::violated_rules) takes
    /// them; `None` if that depends on a value that the context defers.
    #[must_use]
    pub fn holds(
        &self,
        condition: &Condition,
        values: &IndexMap<String, Value>,
        context: &Context<'_>,
    ) -> Option<bool> {
        let count = self.properties(values, context).count(condition, &Value::from(values.clone()));
        match (count.is_certain(), count.is_excluded()) {
            (true, _) => Some(true),
            (false, true) => Some(false),
            (false, false) => None,
        }
    }
}

impl Properties<'_> {
    /// Returns an error for each rule that the data violate, without validating the values: a value that cannot be read is
    /// unknown.
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
        let rules: Vec<&ValidationRule> = rules.iter().filter(is_readable).collect();
        self.all_violations(&rules, &values)
    }

    /// Returns the errors in the properties themselves, and the verdict on each rule, in the order of the schema. If there are
    /// errors, Heat does not check the rules; the verdicts then use null for each invalid value.
    #[must_use]
    pub fn rule_verdicts(&mut self) -> (Vec<ValueError>, Vec<RuleVerdict>) {
        let mut values = self.validated();
        if self.errors.is_empty() {
            self.read_emptied(&mut values);
            self.errors.clear();
        }
        let schemas = self.evaluator.schemas.iter();
        let read: IndexMap<String, Value> = schemas
            .zip(&values)
            .map(|((name, schema), value)| (name.clone(), value.to_value(schema)))
            .collect();
        let read = Value::from(read);
        let rules = self.evaluator.validation_rules.iter();
        let verdicts = rules.map(|rule| self.verdict(rule, &read)).collect();
        (std::mem::take(&mut self.errors), verdicts)
    }

    fn verdict(&self, rule: &ValidationRule, values: &Value) -> RuleVerdict {
        let Some(list) = &rule.for_each else { return self.verdict_once(rule, values) };
        match self.found(values, list) {
            None => RuleVerdict::Open,
            Some(found) => RuleVerdict::all(found.as_list().into_iter().flatten().map(|item| {
                if self.is_unknown(item) { RuleVerdict::Open } else { self.verdict_once(rule, item) }
            })),
        }
    }

    /// Adds an error for each rule that is violated by the values of all properties, which are in the order of the schema.
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
        let violations = self.all_violations(&rules.iter().collect::<Vec<_>>(), &Value::from(read));
        self.errors.extend(violations);
    }

    /// Returns the violations of some rules. Consecutive rules about the items of one list are checked item by item, like a
    /// plug-in that iterates over the list once. Identical messages of a plug-in are reported once.
    pub(super) fn all_violations(&self, rules: &[&ValidationRule], values: &Value) -> Vec<ValueError> {
        let mut found: Vec<ValueError> = Vec::new();
        for rules in rules.chunk_by(|one, next| one.for_each == next.for_each) {
            let list = rules.first().and_then(|rule| rule.for_each.as_ref());
            let violations = match list {
                None => self.violations(rules, &[], values),
                Some(list) => self.violations_of_items(rules, list, values),
            };
            for violation in violations {
                let is_same = |known: &ValueError| {
                    known.path == violation.path && known.plugin_error == violation.plugin_error
                };
                if violation.plugin_error.is_none() || !found.iter().any(is_same) {
                    found.push(violation);
                }
            }
        }
        found
    }

    fn violations_of_items(
        &self,
        rules: &[&ValidationRule],
        list: &[String],
        values: &Value,
    ) -> Vec<ValueError> {
        let items = self.found(values, list).and_then(Value::as_list).into_iter().flatten().enumerate();
        let known = items.filter(|(_, item)| !self.is_unknown(item));
        known
            .flat_map(|(index, item)| {
                let steps = list.iter().cloned().map(Step::Name).chain([Step::Item(index)]);
                self.violations(rules, &steps.collect::<Vec<_>>(), item)
            })
            .collect()
    }

    fn violations(&self, rules: &[&ValidationRule], around: &[Step], values: &Value) -> Vec<ValueError> {
        let violated = rules.iter().filter(|rule| self.violates(rule, values));
        violated.map(|rule| self.rule_violation(rule, around, values)).collect()
    }

    fn violates(&self, rule: &ValidationRule, values: &Value) -> bool {
        self.verdict_once(rule, values) == RuleVerdict::Violated
    }

    /// Verdict on a rule for the values of a resource, or of an item of its list.
    fn verdict_once(&self, rule: &ValidationRule, values: &Value) -> RuleVerdict {
        let applies: Vec<Count> = rule.when.iter().map(|condition| self.count(condition, values)).collect();
        if applies.iter().any(|count| count.is_excluded()) {
            return RuleVerdict::Satisfied;
        }
        match self.verdict_of(&rule.requirement, values) {
            RuleVerdict::Violated if !applies.iter().all(|count| count.is_certain()) => RuleVerdict::Open,
            verdict => verdict,
        }
    }

    fn verdict_of(&self, requirement: &Requirement, values: &Value) -> RuleVerdict {
        let count = |conditions: &[Condition]| {
            let counts = conditions.iter().map(|condition| self.count(condition, values));
            counts.fold(Count::once(false), Count::plus)
        };
        let each = |conditions: &[Condition], verdict: fn(Count) -> RuleVerdict| {
            RuleVerdict::all(conditions.iter().map(|condition| verdict(self.count(condition, values))))
        };
        match requirement {
            Requirement::AtMostOne(conditions) => {
                let count = count(conditions);
                RuleVerdict::of(count.least > 1, count.most <= 1)
            }
            Requirement::AtLeastOne(conditions) => {
                let count = count(conditions);
                RuleVerdict::of(count.is_excluded(), count.is_certain())
            }
            Requirement::ExactlyOne(conditions) => {
                let count = count(conditions);
                RuleVerdict::of(count.least > 1 || count.is_excluded(), count.least == 1 && count.most == 1)
            }
            Requirement::All(conditions) => {
                each(conditions, |count| RuleVerdict::of(count.is_excluded(), count.is_certain()))
            }
            Requirement::None(conditions) => {
                each(conditions, |count| RuleVerdict::of(count.is_certain(), count.is_excluded()))
            }
            Requirement::Equal(paths) => {
                let found: Vec<&Value> = paths.iter().filter_map(|path| self.found(values, path)).collect();
                let filled: Vec<&Value> = found.iter().copied().filter(|value| value.is_truthy()).collect();
                let differs =
                    filled.windows(2).any(|pair| matches!(pair, [left, right] if !left.python_eq(right)));
                RuleVerdict::of(differs, found.len() == paths.len())
            }
            Requirement::Ascending(operands) => {
                let numbers: Vec<Value> =
                    operands.iter().filter_map(|operand| self.number(operand, values)).collect();
                let descends = numbers.iter().enumerate().any(|(place, left)| {
                    let later = numbers.iter().skip(place + 1);
                    later
                        .into_iter()
                        .any(|right| left.compare_numbers(right).is_some_and(std::cmp::Ordering::is_gt))
                });
                RuleVerdict::of(descends, numbers.len() == operands.len())
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
            // Nothing is in an empty list, even if other values are unknown.
            Condition::In { values, .. } if values.is_empty() => Count::once(false),
            Condition::NotIn { values, .. } if values.is_empty() => Count::once(true),
            Condition::In { property, values } => tested(property, &|value| is_one_of(values, value)),
            Condition::NotIn { property, values } => tested(property, &|value| !is_one_of(values, value)),
            Condition::Satisfies { property, custom_constraint } => tested(property, &|value| {
                self.context.custom_constraints.check(custom_constraint, value).is_ok()
            }),
            Condition::Matches { property, allowed_pattern } => match self.found(values, property) {
                Some(Value::String(text)) => compiled(allowed_pattern)
                    .and_then(|pattern| pattern.matches_within(text, &self.patterns))
                    .map_or(Count::UNKNOWN, Count::once),
                Some(_) => Count::once(false),
                None => Count::UNKNOWN,
            },
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

    /// Counts an item if all conditions are true for it.
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

    /// Number of an operand; `None` if it is missing or unknown.
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

    /// Sum of the numbers at a path, in all items of the lists along the path; `None` if one of them is unknown.
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

    /// Value at a path: null if there is none.
    fn found<'v>(&self, values: &'v Value, path: &[String]) -> KnownValue<'v> {
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

    /// Returns the error for values that violate a rule.
    fn rule_violation(&self, rule: &ValidationRule, around: &[Step], values: &Value) -> ValueError {
        let error = ValueError::new(ValuePath(around.to_vec()), ErrorKind::Rule, rule.words());
        let plugin_error = rule.message.as_deref().map(|message| {
            let message = PluginMessage::read(message).filled_in(|gap| self.gap(gap, values));
            let exception = rule.exception.as_deref().unwrap_or("StackValidationFailed").to_owned();
            Box::new(PluginError { exception, message })
        });
        ValueError { plugin_error, ..error }
    }

    /// Text for a gap of a plug-in's message.
    fn gap(&self, gap: &Gap<'_>, values: &Value) -> String {
        const UNKNOWN: &str = "…";
        let has = |name: &&str, test: fn(&Value) -> bool| {
            self.found(values, &[(*name).to_owned()]).is_some_and(test)
        };
        match gap {
            Gap::Value(path) if *path == [RESOURCE_NAME] => {
                self.context.resource_name.unwrap_or(UNKNOWN).to_owned()
            }
            Gap::Value(path) => self.found(values, path).map_or_else(|| UNKNOWN.to_owned(), str_of),
            Gap::Repr(path) => self.found(values, path).map_or_else(|| UNKNOWN.to_owned(), repr_of),
            Gap::Given(names) => {
                let given = names.iter().copied().filter(|name| has(name, |value| *value != Value::Null));
                given.collect::<Vec<_>>().join(", ")
            }
            Gap::Filled(names) => {
                let filled = names.iter().copied().filter(|name| has(name, Value::is_truthy));
                repr_of(&Value::List(filled.map(Value::from).collect()))
            }
        }
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

/// Returns the top-level properties that the rules read, in the order in which the rules read them.
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
