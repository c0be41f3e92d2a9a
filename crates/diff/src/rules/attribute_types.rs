//! The types of attributes, and their caching.

use crate::rule::finding::data;
use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Mirror, Rule, Severity};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "attribute-type-changed",
        severity: Severity::Dangerous,
        object: Object::Attribute,
        aspect: Some("type"),
        verb: Verb::Changed,
        summary: "The type of an attribute changed",
        docs: Docs {
            stacks: "Anything that uses the attribute's value may fail or produce a different result.",
            templates: "The same templates are valid, but using the value may fail.",
            why: "Functions and properties handle a value of another type differently, or do not accept it.",
            example: Example::of_token(
                r"
 attributes:
   value:
     description: The token.
-    type: string
+    type: map
",
            ),
            instead: Some("Add a new attribute with the new type, and deprecate this one."),
        },
        mirror: Mirror::Rule("attribute-type-changed"),
        check: Check::AttributeKey {
            when: |before, after| {
                before.attribute_type.zip(after.attribute_type).is_some_and(|(old, new)| old != new)
            },
            value: |schema| schema.attribute_type.as_ref().and_then(data),
            what: "the type of attribute `{name}` changed",
        },
    },
    Rule {
        id: "attribute-type-declared",
        severity: Severity::Safe,
        object: Object::Attribute,
        aspect: Some("type"),
        verb: Verb::Added,
        summary: "An attribute now declares its type",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Nothing changes. Tools know the type.",
            why: "The value is the same.",
            example: Example::of_token(
                r"
 attributes:
   value:
     description: The token.
+    type: map
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("attribute-type-undeclared"),
        check: Check::AttributeKey {
            when: |before, after| before.attribute_type.is_none() && after.attribute_type.is_some(),
            value: |schema| schema.attribute_type.as_ref().and_then(data),
            what: "attribute `{name}` now declares its type",
        },
    },
    Rule {
        id: "attribute-type-undeclared",
        severity: Severity::Safe,
        object: Object::Attribute,
        aspect: Some("type"),
        verb: Verb::Removed,
        summary: "An attribute no longer declares its type",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Nothing changes. Tools no longer know the type.",
            why: "The value is the same.",
            example: Example::of_token(
                r"
 attributes:
   value:
     description: The token.
-    type: map
",
            ),
            instead: Some("Keep the type if it is known."),
        },
        mirror: Mirror::Rule("attribute-type-declared"),
        check: Check::AttributeKey {
            when: |before, after| before.attribute_type.is_some() && after.attribute_type.is_none(),
            value: |schema| schema.attribute_type.as_ref().and_then(data),
            what: "attribute `{name}` no longer declares its type",
        },
    },
    Rule {
        id: "attribute-cache-mode-changed",
        severity: Severity::Dangerous,
        object: Object::Attribute,
        aspect: Some("cache_mode"),
        verb: Verb::Changed,
        summary: "Attribute caching changed",
        docs: Docs {
            stacks: "The value may now be cached where it was not, or the reverse.",
            templates: "The same templates are valid, but may see an older or newer value.",
            why: "`cache_none` asks the service every time; `cache_local` caches its answer.",
            example: Example::of_token(
                r"
 attributes:
   value:
     description: The token.
+    cache_mode: cache_none
",
            ),
            instead: Some("Check that the value can safely be cached."),
        },
        mirror: Mirror::Rule("attribute-cache-mode-changed"),
        check: Check::AttributeKey {
            when: |before, after| before.cache_mode != after.cache_mode,
            value: |schema| data(&schema.cache_mode),
            what: "caching of attribute `{name}` changed",
        },
    },
];
