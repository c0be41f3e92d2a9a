//! Validation rules.

use heat_model::ValidationRule;

use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Findings, Mirror, Rule, Severity, TypePair};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "validation-rule-added",
        severity: Severity::Breaking,
        object: Object::ResourceType,
        aspect: Some("validation_rules"),
        verb: Verb::Added,
        summary: "A validation rule was added",
        docs: Docs {
            stacks: "Existing resources stay as they are. An update with properties that violate the rule fails.",
            templates: "Templates whose properties violate the rule are refused when a stack is created.",
            why: "Heat now compares properties with each other that it accepted in any combination.",
            example: Example::of_token(
                r"
properties:
  length: {type: integer, description: How many characters it has.}
  value: {type: string, description: The token.}
",
                r"
properties:
  length: {type: integer, description: How many characters it has.}
  value: {type: string, description: The token.}
validation_rules:
  - at_most_one: [[length], [value]]
",
            ),
            instead: Some(
                "Let the service decide which of the properties counts, and say so in the descriptions.",
            ),
        },
        mirror: Mirror::Rule("validation-rule-removed"),
        check: Check::Type(validation_rule_added),
    },
    Rule {
        id: "validation-rule-removed",
        severity: Severity::Safe,
        object: Object::ResourceType,
        aspect: Some("validation_rules"),
        verb: Verb::Removed,
        summary: "A validation rule was removed",
        docs: Docs {
            stacks: "Nothing changes for existing resources.",
            templates: "All templates that were accepted still are.",
            why: "Heat no longer compares the properties with each other.",
            example: Example::of_token(
                r"
properties:
  length: {type: integer, description: How many characters it has.}
  value: {type: string, description: The token.}
validation_rules:
  - at_most_one: [[length], [value]]
",
                r"
properties:
  length: {type: integer, description: How many characters it has.}
  value: {type: string, description: The token.}
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("validation-rule-added"),
        check: Check::Type(validation_rule_removed),
    },
    Rule {
        id: "validation-rules-reworded",
        severity: Severity::Docs,
        object: Object::ResourceType,
        aspect: Some("validation_rules"),
        verb: Verb::Changed,
        summary: "The descriptions or the order of validation rules changed",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Nothing changes.",
            why: "The same properties are accepted: only the words or the order of errors changed.",
            example: Example::of_token(
                r"
properties:
  length: {type: integer, description: How many characters it has.}
  value: {type: string, description: The token.}
validation_rules:
  - {at_most_one: [[length], [value]], description: Set one.}
",
                r"
properties:
  length: {type: integer, description: How many characters it has.}
  value: {type: string, description: The token.}
validation_rules:
  - {at_most_one: [[length], [value]], description: A token that is set has its own length.}
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("validation-rules-reworded"),
        check: Check::Type(validation_rules_reworded),
    },
];

/// The rules of one side that the other side does not have, with their indexes. What they say to users does not count.
fn others<'a>(
    side: &'a [ValidationRule],
    opposite: &'a [ValidationRule],
) -> impl Iterator<Item = (usize, &'a ValidationRule)> {
    let is_same = |one: &ValidationRule, other: &ValidationRule| {
        (&one.for_each, &one.when, &one.requirement) == (&other.for_each, &other.when, &other.requirement)
    };
    side.iter().enumerate().filter(move |(_, rule)| !opposite.iter().any(|other| is_same(rule, other)))
}

fn validation_rule_added(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    let list = types.place().join("validation_rules");
    for (index, rule) in others(&types.after.validation_rules, &types.before.validation_rules) {
        let message = format!("a rule was added: {}", rule.words());
        findings.report(&list.after_item(index), message).values(None::<&()>, Some(rule));
    }
}

fn validation_rule_removed(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    let list = types.place().join("validation_rules");
    for (index, rule) in others(&types.before.validation_rules, &types.after.validation_rules) {
        let message = format!("a rule was removed: {}", rule.words());
        findings.report(&list.before_item(index), message).values(Some(rule), None::<&()>);
    }
}

fn validation_rules_reworded(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (&types.before.validation_rules, &types.after.validation_rules);
    let has_others = others(after, before).chain(others(before, after)).next().is_some();
    if before != after && !has_others {
        findings
            .report(&types.place().join("validation_rules"), "the words or the order of the rules changed")
            .values(Some(before), Some(after));
    }
}
