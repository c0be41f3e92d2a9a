//! Validation rules, compared by the data that they accept.

use crate::rule::{Docs, Example, Object, ValidationChangeKind, Verb};
use crate::{Check, Mirror, Rule, Severity};

/// An example in which a validation rule of a type with three properties is added, removed or changed.
macro_rules! example {
    ($patch:literal) => {
        Example::of_token(concat!(
            " properties:
   length: {type: integer, description: How many characters it has.}
   value: {type: string, description: The token.}
   secret: {type: string, description: Where the token is kept.}
",
            $patch
        ))
    };
}

const WHY: &str = "The rules are compared by the data that they accept, no matter how they are written.";
const COMPARES: &str = "Heat now compares properties with each other that it accepted in any combination.";
const STACKS: &str =
    "Existing resources stay as they are. An update with properties that violate the rule fails.";
const INSTEAD: &str = "Let the service decide which of the properties counts, and say so in the descriptions. If the plug-in has always refused such\n\
     data, set `already_enforced: true`.";

/// A rule about validation rules.
const fn rule(
    id: &'static str,
    severity: Severity,
    verb: Verb,
    summary: &'static str,
    docs: Docs,
    mirror: Mirror,
    check: Check,
) -> Rule {
    Rule {
        id,
        severity,
        object: Object::ResourceType,
        aspect: Some("validation_rules"),
        verb,
        summary,
        docs,
        mirror,
        check,
    }
}

pub(super) static RULES: &[Rule] = &[
    rule(
        "validation-rule-added",
        Severity::Breaking,
        Verb::Added,
        "A validation rule was added",
        Docs {
            stacks: STACKS,
            templates: "Templates whose properties violate the rule are refused when a stack is created.",
            why: COMPARES,
            example: example!(
                "+validation_rules:
+  - at_most_one: [[length], [value]]
"
            ),
            instead: Some(INSTEAD),
        },
        Mirror::Rule("validation-rule-removed"),
        Check::ValidationRules { kind: ValidationChangeKind::Added, what: "a validation rule was added" },
    ),
    rule(
        "validation-rule-removed",
        Severity::Safe,
        Verb::Removed,
        "A validation rule was removed",
        Docs {
            stacks: "Nothing changes for existing resources.",
            templates: "All templates that were accepted still are.",
            why: "Heat no longer compares the properties with each other.",
            example: example!(
                "-validation_rules:
-  - at_most_one: [[length], [value]]
"
            ),
            instead: None,
        },
        Mirror::Rule("validation-rule-added"),
        Check::ValidationRules { kind: ValidationChangeKind::Removed, what: "a validation rule was removed" },
    ),
    rule(
        "validation-rule-narrowed",
        Severity::Breaking,
        Verb::Narrowed,
        "A validation rule accepts less",
        Docs {
            stacks: STACKS,
            templates: "Templates whose properties only the new form of the rule refuses are refused when a stack is created.",
            why: WHY,
            example: example!(
                " validation_rules:
-  - at_most_one: [[length], [value]]
+  - at_most_one: [[length], [value], [secret]]
"
            ),
            instead: Some(INSTEAD),
        },
        Mirror::Rule("validation-rule-widened"),
        Check::ValidationRules {
            kind: ValidationChangeKind::Narrowed,
            what: "a validation rule accepts less",
        },
    ),
    rule(
        "validation-rule-widened",
        Severity::Safe,
        Verb::Widened,
        "A validation rule accepts more",
        Docs {
            stacks: "Nothing changes for existing resources.",
            templates: "All templates that were accepted still are.",
            why: WHY,
            example: example!(
                " validation_rules:
-  - at_most_one: [[length], [value], [secret]]
+  - at_most_one: [[length], [value]]
"
            ),
            instead: None,
        },
        Mirror::Rule("validation-rule-narrowed"),
        Check::ValidationRules {
            kind: ValidationChangeKind::Widened,
            what: "a validation rule accepts more",
        },
    ),
    rule(
        "validation-rule-changed",
        Severity::Breaking,
        Verb::Changed,
        "A validation rule accepts other data",
        Docs {
            stacks: STACKS,
            templates: "Some templates that were accepted are refused when a stack is created, and the reverse.",
            why: WHY,
            example: example!(
                " validation_rules:
-  - at_most_one: [[length], [value]]
+  - at_most_one: [[length], [secret]]
"
            ),
            instead: Some(INSTEAD),
        },
        Mirror::Rule("validation-rule-changed"),
        Check::ValidationRules {
            kind: ValidationChangeKind::Changed,
            what: "a validation rule accepts other data",
        },
    ),
    rule(
        "validation-rule-documented",
        Severity::Safe,
        Verb::Changed,
        "A validation rule says what was already enforced",
        Docs {
            stacks: "Nothing changes.",
            templates: "Templates that violate the rule were refused before. Now tools find the mistake before a stack is created.",
            why: "The rule is marked as `already_enforced`: it documents a check of the plug-in.",
            example: example!(
                "+validation_rules:
+  - {at_most_one: [[length], [value]], already_enforced: true}
"
            ),
            instead: None,
        },
        Mirror::None(
            "The mark only says something about a rule that refuses more than before; `validation-rule-removed` reports the opposite.",
        ),
        Check::ValidationRules {
            kind: ValidationChangeKind::Documented,
            what: "a validation rule documents an existing check",
        },
    ),
    rule(
        "validation-rules-reworded",
        Severity::Docs,
        Verb::Changed,
        "Only the form of validation rules changed",
        Docs {
            stacks: "Nothing changes.",
            templates: "Nothing changes.",
            why: "The same data are accepted: only the words, the order or the way of writing changed.",
            example: example!(
                " validation_rules:
-  - {at_most_one: [[length], [value]], description: Set one.}
+  - {at_most_one: [[value], [length]], description: A token that is set has its own length.}
"
            ),
            instead: None,
        },
        Mirror::Rule("validation-rules-reworded"),
        Check::ValidationRules {
            kind: ValidationChangeKind::Reworded,
            what: "only the form of the validation rules changed",
        },
    ),
];
