//! A rule as a sentence, with names in backticks.

use super::{Bounds, Condition, Operand, PropertyState, Requirement, ValidationRule};
use crate::Value;

impl ValidationRule {
    /// Returns the rule as a sentence, without a full stop: its description, or its requirement in words.
    #[must_use]
    pub fn words(&self) -> String {
        self.description.clone().unwrap_or_else(|| self.own_words())
    }

    fn own_words(&self) -> String {
        let required = requirement(&self.requirement);
        let each = if matches!(self.requirement, Requirement::None(_)) { "any" } else { "each" };
        let within = self.for_each.as_ref().map(|list| format!(" in {each} item of {}", name(list)));
        let conditions: Vec<String> = self.when.iter().map(holds).collect();
        let when =
            if conditions.is_empty() { String::new() } else { format!(" if {}", conditions.join(" and ")) };
        format!("{required}{}{when}", within.unwrap_or_default())
    }
}

impl Condition {
    /// Returns the condition as a clause: "`a` is set".
    #[must_use]
    pub fn words(&self) -> String {
        holds(self)
    }

    /// Returns the condition as a requirement: "`a` is required".
    #[must_use]
    pub fn requirement_words(&self) -> String {
        must_hold(self)
    }
}

fn requirement(requirement: &Requirement) -> String {
    match requirement {
        Requirement::AtMostOne(conditions) => format!("at most one{} is allowed", of(conditions)),
        Requirement::AtLeastOne(conditions) => match conditions.as_slice() {
            [condition] => format!("{} is required", subject(condition)),
            _ => format!("at least one of {} is required", listed(conditions)),
        },
        Requirement::ExactlyOne(conditions) => format!("exactly one{} is required", of(conditions)),
        Requirement::All(conditions) => each(conditions, "required", must_hold),
        Requirement::None(conditions) => each(conditions, "not allowed", must_not_hold),
        Requirement::Equal(paths) => {
            let names: Vec<String> = paths.iter().map(|path| name(path)).collect();
            format!("{} must be equal", and(&names, "and"))
        }
        Requirement::Ascending(operands) => ascending(operands),
    }
}

/// Formats a requirement for each condition: one clause for all, if they only test the presence of properties.
fn each(conditions: &[Condition], required: &str, words: fn(&Condition) -> String) -> String {
    let is_presence = |condition: &Condition| {
        matches!(
            condition,
            Condition::Filled(_) | Condition::Is { is: PropertyState::Filled | PropertyState::Given, .. }
        )
    };
    if conditions.len() > 1 && conditions.iter().all(is_presence) {
        return format!("{} are {required}", listed(conditions));
    }
    conditions.iter().map(words).collect::<Vec<_>>().join(", and ")
}

/// Formats numbers that must not decrease: as limits of the one between constants, if there are any.
fn ascending(operands: &[Operand]) -> String {
    match operands {
        [Operand::Constant(0), number] => format!("{} must not be negative", operand(number)),
        [Operand::Constant(least), number] => format!("{} must be at least {least}", operand(number)),
        [number, Operand::Constant(most)] => format!("{} must not be greater than {most}", operand(number)),
        [Operand::Constant(least), number, Operand::Constant(most)] => {
            format!("{} must be from {least} to {most}", operand(number))
        }
        [less, more] => format!("{} must not be greater than {}", operand(less), operand(more)),
        _ => {
            let operands: Vec<String> = operands.iter().map(operand).collect();
            format!("{} must not decrease in this order", and(&operands, "and"))
        }
    }
}

fn operand(operand: &Operand) -> String {
    match operand {
        Operand::Constant(number) => number.to_string(),
        Operand::Property(path) => name(path),
        Operand::Sum { sum } => {
            let names: Vec<String> = sum.iter().map(|path| name(path)).collect();
            format!("the sum of {}", and(&names, "and"))
        }
    }
}

fn name(path: &[String]) -> String {
    format!("`{}`", path.join("."))
}

fn and(names: &[String], word: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

fn listed(conditions: &[Condition]) -> String {
    and(&conditions.iter().map(subject).collect::<Vec<_>>(), "and")
}

/// Formats the conditions that are counted: " of `a` and `b`", or " item of `a`".
fn of(conditions: &[Condition]) -> String {
    match conditions {
        [condition] => format!(" {}", subject(condition)),
        _ => format!(" of {}", listed(conditions)),
    }
}

fn values(values: &[Value]) -> String {
    let text = |value: &Value| match value.as_str() {
        Some("") => "an empty string".to_owned(),
        Some(text) => format!("`{text}`"),
        None => format!("`{value}`"),
    };
    and(&values.iter().map(text).collect::<Vec<_>>(), "or")
}

/// Formats the subject of a condition, where only its presence is tested.
fn subject(condition: &Condition) -> String {
    match condition {
        Condition::Filled(path) => name(path),
        Condition::Is { property, is: PropertyState::Filled | PropertyState::Given } => name(property),
        Condition::Is { property, is: PropertyState::Empty | PropertyState::Missing } => {
            format!("no {}", name(property))
        }
        Condition::In { property, values: listed } => format!("{} of {}", name(property), values(listed)),
        Condition::NotIn { property, values: listed } => {
            format!("{} other than {}", name(property), values(listed))
        }
        Condition::Satisfies { property, custom_constraint } => {
            format!("{} that satisfies `{custom_constraint}`", name(property))
        }
        Condition::Matches { property, allowed_pattern } => {
            format!("{} that matches `{allowed_pattern}`", name(property))
        }
        Condition::Items { items, matching } if matching.is_empty() => format!("item of {}", name(items)),
        Condition::Items { items, matching } => {
            let conditions: Vec<String> = matching.iter().map(subject).collect();
            format!("item of {} with {}", name(items), conditions.join(" and "))
        }
        Condition::Any { any } => and(&any.iter().map(subject).collect::<Vec<_>>(), "or"),
        condition => holds(condition),
    }
}

/// Formats a range: "from 1 to 3".
fn range(bounds: &Bounds) -> String {
    match (&bounds.min, &bounds.max) {
        (Some(min), Some(max)) if min == max => min.to_string(),
        (Some(min), Some(max)) => format!("from {min} to {max}"),
        (Some(min), None) => format!("at least {min}"),
        (None, Some(max)) => format!("at most {max}"),
        (None, None) => "any number".to_owned(),
    }
}

/// Formats a test of a property after its name, with "is" or "must be" in it.
fn tested(condition: &Condition, verbs: [&str; 3]) -> Option<String> {
    let [is, has, contains] = verbs;
    Some(match condition {
        Condition::Range { property, range: bounds } => format!("{} {is} {}", name(property), range(bounds)),
        Condition::Length { property, length } => {
            format!("{} {has} a length of {}", name(property), range(length))
        }
        Condition::Contains { property, contains: part } => {
            format!("{} {contains} {}", name(property), values(std::slice::from_ref(part)))
        }
        Condition::Within { property, within } => format!("{} {is} within `{within}`", name(property)),
        _ => return None,
    })
}

/// Formats a condition as a clause: "`a` is set".
fn holds(condition: &Condition) -> String {
    match condition {
        Condition::Filled(property)
        | Condition::Is { property, is: PropertyState::Filled | PropertyState::Given } => {
            format!("{} is set", name(property))
        }
        Condition::Is { property, is: PropertyState::Empty | PropertyState::Missing } => {
            format!("{} is not set", name(property))
        }
        Condition::In { property, values: listed } => format!("{} is {}", name(property), values(listed)),
        Condition::NotIn { property, values: listed } => {
            format!("{} is not {}", name(property), values(listed))
        }
        Condition::Satisfies { property, custom_constraint } => {
            format!("{} satisfies `{custom_constraint}`", name(property))
        }
        Condition::Matches { property, allowed_pattern } => {
            format!("{} matches `{allowed_pattern}`", name(property))
        }
        Condition::Items { .. } => format!("there is an {}", subject(condition)),
        Condition::Any { any } => any.iter().map(holds).collect::<Vec<_>>().join(" or "),
        Condition::All { all } => all.iter().map(holds).collect::<Vec<_>>().join(" and "),
        Condition::Not { not } => match &**not {
            Condition::Any { any } => any.iter().map(does_not_hold).collect::<Vec<_>>().join(" and "),
            condition => does_not_hold(condition),
        },
        Condition::Each { for_each, all } => {
            let all: Vec<String> = all.iter().map(holds).collect();
            format!("in each item of {}, {}", name(for_each), all.join(" and "))
        }
        Condition::Count { items, matching, count } => {
            let matching: Vec<String> = matching.iter().map(holds).collect();
            let that = if matching.is_empty() {
                String::new()
            } else {
                format!(" where {}", matching.join(" and "))
            };
            format!("the number of items of {}{that} is {}", name(items), range(count))
        }
        condition => tested(condition, ["is", "has", "contains"]).unwrap_or_default(),
    }
}

/// Formats the opposite of a condition as a clause: "`a` is not set".
fn does_not_hold(condition: &Condition) -> String {
    match condition {
        Condition::Is { property, is: PropertyState::Empty | PropertyState::Missing } => {
            format!("{} is set", name(property))
        }
        Condition::Filled(property) | Condition::Is { property, .. } => {
            format!("{} is not set", name(property))
        }
        Condition::In { property, values } => {
            holds(&Condition::NotIn { property: property.clone(), values: values.clone() })
        }
        Condition::NotIn { property, values } => {
            holds(&Condition::In { property: property.clone(), values: values.clone() })
        }
        Condition::Satisfies { property, custom_constraint } => {
            format!("{} does not satisfy `{custom_constraint}`", name(property))
        }
        Condition::Matches { property, allowed_pattern } => {
            format!("{} does not match `{allowed_pattern}`", name(property))
        }
        Condition::Items { .. } => format!("there is no {}", subject(condition)),
        Condition::Not { not } => holds(not),
        condition => tested(condition, ["is not", "does not have", "does not contain"])
            .unwrap_or_else(|| format!("it is not so that {}", holds(condition))),
    }
}

fn must_hold(condition: &Condition) -> String {
    match condition {
        Condition::Filled(property)
        | Condition::Is { property, is: PropertyState::Filled | PropertyState::Given } => {
            format!("{} is required", name(property))
        }
        Condition::Is { property, is: PropertyState::Empty | PropertyState::Missing } => {
            format!("{} is not allowed", name(property))
        }
        Condition::In { property, values: listed } => {
            format!("{} must be {}", name(property), values(listed))
        }
        Condition::NotIn { property, values: listed } => {
            format!("{} must not be {}", name(property), values(listed))
        }
        Condition::Satisfies { property, custom_constraint } => {
            format!("{} must satisfy `{custom_constraint}`", name(property))
        }
        Condition::Matches { property, allowed_pattern } => {
            format!("{} must match `{allowed_pattern}`", name(property))
        }
        Condition::Items { .. } | Condition::Any { .. } => format!("{} is required", subject(condition)),
        condition => tested(condition, ["must be", "must have", "must contain"])
            .unwrap_or_else(|| format!("it is required that {}", holds(condition))),
    }
}

fn must_not_hold(condition: &Condition) -> String {
    match condition {
        Condition::Is { property, is: PropertyState::Empty | PropertyState::Missing } => {
            format!("{} is required", name(property))
        }
        Condition::In { property, values: listed } => {
            format!("{} must not be {}", name(property), values(listed))
        }
        Condition::NotIn { property, values: listed } => {
            format!("{} must be {}", name(property), values(listed))
        }
        Condition::Matches { property, allowed_pattern } => {
            format!("{} must not match `{allowed_pattern}`", name(property))
        }
        Condition::Filled(_)
        | Condition::Items { .. }
        | Condition::Satisfies { .. }
        | Condition::Is { .. } => {
            format!("{} is not allowed", subject(condition))
        }
        Condition::Any { any } => any.iter().map(must_not_hold).collect::<Vec<_>>().join(", and "),
        condition => tested(condition, ["must not be", "must not have", "must not contain"])
            .unwrap_or_else(|| format!("it is not allowed that {}", holds(condition))),
    }
}
