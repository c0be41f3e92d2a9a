//! Descriptions, keywords and examples.

use heat_model::Constraint;

use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity, TypePair};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "resource-type-description-changed",
        severity: Severity::Docs,
        object: Object::ResourceType,
        aspect: Some("description"),
        verb: Verb::Changed,
        summary: "The description of a resource type changed",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Nothing changes.",
            why: "Only the wording changed.",
            example: Example::of_files(
                r"
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
",
                r"
type: My::Custom::Token
description: Makes a short token.
properties:
  name:
    type: string
    description: How it is called.
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("resource-type-description-changed"),
        check: Check::Type(resource_type_description_changed),
    },
    Rule {
        id: "resource-type-keywords-changed",
        severity: Severity::Docs,
        object: Object::ResourceType,
        aspect: Some("keywords"),
        verb: Verb::Changed,
        summary: "The keywords of a resource type changed",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Nothing changes.",
            why: "Keywords are documentation: they help the site's search find the type.",
            example: Example::of_token(
                r"
keywords: [secret]
",
                r"
keywords: [secret, access key]
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("resource-type-keywords-changed"),
        check: Check::Type(resource_type_keywords_changed),
    },
    Rule {
        id: "property-description-changed",
        severity: Severity::Docs,
        object: Object::Property,
        aspect: Some("description"),
        verb: Verb::Changed,
        summary: "The description of a property changed",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Nothing changes.",
            why: "Only the wording changed.",
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
    description: What it is called.
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("property-description-changed"),
        check: Check::Property(property_description_changed),
    },
    Rule {
        id: "constraint-description-changed",
        severity: Severity::Docs,
        object: Object::Property,
        aspect: Some("constraints"),
        verb: Verb::Changed,
        summary: "The description of a constraint changed",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Nothing changes.",
            why: "Only the wording changed: the same values are accepted.",
            example: Example::of_token(
                r"
properties:
  name:
    type: string
    description: How it is called.
    constraints:
      - {length: {max: 8}, description: Short.}
",
                r"
properties:
  name:
    type: string
    description: How it is called.
    constraints:
      - {length: {max: 8}, description: Quite short.}
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("constraint-description-changed"),
        check: Check::Property(constraint_description_changed),
    },
    Rule {
        id: "resource-type-examples-changed",
        severity: Severity::Docs,
        object: Object::ResourceType,
        aspect: Some("examples"),
        verb: Verb::Changed,
        summary: "The examples of a resource type changed",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Nothing changes.",
            why: "Examples are documentation.",
            example: Example::of_token(
                r"
properties:
  name:
    type: string
    description: How it is called.
examples:
  - title: A token
    template: |
      heat_template_version: 2021-04-16
      resources:
        token:
          type: My::Custom::Token
",
                r"
properties:
  name:
    type: string
    description: How it is called.
examples:
  - title: Just a token
    template: |
      heat_template_version: 2021-04-16
      resources:
        token:
          type: My::Custom::Token
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("resource-type-examples-changed"),
        check: Check::Type(resource_type_examples_changed),
    },
    Rule {
        id: "resource-type-class-changed",
        severity: Severity::Docs,
        object: Object::ResourceType,
        aspect: Some("python_class"),
        verb: Verb::Changed,
        summary: "The Python class of a resource type changed",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Nothing changes.",
            why: "The class name only affects Heat's own code and the link in the docs.",
            example: Example::of_token(
                r"
python_class: heat.engine.resources.token.Token
properties:
  name:
    type: string
    description: How it is called.
",
                r"
python_class: heat.engine.resources.tokens.Token
properties:
  name:
    type: string
    description: How it is called.
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("resource-type-class-changed"),
        check: Check::Type(resource_type_class_changed),
    },
];

fn resource_type_description_changed(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (&types.before.description, &types.after.description);
    if before != after {
        findings
            .report(&types.place().join("description"), "the description changed")
            .values(Some(before), Some(after));
    }
}

fn resource_type_keywords_changed(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (&types.before.keywords, &types.after.keywords);
    if before != after {
        findings
            .report(&types.place().join("keywords"), "the keywords changed")
            .values(Some(before), Some(after));
    }
}

fn property_description_changed(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (&pair.before.description, &pair.after.description);
    if before != after {
        findings
            .report(&pair.place.join("description"), format!("the description of {} changed", pair.name()))
            .values(Some(before), Some(after));
    }
}

fn constraint_description_changed(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (&pair.before.constraints, &pair.after.constraints);
    let kinds = |constraints: &[Constraint]| -> Vec<_> {
        constraints.iter().map(|constraint| constraint.kind.clone()).collect()
    };
    if before != after && kinds(before) == kinds(after) {
        findings
            .report(
                &pair.place.join("constraints"),
                format!("the description of a constraint of {} changed", pair.name()),
            )
            .values(Some(before), Some(after));
    }
}

fn resource_type_examples_changed(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (&types.before.examples, &types.after.examples);
    if before != after {
        findings
            .report(&types.place().join("examples"), "the examples changed")
            .values(Some(before), Some(after));
    }
}

fn resource_type_class_changed(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (&types.before.python_class, &types.after.python_class);
    if before != after {
        findings
            .report(&types.place().join("python_class"), "the Python class changed")
            .values(Some(before), Some(after));
    }
}
