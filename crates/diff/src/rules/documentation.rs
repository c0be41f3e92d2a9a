//! Descriptions, keywords, examples and what else only the docs show.

use heat_model::{Constraint, ConstraintKind, ResourceType, Value};

use crate::rule::finding::data;
use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Findings, Mirror, Rule, Severity, TypePair};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "resource-type-description-changed",
        severity: Severity::Docs,
        object: Object::ResourceType,
        aspect: Some("description"),
        verb: Verb::Changed,
        summary: "The description of a resource type changed",
        docs: Docs::without_effect(
            "Only the wording changed.",
            Example::of_files(
                r"
 type: My::Custom::Token
-description: Makes a token.
+description: Makes a short token.
 properties:
   name:
     type: string
     description: Name of the token.
",
            ),
        ),
        mirror: Mirror::Rule("resource-type-description-changed"),
        check: Check::TypeKey {
            when: |before, after| before.description != after.description,
            value: |schema| data(&schema.description),
            what: "the description changed",
        },
    },
    Rule {
        id: "resource-type-keywords-changed",
        severity: Severity::Docs,
        object: Object::ResourceType,
        aspect: Some("keywords"),
        verb: Verb::Changed,
        summary: "The keywords of a resource type changed",
        docs: Docs::without_effect(
            "Keywords are documentation: they help the site's search find the type.",
            Example::of_token(
                r"
-keywords: [secret]
+keywords: [secret, access key]
",
            ),
        ),
        mirror: Mirror::Rule("resource-type-keywords-changed"),
        check: Check::TypeKey {
            when: |before, after| before.keywords != after.keywords,
            value: |schema| data(&schema.keywords),
            what: "the keywords changed",
        },
    },
    Rule {
        id: "resource-type-presentation-changed",
        severity: Severity::Docs,
        object: Object::ResourceType,
        aspect: None,
        verb: Verb::Changed,
        summary: "The presentation of a resource type changed",
        docs: Docs::without_effect(
            "`get_resource`, `commands` and `sections` are documentation: Heat does not know them.",
            Example::of_token(
                r"
+commands: {list: token list, show: token show ID}
",
            ),
        ),
        mirror: Mirror::Rule("resource-type-presentation-changed"),
        check: Check::Type(presentation_changed),
    },
    Rule {
        id: "property-description-changed",
        severity: Severity::Docs,
        object: Object::Property,
        aspect: Some("description"),
        verb: Verb::Changed,
        summary: "The description of a property changed",
        docs: Docs::without_effect(
            "Only the wording changed.",
            Example::of_token(
                r"
 properties:
   name:
     type: string
-    description: Name of the token.
+    description: What it is called.
",
            ),
        ),
        mirror: Mirror::Rule("property-description-changed"),
        check: Check::PropertyKey {
            when: |pair| pair.before.description != pair.after.description,
            value: |schema| data(&schema.description),
            what: "the description of {name} changed",
        },
    },
    Rule {
        id: "constraint-description-changed",
        severity: Severity::Docs,
        object: Object::Property,
        aspect: Some("constraints"),
        verb: Verb::Changed,
        summary: "The description of a constraint changed",
        docs: Docs::without_effect(
            "Only the wording changed: the same values are accepted.",
            Example::of_property(
                r"
     constraints:
-      - {length: {max: 8}, description: Short.}
+      - {length: {max: 8}, description: Quite short.}
",
            ),
        ),
        mirror: Mirror::Rule("constraint-description-changed"),
        check: Check::PropertyKey {
            when: |pair| {
                let (before, after) = (&pair.before.constraints, &pair.after.constraints);
                before != after && kinds(before) == kinds(after)
            },
            value: |schema| data(&schema.constraints),
            what: "the description of a constraint of {name} changed",
        },
    },
    Rule {
        id: "resource-type-examples-changed",
        severity: Severity::Docs,
        object: Object::ResourceType,
        aspect: Some("examples"),
        verb: Verb::Changed,
        summary: "The examples of a resource type changed",
        docs: Docs::without_effect(
            "Examples are documentation.",
            Example::of_property(
                r"
 examples:
-  - title: A token
+  - title: Just a token
     template: |
       heat_template_version: 2021-04-16
       resources:
         token:
           type: My::Custom::Token
",
            ),
        ),
        mirror: Mirror::Rule("resource-type-examples-changed"),
        check: Check::TypeKey {
            when: |before, after| before.examples != after.examples,
            value: |schema| data(&schema.examples),
            what: "the examples changed",
        },
    },
    Rule {
        id: "resource-type-class-changed",
        severity: Severity::Docs,
        object: Object::ResourceType,
        aspect: Some("python_class"),
        verb: Verb::Changed,
        summary: "The Python class of a resource type changed",
        docs: Docs::without_effect(
            "The class name only affects Heat's own code and the link in the docs.",
            Example::of_token(
                r"
-python_class: heat.engine.resources.token.Token
+python_class: heat.engine.resources.tokens.Token
 properties:
   name:
     type: string
     description: Name of the token.
",
            ),
        ),
        mirror: Mirror::Rule("resource-type-class-changed"),
        check: Check::TypeKey {
            when: |before, after| before.python_class != after.python_class,
            value: |schema| data(&schema.python_class),
            what: "the Python class changed",
        },
    },
];

/// Reports the keys of a type that only the docs show, and that changed.
fn presentation_changed(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    type Read = fn(&ResourceType) -> Option<Value>;
    let keys: [(&str, Read); 3] = [
        ("get_resource", |schema| data(&schema.get_resource)),
        ("commands", |schema| data(&schema.commands)),
        ("sections", |schema| data(&schema.sections)),
    ];
    for (key, read) in keys {
        let [before, after] = [types.before, types.after].map(read);
        if before != after {
            let finding = findings.report(&types.place().join(key), format!("`{key}` changed"));
            finding.values(before.as_ref(), after.as_ref());
        }
    }
}

fn kinds(constraints: &[Constraint]) -> Vec<&ConstraintKind> {
    constraints.iter().map(|constraint| &constraint.kind).collect()
}
