//! Defaults of properties.

use heat_admit::PropertyJudge;

use crate::rule::finding::data;
use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Mirror, PropertyPair, Rule, Severity};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "property-default-added",
        severity: Severity::Dangerous,
        object: Object::Property,
        aspect: Some("default"),
        verb: Verb::Added,
        summary: "A default was added to a property",
        docs: Docs {
            stacks: "Nothing changes on its own: Heat uses the new default for both the old and the new template of an update.",
            templates: "Templates that do not set the property now get the default; the plug-in used to receive no value.",
            why: "The plug-in now receives a value that the template does not contain.",
            example: Example::of_property("+    default: any\n"),
            instead: Some("Check that the default matches what the service did without a value."),
        },
        mirror: Mirror::Rule("property-default-removed"),
        check: Check::PropertyKey {
            when: |pair| {
                !pair.around_is_closed
                    && (!pair.before.required || pair.is_item)
                    && was_added(pair)
                    && !is_rewritten(pair)
            },
            value: |schema| schema.default.as_ref().and_then(data),
            what: "a default was added to {name}",
        },
    },
    Rule {
        id: "property-default-removed",
        severity: Severity::Dangerous,
        object: Object::Property,
        aspect: Some("default"),
        verb: Verb::Removed,
        summary: "The default of a property was removed",
        docs: Docs {
            stacks: "An update of the stack may unset the property.",
            templates: "Templates that do not set the property no longer get the default.",
            why: "Templates that relied on the default now have to set the value.",
            example: Example::of_property("-    default: any\n"),
            instead: Some("Keep the default, or document in the release notes which value to set."),
        },
        mirror: Mirror::Rule("property-default-added"),
        check: Check::PropertyKey {
            when: |pair| {
                !pair.around_is_closed
                    && (!pair.after.required || pair.is_item)
                    && was_removed(pair)
                    && !is_rewritten(pair)
            },
            value: |schema| schema.default.as_ref().and_then(data),
            what: "the default of {name} was removed",
        },
    },
    Rule {
        id: "property-default-changed",
        severity: Severity::Dangerous,
        object: Object::Property,
        aspect: Some("default"),
        verb: Verb::Changed,
        summary: "A default changed",
        docs: Docs {
            stacks: "Nothing changes on its own: Heat uses the new default for both the old and the new template of an update.",
            templates: "Templates that do not set the property get the new default.",
            why: "The same template now creates different resources.",
            example: Example::of_property(
                r"
-    default: any
+    default: other
",
            ),
            instead: Some(
                "Keep the default and recommend the better value in the description, or add a new property for the new behaviour.",
            ),
        },
        mirror: Mirror::Rule("property-default-changed"),
        check: Check::PropertyKey {
            when: |pair| {
                let defaults = pair.before.default.as_ref().zip(pair.after.default.as_ref());
                !pair.around_is_closed && defaults.is_some_and(|(old, new)| old != new) && !is_rewritten(pair)
            },
            value: |schema| schema.default.as_ref().and_then(data),
            what: "the default of {name} changed",
        },
    },
    Rule {
        id: "property-default-removed-while-required",
        severity: Severity::Breaking,
        object: Object::Property,
        aspect: Some("default"),
        verb: Verb::Removed,
        summary: "The default of a required property was removed",
        docs: Docs {
            stacks: "The next update is refused unless its template sets the property.",
            templates: "Templates that do not set the property are refused.",
            why: "The default satisfied `required`. Without it, the template has to set the property.",
            example: Example::of_property(
                r"
-    default: any
     required: true
",
            ),
            instead: Some("Keep the default, or make the property optional."),
        },
        mirror: Mirror::Rule("property-default-added-while-required"),
        check: Check::PropertyKey {
            when: |pair| pair.asks_for_presence() && pair.after.required && was_removed(pair),
            value: |schema| schema.default.as_ref().and_then(data),
            what: "the default of {name}, which is required, was removed",
        },
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
            templates: "Templates no longer have to set the property.",
            why: "The default satisfies `required`. Every template that worked sets a value.",
            example: Example::of_property(
                r"
+    default: any
     required: true
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("property-default-removed-while-required"),
        check: Check::PropertyKey {
            when: |pair| pair.asks_for_presence() && pair.before.required && was_added(pair),
            value: |schema| schema.default.as_ref().and_then(data),
            what: "a default was added to {name}, which is required",
        },
    },
    Rule {
        id: "property-default-rewritten",
        severity: Severity::Docs,
        object: Object::Property,
        aspect: Some("default"),
        verb: Verb::Changed,
        summary: "A default is written differently, and means the same",
        docs: Docs::without_effect(
            "Heat converts a default to the type of the property, and ignores that of a property of type `any` or one that it does\n\
             not implement.",
            Example::of_token(
                r#"
 properties:
   length:
     type: integer
     description: How many characters it has.
-    default: 8
+    default: "8"
"#,
            ),
        ),
        mirror: Mirror::Rule("property-default-rewritten"),
        check: Check::PropertyKey {
            when: |pair| !pair.around_is_closed && is_rewritten(pair),
            value: |schema| schema.default.as_ref().and_then(data),
            what: "the default of {name} is written differently, and means the same",
        },
    },
];

/// Returns whether the default changed, and Heat still reads the same value if a template sets none.
fn is_rewritten(pair: &PropertyPair<'_>) -> bool {
    let (before, after) = (pair.before, pair.after);
    let differ = match (&before.default, &after.default) {
        (None, None) => false,
        (Some(old), Some(new)) => old != new,
        _ => true,
    };
    // Any default satisfies `required`.
    let counts =
        |required: bool| required && !pair.is_item && before.default.is_some() != after.default.is_some();
    if !differ
        || before.property_type != after.property_type
        || counts(before.required)
        || counts(after.required)
    {
        return false;
    }
    let is_ignored = pair.is_closed && !after.implemented;
    is_ignored || PropertyJudge::new(before, after).reads_same_without_value()
}

fn was_added(pair: &PropertyPair<'_>) -> bool {
    pair.before.default.is_none() && pair.after.default.is_some()
}

fn was_removed(pair: &PropertyPair<'_>) -> bool {
    pair.before.default.is_some() && pair.after.default.is_none()
}
