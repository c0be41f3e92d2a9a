//! What templates can do with resources of a type, besides its properties and attributes.

use heat_model::ResourceType;

use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Findings, Mirror, Rule, Severity, TypePair};

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
supports_snapshot_deletion: true
properties:
  name:
    type: string
    description: How it is called.
",
                r"
properties:
  name:
    type: string
    description: How it is called.
",
            ),
            instead: Some(
                "Keep the policy, and delete the resource without a snapshot if the service no longer takes any.",
            ),
        },
        mirror: Mirror::Rule("resource-type-snapshot-deletion-added"),
        check: Check::Type(resource_type_snapshot_deletion_removed),
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
properties:
  name:
    type: string
    description: How it is called.
",
                r"
supports_snapshot_deletion: true
properties:
  name:
    type: string
    description: How it is called.
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("resource-type-snapshot-deletion-removed"),
        check: Check::Type(resource_type_snapshot_deletion_added),
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
any_attribute: true
properties:
  name:
    type: string
    description: How it is called.
",
                r"
properties:
  name:
    type: string
    description: How it is called.
",
            ),
            instead: Some("Declare the attributes that templates read."),
        },
        mirror: Mirror::Rule("resource-type-any-attribute-added"),
        check: Check::Type(resource_type_any_attribute_removed),
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
properties:
  name:
    type: string
    description: How it is called.
",
                r"
any_attribute: true
properties:
  name:
    type: string
    description: How it is called.
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("resource-type-any-attribute-removed"),
        check: Check::Type(resource_type_any_attribute_added),
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
any_property: true
properties:
  name:
    type: string
    description: How it is called.
",
                r"
properties:
  name:
    type: string
    description: How it is called.
",
            ),
            instead: Some("Declare the properties that templates set."),
        },
        mirror: Mirror::Rule("resource-type-any-property-added"),
        check: Check::Type(resource_type_any_property_removed),
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
properties:
  name:
    type: string
    description: How it is called.
",
                r"
any_property: true
properties:
  name:
    type: string
    description: How it is called.
",
            ),
            instead: Some("Keep checking the properties for as long as they have an effect."),
        },
        mirror: Mirror::Rule("resource-type-any-property-removed"),
        check: Check::Type(resource_type_any_property_added),
    },
];

/// A flag of a type.
struct Flag {
    key: &'static str,
    read: fn(&ResourceType) -> bool,
}

const SNAPSHOT_DELETION: Flag =
    Flag { key: "supports_snapshot_deletion", read: |schema| schema.supports_snapshot_deletion };

const ANY_ATTRIBUTE: Flag = Flag { key: "any_attribute", read: |schema| schema.any_attribute };

const ANY_PROPERTY: Flag = Flag { key: "any_property", read: |schema| schema.any_property };

impl Flag {
    /// Reports that it changed to `to`.
    fn report_change_to(&self, to: bool, types: &TypePair<'_>, findings: &mut Findings<'_>, message: &str) {
        let (before, after) = ((self.read)(types.before), (self.read)(types.after));
        if before != after && after == to {
            findings.report(&types.place().join(self.key), message).values(Some(&before), Some(&after));
        }
    }
}

fn resource_type_snapshot_deletion_removed(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    let message = "the deletion policy `Snapshot` is no longer supported";
    SNAPSHOT_DELETION.report_change_to(false, types, findings, message);
}

fn resource_type_snapshot_deletion_added(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    let message = "the deletion policy `Snapshot` is now supported";
    SNAPSHOT_DELETION.report_change_to(true, types, findings, message);
}

fn resource_type_any_attribute_removed(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    let message = "`get_attr` now only accepts the declared attributes";
    ANY_ATTRIBUTE.report_change_to(false, types, findings, message);
}

fn resource_type_any_attribute_added(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    ANY_ATTRIBUTE.report_change_to(true, types, findings, "`get_attr` now accepts any name");
}

fn resource_type_any_property_removed(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    ANY_PROPERTY.report_change_to(false, types, findings, "properties that are not declared are now refused");
}

fn resource_type_any_property_added(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    ANY_PROPERTY.report_change_to(true, types, findings, "any properties are now accepted, and ignored");
}
