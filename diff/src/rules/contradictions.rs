//! Constraints that exclude each other.

use heat_model::admit::{contradicting, sample};

use crate::constraint_change::{came_to_nothing, came_to_something};
use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "constraints-admit-nothing",
        severity: Severity::Breaking,
        object: Object::Property,
        aspect: Some("constraints"),
        verb: Verb::Narrowed,
        summary: "The constraints of a property contradict each other: no value is accepted",
        docs: Docs {
            stacks: "The next update is refused if its template gives the property a value, whichever. Stored values are not looked at.",
            templates: "Every value is refused, and some were accepted. Where the property is required, resources of the type cannot be made at all.",
            why: "A value has to meet all constraints at once. How each of them changed is not said in addition: alone, each may be fine.",
            example: Example::of_token(
                r"
properties:
  name:
    type: string
    description: How it is called.
    constraints:
      - length: {max: 9}
      - allowed_pattern: '[a-z]{5,}'
",
                r"
properties:
  name:
    type: string
    description: How it is called.
    constraints:
      - length: {max: 4}
      - allowed_pattern: '[a-z]{5,}'
",
            ),
            instead: Some("Hold the constraints against each other, and keep what was admitted."),
        },
        mirror: Mirror::Rule("constraints-admit-something"),
        check: Check::Property(constraints_admit_nothing),
    },
    Rule {
        id: "constraints-admit-something",
        severity: Severity::Safe,
        object: Object::Property,
        aspect: Some("constraints"),
        verb: Verb::Widened,
        summary: "The constraints of a property no longer contradict each other",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Some values are accepted, where none was.",
            why: "Nothing was accepted, so nothing can be lost. How each constraint changed is not said in addition.",
            example: Example::of_token(
                r"
properties:
  name:
    type: string
    description: How it is called.
    constraints:
      - length: {max: 4}
      - allowed_pattern: '[a-z]{5,}'
",
                r"
properties:
  name:
    type: string
    description: How it is called.
    constraints:
      - length: {max: 9}
      - allowed_pattern: '[a-z]{5,}'
",
            ),
            instead: Some("See that the plug-in copes with values, of which it may never have had any."),
        },
        mirror: Mirror::Rule("constraints-admit-nothing"),
        check: Check::Property(constraints_admit_something),
    },
];

fn constraints_admit_nothing(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    if !came_to_nothing(pair) {
        return;
    }
    let finding = findings
        .report(
            &pair.place.join("constraints"),
            format!("no value is accepted for {}: its constraints contradict each other", pair.name()),
        )
        .values(Some(&pair.before.constraints), Some(&pair.after.constraints));
    let words: Vec<_> =
        contradicting(pair.after).iter().map(|constraint| format!("`{}`", constraint.kind)).collect();
    finding.note(match words.as_slice() {
        [one] => format!("no value meets {one}"),
        several => format!("no value meets all of these: {}", several.join("; ")),
    });
    if let Some(value) = sample(pair.before) {
        finding.note(format!("{value} was accepted and is now refused"));
        finding.counterexample = Some(value);
    }
}

fn constraints_admit_something(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    if came_to_something(pair) {
        findings
            .report(
                &pair.place.join("constraints"),
                format!(
                    "values are accepted for {}: its constraints contradicted each other before",
                    pair.name()
                ),
            )
            .values(Some(&pair.before.constraints), Some(&pair.after.constraints));
    }
}
