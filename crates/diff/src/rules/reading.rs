//! Conversion of values by Heat: `implemented`, `allow_conversion` and nested schemas.

use std::mem::discriminant;

use crate::rule::finding::data;
use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Mirror, Rule, Severity};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "property-implemented-removed",
        severity: Severity::Breaking,
        object: Object::Property,
        aspect: Some("implemented"),
        verb: Verb::Removed,
        summary: "A property is no longer implemented",
        docs: Docs {
            stacks: "Stacks whose template sets the property cannot be updated: Heat refuses the template.",
            templates: "Templates that set the property are refused.",
            why: "Heat refuses a property whose schema has `implemented: false`.",
            example: Example::of_property("+    implemented: false\n"),
            instead: Some("Deprecate the property, and let the plug-in ignore it."),
        },
        mirror: Mirror::Rule("property-implemented-added"),
        check: Check::PropertyKey {
            when: |pair| !pair.around_is_closed && pair.before.implemented && !pair.after.implemented,
            value: |schema| data(&schema.implemented),
            what: "Heat no longer implements {name}",
        },
    },
    Rule {
        id: "property-implemented-added",
        severity: Severity::Safe,
        object: Object::Property,
        aspect: Some("implemented"),
        verb: Verb::Added,
        summary: "A property is now implemented",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Templates can now set the property; they used to be refused.",
            why: "No template that worked sets the property.",
            example: Example::of_property("-    implemented: false\n"),
            instead: None,
        },
        mirror: Mirror::Rule("property-implemented-removed"),
        check: Check::PropertyKey {
            when: |pair| !pair.around_is_closed && !pair.before.implemented && pair.after.implemented,
            value: |schema| data(&schema.implemented),
            what: "Heat now implements {name}",
        },
    },
    Rule {
        id: "property-allow-conversion-removed",
        severity: Severity::Breaking,
        object: Object::Property,
        aspect: Some("allow_conversion"),
        verb: Verb::Removed,
        summary: "A map or list no longer accepts other types",
        docs: Docs {
            stacks: "Stacks whose template relies on the conversion cannot be updated: Heat refuses the template.",
            templates: "Templates are refused if they have a string, or a list instead of a map.",
            why: "With `allow_conversion`, a list also accepts a string, which is split at its commas, and a map also accepts a string, or a list,\n\
             which is converted to JSON.",
            example: Example::of_token(
                r"
 properties:
   name:
     type: list
     description: Name of the token.
-    allow_conversion: true
",
            ),
            instead: Some("Keep the conversion."),
        },
        mirror: Mirror::Rule("property-allow-conversion-added"),
        check: Check::PropertyKey {
            when: |pair| !pair.is_closed && pair.before.allow_conversion && !pair.after.allow_conversion,
            value: |schema| data(&schema.allow_conversion),
            what: "conversion is no longer allowed for {name}",
        },
    },
    Rule {
        id: "property-allow-conversion-added",
        severity: Severity::Safe,
        object: Object::Property,
        aspect: Some("allow_conversion"),
        verb: Verb::Added,
        summary: "A map or list now also accepts other types",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Templates can also use a string, or a list instead of a map.",
            why: "With `allow_conversion`, a list also accepts a string, which is split at its commas, and a map also accepts a string, or a list,\n\
             which is converted to JSON.",
            example: Example::of_token(
                r"
 properties:
   name:
     type: list
     description: Name of the token.
+    allow_conversion: true
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("property-allow-conversion-removed"),
        check: Check::PropertyKey {
            when: |pair| !pair.is_closed && !pair.before.allow_conversion && pair.after.allow_conversion,
            value: |schema| data(&schema.allow_conversion),
            what: "conversion is now allowed for {name}",
        },
    },
    Rule {
        id: "nested-schema-added",
        severity: Severity::Breaking,
        object: Object::Property,
        aspect: Some("schema"),
        verb: Verb::Added,
        summary: "A schema was added to the contents of a map or list",
        docs: Docs {
            stacks: "Stacks whose template has contents that do not match the schema cannot be updated: Heat refuses the template.",
            templates: "Templates with unknown fields, or with values that do not match the schema, are refused.",
            why: "Without a schema, Heat accepts every field and item unchanged.",
            example: Example::of_token(
                r"
 properties:
   name:
     type: map
     description: Name of the token.
+    schema:
+      size:
+        type: integer
+        description: How large it is.
",
            ),
            instead: Some("Add a new property with the schema, and deprecate the old one."),
        },
        mirror: Mirror::Rule("nested-schema-removed"),
        check: Check::PropertyKey {
            when: |pair| pair.nested_schema_was_added() && !pair.new_item_schema_refuses_nothing(),
            value: |schema| schema.schema.as_ref().and_then(data),
            what: "a schema was added to the contents of {name}",
        },
    },
    Rule {
        id: "nested-schema-removed",
        severity: Severity::Dangerous,
        object: Object::Property,
        aspect: Some("schema"),
        verb: Verb::Removed,
        summary: "The schema of the contents of a map or list was removed",
        docs: Docs {
            stacks: "Values reach the plug-in as written in the template, without the defaults of fields. An update may treat this as a change.",
            templates: "Some templates that used to be refused are now accepted, including those with misspelt fields.",
            why: "Without a schema, Heat accepts every field and item unchanged: it converts no value and applies no default.",
            example: Example::of_token(
                r"
 properties:
   name:
     type: map
     description: Name of the token.
-    schema:
-      size:
-        type: integer
-        description: How large it is.
",
            ),
            instead: Some("Keep the schema, and add what is missing from it."),
        },
        mirror: Mirror::Rule("nested-schema-added"),
        check: Check::PropertyKey {
            when: |pair| {
                let is_same_type = pair.before.property_type == pair.after.property_type;
                is_same_type && !pair.is_closed && pair.before.schema.is_some() && pair.after.schema.is_none()
            },
            value: |schema| schema.schema.as_ref().and_then(data),
            what: "the contents of {name} no longer have a schema",
        },
    },
    Rule {
        id: "nested-schema-changed",
        severity: Severity::Breaking,
        object: Object::Property,
        aspect: Some("schema"),
        verb: Verb::Changed,
        summary: "The schema of the contents of a map or list changed between named fields and items",
        docs: Docs {
            stacks: "Stacks whose template has contents that do not match the schema cannot be updated: Heat refuses the template.",
            templates: "Templates that have named fields where items are expected, or the reverse, are refused.",
            why: "A nested schema either describes named fields or applies to every item.",
            example: Example::of_token(
                r"
 properties:
   name:
     type: map
     description: Name of the token.
     schema:
-      size:
+      '*':
         type: integer
         description: How large it is.
",
            ),
            instead: Some("Add a new property with the new schema, and deprecate the old one."),
        },
        mirror: Mirror::Rule("nested-schema-changed"),
        check: Check::PropertyKey {
            when: |pair| {
                let is_same_type = pair.before.property_type == pair.after.property_type;
                let schemas = pair.before.schema.as_ref().zip(pair.after.schema.as_ref());
                is_same_type
                    && !pair.is_closed
                    && schemas.is_some_and(|(before, after)| discriminant(before) != discriminant(after))
            },
            value: |schema| schema.schema.as_ref().and_then(data),
            what: "the schema of the contents of {name} changed between named fields and items",
        },
    },
    Rule {
        id: "nested-schema-added-compatibly",
        severity: Severity::Safe,
        object: Object::Property,
        aspect: Some("schema"),
        verb: Verb::Added,
        summary: "A schema that accepts every item was added to a list",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Nothing changes: every item is still accepted.",
            why: "An item of type `any` is used as it is written, as without a schema. If the list has `allowed_values`, the schema accepts\n\
             each of them.",
            example: Example::of_token(
                r"
 properties:
   size:
     description: How large it is.
     type: list
+    schema:
+      '*':
+        type: any
+        description: Anything.

",
            ),
            instead: None,
        },
        mirror: Mirror::None("`nested-schema-removed` reports the opposite change."),
        check: Check::PropertyKey {
            when: |pair| pair.nested_schema_was_added() && pair.new_item_schema_refuses_nothing(),
            value: |schema| schema.schema.as_ref().and_then(data),
            what: "a schema that accepts every item was added to the items of {name}",
        },
    },
];
