//! Required properties.

use crate::rule::finding::data;
use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Mirror, PropertyPair, Rule, Severity};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "property-required-added",
        severity: Severity::Breaking,
        object: Object::Property,
        aspect: Some("required"),
        verb: Verb::Added,
        summary: "An optional property became required",
        docs: Docs {
            stacks: "The next update is refused unless its template sets the property.",
            templates: "Templates that do not set the property are refused.",
            why: "Heat refuses a resource with a missing required property.",
            example: Example::of_property("+    required: true\n"),
            instead: Some(
                "Give it a default that keeps the previous behaviour: a default satisfies `required`.",
            ),
        },
        mirror: Mirror::Rule("property-required-lifted"),
        check: Check::PropertyKey {
            when: |pair| became_required(pair) && has_defaults(pair) == [false, false],
            value: |schema| data(&schema.required),
            what: "{name} became required",
        },
    },
    Rule {
        id: "property-required-lifted",
        severity: Severity::Safe,
        object: Object::Property,
        aspect: Some("required"),
        verb: Verb::Removed,
        summary: "A required property became optional",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Templates no longer have to set the property.",
            why: "Templates that set the property behave as before.",
            example: Example::of_property("-    required: true\n"),
            instead: None,
        },
        mirror: Mirror::Rule("property-required-added"),
        check: Check::PropertyKey {
            when: |pair| became_optional(pair) && has_defaults(pair) == [false, false],
            value: |schema| data(&schema.required),
            what: "{name} became optional",
        },
    },
    Rule {
        id: "property-required-added-with-default",
        severity: Severity::Safe,
        object: Object::Property,
        aspect: Some("required"),
        verb: Verb::Added,
        summary: "A property with a default became required",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Nothing changes: the default satisfies `required`.",
            why: "Heat only requires a property that has no default.",
            example: Example::of_property(
                r"
     default: any
+    required: true
",
            ),
            instead: Some("Omit `required`: it has no effect on a property with a default."),
        },
        mirror: Mirror::Rule("property-required-lifted-with-default"),
        check: Check::PropertyKey {
            when: |pair| became_required(pair) && has_defaults(pair) == [true, true],
            value: |schema| data(&schema.required),
            what: "{name}, which has a default, became required",
        },
    },
    Rule {
        id: "property-required-lifted-with-default",
        severity: Severity::Safe,
        object: Object::Property,
        aspect: Some("required"),
        verb: Verb::Removed,
        summary: "A property with a default is no longer required",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Nothing changes: the default satisfied `required`.",
            why: "Heat only requires a property that has no default.",
            example: Example::of_property(
                r"
     default: any
-    required: true
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("property-required-added-with-default"),
        check: Check::PropertyKey {
            when: |pair| became_optional(pair) && has_defaults(pair) == [true, true],
            value: |schema| data(&schema.required),
            what: "{name}, which has a default, is no longer required",
        },
    },
    Rule {
        id: "item-required-changed",
        severity: Severity::Safe,
        object: Object::Item,
        aspect: Some("required"),
        verb: Verb::Changed,
        summary: "`required` changed on the items of a list, with no effect",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Nothing changes.",
            why: "An item of a list cannot be missing: without it, the list is shorter.",
            example: Example::of_token(
                r"
 properties:
   size:
     description: How large it is.
     type: list
     schema:
       '*':
         type: string
         description: One of them.
+        required: true

",
            ),
            instead: Some("To require at least one item, add the constraint `length: {min: 1}` to the list."),
        },
        mirror: Mirror::Rule("item-required-changed"),
        check: Check::PropertyKey {
            when: |pair| {
                pair.is_item && !pair.around_is_closed && pair.before.required != pair.after.required
            },
            value: |schema| data(&schema.required),
            what: "`required` of {name} is now {after}, with no effect",
        },
    },
];

fn became_required(pair: &PropertyPair<'_>) -> bool {
    pair.asks_for_presence() && !pair.before.required && pair.after.required
}

fn became_optional(pair: &PropertyPair<'_>) -> bool {
    pair.asks_for_presence() && pair.before.required && !pair.after.required
}

/// Returns whether each side has a default.
fn has_defaults(pair: &PropertyPair<'_>) -> [bool; 2] {
    [pair.before, pair.after].map(|schema| schema.default.is_some())
}
