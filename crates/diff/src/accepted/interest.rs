//! Parts of a property that validation rules look at, which decide on the values to try.

use heat_model::validate::to_integer;
use heat_model::validation_rule::{Bounds, Condition, Operand, PropertyState, Requirement};
use heat_model::{ConstraintKind, ResourceType, ValidationRule, Value};
use indexmap::IndexMap;

/// Maximum length of a value that is tried because of a condition about lengths.
const MAX_LENGTH: i64 = 300;

/// Whole numbers at the ends of a range, and beside them.
fn near(bounds: &Bounds) -> impl Iterator<Item = Value> {
    let ends: Vec<i64> = [&bounds.min, &bounds.max]
        .into_iter()
        .flatten()
        .filter_map(|end| to_integer(end)?.as_i64())
        .collect();
    ends.into_iter().flat_map(|end| [end.saturating_sub(1), end, end.saturating_add(1)]).map(Value::from)
}

/// A text, or a list of texts, of a length.
fn of_length(number: &Value, is_list: bool) -> Option<Value> {
    let number = to_integer(number)?.as_i64().filter(|number| *number <= MAX_LENGTH)?;
    let number = usize::try_from(number).ok()?;
    Some(if is_list {
        Value::List((0..number).map(|_| Value::from("a")).collect())
    } else {
        Value::from("a".repeat(number))
    })
}

/// Parts that rules look at in a property, and in the properties below it. A path leads from a list to its items without a step of
/// its own.
#[derive(Debug, Default, Clone)]
pub(crate) struct Interest {
    /// The values that the property is compared with.
    pub(crate) values: Vec<Value>,
    /// The custom constraints that the property may have to satisfy.
    pub(crate) custom_constraints: Vec<String>,
    /// Patterns that the property may have to match.
    pub(crate) patterns: Vec<String>,
    /// `true` if it matters that the property's value is empty, and not only that it has one.
    pub(crate) is_filled: bool,
    /// `true` if the property is compared with other properties.
    pub(crate) is_compared: bool,
    /// `true` if the number of items matters.
    pub(crate) is_counted: bool,
    /// The interest in the members of its maps and list items.
    pub(crate) members: IndexMap<String, Interest>,
}

impl Interest {
    /// The interest of the rules of two types in their properties. If a translation rule moves values, its source is as interesting
    /// as its target.
    pub(crate) fn of(types: [&ResourceType; 2]) -> Self {
        let mut root = Self::default();
        for schema in types {
            for rule in &schema.validation_rules {
                root.add_rule(rule);
            }
        }
        // A value reaches a property through one rule at a time.
        let rules = || {
            types
                .into_iter()
                .flat_map(|schema| schema.validation_rules.iter().map(move |rule| (schema, rule)))
        };
        for _ in rules() {
            for (schema, rule) in rules() {
                root.share_values(schema, rule);
            }
        }
        for schema in types {
            for rule in &schema.translation_rules {
                let Some(target) = root.at(&rule.translation_path).cloned() else { continue };
                if let Some(source) = rule.source_path() {
                    root.reach(&source).merge(target);
                }
            }
        }
        root
    }

    fn add_rule(&mut self, rule: &ValidationRule) {
        let place = match &rule.for_each {
            Some(list) => self.reach(list),
            None => self,
        };
        place.add_all(&rule.when);
        match &rule.requirement {
            Requirement::AtMostOne(conditions)
            | Requirement::AtLeastOne(conditions)
            | Requirement::ExactlyOne(conditions)
            | Requirement::All(conditions)
            | Requirement::None(conditions) => place.add_all(conditions),
            Requirement::Equal(paths) => {
                for path in paths {
                    place.reach(path).is_compared = true;
                }
            }
            Requirement::Ascending(operands) => place.add_operands(operands),
        }
    }

    /// Gives each property that a rule compares with others the values of those: the ones that rules name, its default, and the
    /// values that its constraints allow.
    fn share_values(&mut self, schema: &ResourceType, rule: &ValidationRule) {
        let compared = match &rule.requirement {
            Requirement::Equal(paths) => paths.iter().collect(),
            Requirement::Ascending(operands) => operands.iter().flat_map(Operand::paths).collect(),
            _ => Vec::new(),
        };
        let whole = |path: &Vec<String>| rule.for_each.iter().flatten().chain(path).cloned().collect();
        let compared: Vec<Vec<String>> = compared.into_iter().map(whole).collect();
        let mut shared: Vec<Value> = Vec::new();
        for path in &compared {
            let property = schema.property_at(path);
            let named = self.at(path).into_iter().flat_map(|place| &place.values);
            let default = property.and_then(|property| property.default.as_ref());
            let constraints = property.into_iter().flat_map(|property| &property.constraints);
            let allowed = constraints.filter_map(|constraint| match &constraint.kind {
                ConstraintKind::AllowedValues(values) => Some(values),
                _ => None,
            });
            for value in named.chain(default).chain(allowed.flatten()) {
                if !shared.contains(value) {
                    shared.push(value.clone());
                }
            }
        }
        for path in &compared {
            let values = &mut self.reach(path).values;
            let new: Vec<Value> = shared.iter().filter(|value| !values.contains(value)).cloned().collect();
            values.extend(new);
        }
    }

    fn add_all(&mut self, conditions: &[Condition]) {
        for condition in conditions {
            match condition {
                Condition::Filled(property)
                | Condition::Is { property, is: PropertyState::Filled | PropertyState::Empty } => {
                    self.reach(property).is_filled = true;
                }
                Condition::Is { property, is: PropertyState::Given | PropertyState::Missing } => {
                    self.reach(property);
                }
                Condition::In { property, values } | Condition::NotIn { property, values } => {
                    self.reach(property).values.extend(values.iter().cloned());
                }
                Condition::Satisfies { property, custom_constraint } => {
                    self.reach(property).custom_constraints.push(custom_constraint.clone());
                }
                Condition::Matches { property, allowed_pattern } => {
                    self.reach(property).patterns.push(allowed_pattern.clone());
                }
                Condition::Items { items, matching } => {
                    let list = self.reach(items);
                    list.is_counted = true;
                    list.add_all(matching);
                }
                Condition::Count { items, matching, count } => {
                    let list = self.reach(items);
                    list.is_counted = true;
                    list.values.extend(near(count).filter_map(|number| of_length(&number, true)));
                    list.add_all(matching);
                }
                Condition::Each { for_each, all } => {
                    let list = self.reach(for_each);
                    list.is_counted = true;
                    list.add_all(all);
                }
                Condition::Range { property, range } => self.reach(property).values.extend(near(range)),
                Condition::Length { property, length } => {
                    let property = self.reach(property);
                    for number in near(length) {
                        property.values.extend(
                            [true, false].map(|is_list| of_length(&number, is_list)).into_iter().flatten(),
                        );
                    }
                }
                Condition::Contains { property, contains } => {
                    let property = self.reach(property);
                    property
                        .values
                        .extend([contains.clone(), Value::List([contains.clone()].into_iter().collect())]);
                }
                Condition::Within { property, within } => {
                    self.reach(property).values.push(Value::from(within.as_str()));
                }
                Condition::Any { any: conditions } | Condition::All { all: conditions } => {
                    self.add_all(conditions);
                }
                Condition::Not { not } => self.add_all(std::slice::from_ref(not)),
            }
        }
    }

    /// Marks numbers as compared with each other, and with the constants among them.
    fn add_operands(&mut self, operands: &[Operand]) {
        let constants = operands.iter().filter_map(|operand| match operand {
            Operand::Constant(number) => Some(*number),
            Operand::Property(_) | Operand::Sum { .. } => None,
        });
        let beside = |number: i64| [Some(number), number.checked_sub(1), number.checked_add(1)];
        let near: Vec<Value> = constants.flat_map(beside).flatten().map(Value::from).collect();
        for operand in operands {
            for path in operand.paths() {
                if let Operand::Sum { .. } = operand {
                    self.count_along(path);
                }
                let place = self.reach(path);
                place.is_compared = true;
                place.values.extend(near.iter().cloned());
            }
        }
    }

    /// Marks the number of items as relevant in all lists on the path to a number in a sum.
    fn count_along(&mut self, path: &[String]) {
        let mut place = self;
        for name in path {
            place = place.members.entry(name.clone()).or_default();
            place.is_counted = true;
        }
    }

    fn reach(&mut self, path: &[String]) -> &mut Self {
        path.iter().fold(self, |place, name| place.members.entry(name.clone()).or_default())
    }

    fn at(&self, path: &[String]) -> Option<&Self> {
        path.iter().try_fold(self, |place, name| place.members.get(name))
    }

    fn merge(&mut self, other: Self) {
        self.values.extend(other.values);
        self.custom_constraints.extend(other.custom_constraints);
        self.patterns.extend(other.patterns);
        self.is_filled |= other.is_filled;
        self.is_compared |= other.is_compared;
        self.is_counted |= other.is_counted;
        for (name, member) in other.members {
            self.members.entry(name).or_default().merge(member);
        }
    }
}
