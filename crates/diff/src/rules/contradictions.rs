//! Constraints that exclude each other.

use heat_admit::{contradicting, sample};

use crate::meaning::constraint_change::{came_to_nothing, came_to_something};
use crate::rule::finding::data;
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
            stacks: "The next update is refused if its template sets the property, whatever the value. Heat does not check stored values.",
            templates: "Every value is now refused; some used to be accepted. If the property is required, no resource of the\n\
             type can be created.",
            why: "A value has to satisfy all constraints at once. Changes to the individual constraints are not reported separately.",
            example: Example::of_property(
                r"
     constraints:
-      - length: {max: 9}
+      - length: {max: 4}
       - allowed_pattern: '[a-z]{5,}'
",
            ),
            instead: Some(
                "Compare the constraints with each other, and keep accepting the values that were accepted.",
            ),
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
            templates: "Some values are now accepted; before, none was.",
            why: "No value was accepted before, so nothing that worked can break. Changes to the individual constraints are\n\
             not reported separately.",
            example: Example::of_property(
                r"
     constraints:
-      - length: {max: 4}
+      - length: {max: 9}
       - allowed_pattern: '[a-z]{5,}'
",
            ),
            instead: Some("Check that the plug-in handles values: it may never have received one."),
        },
        mirror: Mirror::Rule("constraints-admit-nothing"),
        check: Check::PropertyKey {
            when: came_to_something,
            value: |schema| data(&schema.constraints),
            what: "some values are now accepted for {name}: its constraints used to contradict each other",
        },
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
        [one] => format!("no value satisfies {one}"),
        several => format!("no value satisfies all of these: {}", several.join("; ")),
    });
    if let Some(value) = sample(pair.before) {
        finding.note(format!("{value} was accepted and is now refused"));
        finding.counterexample = Some(value);
    }
}
