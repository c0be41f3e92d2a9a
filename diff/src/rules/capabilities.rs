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
];

/// A flag of a type.
struct Flag {
    key: &'static str,
    read: fn(&ResourceType) -> bool,
}

const SNAPSHOT_DELETION: Flag =
    Flag { key: "supports_snapshot_deletion", read: |schema| schema.supports_snapshot_deletion };

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
