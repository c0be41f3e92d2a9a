//! Attributes that were added, removed or renamed, and their descriptions.

use crate::rule::finding::data;
use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Findings, Mirror, PlacePair, Rule, Severity, TypePair};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "attribute-renamed",
        severity: Severity::Breaking,
        object: Object::Attribute,
        aspect: None,
        verb: Verb::Renamed,
        summary: "An attribute was renamed",
        docs: Docs {
            stacks: "Stacks whose template uses the attribute cannot be updated: Heat refuses the template.",
            templates: "Templates that use the old name are refused.",
            why: "An attribute that was removed and one that was added have the same schema. Heat only knows the new name.",
            example: Example::of_property(
                r"
 attributes:
-  secret:
+  value:
     type: string
     description: What was made.
",
            ),
            instead: Some("Keep the old name as DEPRECATED, with the same value."),
        },
        mirror: Mirror::Rule("attribute-renamed"),
        check: Check::Type(attribute_renamed),
    },
    Rule {
        id: "attribute-description-changed",
        severity: Severity::Docs,
        object: Object::Attribute,
        aspect: Some("description"),
        verb: Verb::Changed,
        summary: "The description of an attribute changed",
        docs: Docs::without_effect(
            "Only the wording changed.",
            Example::of_property(
                r"
 attributes:
   secret:
     type: string
-    description: What was made.
+    description: What came of it.
",
            ),
        ),
        mirror: Mirror::Rule("attribute-description-changed"),
        check: Check::AttributeKey {
            when: |before, after| before.description != after.description,
            value: |schema| data(&schema.description),
            what: "the description of attribute `{name}` changed",
        },
    },
    Rule {
        id: "attribute-example-changed",
        severity: Severity::Docs,
        object: Object::Attribute,
        aspect: Some("example"),
        verb: Verb::Changed,
        summary: "The example of an attribute changed",
        docs: Docs::without_effect(
            "The example only shows in the docs.",
            Example::of_token(
                r"
 attributes:
   secret:
     type: string
     description: What was made.
-    example: x7f3
+    example: q2k9
",
            ),
        ),
        mirror: Mirror::Rule("attribute-example-changed"),
        check: Check::AttributeKey {
            when: |before, after| before.example != after.example,
            value: |schema| schema.example.as_ref().and_then(data),
            what: "the example of attribute `{name}` changed",
        },
    },
    Rule {
        id: "attribute-undeclared",
        severity: Severity::Dangerous,
        object: Object::Attribute,
        aspect: None,
        verb: Verb::Removed,
        summary: "An attribute is no longer declared, but `get_attr` still accepts it",
        docs: Docs {
            stacks: "Outputs and resources that use the attribute may get a different value, or none.",
            templates: "Templates that use the attribute are still accepted.",
            why: "A type with `any_attribute` accepts any name, and `show` exists for every type. What such a name gives is no longer\n\
             said.",
            example: Example::of_token(
                r"
 any_attribute: true
-attributes:
-  value:
-    description: The token.
",
            ),
            instead: Some("Keep the declaration as long as the plug-in has a value for it."),
        },
        mirror: Mirror::None(
            "In the opposite direction an attribute is added, which `attribute-added` reports.",
        ),
        check: Check::RemovedAttribute {
            when: |types, name, _| types.still_accepts_attribute(name),
            what: "attribute `{name}` is no longer declared",
        },
    },
    Rule {
        id: "attribute-added",
        severity: Severity::Safe,
        object: Object::Attribute,
        aspect: None,
        verb: Verb::Added,
        summary: "An attribute was added",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Templates can use it.",
            why: "No existing template uses it.",
            example: Example::of_token(
                r"
+attributes:
+  value:
+    description: The token.
+    support_status: [{version: 7.0.0}]
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("attribute-removed"),
        check: Check::AddedAttribute {
            when: |schema| !schema.support_status.is_hidden(),
            what: "attribute `{name}` was added",
        },
    },
    Rule {
        id: "attribute-removed",
        severity: Severity::Breaking,
        object: Object::Attribute,
        aspect: None,
        verb: Verb::Removed,
        summary: "An attribute was removed",
        docs: Docs {
            stacks: "Stacks whose template uses the attribute cannot be updated.",
            templates: "Templates that use the attribute are refused.",
            why: "Heat refuses `get_attr` for an unknown attribute.",
            example: Example::of_token(
                r"
-attributes:
-  value:
-    description: The token.
-    support_status: [{version: 7.0.0}]
",
            ),
            instead: Some("Deprecate it with a message, and hide it one release later."),
        },
        mirror: Mirror::Rule("attribute-added"),
        check: Check::RemovedAttribute {
            when: |types, name, schema| {
                !schema.support_status.is_hidden() && !types.still_accepts_attribute(name)
            },
            what: "attribute `{name}` was removed",
        },
    },
    Rule {
        id: "attribute-removed-after-hidden",
        severity: Severity::Breaking,
        object: Object::Attribute,
        aspect: None,
        verb: Verb::RemovedAfterHidden,
        summary: "A HIDDEN attribute was removed",
        docs: Docs {
            stacks: "Stacks whose template still uses the attribute cannot be updated.",
            templates: "Templates that use the attribute are refused. The docs no longer listed it.",
            why: "Removal is the last step of an attribute's life cycle.",
            example: Example::of_token(
                r"
-attributes:
-  value:
-    description: The token.
-    support_status:
-      - {status: HIDDEN, version: 7.0.0, message: Use show.}
-      - {status: DEPRECATED, version: 5.0.0}
",
            ),
            instead: Some(
                "Wait until no supported upgrade starts from a release that documented it; then accept the change in\n\
             `schema-diff.yaml`, with that reason.",
            ),
        },
        mirror: Mirror::Rule("attribute-added-hidden"),
        check: Check::RemovedAttribute {
            when: |types, name, schema| {
                schema.support_status.is_hidden() && !types.still_accepts_attribute(name)
            },
            what: "HIDDEN attribute `{name}` was removed",
        },
    },
    Rule {
        id: "attribute-added-hidden",
        severity: Severity::Safe,
        object: Object::Attribute,
        aspect: None,
        verb: Verb::AddedHidden,
        summary: "A HIDDEN attribute was added",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Templates written for a different version of Heat can use it.",
            why: "It was reintroduced, or was missing from the schema before.",
            example: Example::of_token(
                r"
+attributes:
+  value:
+    description: The token.
+    support_status:
+      - {status: HIDDEN, version: 7.0.0, message: Use show.}
+      - {status: DEPRECATED, version: 5.0.0}
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("attribute-removed-after-hidden"),
        check: Check::AddedAttribute {
            when: |schema| schema.support_status.is_hidden(),
            what: "HIDDEN attribute `{name}` was added",
        },
    },
];

fn attribute_renamed(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    for renamed in types.renamed_attributes() {
        let place = PlacePair { after: types.attribute(renamed.to).after, ..types.attribute(renamed.from) };
        findings
            .report(&place, format!("attribute `{}` was renamed to `{}`", renamed.from, renamed.to))
            .values(Some(&renamed.from), Some(&renamed.to));
    }
}
