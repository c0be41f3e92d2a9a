//! Generated names and handling of resources.

use heat_model::{EarlyReference, ResourceType};
use serde_json::Value as Json;

use crate::rule::finding::data;
use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Findings, Mirror, Rule, Severity, TypePair};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "resource-type-name-limit-lowered",
        severity: Severity::Dangerous,
        object: Object::ResourceType,
        aspect: Some("physical_resource_name_limit"),
        verb: Verb::Narrowed,
        summary: "The maximum length of generated names decreased",
        docs: Docs {
            stacks: "Long names of new resources are shorter. Existing resources keep their names.",
            templates: "Generated names are shorter.",
            why: "Heat shortens the names that it generates to `physical_resource_name_limit` characters.",
            example: Example::of_token(
                r"
-physical_resource_name_limit: 64
+physical_resource_name_limit: 32
 properties:
   name:
     type: string
     description: Name of the token.
",
            ),
            instead: Some("Lower the limit only where the service refuses longer names."),
        },
        mirror: Mirror::Rule("resource-type-name-limit-raised"),
        check: Check::TypeKey {
            when: |before, after| before.physical_resource_name_limit > after.physical_resource_name_limit,
            value: |schema| data(&schema.physical_resource_name_limit),
            what: "the maximum length of generated names changed from {before} to {after} characters",
        },
    },
    Rule {
        id: "resource-type-name-limit-raised",
        severity: Severity::Safe,
        object: Object::ResourceType,
        aspect: Some("physical_resource_name_limit"),
        verb: Verb::Widened,
        summary: "The maximum length of generated names increased",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Generated names can be longer.",
            why: "Heat shortens the names that it generates to `physical_resource_name_limit` characters.",
            example: Example::of_token(
                r"
-physical_resource_name_limit: 32
+physical_resource_name_limit: 64
 properties:
   name:
     type: string
     description: Name of the token.
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("resource-type-name-limit-lowered"),
        check: Check::TypeKey {
            when: |before, after| before.physical_resource_name_limit < after.physical_resource_name_limit,
            value: |schema| data(&schema.physical_resource_name_limit),
            what: "the maximum length of generated names changed from {before} to {after} characters",
        },
    },
    Rule {
        id: "resource-type-handling-changed",
        severity: Severity::Dangerous,
        object: Object::ResourceType,
        aspect: None,
        verb: Verb::Changed,
        summary: "Heat handles resources of the type differently",
        docs: Docs {
            stacks: "A resource may wait for other resources, be replaced after a failed check, accept signals or use a trust\n\
             in different cases than before.",
            templates: "The same templates are valid.",
            why: "These settings control how Heat handles the resource class: `always_replace_on_check_failed`,\n\
             `requires_deferred_auth`, `strict_dependency`, `no_signal_actions`, `reference_before_creation`, `has_show` and\n\
             `entity`.",
            example: Example::of_token(
                r"
-strict_dependency: true
+strict_dependency: false
 properties:
   name:
     type: string
     description: Name of the token.
",
            ),
            instead: Some("Make the change in a major release, and mention it in the release notes."),
        },
        mirror: Mirror::Rule("resource-type-handling-changed"),
        check: Check::Type(resource_type_handling_changed),
    },
    Rule {
        id: "no-signal-actions-reordered",
        severity: Severity::Docs,
        object: Object::ResourceType,
        aspect: Some("no_signal_actions"),
        verb: Verb::Changed,
        summary: "Only the order of the actions without signals changed",
        docs: Docs::without_effect(
            "Heat only asks whether an action is among them.",
            Example::of_token(
                r"
-no_signal_actions: [DELETE, SUSPEND]
+no_signal_actions: [SUSPEND, DELETE]
",
            ),
        ),
        mirror: Mirror::Rule("no-signal-actions-reordered"),
        check: Check::TypeKey {
            when: |before, after| {
                let (before, after) = (&before.no_signal_actions, &after.no_signal_actions);
                before != after && sorted(before) == sorted(after)
            },
            value: |schema| data(&schema.no_signal_actions),
            what: "only the order of `no_signal_actions` changed",
        },
    },
];

/// The actions, regardless of their order.
fn sorted(actions: &[String]) -> Vec<String> {
    let mut sorted = actions.to_vec();
    sorted.sort();
    sorted.dedup();
    sorted
}

fn resource_type_handling_changed(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    type Read = fn(&ResourceType) -> Json;
    let switches: [(&str, Read); 7] = [
        ("always_replace_on_check_failed", |schema| schema.always_replace_on_check_failed.into()),
        ("requires_deferred_auth", |schema| schema.requires_deferred_auth.into()),
        ("strict_dependency", |schema| schema.strict_dependency.into()),
        ("no_signal_actions", |schema| sorted(&schema.no_signal_actions).into()),
        ("reference_before_creation", |schema| {
            schema.reference_before_creation.map(EarlyReference::as_str).into()
        }),
        ("has_show", |schema| schema.has_record().into()),
        ("entity", |schema| schema.entity.clone().into()),
    ];
    // A record that is added or removed together with the `entity` is reported for that key.
    let is_asked_alike = types.before.has_client_entity() == types.after.has_client_entity();
    for (key, read) in switches {
        let (before, after) = (read(types.before), read(types.after));
        if before != after && (key != "has_show" || is_asked_alike) {
            findings
                .report(&types.place().join(key), format!("`{key}` changed from {before} to {after}"))
                .values(Some(&before), Some(&after));
        }
    }
}
