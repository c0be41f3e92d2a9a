//! Constraints: five rules for each kind.
//!
//! Every kind of constraint raises the same question, which values are still accepted, and therefore has the same rules. Each kind
//! is one entry of the table: its names, the values that it refuses, and constraints for the examples.

use heat_admit::{Kind, Relation};

use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Mirror, Rule, Severity};

const VALUE_NOT_ACCEPTED: &str = "The next update is refused if its template has a value that the constraint does not accept.\n\
    Heat does not check stored values.";
const VALUE_NO_LONGER_ACCEPTED: &str = "The next update is refused if its template has a value that is no longer accepted.\n\
    Heat does not check stored values.";
const NOTHING_CHANGES: &str = "Nothing changes.";
const SOME_ARE_REFUSED: &str = "Some values that used to be accepted are now refused.";
const SOME_ARE_ACCEPTED: &str = "Some values that used to be refused are now accepted.";
const CHECKED_EVERY_TIME: &str =
    "Heat checks the values in a template against the constraints every time it creates or updates a stack.";
const STILL_ACCEPTED: &str = "Every value that was accepted is still accepted.";
const INCOMPARABLE: &str = "Each side accepts values that the other does not.";

/// A property of a type.
macro_rules! property {
    ($type:literal) => {
        concat!(" properties:\n   name:\n     type: ", $type, "\n     description: Name of the token.\n")
    };
}

/// An example in which the constraint of a property is added, removed or changed.
macro_rules! example {
    ($type:literal, + $after:literal) => {
        Example::of_token(concat!(property!($type), "+    constraints:\n+      - ", $after, "\n"))
    };
    ($type:literal, - $before:literal) => {
        Example::of_token(concat!(property!($type), "-    constraints:\n-      - ", $before, "\n"))
    };
    ($type:literal, - $before:literal, + $after:literal) => {
        Example::of_token(concat!(
            property!($type),
            "     constraints:\n-      - ",
            $before,
            "\n+      - ",
            $after,
            "\n"
        ))
    };
}

/// The rules of a kind of constraint.
macro_rules! rules_of {
    ($kind:ident {
        id: $id:literal,
        // Name of the kind, with and without its article.
        name: ($a_name:literal, $name:literal),
        // The summary of its `added` rule, and the values that it refuses.
        added: $added:literal,
        refuses: $refused:literal,
        // A property type and constraints on it: a narrow one, a wider one, and two that each accept values the other
        // refuses.
        example: ($type:literal, $narrow:literal, $wide:literal, $one:literal, $other:literal),
        // Reason why one set of constraints is narrower than another, wider, or neither.
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
                    stacks: VALUE_NOT_ACCEPTED,
                    templates: concat!($refused, " used to be accepted and are now refused."),
                    why: CHECKED_EVERY_TIME,
                    example: example!($type, + $one),
                    instead: Some(
                        "Accept every value that the service accepts, and refuse only what it refuses anyway.",
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
                    templates: concat!($refused, " used to be refused and are now accepted."),
                    why: STILL_ACCEPTED,
                    example: example!($type, - $one),
                    instead: Some("Check that the plug-in or the service refuses values that it cannot handle."),
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
                    " of a property changed: some values are now refused, others are now accepted"
                ),
                docs: Docs {
                    stacks: VALUE_NO_LONGER_ACCEPTED,
                    templates: SOME_ARE_REFUSED,
                    why: $changed,
                    example: example!($type, - $one, + $other),
                    instead: Some("Keep accepting the old values as well, and mark them as deprecated in the description."),
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
                    stacks: VALUE_NO_LONGER_ACCEPTED,
                    templates: SOME_ARE_REFUSED,
                    why: $narrowed,
                    example: example!($type, - $wide, + $narrow),
                    instead: Some("Keep accepting the old values, and mark them as deprecated in the description."),
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
                    example: example!($type, - $narrow, + $wide),
                    instead: Some("Check that the plug-in handles the new values."),
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
    refuses: "Numbers outside the range",
    example: (
        "integer",
        "range: {min: 1, max: 5}",
        "range: {min: 1, max: 9}",
        "range: {min: 1, max: 9}",
        "range: {min: 5, max: 12}"
    ),
    why: (CHECKED_EVERY_TIME, STILL_ACCEPTED, INCOMPARABLE),
});

pub(super) static LENGTH: &[Rule] = &rules_of!(Length {
    id: "length",
    name: ("a length", "length"),
    added: "The length of a property is now limited",
    refuses: "Values of other lengths",
    example: (
        "string",
        "length: {max: 5}",
        "length: {max: 9}",
        "length: {max: 9}",
        "length: {min: 3, max: 12}"
    ),
    why: (CHECKED_EVERY_TIME, STILL_ACCEPTED, INCOMPARABLE),
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
    why: (CHECKED_EVERY_TIME, STILL_ACCEPTED, INCOMPARABLE),
});

pub(super) static ALLOWED_PATTERN: &[Rule] = &rules_of!(AllowedPattern {
    id: "allowed-pattern",
    name: ("an allowed pattern", "allowed pattern"),
    added: "A property must now match a pattern",
    refuses: "Strings that do not match",
    example: (
        "string",
        "allowed_pattern: '[a-y]+'",
        "allowed_pattern: '[a-z]+'",
        "allowed_pattern: '[a-z]+'",
        "allowed_pattern: '[0-9]+'"
    ),
    why: (
        "Heat checks the values in a template against the constraints every time it creates or updates a stack. Patterns are compared by\n\
         the strings that they match, not by how they are written.",
        "Every value that was accepted is still accepted. Patterns are compared by the strings that they match, not by how they are written.",
        "Each side accepts values that the other does not, or the two could not be compared: patterns with backreferences, atomic groups or\n\
         complex lookahead are not compared, nor are patterns that would take too long. The finding says which case it is.",
    ),
});

pub(super) static MODULO: &[Rule] = &rules_of!(Modulo {
    id: "modulo",
    name: ("a modulo", "modulo"),
    added: "A property must now be a multiple of a step",
    refuses: "Numbers that are not on a step",
    example: (
        "integer",
        "modulo: {step: 4, offset: 0}",
        "modulo: {step: 2, offset: 0}",
        "modulo: {step: 2, offset: 0}",
        "modulo: {step: 3, offset: 0}"
    ),
    why: (CHECKED_EVERY_TIME, STILL_ACCEPTED, INCOMPARABLE),
});

const CUSTOM_CONSTRAINTS_COMPARED: &str = "Each additional constraint is assumed to refuse something. Some built-in\n\
    constraints are known to accept every value that another one accepts.";

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
    why: (CUSTOM_CONSTRAINTS_COMPARED, CUSTOM_CONSTRAINTS_COMPARED, INCOMPARABLE),
});
