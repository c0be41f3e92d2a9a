//! Checks validation rules against the values of properties, as a plug-in of Heat reads them: translated, converted, with
//! defaults.
//!
//! A value can be unknown. The number of times that a condition is true is then a range, and a rule is only violated if it is
//! violated for every number in the range.

use indexmap::IndexMap;

use super::properties::Properties;
use super::{Context, Evaluator, Resolved};
use crate::Value;
use crate::networks::Range;
use crate::python::{repr_of, str_of};
use crate::validate::{ErrorKind, PluginError, Step, ValueError, ValuePath, compiled, parse_number};
use crate::validation_rule::{
    Bounds, Condition, EACH, Gap, Operand, PluginMessage, PropertyState, RESOURCE_NAME, Requirement,
    ValidationRule,
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

    /// Counts once if both are true.
    fn and(self, other: Self) -> Self {
        Self {
            least: usize::from(self.least > 0 && other.least > 0),
            most: usize::from(self.most > 0 && other.most > 0),
        }
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

/// A value that a path with [`EACH`] leads to.
enum Reached<'v> {
    Value(&'v Value),
    Unknown,
    /// Any number of values: the list or map is unknown.
    UnknownItems,
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

    /// Returns the verdict on a rule, and its violations, for values that have already been read, as
    /// [`violated_rules`](Self::violated_rules) takes them.
    #[must_use]
    pub fn judge_rule(
        &self,
        rule: &ValidationRule,
        values: &IndexMap<String, Value>,
        context: &Context<'_>,
    ) -> (RuleVerdict, Vec<ValueError>) {
        let (whole, properties) = (Value::from(values.clone()), self.properties(values, context));
        let verdict = properties.verdict(rule, &whole);
        let violations = match verdict {
            RuleVerdict::Violated => properties.all_violations(&[rule], &whole),
            RuleVerdict::Satisfied | RuleVerdict::Open => Vec::new(),
        };
        (verdict, violations)
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
            Some(found) => {
                let of_list = found.as_list().into_iter().flatten();
                let items = of_list.chain(found.as_map().into_iter().flat_map(|map| map.values()));
                RuleVerdict::all(items.map(|item| {
                    if self.is_unknown(item) { RuleVerdict::Open } else { self.verdict_once(rule, item) }
                }))
            }
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
        let items: Vec<(Step, &Value)> = match self.found(values, list) {
            Some(Value::List(items)) => {
                items.iter().enumerate().map(|(index, item)| (Step::Item(index), item)).collect()
            }
            Some(Value::Map(map)) => {
                map.iter().map(|(key, value)| (Step::Name(key.clone()), value)).collect()
            }
            _ => Vec::new(),
        };
        let known = items.into_iter().filter(|(_, item)| !self.is_unknown(item));
        known
            .flat_map(|(step, item)| {
                let steps = list.iter().cloned().map(Step::Name).chain([step]);
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
        let is_opaque = self.context.is_opaque;
        let present = |path: &[String], test: &dyn Fn(&Value) -> Option<bool>| {
            if !path.iter().any(|step| step == EACH) {
                let value = self.found(values, path);
                return value.and_then(test).map_or(Count::UNKNOWN, Count::once);
            }
            let mut count = Count::once(false);
            self.visit(values, path, &mut |value| {
                count = count.plus(match value {
                    Reached::Value(value) => test(value).map_or(Count::UNKNOWN, Count::once),
                    Reached::Unknown => Count::UNKNOWN,
                    Reached::UnknownItems => Count { least: 0, most: usize::MAX },
                });
            });
            count
        };
        let maybe = |path: &[String], test: &dyn Fn(&Value) -> Option<bool>| {
            present(path, &|value| if is_opaque(value) { None } else { test(value) })
        };
        let tested = |path: &[String], test: &dyn Fn(&Value) -> bool| maybe(path, &|value| Some(test(value)));
        let in_state = |path: &[String], state: PropertyState| {
            present(path, &|value| Some(is_opaque(value) && state.is_present() || is_in_state(value, state)))
        };
        let is_one_of = |values: &[Value], value: &Value| self.is_one_of(values, value);
        match condition {
            Condition::Filled(property) => in_state(property, PropertyState::Filled),
            Condition::Is { property, is } => in_state(property, *is),
            // Nothing is in an empty list, even if other values are unknown.
            Condition::In { values, .. } if values.is_empty() => Count::once(false),
            Condition::NotIn { values, .. } if values.is_empty() => Count::once(true),
            Condition::In { property, values } => maybe(property, &|value| is_one_of(values, value)),
            Condition::NotIn { property, values } => {
                maybe(property, &|value| is_one_of(values, value).map(|is| !is))
            }
            Condition::Satisfies { property, custom_constraint } => tested(property, &|value| {
                self.context.custom_constraints.check(custom_constraint, value).is_ok()
            }),
            Condition::Matches { property, allowed_pattern } => maybe(property, &|value| match value {
                Value::String(text) => compiled(allowed_pattern)
                    .and_then(|pattern| pattern.matches_within(text, &self.patterns))
                    .ok(),
                _ => Some(false),
            }),
            Condition::Range { property, range } => tested(property, &|value| is_in_range(value, range)),
            Condition::Length { property, length } => tested(property, &|value| {
                length_of(value).is_some_and(|number| length.contain(&count_value(number)))
            }),
            Condition::Contains { property, contains } => {
                maybe(property, &|value| self.contains(value, contains))
            }
            Condition::Within { property, within } => tested(property, &|value| {
                let networks = Range::of(within).zip(Range::of_value(value));
                networks.is_some_and(|(outer, inner)| outer.contains(&inner))
            }),
            Condition::Items { items, matching } => self.matching_items(items, matching, values),
            Condition::Count { items, matching, count } => {
                let Count { least, most } = self.matching_items(items, matching, values);
                let is_in = |number: usize, count: &Bounds| count.contain(&count_value(number));
                let (from, to) =
                    (Bounds { max: None, ..count.clone() }, Bounds { min: None, ..count.clone() });
                // The numbers that are possible are all in the range, or all on one side of it, or neither.
                match (is_in(least, count) && is_in(most, count), is_in(most, &from) && is_in(least, &to)) {
                    (true, _) => Count::once(true),
                    (false, false) => Count::once(false),
                    (false, true) => Count::UNKNOWN,
                }
            }
            Condition::Each { for_each, all } => {
                let mut each = Count::once(true);
                let path: Vec<String> = for_each.iter().cloned().chain([EACH.to_owned()]).collect();
                self.visit(values, &path, &mut |value| {
                    let one = match value {
                        Reached::Value(item) => self.all(all, item),
                        Reached::Unknown | Reached::UnknownItems => Count::UNKNOWN,
                    };
                    each = each.and(one);
                });
                each
            }
            Condition::Any { any } => {
                let counts = any.iter().map(|condition| self.count(condition, values));
                let count = counts.fold(Count::once(false), Count::plus);
                Count { least: count.least.min(1), most: count.most.min(1) }
            }
            Condition::All { all } => {
                let counts = all.iter().map(|condition| self.count(condition, values));
                counts.fold(Count::once(true), Count::and)
            }
            Condition::Not { not } => {
                let count = self.count(not, values);
                Count { least: usize::from(count.is_excluded()), most: usize::from(!count.is_certain()) }
            }
        }
    }

    /// Counts the items of a list for which all conditions are true.
    fn matching_items(&self, items: &[String], matching: &[Condition], values: &Value) -> Count {
        let mut count = Count::once(false);
        let path: Vec<String> = items.iter().cloned().chain([EACH.to_owned()]).collect();
        self.visit(values, &path, &mut |value| {
            count = count.plus(match value {
                Reached::Value(item) => self.all(matching, item),
                Reached::Unknown if matching.is_empty() => Count::once(true),
                Reached::Unknown => Count::UNKNOWN,
                Reached::UnknownItems => Count { least: 0, most: usize::MAX },
            });
        });
        count
    }

    /// Returns whether a value equals one of some values; `None` if that depends on an unknown part of it.
    fn is_one_of(&self, values: &[Value], value: &Value) -> Option<bool> {
        let mut is_open = false;
        for known in values {
            match self.equals(value, known) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => is_open = true,
            }
        }
        (!is_open).then_some(false)
    }

    fn equals(&self, value: &Value, known: &Value) -> Option<bool> {
        if self.is_unknown(value) || (self.context.is_opaque)(value) {
            return None;
        }
        let parts: Vec<Option<bool>> = match (value, known) {
            (Value::List(items), Value::List(others)) if items.len() == others.len() => {
                items.iter().zip(others).map(|(item, other)| self.equals(item, other)).collect()
            }
            (Value::Map(map), Value::Map(others)) if map.len() == others.len() => {
                let part =
                    |(key, value)| others.get(key).map_or(Some(false), |other| self.equals(value, other));
                map.iter().map(part).collect()
            }
            _ => return Some(value.python_eq(known)),
        };
        if parts.contains(&Some(false)) {
            return Some(false);
        }
        (!parts.contains(&None)).then_some(true)
    }

    /// Returns whether a value contains another; `None` if that depends on an unknown part.
    fn contains(&self, value: &Value, part: &Value) -> Option<bool> {
        match value {
            Value::List(items) if items.iter().any(|item| item.python_eq(part)) => Some(true),
            Value::List(items) => {
                let is_open = |item: &Value| self.is_unknown(item) || (self.context.is_opaque)(item);
                (!items.iter().any(is_open)).then_some(false)
            }
            Value::Map(map) => Some(part.as_str().is_some_and(|key| map.contains_key(key))),
            Value::String(text) => Some(part.as_str().is_some_and(|part| text.contains(part))),
            _ => Some(false),
        }
    }

    /// Calls `visit` with each value that a path leads to. A step [`EACH`] leads to each item of a list, and to each value of a map.
    fn visit<'v>(&self, value: &'v Value, path: &[String], visit: &mut dyn FnMut(Reached<'v>)) {
        const NULL: &Value = &Value::Null;
        let leads_to_items = path.iter().any(|step| step == EACH);
        if self.is_unknown(value) {
            return visit(if leads_to_items { Reached::UnknownItems } else { Reached::Unknown });
        }
        let Some((step, rest)) = path.split_first() else { return visit(Reached::Value(value)) };
        if step != EACH {
            let value = value.as_map().and_then(|map| map.get(step)).unwrap_or(NULL);
            return self.visit(value, rest, visit);
        }
        match value {
            Value::List(items) => items.iter().for_each(|item| self.visit(item, rest, visit)),
            Value::Map(map) => map.values().for_each(|value| self.visit(value, rest, visit)),
            _ => {}
        }
    }

    /// Counts an item if all conditions are true for it.
    fn all(&self, conditions: &[Condition], item: &Value) -> Count {
        if self.is_unknown(item) && !conditions.is_empty() {
            return Count::UNKNOWN;
        }
        let counts = conditions.iter().map(|condition| self.count(condition, item));
        counts.fold(Count::once(true), Count::and)
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

/// Returns whether a value is a number in a range, or the text of one.
fn is_in_range(value: &Value, range: &Bounds) -> bool {
    match value {
        Value::Integer(_) | Value::Float(_) => range.contain(value),
        Value::String(text) => parse_number(text).is_some_and(|number| range.contain(&number)),
        _ => false,
    }
}

/// Number of characters, items or entries of a value; `None` for a value that has no length.
fn length_of(value: &Value) -> Option<usize> {
    match value {
        Value::String(text) => Some(text.chars().count()),
        Value::List(items) => Some(items.len()),
        Value::Map(map) => Some(map.len()),
        _ => None,
    }
}

fn count_value(number: usize) -> Value {
    Value::from(i64::try_from(number).unwrap_or(i64::MAX))
}

impl PropertyState {
    /// Returns whether a value that is not empty is in the state.
    const fn is_present(self) -> bool {
        matches!(self, Self::Filled | Self::Given)
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

#[cfg(test)]
mod tests {
    use crate::custom_constraint::WithoutCloud;
    use crate::evaluate::{Context, Evaluator};
    use crate::validation_rule::Condition;
    use crate::{ResourceType, Value, json};

    /// Checks whether a condition is true for data. `"?"` is an unknown value.
    #[track_caller]
    fn check(condition: &str, data: &str, expect: Option<bool>) {
        let read: Condition = serde_yaml::from_str(condition).unwrap();
        let again: Condition = serde_json::from_str(&serde_json::to_string(&read).unwrap()).unwrap();
        assert_eq!(read, again, "{condition}");
        let Value::Map(values) = json::parse(data).unwrap() else { panic!("{data}") };
        let schema = ResourceType::new("T");
        let evaluator = Evaluator::new(&schema);
        let constraints = WithoutCloud::timeless();
        let is_unknown = |value: &Value| value.as_str() == Some("?");
        let context = Context::new(&constraints).with_deferred(&is_unknown);
        assert_eq!(evaluator.holds(&read, &values.into_inner(), &context), expect, "{condition} for {data}");
    }

    #[test]
    fn numbers_and_lengths() {
        check("{property: [a], range: {min: 2}}", r#"{"a": 2}"#, Some(true));
        check("{property: [a], range: {min: 2, max: 3}}", r#"{"a": 3.5}"#, Some(false));
        check("{property: [a], range: {max: 3}}", r#"{"a": " 3 "}"#, Some(true));
        check("{property: [a], range: {max: 3}}", r#"{"a": true}"#, Some(false));
        check("{property: [a], range: {max: 3}}", "{}", Some(false));
        check("{property: [a], range: {max: 3}}", r#"{"a": "?"}"#, None);
        check("{property: [a], length: {min: 1}}", r#"{"a": ""}"#, Some(false));
        check("{property: [a], length: {max: 2}}", r#"{"a": "äö"}"#, Some(true));
        check("{property: [a], length: {max: 2}}", r#"{"a": [1, "?", 3]}"#, Some(false));
        check("{property: [a], length: {min: 1}}", r#"{"a": {"b": 1}}"#, Some(true));
        check("{property: [a], length: {max: 2}}", r#"{"a": null}"#, Some(false));
    }

    #[test]
    fn parts_and_networks() {
        check("{property: [a], contains: b}", r#"{"a": ["c", "b"]}"#, Some(true));
        check("{property: [a], contains: b}", r#"{"a": ["c", "?"]}"#, None);
        check("{property: [a], contains: b}", r#"{"a": ["b", "?"]}"#, Some(true));
        check("{property: [a], contains: b}", r#"{"a": {"b": null}}"#, Some(true));
        check("{property: [a], contains: b}", r#"{"a": "abc"}"#, Some(true));
        check("{property: [a], contains: 1}", r#"{"a": "1"}"#, Some(false));
        check("{property: [a], within: 10.0.0.0/8}", r#"{"a": "10.1.0.0/16"}"#, Some(true));
        check("{property: [a], within: 10.0.0.0/8}", r#"{"a": "10.1.0.1"}"#, Some(true));
        check("{property: [a], within: 10.0.0.0/8}", r#"{"a": "0.0.0.0/0"}"#, Some(false));
        check("{property: [a], within: 10.0.0.0/8}", r#"{"a": "::1"}"#, Some(false));
        check("{property: [a], within: 10.0.0.0/8}", r#"{"a": "?"}"#, None);
    }

    #[test]
    fn items_of_lists_and_entries_of_maps() {
        let all = "{for_each: [l], all: [{property: [p], range: {min: 2}}]}";
        check(all, r#"{"l": [{"p": 2}, {"p": 3}]}"#, Some(true));
        check(all, r#"{"l": [{"p": 2}, {"p": 1}, "?"]}"#, Some(false));
        check(all, r#"{"l": [{"p": 2}, {"p": "?"}]}"#, None);
        check(all, r#"{"l": "?"}"#, None);
        check(all, "{}", Some(true));
        let count = "{items: [l], where: [[p]], count: {min: 1, max: 2}}";
        check(count, r#"{"l": [{"p": 2}, {"p": 0}]}"#, Some(true));
        check(count, r#"{"l": [{"p": 1}, {"p": 1}, {"p": 1}, {"p": "?"}]}"#, Some(false));
        check(count, r#"{"l": [{"p": 1}, {"p": "?"}]}"#, Some(true));
        check(count, r#"{"l": [{"p": 1}, {"p": "?"}, "?"]}"#, None);
        check(count, r#"{"l": {"a": {"p": 1}, "b": {}}}"#, Some(true));
        check(count, "{}", Some(false));
        check("{items: [l], count: {max: 1}}", r#"{"l": ["?", "?"]}"#, Some(false));
    }

    #[test]
    fn stars_lead_to_each_item() {
        check("{property: [l, '*', p], in: [2]}", r#"{"l": [{"p": 1}, {"p": 2}]}"#, Some(true));
        check("{property: [l, '*', p], in: [2]}", r#"{"l": [{"p": 1}, {"p": "?"}]}"#, None);
        check("{property: [l, '*', p], in: [2]}", r#"{"l": {"a": {"p": 2}}}"#, Some(true));
        check("{property: [l, '*', p], in: [2]}", r#"{"l": "?"}"#, None);
        check("{property: [l, '*'], in: [2]}", r#"{"l": []}"#, Some(false));
        check("{property: [l, '*', '*'], in: [2]}", r#"{"l": [[1], [2]]}"#, Some(true));
        check("{property: [l, '*', p], is: missing}", r#"{"l": [{"p": 1}, {}]}"#, Some(true));
    }

    #[test]
    fn conditions_are_combined() {
        check("{all: [[a], [b]]}", r#"{"a": 1, "b": 1}"#, Some(true));
        check("{all: [[a], [b]]}", r#"{"a": "?", "b": 0}"#, Some(false));
        check("{all: [[a], [b]]}", r#"{"a": "?", "b": 1}"#, None);
        check("{not: {property: [a], in: [1]}}", r#"{"a": 1}"#, Some(false));
        check("{not: {property: [a], in: [1]}}", r#"{"a": "?"}"#, None);
        check("{not: {any: [[a], [b]]}}", "{}", Some(true));
        check("{not: {items: [l]}}", r#"{"l": "?"}"#, None);
    }
}
