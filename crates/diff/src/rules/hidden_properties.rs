//! Properties that the docs omit: HIDDEN and unimplemented ones.

use heat_model::{PropertySchema, ResourceType};

use crate::rule::check::property_type;
use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Findings, MembersPair, Mirror, PropertyPair, Rule, Severity};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "property-removed-after-hidden",
        severity: Severity::Breaking,
        object: Object::Property,
        aspect: None,
        verb: Verb::RemovedAfterHidden,
        summary: "A HIDDEN property was removed",
        docs: Docs {
            stacks: "Stacks whose template still sets the property cannot be updated: Heat refuses the template.",
            templates: "Templates that set the property are refused. The docs no longer listed it.",
            why: "Removal is the last step of a property's life cycle.",
            example: Example::of_property(
                r"
-  label:
-    type: integer
-    description: Name of the token.
-    support_status:
-      - {status: HIDDEN, version: 7.0.0, message: Nothing reads it.}
-      - {status: DEPRECATED, version: 5.0.0}
",
            ),
            instead: Some(
                "Wait until no supported upgrade starts from a release that documented it; then accept the change in\n\
             `schema-diff.yaml`, with that reason.",
            ),
        },
        mirror: Mirror::Rule("property-added-hidden"),
        check: Check::RemovedMember {
            when: |members, schema| {
                schema.implemented && !members.is_closed && schema.support_status.is_hidden()
            },
            value: property_type,
            what: "HIDDEN property `{name}` was removed",
        },
    },
    Rule {
        id: "property-added-hidden",
        severity: Severity::Safe,
        object: Object::Property,
        aspect: None,
        verb: Verb::AddedHidden,
        summary: "A HIDDEN property was added",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Templates written for a different version of Heat can set it.",
            why: "It was reintroduced, or was missing from the schema before.",
            example: Example::of_property(
                r"
+  label:
+    type: integer
+    description: Name of the token.
+    support_status:
+      - {status: HIDDEN, version: 7.0.0, message: Nothing reads it.}
+      - {status: DEPRECATED, version: 5.0.0}
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("property-removed-after-hidden"),
        check: Check::AddedMember {
            when: |_, _, schema| schema.support_status.is_hidden(),
            value: property_type,
            what: "HIDDEN property `{name}` was added",
        },
    },
    Rule {
        id: "unimplemented-property-removed",
        severity: Severity::Safe,
        object: Object::Property,
        aspect: None,
        verb: Verb::Removed,
        summary: "A property that Heat did not implement was removed",
        docs: Docs {
            stacks: "Nothing changes: no resource has a value for the property.",
            templates: "Nothing changes: Heat already refused templates that set the property.",
            why: "Heat refuses every value for a property with `implemented: false` and for the properties nested in it, and ignores the\n\
             properties of a type with `any_property`.",
            example: Example::of_property(
                r"
-  size:
-    type: string
-    description: How large it is.
-    implemented: false
",
            ),
            instead: None,
        },
        mirror: Mirror::None("In the opposite direction, it is a new property like any other."),
        check: Check::Members(unimplemented_property_removed),
    },
    Rule {
        id: "unimplemented-property-changed",
        severity: Severity::Safe,
        object: Object::Property,
        aspect: None,
        verb: Verb::Changed,
        summary: "A property that Heat did not implement changed",
        docs: Docs {
            stacks: "Nothing changes: no resource has a value for the property.",
            templates: "Nothing changes: Heat already refused templates that set the property.",
            why: "Heat refuses every value for a property with `implemented: false` and for the properties nested in it, and ignores the\n\
             properties of a type with `any_property`.",
            example: Example::of_token(
                r"
 properties:
   size:
     description: How large it is.
-    type: string
+    type: integer
     implemented: false

",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("unimplemented-property-changed"),
        check: Check::Property(unimplemented_property_changed),
    },
];

/// Verb that explains why a property has no effect: Heat ignores it, or did not implement it.
fn state(schema: &ResourceType) -> &'static str {
    if schema.any_property { "ignores" } else { "did not implement" }
}

fn unimplemented_property_removed(members: &MembersPair<'_>, findings: &mut Findings<'_>) {
    for (name, schema) in members.gone() {
        if members.is_closed || !schema.implemented {
            let state = state(members.types.after);
            let what = format!("property `{}`, which Heat {state}, was removed", members.name_of(name));
            findings.report(&members.member(name), what).values(Some(&schema.property_type), None::<&()>);
        }
    }
}

fn unimplemented_property_changed(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (pair.before, pair.after);
    // Only the property itself: nested properties have findings of their own.
    let form = |schema: &PropertySchema| schema.schema.as_ref().map(std::mem::discriminant);
    let of_values = before.property_type != after.property_type
        || before.constraints != after.constraints
        || before.allow_conversion != after.allow_conversion
        || before.update_allowed != after.update_allowed
        || before.immutable != after.immutable
        || form(before) != form(after);
    let of_absence = before.required != after.required
        || before.default != after.default
        || before.implemented != after.implemented;
    if pair.is_closed && (of_values || (pair.around_is_closed && of_absence)) {
        let state = state(pair.types.after);
        findings.report(&pair.place, format!("{}, which Heat {state}, changed", pair.name()));
    }
}
