//! Conclusions from conditions, for any values of the parameters.
//!
//! A reference to a resource that has a condition is safe where that condition is certainly true: in a resource with the same
//! condition, or in the branch of an `if`. [`Facts`] are the conditions that are known at some point of the template; negations,
//! conjunctions and disjunctions are taken apart.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use heat_hot::Template;
use heat_yaml::{Node, Value};

/// Maximum number of steps for the conditions of one template.
const MAX_STEPS: usize = 20_000;

/// Maximum number of names that one conclusion may lead through.
const MAX_NAMES: usize = 200;

/// Conditions that are known to be true or false at some point of a template.
pub(crate) type Facts<'a> = HashSet<(&'a str, bool)>;

/// Definitions of the conditions of a template.
pub(crate) struct ConditionFacts<'a> {
    definitions: HashMap<&'a str, &'a Node>,
    steps: Cell<usize>,
}

/// Form of a condition.
enum Form<'a> {
    Literal(bool),
    Name(&'a str),
    Not(&'a Node),
    And(&'a [Node]),
    Or(&'a [Node]),
    Other,
}

impl<'a> Form<'a> {
    fn of(node: &'a Node) -> Self {
        match &node.value {
            Value::Bool(value) => Self::Literal(*value),
            Value::String(name) => Self::Name(name),
            Value::Mapping(map) => match map.entries() {
                [entry] => match (entry.key.as_str(), entry.value.as_sequence()) {
                    (Some("not"), _) => Self::Not(&entry.value),
                    (Some("Fn::Not"), Some([inner])) => Self::Not(inner),
                    (Some("and" | "Fn::And"), Some(items)) => Self::And(items),
                    (Some("or" | "Fn::Or"), Some(items)) => Self::Or(items),
                    (Some("Condition"), None) => entry.value.as_str().map_or(Self::Other, Self::Name),
                    _ => Self::Other,
                },
                _ => Self::Other,
            },
            _ => Self::Other,
        }
    }
}

impl<'a> ConditionFacts<'a> {
    pub(crate) fn new(template: &'a Template) -> Self {
        let section = template.conditions_section().and_then(Node::as_mapping);
        let definitions = section.into_iter().flatten();
        let definitions = definitions.filter_map(|entry| Some((entry.key.as_str()?, &entry.value)));
        Self { definitions: definitions.collect(), steps: Cell::new(MAX_STEPS) }
    }

    /// Adds the facts that follow from a condition that is true or false.
    pub(crate) fn assume(&self, condition: &'a Node, value: bool, facts: &mut Facts<'a>) {
        let mut open = vec![(condition, value)];
        while let Some((condition, value)) = open.pop() {
            match Form::of(condition) {
                Form::Name(name) => {
                    if facts.insert((name, value)) {
                        open.extend(self.definitions.get(name).map(|definition| (*definition, value)));
                    }
                }
                Form::Not(inner) => open.push((inner, !value)),
                Form::And(items) if value => open.extend(items.iter().map(|item| (item, true))),
                Form::Or(items) if !value => open.extend(items.iter().map(|item| (item, false))),
                Form::Literal(_) | Form::And(_) | Form::Or(_) | Form::Other => {}
            }
        }
    }

    /// Returns whether the facts imply that a condition has this value.
    pub(crate) fn follows(&self, condition: &'a Node, value: bool, facts: &Facts<'a>) -> bool {
        // A conclusion that needs too many steps is not drawn.
        let Some(left) = self.steps.get().checked_sub(1) else { return false };
        self.steps.set(left);
        let all = |items: &'a [Node]| items.iter().all(|item| self.follows(item, value, facts));
        let any = |items: &'a [Node]| items.iter().any(|item| self.follows(item, value, facts));
        match Form::of(condition) {
            Form::Literal(literal) => literal == value,
            Form::Name(name) => {
                if facts.contains(&(name, value)) {
                    return true;
                }
                // The limits end a cycle of definitions; a definition that is a name is an error.
                let definition = self.definitions.get(name).filter(|node| node.as_str().is_none());
                definition.is_some_and(|definition| {
                    let mut known = facts.clone();
                    known.insert((name, !value));
                    !facts.contains(&(name, !value))
                        && known.len() < MAX_NAMES
                        && self.follows(definition, value, &known)
                })
            }
            Form::Not(inner) => self.follows(inner, !value, facts),
            Form::And(items) => {
                if value {
                    all(items)
                } else {
                    any(items)
                }
            }
            Form::Or(items) => {
                if value {
                    any(items)
                } else {
                    all(items)
                }
            }
            Form::Other => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use heat_yaml::Source;

    use super::*;

    /// Checks whether a condition follows from another in a template with these definitions.
    fn check(definitions: &str, from: &str, to: &str, expect: bool) {
        let text = format!(
            "heat_template_version: 2018-08-31\nconditions: {definitions}\noutputs: {{from: {from}, to: {to}}}\n"
        );
        let template = Template::read(&Source::new("test", text.as_str())).template.unwrap();
        let outputs = template.entries("outputs").unwrap();
        let facts = ConditionFacts::new(&template);
        let mut known = Facts::new();
        facts.assume(outputs.get("from").unwrap(), true, &mut known);
        assert_eq!(facts.follows(outputs.get("to").unwrap(), true, &known), expect, "{text}");
    }

    #[test]
    fn conditions_follow_from_others() {
        let definitions = "{a: {equals: [1, 2]}, b: {equals: [1, 3]}, both: {and: [a, b]}, any: {or: [a, b]}, not_a: {not: a}}";
        check(definitions, "a", "a", true);
        check(definitions, "a", "b", false);
        check(definitions, "both", "a", true);
        check(definitions, "a", "both", false);
        check(definitions, "a", "any", true);
        check(definitions, "any", "a", false);
        check(definitions, "not_a", "{not: a}", true);
        check(definitions, "{not: any}", "not_a", true);
        check(definitions, "{and: [a, b]}", "both", true);
        check(definitions, "a", "true", true);
        check("{a: {not: b}, b: {not: a}}", "a", "c", false);
        check("{a: {not: b}, b: {not: a}}", "c", "a", false);
    }

    #[test]
    fn what_a_condition_is_made_of_follows_from_it() {
        let definitions = "{a: {equals: [1, 2]}, b: {equals: [1, 3]}, both: {and: [a, b]}, any: {or: [a, b]}, alias: {and: [a]}}";
        // A condition without a name is taken apart, too.
        check(definitions, "{and: [a, b]}", "a", true);
        check(definitions, "{and: [a, {not: b}]}", "{not: b}", true);
        check(definitions, "{not: {or: [a, b]}}", "{not: b}", true);
        check(definitions, "{not: any}", "{not: a}", true);
        check(definitions, "{not: {not: a}}", "a", true);
        check(definitions, "{Condition: a}", "a", true);
        check(definitions, "alias", "a", true);
        // One of several is true, or one is false, but it is not known which.
        check(definitions, "{or: [a, b]}", "a", false);
        check(definitions, "{not: {and: [a, b]}}", "{not: a}", false);
        check(definitions, "{not: both}", "{not: a}", false);
        // The condition itself follows, not its opposite.
        check(definitions, "a", "{not: a}", false);
        check(definitions, "{not: a}", "a", false);
        check(definitions, "{not: a}", "{not: both}", true);
        check(definitions, "{not: a}", "{not: any}", false);
        check(definitions, "a", "{or: [b, a]}", true);
        check(definitions, "a", "{and: [b, a]}", false);
        check(definitions, "c", "true", true);
        check(definitions, "c", "false", false);
        check(definitions, "c", "{not: false}", true);
        // A map with several keys, or with another function, is none of these forms.
        check(definitions, "{and: [a], or: [b]}", "a", false);
        check(definitions, "{equals: [1, 2]}", "a", false);
    }

    #[test]
    fn the_functions_of_other_kinds_of_templates_count() {
        check("{a: {equals: [1, 2]}}", "{'Fn::And': [a, b]}", "b", true);
        check("{a: {equals: [1, 2]}}", "{'Fn::Not': [a]}", "{not: a}", true);
        check("{a: {equals: [1, 2]}}", "a", "{'Fn::Or': [b, a]}", true);
    }
}
