//! Defaults.

use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "property-default-added",
        severity: Severity::Dangerous,
        object: Object::Property,
        aspect: Some("default"),
        verb: Verb::Added,
        summary: "A default was added to a property",
        docs: Docs {
            stacks: "Nothing changes until another property does: both sides of an update read the new default.",
            templates: "Templates that do not give the property get the default, where the plug-in saw nothing.",
            why: "The plug-in now passes on what nobody wrote.",
            example: Example::of_token(
                r"
properties:
  name:
    type: string
    description: How it is called.
",
                r"
properties:
  name:
    type: string
    description: How it is called.
    default: any
",
            ),
            instead: Some("See that the default is what the service did without it."),
        },
        mirror: Mirror::Rule("property-default-removed"),
        check: Check::Property(property_default_added),
    },
    Rule {
        id: "property-default-removed",
        severity: Severity::Dangerous,
        object: Object::Property,
        aspect: Some("default"),
        verb: Verb::Removed,
        summary: "The default of a property was removed",
        docs: Docs {
            stacks: "An update of the stack may change the property to nothing, as the service understands it.",
            templates: "Templates that do not give the property get nothing, where they got the default.",
            why: "Whoever relied on the default has to write it now.",
            example: Example::of_token(
                r"
properties:
  name:
    type: string
    description: How it is called.
    default: any
",
                r"
properties:
  name:
    type: string
    description: How it is called.
",
            ),
            instead: Some("Keep the default, or say in the release notes what to write."),
        },
        mirror: Mirror::Rule("property-default-added"),
        check: Check::Property(property_default_removed),
    },
    Rule {
        id: "property-default-changed",
        severity: Severity::Dangerous,
        object: Object::Property,
        aspect: Some("default"),
        verb: Verb::Changed,
        summary: "A default changed",
        docs: Docs {
            stacks: "Nothing changes until another property does: both sides of an update read the new default.",
            templates: "Templates that do not give the property get the new default.",
            why: "New resources are made differently from the same template.",
            example: Example::of_token(
                r"
properties:
  name:
    type: string
    description: How it is called.
    default: any
",
                r"
properties:
  name:
    type: string
    description: How it is called.
    default: other
",
            ),
            instead: Some(
                "Leave the default and describe the better value, or give the new behaviour a property of its own.",
            ),
        },
        mirror: Mirror::Rule("property-default-changed"),
        check: Check::Property(property_default_changed),
    },
    Rule {
        id: "property-default-removed-while-required",
        severity: Severity::Breaking,
        object: Object::Property,
        aspect: Some("default"),
        verb: Verb::Removed,
        summary: "The default of a required property was removed",
        docs: Docs {
            stacks: "The next update is refused unless its template gives the property.",
            templates: "Templates that do not give it are refused.",
            why: "The default satisfied `required`; without it, Heat asks for the property.",
            example: Example::of_token(
                r"
properties:
  name:
    type: string
    description: How it is called.
    default: any
    required: true
",
                r"
properties:
  name:
    type: string
    description: How it is called.
    required: true
",
            ),
            instead: Some("Keep the default, or make the property optional."),
        },
        mirror: Mirror::Rule("property-default-added-while-required"),
        check: Check::Property(property_default_removed_while_required),
    },
    Rule {
        id: "property-default-added-while-required",
        severity: Severity::Safe,
        object: Object::Property,
        aspect: Some("default"),
        verb: Verb::Added,
        summary: "A default was added to a required property",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Templates need not give it any more.",
            why: "The default satisfies `required`. Every template that worked gave a value.",
            example: Example::of_token(
                r"
properties:
  name:
    type: string
    description: How it is called.
    required: true
",
                r"
properties:
  name:
    type: string
    description: How it is called.
    default: any
    required: true
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("property-default-removed-while-required"),
        check: Check::Property(property_default_added_while_required),
    },
];

fn property_default_added(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (pair.before, pair.after);
    if !pair.around_is_closed
        && (!before.required || pair.is_item)
        && before.default.is_none()
        && after.default.is_some()
    {
        findings
            .report(&pair.place.join("default"), format!("a default was added to {}", pair.name()))
            .values(before.default.as_ref(), after.default.as_ref());
    }
}

fn property_default_removed(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (pair.before, pair.after);
    if !pair.around_is_closed
        && (!after.required || pair.is_item)
        && before.default.is_some()
        && after.default.is_none()
    {
        findings
            .report(&pair.place.join("default"), format!("the default of {} was removed", pair.name()))
            .values(before.default.as_ref(), after.default.as_ref());
    }
}

fn property_default_changed(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (pair.before, pair.after);
    if !pair.around_is_closed
        && before.default.as_ref().zip(after.default.as_ref()).is_some_and(|(old, new)| !old.python_eq(new))
    {
        findings
            .report(&pair.place.join("default"), format!("the default of {} changed", pair.name()))
            .values(before.default.as_ref(), after.default.as_ref());
    }
}

fn property_default_removed_while_required(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (pair.before, pair.after);
    if pair.asks_for_presence() && after.required && before.default.is_some() && after.default.is_none() {
        findings
            .report(
                &pair.place.join("default"),
                format!("the default of {} was removed, which is required", pair.name()),
            )
            .values(before.default.as_ref(), after.default.as_ref());
    }
}

fn property_default_added_while_required(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (pair.before, pair.after);
    if pair.asks_for_presence() && before.required && before.default.is_none() && after.default.is_some() {
        findings
            .report(
                &pair.place.join("default"),
                format!("a default was added to {}, which is required", pair.name()),
            )
            .values(before.default.as_ref(), after.default.as_ref());
    }
}
