//! The service of a type, and the type that it can be converted to.

use heat_model::ResourceType;

use crate::rule::finding::data;
use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Findings, Mirror, Rule, Severity, TypePair};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "resource-type-required-service-extension-added",
        severity: Severity::Breaking,
        object: Object::ResourceType,
        aspect: Some("required_service_extension"),
        verb: Verb::Added,
        summary: "A resource type now requires an extension of its service",
        docs: Docs {
            stacks: "Updates are refused if the service does not offer the extension.",
            templates: "Templates are refused if the service does not offer the extension.",
            why: "Heat checks that the service offers the extension before it accepts a resource of the type.",
            example: Example::of_token("+required_service_extension: router\n"),
            instead: Some(
                "Check for the extension in the plug-in, and only for the properties that need it.",
            ),
        },
        mirror: Mirror::Rule("resource-type-required-service-extension-removed"),
        check: Check::TypeKey {
            when: |before, after| {
                before.required_service_extension.is_none() && after.required_service_extension.is_some()
            },
            value: |schema| schema.required_service_extension.as_ref().and_then(data),
            what: "an extension of the service is now required",
        },
    },
    Rule {
        id: "resource-type-required-service-extension-removed",
        severity: Severity::Safe,
        object: Object::ResourceType,
        aspect: Some("required_service_extension"),
        verb: Verb::Removed,
        summary: "A resource type no longer requires an extension of its service",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "The type works on more clouds.",
            why: "Heat no longer checks for the extension.",
            example: Example::of_token("-required_service_extension: router\n"),
            instead: None,
        },
        mirror: Mirror::Rule("resource-type-required-service-extension-added"),
        check: Check::TypeKey {
            when: |before, after| {
                before.required_service_extension.is_some() && after.required_service_extension.is_none()
            },
            value: |schema| schema.required_service_extension.as_ref().and_then(data),
            what: "an extension of the service is no longer required",
        },
    },
    Rule {
        id: "resource-type-required-service-extension-changed",
        severity: Severity::Breaking,
        object: Object::ResourceType,
        aspect: Some("required_service_extension"),
        verb: Verb::Changed,
        summary: "The service extension that a resource type requires changed",
        docs: Docs {
            stacks: "Updates are refused if the service does not offer the new extension.",
            templates: "Templates are refused if the service does not offer the new extension.",
            why: "Heat checks that the service offers the extension before it accepts a resource of the type.",
            example: Example::of_token(
                r"
-required_service_extension: router
+required_service_extension: qos
",
            ),
            instead: Some("Support both, or check for the extension in the plug-in."),
        },
        mirror: Mirror::Rule("resource-type-required-service-extension-changed"),
        check: Check::TypeKey {
            when: |before, after| {
                let extensions =
                    before.required_service_extension.as_ref().zip(after.required_service_extension.as_ref());
                extensions.is_some_and(|(old, new)| old != new)
            },
            value: |schema| schema.required_service_extension.as_ref().and_then(data),
            what: "the required extension of the service changed",
        },
    },
    Rule {
        id: "resource-type-default-client-changed",
        severity: Severity::Dangerous,
        object: Object::ResourceType,
        aspect: Some("default_client_name"),
        verb: Verb::Changed,
        summary: "The service of a resource type changed",
        docs: Docs {
            stacks: "Heat looks for existing resources in the new service, where they do not exist.",
            templates: "The same templates are valid, but use a different service.",
            why: "The client plug-in determines which service manages the resource.",
            example: Example::of_token(
                r"
-default_client_name: nova
+default_client_name: neutron
",
            ),
            instead: Some("Add a new resource type for the new service."),
        },
        mirror: Mirror::Rule("resource-type-default-client-changed"),
        check: Check::TypeKey {
            when: |before, after| before.default_client_name != after.default_client_name,
            value: |schema| schema.default_client_name.as_ref().and_then(data),
            what: "the client plug-in changed",
        },
    },
    Rule {
        id: "resource-type-substitute-class-added",
        severity: Severity::Safe,
        object: Object::ResourceType,
        aspect: Some("substitute_class"),
        verb: Verb::Added,
        summary: "A resource can now be converted to another type",
        docs: Docs {
            stacks: "An update that changes the resource's type to the substitute type keeps the resource.",
            templates: "Templates can change the type without replacing the resource.",
            why: "Heat treats the substitute type as equivalent.",
            example: Example::of_token(
                r"
 support_status:
-  - {version: 2.0.0}
+  - {version: 2.0.0, substitute_class: My::Custom::Key}
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("resource-type-substitute-class-removed"),
        check: Check::Type(resource_type_substitute_class_added),
    },
    Rule {
        id: "resource-type-substitute-class-removed",
        severity: Severity::Breaking,
        object: Object::ResourceType,
        aspect: Some("substitute_class"),
        verb: Verb::Removed,
        summary: "A resource can no longer be converted to another type",
        docs: Docs {
            stacks: "An update that changes the resource's type to the former substitute type replaces the resource.",
            templates: "The same templates are valid.",
            why: "Heat no longer treats the two types as equivalent.",
            example: Example::of_token(
                r"
 support_status:
-  - {version: 2.0.0, substitute_class: My::Custom::Key}
+  - {version: 2.0.0}
",
            ),
            instead: Some(
                "Keep the substitute class for as long as stacks may be updated from the old type.",
            ),
        },
        mirror: Mirror::Rule("resource-type-substitute-class-added"),
        check: Check::Type(resource_type_substitute_class_removed),
    },
];

fn resource_type_substitute_class_added(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (substitute_class(types.before), substitute_class(types.after));
    if before.is_none() && after.is_some() {
        findings
            .report(&types.place().join("support_status"), "it can now be converted to another type")
            .values(before, after);
    }
}

fn resource_type_substitute_class_removed(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    let (before, after) = (substitute_class(types.before), substitute_class(types.after));
    // If the substitute changed, the former one is lost, as if there were none.
    if before.is_some() && before != after {
        findings
            .report(&types.place().join("support_status"), "it can no longer be converted to another type")
            .values(before, after);
    }
}

/// The type that resources of this type can be converted to.
fn substitute_class(schema: &ResourceType) -> Option<&String> {
    schema.support_status.current()?.substitute_class.as_ref()
}
