//! Capabilities of a type besides its properties and attributes.

use crate::rule::finding::data;
use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Mirror, Rule, Severity};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "resource-type-snapshot-deletion-removed",
        severity: Severity::Breaking,
        object: Object::ResourceType,
        aspect: Some("supports_snapshot_deletion"),
        verb: Verb::Narrowed,
        summary: "The deletion policy `Snapshot` is no longer supported",
        docs: Docs {
            stacks: "Stacks whose template sets the policy cannot be updated: Heat refuses the template. When they are deleted,\n\
             no snapshot is taken, and the resource stays in the service.",
            templates: "Templates that set `deletion_policy: Snapshot` for such a resource are refused.",
            why: "The policy requires a method of the plug-in, which deletes the resource after it has taken the snapshot.",
            example: Example::of_token(
                r"
-supports_snapshot_deletion: true
 properties:
   name:
     type: string
     description: Name of the token.
",
            ),
            instead: Some(
                "Keep the policy, and delete the resource without a snapshot if the service no longer takes any.",
            ),
        },
        mirror: Mirror::Rule("resource-type-snapshot-deletion-added"),
        check: Check::TypeKey {
            when: |before, after| before.supports_snapshot_deletion && !after.supports_snapshot_deletion,
            value: |schema| data(&schema.supports_snapshot_deletion),
            what: "the deletion policy `Snapshot` is no longer supported",
        },
    },
    Rule {
        id: "resource-type-snapshot-deletion-added",
        severity: Severity::Safe,
        object: Object::ResourceType,
        aspect: Some("supports_snapshot_deletion"),
        verb: Verb::Widened,
        summary: "The deletion policy `Snapshot` is now supported",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Templates can set `deletion_policy: Snapshot` for such a resource.",
            why: "No existing template sets it: Heat refused it.",
            example: Example::of_token(
                r"
+supports_snapshot_deletion: true
 properties:
   name:
     type: string
     description: Name of the token.
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("resource-type-snapshot-deletion-removed"),
        check: Check::TypeKey {
            when: |before, after| !before.supports_snapshot_deletion && after.supports_snapshot_deletion,
            value: |schema| data(&schema.supports_snapshot_deletion),
            what: "the deletion policy `Snapshot` is now supported",
        },
    },
    Rule {
        id: "resource-type-any-attribute-removed",
        severity: Severity::Breaking,
        object: Object::ResourceType,
        aspect: Some("any_attribute"),
        verb: Verb::Narrowed,
        summary: "`get_attr` no longer accepts any name",
        docs: Docs {
            stacks: "Stacks whose template reads an attribute that is not declared cannot be updated: Heat refuses the template.",
            templates: "Templates that read an attribute that is not declared are refused.",
            why: "The plug-in no longer answers for any name, so Heat checks the name against the declared attributes.",
            example: Example::of_token(
                r"
-any_attribute: true
 properties:
   name:
     type: string
     description: Name of the token.
",
            ),
            instead: Some("Declare the attributes that templates read."),
        },
        mirror: Mirror::Rule("resource-type-any-attribute-added"),
        check: Check::TypeKey {
            when: |before, after| before.any_attribute && !after.any_attribute,
            value: |schema| data(&schema.any_attribute),
            what: "`get_attr` now only accepts the declared attributes",
        },
    },
    Rule {
        id: "resource-type-any-attribute-added",
        severity: Severity::Safe,
        object: Object::ResourceType,
        aspect: Some("any_attribute"),
        verb: Verb::Widened,
        summary: "`get_attr` now accepts any name",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Templates can read attributes that are not declared.",
            why: "No existing template reads one: Heat refused it.",
            example: Example::of_token(
                r"
+any_attribute: true
 properties:
   name:
     type: string
     description: Name of the token.
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("resource-type-any-attribute-removed"),
        check: Check::TypeKey {
            when: |before, after| !before.any_attribute && after.any_attribute,
            value: |schema| data(&schema.any_attribute),
            what: "`get_attr` now accepts any name",
        },
    },
    Rule {
        id: "resource-type-any-property-removed",
        severity: Severity::Breaking,
        object: Object::ResourceType,
        aspect: Some("any_property"),
        verb: Verb::Narrowed,
        summary: "Properties that are not declared are now refused",
        docs: Docs {
            stacks: "Stacks whose template sets a property that is not declared cannot be updated: Heat refuses the template.",
            templates: "Templates that set a property that is not declared are refused.",
            why: "Heat now checks the properties against the schema.",
            example: Example::of_token(
                r"
-any_property: true
 properties:
   name:
     type: string
     description: Name of the token.
",
            ),
            instead: Some("Declare the properties that templates set."),
        },
        mirror: Mirror::Rule("resource-type-any-property-added"),
        check: Check::TypeKey {
            when: |before, after| before.any_property && !after.any_property,
            value: |schema| data(&schema.any_property),
            what: "properties that are not declared are now refused",
        },
    },
    Rule {
        id: "resource-type-any-property-added",
        severity: Severity::Dangerous,
        object: Object::ResourceType,
        aspect: Some("any_property"),
        verb: Verb::Widened,
        summary: "Any properties are now accepted",
        docs: Docs {
            stacks: "Existing resources are no longer updated: Heat ignores all properties.",
            templates: "The same templates are valid. Mistakes in the names and values of properties are no longer reported, and properties have no\n\
             effect.",
            why: "The class of such a type does not read its properties.",
            example: Example::of_token(
                r"
+any_property: true
 properties:
   name:
     type: string
     description: Name of the token.
",
            ),
            instead: Some("Keep checking the properties for as long as they have an effect."),
        },
        mirror: Mirror::Rule("resource-type-any-property-removed"),
        check: Check::TypeKey {
            when: |before, after| !before.any_property && after.any_property,
            value: |schema| data(&schema.any_property),
            what: "any properties are now accepted, and ignored",
        },
    },
];
