//! Properties that come and go.

use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Findings, MembersPair, Mirror, Rule, Severity};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "property-added",
        severity: Severity::Safe,
        object: Object::Property,
        aspect: None,
        verb: Verb::Added,
        summary: "An optional property was added",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Templates can give it.",
            why: "Whoever does not give it sees no difference.",
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
  label:
    type: string
    description: How it is called.
    support_status: [{version: 7.0.0}]
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("property-removed"),
        check: Check::Members(property_added),
    },
    Rule {
        id: "property-added-with-default",
        severity: Severity::Safe,
        object: Object::Property,
        aspect: None,
        verb: Verb::Added,
        summary: "A property with a default was added",
        docs: Docs {
            stacks: "The resource is not changed by an update: both sides of it read the same default.",
            templates: "Templates can give it. Those that do not get the default.",
            why: "New resources are made with the default: see that it is what the service did before.",
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
  label:
    type: string
    description: How it is called.
    support_status: [{version: 7.0.0}]
    default: any
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("property-with-default-removed"),
        check: Check::Members(property_added_with_default),
    },
    Rule {
        id: "property-with-default-removed",
        severity: Severity::Breaking,
        object: Object::Property,
        aspect: None,
        verb: Verb::Removed,
        summary: "A property with a default was removed",
        docs: Docs {
            stacks: "Stacks whose template gives it cannot be updated: the template is refused.",
            templates: "Templates that give it are refused.",
            why: "Heat refuses a property that it does not know. What the default did is done no longer.",
            example: Example::of_token(
                r"
properties:
  name:
    type: string
    description: How it is called.
  label:
    type: string
    description: How it is called.
    support_status: [{version: 7.0.0}]
    default: any
",
                r"
properties:
  name:
    type: string
    description: How it is called.
",
            ),
            instead: Some("Deprecate it, then hide it; when nothing reads it any more, it can go."),
        },
        mirror: Mirror::Rule("property-added-with-default"),
        check: Check::Members(property_with_default_removed),
    },
    Rule {
        id: "property-added-required",
        severity: Severity::Breaking,
        object: Object::Property,
        aspect: None,
        verb: Verb::Added,
        summary: "A required property was added",
        docs: Docs {
            stacks: "The next update is refused unless its template gives the property.",
            templates: "Templates that worked are refused: they do not give it.",
            why: "Heat refuses a resource whose required property is missing.",
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
  label:
    type: string
    description: How it is called.
    support_status: [{version: 7.0.0}]
    required: true
",
            ),
            instead: Some("Make it optional, or give it a default that does what was done before."),
        },
        mirror: Mirror::Rule("property-required-removed"),
        check: Check::Members(property_added_required),
    },
    Rule {
        id: "property-required-removed",
        severity: Severity::Breaking,
        object: Object::Property,
        aspect: None,
        verb: Verb::Removed,
        summary: "A required property was removed",
        docs: Docs {
            stacks: "No stack can be updated with its template: all of them give the property.",
            templates: "Every template that worked is refused.",
            why: "Heat refuses a property that it does not know, and everybody had to give this one.",
            example: Example::of_token(
                r"
properties:
  name:
    type: string
    description: How it is called.
  label:
    type: string
    description: How it is called.
    support_status: [{version: 7.0.0}]
    required: true
",
                r"
properties:
  name:
    type: string
    description: How it is called.
",
            ),
            instead: Some("Make it optional first, deprecate it, then hide it."),
        },
        mirror: Mirror::Rule("property-added-required"),
        check: Check::Members(property_required_removed),
    },
    Rule {
        id: "property-removed",
        severity: Severity::Breaking,
        object: Object::Property,
        aspect: None,
        verb: Verb::Removed,
        summary: "A property was removed",
        docs: Docs {
            stacks: "Stacks whose template gives it cannot be updated: the template is refused.",
            templates: "Templates that give it are refused.",
            why: "Heat refuses a property that it does not know.",
            example: Example::of_token(
                r"
properties:
  name:
    type: string
    description: How it is called.
  label:
    type: string
    description: How it is called.
    support_status: [{version: 7.0.0}]
",
                r"
properties:
  name:
    type: string
    description: How it is called.
",
            ),
            instead: Some(
                "Deprecate it with a message, and hide it a release later: a HIDDEN property still works, and is shown to nobody.",
            ),
        },
        mirror: Mirror::Rule("property-added"),
        check: Check::Members(property_removed),
    },
];

fn property_added(members: &MembersPair<'_>, findings: &mut Findings<'_>) {
    for (name, schema) in members.new_members() {
        let is_hidden = schema.support_status.is_hidden();
        if !is_hidden
            && (!schema.required || members.is_closed)
            && schema.default.is_none()
            && members.takes_over_from(name).is_none()
        {
            findings
                .report(&members.member(name), format!("property `{}` was added", members.name_of(name)))
                .values(None::<&()>, Some(&schema.property_type));
        }
    }
}

fn property_added_with_default(members: &MembersPair<'_>, findings: &mut Findings<'_>) {
    for (name, schema) in members.new_members() {
        let is_hidden = schema.support_status.is_hidden();
        if !is_hidden && schema.default.is_some() && members.takes_over_from(name).is_none() {
            findings
                .report(
                    &members.member(name),
                    format!("property `{}` with a default was added", members.name_of(name)),
                )
                .values(None::<&()>, Some(&schema.default));
        }
    }
}

fn property_with_default_removed(members: &MembersPair<'_>, findings: &mut Findings<'_>) {
    for (name, schema) in members.gone() {
        if schema.implemented
            && !members.is_closed
            && schema.default.is_some()
            && !schema.support_status.is_hidden()
        {
            findings
                .report(
                    &members.member(name),
                    format!("property `{}` was removed, along with its default", members.name_of(name)),
                )
                .values(Some(&schema.default), None::<&()>);
        }
    }
}

fn property_added_required(members: &MembersPair<'_>, findings: &mut Findings<'_>) {
    for (name, schema) in members.new_members() {
        let is_hidden = schema.support_status.is_hidden();
        if !is_hidden
            && !members.is_closed
            && schema.required
            && schema.default.is_none()
            && !members.takes_over_from_required(name)
        {
            findings
                .report(
                    &members.member(name),
                    format!("required property `{}` was added", members.name_of(name)),
                )
                .values(None::<&()>, Some(&schema.property_type));
        }
    }
}

fn property_required_removed(members: &MembersPair<'_>, findings: &mut Findings<'_>) {
    for (name, schema) in members.gone() {
        if schema.implemented
            && !members.is_closed
            && schema.required
            && schema.default.is_none()
            && !schema.support_status.is_hidden()
        {
            findings
                .report(
                    &members.member(name),
                    format!("property `{}`, which every template gives, was removed", members.name_of(name)),
                )
                .values(Some(&schema.property_type), None::<&()>);
        }
    }
}

fn property_removed(members: &MembersPair<'_>, findings: &mut Findings<'_>) {
    for (name, schema) in members.gone() {
        if schema.implemented
            && !members.is_closed
            && !schema.required
            && schema.default.is_none()
            && !schema.support_status.is_hidden()
        {
            findings
                .report(&members.member(name), format!("property `{}` was removed", members.name_of(name)))
                .values(Some(&schema.property_type), None::<&()>);
        }
    }
}
