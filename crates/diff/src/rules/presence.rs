//! Added and removed properties.

use heat_model::PropertySchema;

use crate::rule::check::property_type;
use crate::rule::finding::data;
use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, MembersPair, Mirror, Rule, Severity};

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
            templates: "Templates can set it.",
            why: "Templates that do not set it behave as before.",
            example: Example::of_property(
                r"
+  label:
+    type: string
+    description: Name of the token.
+    support_status: [{version: 7.0.0}]
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("property-removed"),
        check: Check::AddedMember {
            when: |members, name, schema| {
                !schema.support_status.is_hidden()
                    && (!schema.required || members.is_closed)
                    && schema.default.is_none()
                    && members.takes_over_from(name).is_none()
            },
            value: property_type,
            what: "property `{name}` was added",
        },
    },
    Rule {
        id: "property-added-with-default",
        severity: Severity::Safe,
        object: Object::Property,
        aspect: None,
        verb: Verb::Added,
        summary: "A property with a default was added",
        docs: Docs {
            stacks: "An update does not change existing resources: Heat uses the same default for the old and the new template.",
            templates: "Templates can set it. Those that do not get the default.",
            why: "New resources are created with the default. Check that it matches what the service did before.",
            example: Example::of_property(
                r"
+  label:
+    type: string
+    description: Name of the token.
+    support_status: [{version: 7.0.0}]
+    default: any
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("property-with-default-removed"),
        check: Check::AddedMember {
            when: |members, name, schema| {
                !schema.support_status.is_hidden()
                    && schema.default.is_some()
                    && members.takes_over_from(name).is_none()
            },
            value: |schema| data(&schema.default),
            what: "property `{name}` with a default was added",
        },
    },
    Rule {
        id: "property-with-default-removed",
        severity: Severity::Breaking,
        object: Object::Property,
        aspect: None,
        verb: Verb::Removed,
        summary: "A property with a default was removed",
        docs: Docs {
            stacks: "Stacks whose template sets the property cannot be updated: Heat refuses the template.",
            templates: "Templates that set the property are refused.",
            why: "Heat refuses unknown properties. The default no longer takes effect either.",
            example: Example::of_property(
                r"
-  label:
-    type: string
-    description: Name of the token.
-    support_status: [{version: 7.0.0}]
-    default: any
",
            ),
            instead: Some("Deprecate it, then hide it, and remove it once nothing uses it."),
        },
        mirror: Mirror::Rule("property-added-with-default"),
        check: Check::RemovedMember {
            when: |members, schema| is_missed(members, schema) && schema.default.is_some(),
            value: |schema| data(&schema.default),
            what: "property `{name}` was removed, along with its default",
        },
    },
    Rule {
        id: "property-added-required",
        severity: Severity::Breaking,
        object: Object::Property,
        aspect: None,
        verb: Verb::Added,
        summary: "A required property was added",
        docs: Docs {
            stacks: "The next update is refused unless its template sets the property.",
            templates: "Templates that worked are refused, because they do not set the property.",
            why: "Heat refuses a resource with a missing required property.",
            example: Example::of_property(
                r"
+  label:
+    type: string
+    description: Name of the token.
+    support_status: [{version: 7.0.0}]
+    required: true
",
            ),
            instead: Some("Make it optional, or give it a default that keeps the previous behaviour."),
        },
        mirror: Mirror::Rule("property-required-removed"),
        check: Check::AddedMember {
            when: |members, name, schema| {
                !schema.support_status.is_hidden()
                    && !members.is_closed
                    && schema.required
                    && schema.default.is_none()
                    && !members.takes_over_from_required(name)
            },
            value: property_type,
            what: "required property `{name}` was added",
        },
    },
    Rule {
        id: "property-required-removed",
        severity: Severity::Breaking,
        object: Object::Property,
        aspect: None,
        verb: Verb::Removed,
        summary: "A required property was removed",
        docs: Docs {
            stacks: "No existing stack can be updated with its current template: every template sets the property.",
            templates: "Every existing template is refused.",
            why: "Heat refuses unknown properties, and every template had to set this one.",
            example: Example::of_property(
                r"
-  label:
-    type: string
-    description: Name of the token.
-    support_status: [{version: 7.0.0}]
-    required: true
",
            ),
            instead: Some("Make it optional first, deprecate it, then hide it."),
        },
        mirror: Mirror::Rule("property-added-required"),
        check: Check::RemovedMember {
            when: |members, schema| is_missed(members, schema) && schema.required && schema.default.is_none(),
            value: property_type,
            what: "property `{name}`, which every template sets, was removed",
        },
    },
    Rule {
        id: "property-removed",
        severity: Severity::Breaking,
        object: Object::Property,
        aspect: None,
        verb: Verb::Removed,
        summary: "A property was removed",
        docs: Docs {
            stacks: "Stacks whose template sets the property cannot be updated: Heat refuses the template.",
            templates: "Templates that set the property are refused.",
            why: "Heat refuses unknown properties.",
            example: Example::of_property(
                r"
-  label:
-    type: string
-    description: Name of the token.
-    support_status: [{version: 7.0.0}]
",
            ),
            instead: Some(
                "Deprecate it with a message, and hide it one release later: a HIDDEN property still works, but the docs do not list it.",
            ),
        },
        mirror: Mirror::Rule("property-added"),
        check: Check::RemovedMember {
            when: |members, schema| {
                is_missed(members, schema) && !schema.required && schema.default.is_none()
            },
            value: property_type,
            what: "property `{name}` was removed",
        },
    },
];

/// Returns whether templates may set a property that was removed.
fn is_missed(members: &MembersPair<'_>, schema: &PropertySchema) -> bool {
    schema.implemented && !members.is_closed && !schema.support_status.is_hidden()
}
