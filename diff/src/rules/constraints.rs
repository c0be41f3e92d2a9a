//! Constraints: five rules for each kind.
//!
//! What becomes of the values that a property accepts is the same question for every kind of constraint, and so are the rules.
//! A kind is an entry of the table: its names, what it refuses, and three constraints for the examples.

use heat_model::admit::{Kind, Relation};

use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Mirror, Rule, Severity};

const REFUSED_IF_NOT_ADMITTED: &str = "The next update is refused if its template gives a value that is not admitted. Stored values are not looked at.";
const REFUSED_IF_NO_LONGER_ADMITTED: &str = "The next update is refused if its template gives a value that is not admitted any more. Stored values are not looked at.";
const NOTHING_CHANGES: &str = "Nothing changes.";
const SOME_ARE_REFUSED: &str = "Some values are refused that were accepted.";
const SOME_ARE_ACCEPTED: &str = "Some values are accepted that were refused.";
const CHECKED_EACH_TIME: &str = "Constraints are held against what templates say, each time.";
const ALL_STILL_ACCEPTED: &str = "All that was accepted still is.";
const NEITHER_ADMITS_ALL: &str = "Neither admits all that the other does.";

/// A property of a type, without constraints.
macro_rules! free {
    ($type:literal) => {
        concat!("properties:\n  name:\n    type: ", $type, "\n    description: How it is called.\n")
    };
}

/// The same, with one constraint.
macro_rules! constrained {
    ($type:literal, $constraint:literal) => {
        concat!(free!($type), "    constraints:\n      - ", $constraint, "\n")
    };
}

/// The rules of a kind of constraint.
macro_rules! rules_of {
    ($kind:ident {
        id: $id:literal,
        // What it is called, with and without its article.
        name: ($a_name:literal, $name:literal),
        // What a new one does to a property, and what it refuses.
        added: $added:literal,
        refuses: $refused:literal,
        // The type of a property, and constraints on it: one that admits less than another, and two of which neither admits all
        // that the other does.
        example: ($type:literal, $narrow:literal, $wide:literal, $one:literal, $other:literal),
        // Why one set of constraints is said to admit less than another, or more, or neither.
        why: ($narrowed:expr, $widened:expr, $changed:expr $(,)?),
    }) => {
        [
            Rule {
                id: concat!($id, "-added"),
                severity: Severity::Breaking,
                object: Object::Property,
                aspect: Some("constraints"),
                verb: Verb::Added,
                summary: $added,
                docs: Docs {
                    stacks: REFUSED_IF_NOT_ADMITTED,
                    templates: concat!($refused, " are refused, and were accepted."),
                    why: CHECKED_EACH_TIME,
                    example: Example::of_token(free!($type), constrained!($type, $one)),
                    instead: Some(
                        "Admit all that the service admits, and refuse only what it refuses anyway.",
                    ),
                },
                mirror: Mirror::Rule(concat!($id, "-removed")),
                check: Check::Constraint {
                    kind: Kind::$kind,
                    relation: Relation::Added,
                    what: concat!("accepts fewer values: ", $a_name, " was added"),
                },
            },
            Rule {
                id: concat!($id, "-removed"),
                severity: Severity::Safe,
                object: Object::Property,
                aspect: Some("constraints"),
                verb: Verb::Removed,
                summary: concat!("The ", $name, " of a property was removed"),
                docs: Docs {
                    stacks: NOTHING_CHANGES,
                    templates: concat!($refused, " are accepted, and were refused."),
                    why: ALL_STILL_ACCEPTED,
                    example: Example::of_token(constrained!($type, $one), free!($type)),
                    instead: Some("See that the plug-in, or the service, refuses what it cannot do."),
                },
                mirror: Mirror::Rule(concat!($id, "-added")),
                check: Check::Constraint {
                    kind: Kind::$kind,
                    relation: Relation::Removed,
                    what: concat!("accepts more values: its ", $name, " was removed"),
                },
            },
            Rule {
                id: concat!($id, "-changed"),
                severity: Severity::Breaking,
                object: Object::Property,
                aspect: Some("constraints"),
                verb: Verb::Changed,
                summary: concat!(
                    "The ",
                    $name,
                    " of a property changed: some values are newly refused, others newly accepted"
                ),
                docs: Docs {
                    stacks: REFUSED_IF_NO_LONGER_ADMITTED,
                    templates: SOME_ARE_REFUSED,
                    why: $changed,
                    example: Example::of_token(constrained!($type, $one), constrained!($type, $other)),
                    instead: Some("Admit what was admitted as well, and deprecate it in the description."),
                },
                mirror: Mirror::Rule(concat!($id, "-changed")),
                check: Check::Constraint {
                    kind: Kind::$kind,
                    relation: Relation::Incomparable,
                    what: "accepts different values",
                },
            },
            Rule {
                id: concat!($id, "-narrowed"),
                severity: Severity::Breaking,
                object: Object::Property,
                aspect: Some("constraints"),
                verb: Verb::Narrowed,
                summary: concat!("The ", $name, " of a property became narrower"),
                docs: Docs {
                    stacks: REFUSED_IF_NO_LONGER_ADMITTED,
                    templates: SOME_ARE_REFUSED,
                    why: $narrowed,
                    example: Example::of_token(constrained!($type, $wide), constrained!($type, $narrow)),
                    instead: Some("Keep what was admitted, and deprecate it in the description."),
                },
                mirror: Mirror::Rule(concat!($id, "-widened")),
                check: Check::Constraint {
                    kind: Kind::$kind,
                    relation: Relation::Narrowed,
                    what: "accepts fewer values",
                },
            },
            Rule {
                id: concat!($id, "-widened"),
                severity: Severity::Safe,
                object: Object::Property,
                aspect: Some("constraints"),
                verb: Verb::Widened,
                summary: concat!("The ", $name, " of a property became wider"),
                docs: Docs {
                    stacks: NOTHING_CHANGES,
                    templates: SOME_ARE_ACCEPTED,
                    why: $widened,
                    example: Example::of_token(constrained!($type, $narrow), constrained!($type, $wide)),
                    instead: Some("See that the plug-in copes with all that it takes."),
                },
                mirror: Mirror::Rule(concat!($id, "-narrowed")),
                check: Check::Constraint {
                    kind: Kind::$kind,
                    relation: Relation::Widened,
                    what: "accepts more values",
                },
            },
        ]
    };
}

pub(super) static RANGE: &[Rule] = &rules_of!(Range {
    id: "range",
    name: ("a range", "range"),
    added: "A property is now restricted to a range",
    refuses: "Numbers outside",
    example: (
        "integer",
        "range: {min: 1, max: 5}",
        "range: {min: 1, max: 9}",
        "range: {min: 1, max: 9}",
        "range: {min: 5, max: 12}"
    ),
    why: (CHECKED_EACH_TIME, ALL_STILL_ACCEPTED, NEITHER_ADMITS_ALL),
});

pub(super) static LENGTH: &[Rule] = &rules_of!(Length {
    id: "length",
    name: ("a length", "length"),
    added: "The length of a property is now limited",
    refuses: "Values that are longer or shorter",
    example: (
        "string",
        "length: {max: 5}",
        "length: {max: 9}",
        "length: {max: 9}",
        "length: {min: 3, max: 12}"
    ),
    why: (CHECKED_EACH_TIME, ALL_STILL_ACCEPTED, NEITHER_ADMITS_ALL),
});

pub(super) static ALLOWED_VALUES: &[Rule] = &rules_of!(AllowedValues {
    id: "allowed-values",
    name: ("a list of allowed values", "list of allowed values"),
    added: "A property is now restricted to a list of values",
    refuses: "Other values",
    example: (
        "string",
        "allowed_values: [a]",
        "allowed_values: [a, b]",
        "allowed_values: [a, b]",
        "allowed_values: [a, c]"
    ),
    why: (CHECKED_EACH_TIME, ALL_STILL_ACCEPTED, NEITHER_ADMITS_ALL),
});

pub(super) static ALLOWED_PATTERN: &[Rule] = &rules_of!(AllowedPattern {
    id: "allowed-pattern",
    name: ("an allowed pattern", "allowed pattern"),
    added: "A property must now match a pattern",
    refuses: "Texts that do not match",
    example: (
        "string",
        "allowed_pattern: '[a-y]+'",
        "allowed_pattern: '[a-z]+'",
        "allowed_pattern: '[a-z]+'",
        "allowed_pattern: '[0-9]+'"
    ),
    why: (
        "Constraints are held against what templates say, each time. Whether one pattern accepts less than another is told from all\n\
         the texts that they accept, however they are written.",
        "All that was accepted still is, which is told from all the texts that the patterns accept, however they are written.",
        "Neither admits all that the other does, or it cannot be told whether one does: patterns with back-references, with atomic\n\
         groups or with far looks ahead are not compared, nor are those that would take too long. The finding says which it is.",
    ),
});

pub(super) static MODULO: &[Rule] = &rules_of!(Modulo {
    id: "modulo",
    name: ("a modulo", "modulo"),
    added: "A property must now be a multiple of a step",
    refuses: "Numbers between the steps",
    example: (
        "integer",
        "modulo: {step: 4, offset: 0}",
        "modulo: {step: 2, offset: 0}",
        "modulo: {step: 2, offset: 0}",
        "modulo: {step: 3, offset: 0}"
    ),
    why: (CHECKED_EACH_TIME, ALL_STILL_ACCEPTED, NEITHER_ADMITS_ALL),
});

const EACH_REFUSES_SOMETHING: &str = "Each further constraint refuses something; and of some built-in ones it is known that they accept all that another does.";

pub(super) static CUSTOM_CONSTRAINT: &[Rule] = &rules_of!(Custom {
    id: "custom-constraint",
    name: ("a custom constraint", "custom constraint"),
    added: "A custom constraint was added to a property",
    refuses: "Values that the constraint does not accept",
    example: (
        "string",
        "custom_constraint: ip_addr",
        "custom_constraint: ip_or_cidr",
        "custom_constraint: nova.flavor",
        "custom_constraint: glance.image"
    ),
    why: (EACH_REFUSES_SOMETHING, EACH_REFUSES_SOMETHING, NEITHER_ADMITS_ALL),
});
