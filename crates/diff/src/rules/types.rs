//! Types that were added, removed or renamed, and placeholders.

use heat_model::ResourceType;

use crate::rule::{Docs, Example, Object, Verb};
use crate::schema::retired::Entries;
use crate::{Check, Findings, Mirror, PlacePair, Rule, Severity, TypesPair};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "resource-type-renamed",
        severity: Severity::Breaking,
        object: Object::ResourceType,
        aspect: None,
        verb: Verb::Renamed,
        summary: "A resource type was renamed",
        docs: Docs {
            stacks: "Stacks with such a resource can no longer be updated or deleted: Heat does not know the type.",
            templates: "Templates that use the old name are refused.",
            why: "A type that was removed and one that was added have the same schema. Heat only knows the new name.",
            example: Example::of_files(
                r"
-type: My::Custom::Token
+type: My::Custom::Ticket
 description: Makes a token.
 properties:
   name:
     type: string
     description: Name of the token.
",
            ),
            instead: Some(
                "Keep the old name as HIDDEN or DEPRECATED, and let the new type name it as its `substitute_class`.",
            ),
        },
        mirror: Mirror::Rule("resource-type-renamed"),
        check: Check::Types(resource_type_renamed),
    },
    Rule {
        id: "resource-type-added",
        severity: Severity::Safe,
        object: Object::ResourceType,
        aspect: None,
        verb: Verb::Added,
        summary: "A resource type was added",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Templates can use it.",
            why: "No existing template uses it.",
            example: Example::of_property(
                r"
+---
+type: My::Custom::Key
+description: Makes a key.
+support_status: [{version: 7.0.0}]
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("resource-type-removed"),
        check: Check::AddedType { when: |new| !new.is_hidden(), what: "`{name}` was added" },
    },
    Rule {
        id: "resource-type-removed",
        severity: Severity::Breaking,
        object: Object::ResourceType,
        aspect: None,
        verb: Verb::Removed,
        summary: "A resource type was removed",
        docs: Docs {
            stacks: "Stacks with such a resource can no longer be updated or deleted: Heat does not know the type.",
            templates: "Templates that use the type are refused.",
            why: "A type should first be DEPRECATED, then HIDDEN, and should only be removed when no stack can contain it.",
            example: Example::of_property(
                r"
----
-type: My::Custom::Key
-description: Makes a key.
-support_status: [{version: 7.0.0}]
",
            ),
            instead: Some(
                "Deprecate it with a message that names its replacement, and hide it one release later. If its service no longer exists,\n\
             keep the type as a HIDDEN placeholder, so that stacks can still be deleted.",
            ),
        },
        mirror: Mirror::Rule("resource-type-added"),
        check: Check::RemovedType { when: |gone| !gone.is_hidden(), what: "`{name}` was removed" },
    },
    Rule {
        id: "resource-type-removed-after-hidden",
        severity: Severity::Breaking,
        object: Object::ResourceType,
        aspect: None,
        verb: Verb::RemovedAfterHidden,
        summary: "A HIDDEN resource type was removed",
        docs: Docs {
            stacks: "Stacks that still have such a resource can no longer be updated or deleted.",
            templates: "Templates that use the type are refused. The docs no longer listed it.",
            why: "Removal is the last step of a type's life cycle. Operators have to make sure that no stack contains such a resource.",
            example: Example::of_property(
                r"
----
-type: My::Custom::Key
-description: Makes a key.
-support_status:
-  - {status: HIDDEN, version: 7.0.0, message: Use My::Custom::Token.}
-  - {status: DEPRECATED, version: 5.0.0}
",
            ),
            instead: Some(
                "Wait until no supported upgrade starts from a release that documented it; then accept the change in\n\
             `schema-diff.yaml`, with that reason.",
            ),
        },
        mirror: Mirror::Rule("resource-type-added-hidden"),
        check: Check::RemovedType {
            when: ResourceType::is_hidden,
            what: "`{name}`, which was HIDDEN, was removed",
        },
    },
    Rule {
        id: "resource-type-added-hidden",
        severity: Severity::Safe,
        object: Object::ResourceType,
        aspect: None,
        verb: Verb::AddedHidden,
        summary: "A HIDDEN resource type was added",
        docs: Docs {
            stacks: "Stacks from a different version of Heat that contain such a resource can be managed.",
            templates: "Templates can use it, but the docs do not list it.",
            why: "It was reintroduced, or was missing from the catalogue before.",
            example: Example::of_property(
                r"
+---
+type: My::Custom::Key
+description: Makes a key.
+support_status:
+  - {status: HIDDEN, version: 7.0.0, message: Use My::Custom::Token.}
+  - {status: DEPRECATED, version: 5.0.0}
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("resource-type-removed-after-hidden"),
        check: Check::AddedType { when: ResourceType::is_hidden, what: "`{name}` was added as HIDDEN" },
    },
    Rule {
        id: "resource-type-revived",
        severity: Severity::Safe,
        object: Object::ResourceType,
        aspect: None,
        verb: Verb::Revived,
        summary: "A placeholder became a working resource type again",
        docs: Docs {
            stacks: "Updates affect the resource again.",
            templates: "Templates are checked against the schema again.",
            why: "A placeholder accepts any properties and does nothing.",
            example: Example::of_token(
                r"
 support_status:
   - {status: HIDDEN, version: 6.0.0, message: The service is gone.}
   - {status: DEPRECATED, version: 5.0.0, message: The service goes away.}
+properties:
+  name:
+    type: string
+    description: Name of the token.
+    support_status: [{version: 7.0.0}]
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("resource-type-retired"),
        check: Check::Types(resource_type_revived),
    },
    Rule {
        id: "resource-type-retired",
        severity: Severity::Dangerous,
        object: Object::ResourceType,
        aspect: None,
        verb: Verb::Retired,
        summary: "A HIDDEN resource type became a placeholder",
        docs: Docs {
            stacks: "Updates of the resource have no effect. Deleting the stack does not delete what the resource created in its service.",
            templates: "Templates that use the type are accepted with any properties, and its attributes are null.",
            why: "Heat keeps the types of discontinued services as placeholders (`NoneResource`), so that stacks with such resources can be\n\
             updated and deleted. The removal of the type's properties and attributes is not reported separately.",
            example: Example::of_token(
                r"
 support_status:
   - {status: HIDDEN, version: 6.0.0, message: The service is gone.}
   - {status: DEPRECATED, version: 5.0.0, message: The service goes away.}
-properties:
-  name:
-    type: string
-    description: Name of the token.
",
            ),
            instead: Some(
                "Keep the type as it is until the service is discontinued. After that, there is nothing to do.",
            ),
        },
        mirror: Mirror::Rule("resource-type-revived"),
        check: Check::Types(resource_type_retired),
    },
];

fn resource_type_renamed(types: &TypesPair<'_>, findings: &mut Findings<'_>) {
    for pair in &types.renamed {
        let (from, to) = (&pair.before.name, &pair.after.name);
        findings
            .report(&PlacePair::of_gone_type(pair.before), format!("`{from}` was renamed to `{to}`"))
            .values(Some(from), Some(to));
    }
}

fn resource_type_revived(types: &TypesPair<'_>, findings: &mut Findings<'_>) {
    for pair in &types.revived {
        let new = Entries::of(pair.after);
        findings
            .report(&pair.place(), format!("is no longer a placeholder: it has {new}"))
            .values(None::<&()>, Some(&new));
    }
}

fn resource_type_retired(types: &TypesPair<'_>, findings: &mut Findings<'_>) {
    for pair in &types.retired {
        let gone = Entries::of(pair.before);
        findings
            .report(&pair.place(), format!("became a placeholder: Heat ignores it and its {gone}"))
            .values(Some(&gone), None::<&()>);
    }
}
