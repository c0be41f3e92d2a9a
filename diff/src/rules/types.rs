//! Types that come, go, or can no longer be loaded.

use crate::retired::Entries;
use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Findings, Mirror, Place, Rule, Severity, TypesPair};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "resource-type-renamed",
        severity: Severity::Breaking,
        object: Object::ResourceType,
        aspect: None,
        verb: Verb::Renamed,
        summary: "A resource type was renamed",
        docs: Docs {
            stacks: "Stacks that have one cannot be updated or deleted by their template: Heat does not know the type.",
            templates: "Templates that name the old type are refused.",
            why: "A type that went and one that came have the same schema. Heat knows the new name only.",
            example: Example::of_files(
                r"
type: My::Custom::Token
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
",
                r"
type: My::Custom::Ticket
description: Makes a token.
properties:
  name:
    type: string
    description: How it is called.
",
            ),
            instead: Some(
                "Keep the old name, HIDDEN or DEPRECATED, and let the new type name it as its `substitute_class`.",
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
            why: "Nothing that was written before knows it.",
            example: Example::of_token(
                r"
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
---
type: My::Custom::Key
description: Makes a key.
support_status: [{version: 7.0.0}]
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("resource-type-removed"),
        check: Check::Types(resource_type_added),
    },
    Rule {
        id: "resource-type-removed",
        severity: Severity::Breaking,
        object: Object::ResourceType,
        aspect: None,
        verb: Verb::Removed,
        summary: "A resource type was removed",
        docs: Docs {
            stacks: "Stacks with such a resource can be neither updated nor deleted any more: Heat does not know what the resource is.",
            templates: "Templates that use it are refused.",
            why: "A type is to be deprecated, then HIDDEN, and goes when no stack can have it any more.",
            example: Example::of_token(
                r"
properties:
  name:
    type: string
    description: How it is called.
---
type: My::Custom::Key
description: Makes a key.
support_status: [{version: 7.0.0}]
",
                r"
properties:
  name:
    type: string
    description: How it is called.
",
            ),
            instead: Some(
                "Deprecate it with a message that names its replacement, and hide it a release later. A type whose service is gone stays\n\
             as a HIDDEN one that does nothing, so that stacks can be deleted.",
            ),
        },
        mirror: Mirror::Rule("resource-type-added"),
        check: Check::Types(resource_type_removed),
    },
    Rule {
        id: "resource-type-removed-after-hidden",
        severity: Severity::Breaking,
        object: Object::ResourceType,
        aspect: None,
        verb: Verb::RemovedAfterHidden,
        summary: "A HIDDEN resource type was removed",
        docs: Docs {
            stacks: "Stacks that still have such a resource can be neither updated nor deleted any more.",
            templates: "Templates that use it are refused. It was shown to nobody.",
            why: "This is how the life of a type ends. Whoever operates a cloud has to see to it that no stack has one.",
            example: Example::of_token(
                r"
properties:
  name:
    type: string
    description: How it is called.
---
type: My::Custom::Key
description: Makes a key.
support_status:
  - {status: HIDDEN, version: 7.0.0, message: Use My::Custom::Token.}
  - {status: DEPRECATED, version: 5.0.0}
",
                r"
properties:
  name:
    type: string
    description: How it is called.
",
            ),
            instead: Some(
                "Wait until no supported upgrade leads from a release that showed it; then allow it in `schema-diff.yaml`, with that reason.",
            ),
        },
        mirror: Mirror::Rule("resource-type-added-hidden"),
        check: Check::Types(resource_type_removed_after_hidden),
    },
    Rule {
        id: "resource-type-added-hidden",
        severity: Severity::Safe,
        object: Object::ResourceType,
        aspect: None,
        verb: Verb::AddedHidden,
        summary: "A HIDDEN resource type was added",
        docs: Docs {
            stacks: "Stacks that had such a resource of another Heat can be looked after.",
            templates: "Nobody is shown it.",
            why: "It comes back, or was missed before.",
            example: Example::of_token(
                r"
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
---
type: My::Custom::Key
description: Makes a key.
support_status:
  - {status: HIDDEN, version: 7.0.0, message: Use My::Custom::Token.}
  - {status: DEPRECATED, version: 5.0.0}
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("resource-type-removed-after-hidden"),
        check: Check::Types(resource_type_added_hidden),
    },
    Rule {
        id: "resource-type-revived",
        severity: Severity::Safe,
        object: Object::ResourceType,
        aspect: None,
        verb: Verb::Revived,
        summary: "A placeholder became a working resource type again",
        docs: Docs {
            stacks: "Updates reach the resource again.",
            templates: "Templates are held against the schema again, which is what they are for.",
            why: "A placeholder accepts any properties, and does nothing.",
            example: Example::of_token(
                r"
support_status:
  - {status: HIDDEN, version: 6.0.0, message: The service is gone.}
  - {status: DEPRECATED, version: 5.0.0, message: The service goes away.}
",
                r"
support_status:
  - {status: HIDDEN, version: 6.0.0, message: The service is gone.}
  - {status: DEPRECATED, version: 5.0.0, message: The service goes away.}
properties:
  name:
    type: string
    description: How it is called.
    support_status: [{version: 7.0.0}]
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
            stacks: "Updates do nothing, whatever they change. Deleting the stack leaves what the resource made to whoever ran its service.",
            templates: "Templates that name the type are accepted with any properties, and its attributes are null.",
            why: "Heat keeps the types of services that are gone as placeholders (`NoneResource`), so that stacks which have one can be\n\
             updated and deleted. That its properties and attributes are gone is no finding of its own.",
            example: Example::of_token(
                r"
support_status:
  - {status: HIDDEN, version: 6.0.0, message: The service is gone.}
  - {status: DEPRECATED, version: 5.0.0, message: The service goes away.}
properties:
  name:
    type: string
    description: How it is called.
",
                r"
support_status:
  - {status: HIDDEN, version: 6.0.0, message: The service is gone.}
  - {status: DEPRECATED, version: 5.0.0, message: The service goes away.}
",
            ),
            instead: Some(
                "Nothing has to be done once the service is gone. Before that, keep the type as it is.",
            ),
        },
        mirror: Mirror::Rule("resource-type-revived"),
        check: Check::Types(resource_type_retired),
    },
    Rule {
        id: "resource-type-unloadable",
        severity: Severity::Breaking,
        object: Object::ResourceType,
        aspect: None,
        verb: Verb::Unloadable,
        summary: "Heat can no longer load a resource type",
        docs: Docs {
            stacks: "Stacks with a resource of the type can neither be updated nor deleted.",
            templates: "Templates that use the type are refused.",
            why: "Heat checks a schema as it loads the plug-in: the types of constraints, the defaults, and update rules that exclude each\n\
             other. How else the type changed is not reported: fix this first.",
            example: Example::of_token(
                r"
properties:
  size:
    description: How large it is.
    type: integer
    default: 5
    constraints:
      - range: {max: 9}

",
                r"
properties:
  size:
    description: How large it is.
    type: integer
    default: 12
    constraints:
      - range: {max: 9}

",
            ),
            instead: Some("Run `heat-codegen check`, which finds such mistakes and shows where they are."),
        },
        mirror: Mirror::Rule("resource-type-loadable"),
        check: Check::Types(resource_type_unloadable),
    },
    Rule {
        id: "resource-type-loadable",
        severity: Severity::Safe,
        object: Object::ResourceType,
        aspect: None,
        verb: Verb::Loadable,
        summary: "Heat can load a resource type that it could not load before",
        docs: Docs {
            stacks: "Nothing changes: there were none that worked.",
            templates: "Templates can use the type.",
            why: "No resource of the type could be created, so that no other change of it can break anything.",
            example: Example::of_token(
                r"
properties:
  size:
    description: How large it is.
    type: integer
    default: 12
    constraints:
      - range: {max: 9}

",
                r"
properties:
  size:
    description: How large it is.
    type: integer
    default: 5
    constraints:
      - range: {max: 9}

",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("resource-type-unloadable"),
        check: Check::Types(resource_type_loadable),
    },
];

fn resource_type_renamed(types: &TypesPair<'_>, findings: &mut Findings<'_>) {
    for pair in &types.renamed {
        let (from, to) = (&pair.before.name, &pair.after.name);
        findings
            .report(&Place::of_gone_type(pair.before), format!("`{from}` was renamed to `{to}`"))
            .values(Some(from), Some(to));
    }
}

fn resource_type_added(types: &TypesPair<'_>, findings: &mut Findings<'_>) {
    for new in types.new.iter().filter(|each| !each.is_hidden()) {
        findings.report(&Place::of_new_type(new), format!("`{}` was added", new.name));
    }
}

fn resource_type_removed(types: &TypesPair<'_>, findings: &mut Findings<'_>) {
    for gone in types.gone.iter().filter(|each| !each.is_hidden()) {
        findings.report(&Place::of_gone_type(gone), format!("`{}` was removed", gone.name));
    }
}

fn resource_type_removed_after_hidden(types: &TypesPair<'_>, findings: &mut Findings<'_>) {
    for gone in types.gone.iter().filter(|each| each.is_hidden()) {
        findings
            .report(&Place::of_gone_type(gone), format!("`{}`, which was HIDDEN, was removed", gone.name));
    }
}

fn resource_type_added_hidden(types: &TypesPair<'_>, findings: &mut Findings<'_>) {
    for new in types.new.iter().filter(|each| each.is_hidden()) {
        findings.report(&Place::of_new_type(new), format!("`{}` was added as HIDDEN", new.name));
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

fn resource_type_unloadable(types: &TypesPair<'_>, findings: &mut Findings<'_>) {
    for (pair, fault) in &types.unloadable {
        let place = Place { after: Some(fault.path.clone()), ..pair.place() };
        findings.report(&place, format!("Heat cannot load the type: {}", fault.why));
    }
}

fn resource_type_loadable(types: &TypesPair<'_>, findings: &mut Findings<'_>) {
    for (pair, fault) in &types.loadable {
        let place = Place { before: Some(fault.path.clone()), ..pair.place() };
        findings.report(&place, format!("Heat can load the type; before, {}", fault.why));
    }
}
