//! Attributes.

use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Findings, Mirror, Place, Rule, Severity, TypePair};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "attribute-renamed",
        severity: Severity::Breaking,
        object: Object::Attribute,
        aspect: None,
        verb: Verb::Renamed,
        summary: "An attribute was renamed",
        docs: Docs {
            stacks: "Stacks whose template uses the attribute cannot be updated: Heat refuses the template.",
            templates: "Templates that use the old name are refused.",
            why: "An attribute that was removed and one that was added have the same schema. Heat only knows the new name.",
            example: Example::of_token(
                r"
properties:
  name:
    type: string
    description: How it is called.
attributes:
  secret:
    type: string
    description: What was made.
",
                r"
properties:
  name:
    type: string
    description: How it is called.
attributes:
  value:
    type: string
    description: What was made.
",
            ),
            instead: Some("Keep the old name as DEPRECATED, with the same value."),
        },
        mirror: Mirror::Rule("attribute-renamed"),
        check: Check::Type(attribute_renamed),
    },
    Rule {
        id: "attribute-description-changed",
        severity: Severity::Docs,
        object: Object::Attribute,
        aspect: Some("description"),
        verb: Verb::Changed,
        summary: "The description of an attribute changed",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Nothing changes.",
            why: "Only the wording changed.",
            example: Example::of_token(
                r"
properties:
  name:
    type: string
    description: How it is called.
attributes:
  secret:
    type: string
    description: What was made.
",
                r"
properties:
  name:
    type: string
    description: How it is called.
attributes:
  secret:
    type: string
    description: What came of it.
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("attribute-description-changed"),
        check: Check::Type(attribute_description_changed),
    },
    Rule {
        id: "attribute-added",
        severity: Severity::Safe,
        object: Object::Attribute,
        aspect: None,
        verb: Verb::Added,
        summary: "An attribute was added",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Templates can use it.",
            why: "No existing template uses it.",
            example: Example::of_token(
                r"
",
                r"
attributes:
  value:
    description: The token.
    support_status: [{version: 7.0.0}]
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("attribute-removed"),
        check: Check::Type(attribute_added),
    },
    Rule {
        id: "attribute-removed",
        severity: Severity::Breaking,
        object: Object::Attribute,
        aspect: None,
        verb: Verb::Removed,
        summary: "An attribute was removed",
        docs: Docs {
            stacks: "Stacks whose template uses the attribute cannot be updated.",
            templates: "Templates that use the attribute are refused.",
            why: "Heat refuses `get_attr` for an unknown attribute.",
            example: Example::of_token(
                r"
attributes:
  value:
    description: The token.
    support_status: [{version: 7.0.0}]
",
                r"
",
            ),
            instead: Some("Deprecate it with a message, and hide it one release later."),
        },
        mirror: Mirror::Rule("attribute-added"),
        check: Check::Type(attribute_removed),
    },
    Rule {
        id: "attribute-removed-after-hidden",
        severity: Severity::Breaking,
        object: Object::Attribute,
        aspect: None,
        verb: Verb::RemovedAfterHidden,
        summary: "A HIDDEN attribute was removed",
        docs: Docs {
            stacks: "Stacks whose template still uses the attribute cannot be updated.",
            templates: "Templates that use the attribute are refused. The docs no longer listed it.",
            why: "Removal is the last step of an attribute's life cycle.",
            example: Example::of_token(
                r"
attributes:
  value:
    description: The token.
    support_status:
      - {status: HIDDEN, version: 7.0.0, message: Use show.}
      - {status: DEPRECATED, version: 5.0.0}
",
                r"
",
            ),
            instead: Some(
                "Wait until no supported upgrade starts from a release that documented it; then accept the change in\n\
             `schema-diff.yaml`, with that reason.",
            ),
        },
        mirror: Mirror::Rule("attribute-added-hidden"),
        check: Check::Type(attribute_removed_after_hidden),
    },
    Rule {
        id: "attribute-added-hidden",
        severity: Severity::Safe,
        object: Object::Attribute,
        aspect: None,
        verb: Verb::AddedHidden,
        summary: "A HIDDEN attribute was added",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Templates written for a different version of Heat can use it.",
            why: "It was reintroduced, or was missing from the schema before.",
            example: Example::of_token(
                r"
",
                r"
attributes:
  value:
    description: The token.
    support_status:
      - {status: HIDDEN, version: 7.0.0, message: Use show.}
      - {status: DEPRECATED, version: 5.0.0}
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("attribute-removed-after-hidden"),
        check: Check::Type(attribute_added_hidden),
    },
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
    type: string
",
                r"
attributes:
  value:
    description: The token.
    type: map
",
            ),
            instead: Some("Add a new attribute with the new type, and deprecate this one."),
        },
        mirror: Mirror::Rule("attribute-type-changed"),
        check: Check::Type(attribute_type_changed),
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
",
                r"
attributes:
  value:
    description: The token.
    type: map
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("attribute-type-undeclared"),
        check: Check::Type(attribute_type_declared),
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
    type: map
",
                r"
attributes:
  value:
    description: The token.
",
            ),
            instead: Some("Keep the type if it is known."),
        },
        mirror: Mirror::Rule("attribute-type-declared"),
        check: Check::Type(attribute_type_undeclared),
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
",
                r"
attributes:
  value:
    description: The token.
    cache_mode: cache_none
",
            ),
            instead: Some("Check that the value can safely be cached."),
        },
        mirror: Mirror::Rule("attribute-cache-mode-changed"),
        check: Check::Type(attribute_cache_mode_changed),
    },
];

fn attribute_renamed(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    for renamed in types.renamed_attributes() {
        let place = Place { after: types.attribute(renamed.to).after, ..types.attribute(renamed.from) };
        findings
            .report(&place, format!("attribute `{}` was renamed to `{}`", renamed.from, renamed.to))
            .values(Some(&renamed.from), Some(&renamed.to));
    }
}

fn attribute_description_changed(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    for (name, before) in &types.before.attributes {
        let Some(after) = types.after.attributes.get(name) else { continue };
        if before.description != after.description {
            findings
                .report(
                    &types.attribute(name).join("description"),
                    format!("the description of attribute `{name}` changed"),
                )
                .values(Some(&before.description), Some(&after.description));
        }
    }
}

fn attribute_added(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    for (name, schema) in types.new_attributes() {
        if !schema.support_status.is_hidden() {
            findings
                .report(&types.attribute(name), format!("attribute `{name}` was added"))
                .values(None::<&()>, Some(&schema.attribute_type));
        }
    }
}

fn attribute_removed(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    for (name, schema) in types.gone_attributes() {
        if !schema.support_status.is_hidden() {
            findings
                .report(&types.attribute(name), format!("attribute `{name}` was removed"))
                .values(Some(&schema.attribute_type), None::<&()>);
        }
    }
}

fn attribute_removed_after_hidden(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    for (name, schema) in types.gone_attributes() {
        if schema.support_status.is_hidden() {
            findings
                .report(&types.attribute(name), format!("HIDDEN attribute `{name}` was removed"))
                .values(Some(&schema.attribute_type), None::<&()>);
        }
    }
}

fn attribute_added_hidden(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    for (name, schema) in types.new_attributes() {
        if schema.support_status.is_hidden() {
            findings
                .report(&types.attribute(name), format!("HIDDEN attribute `{name}` was added"))
                .values(None::<&()>, Some(&schema.attribute_type));
        }
    }
}

fn attribute_type_changed(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    for (name, before) in &types.before.attributes {
        let Some(after) = types.after.attributes.get(name) else { continue };
        if before.attribute_type.zip(after.attribute_type).is_some_and(|(old, new)| old != new) {
            findings
                .report(
                    &types.attribute(name).join("type"),
                    format!("the type of attribute `{name}` changed"),
                )
                .values(before.attribute_type.as_ref(), after.attribute_type.as_ref());
        }
    }
}

fn attribute_type_declared(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    for (name, before) in &types.before.attributes {
        let Some(after) = types.after.attributes.get(name) else { continue };
        if before.attribute_type.is_none() && after.attribute_type.is_some() {
            findings
                .report(
                    &types.attribute(name).join("type"),
                    format!("attribute `{name}` now declares its type"),
                )
                .values(before.attribute_type.as_ref(), after.attribute_type.as_ref());
        }
    }
}

fn attribute_type_undeclared(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    for (name, before) in &types.before.attributes {
        let Some(after) = types.after.attributes.get(name) else { continue };
        if before.attribute_type.is_some() && after.attribute_type.is_none() {
            findings
                .report(
                    &types.attribute(name).join("type"),
                    format!("attribute `{name}` no longer declares its type"),
                )
                .values(before.attribute_type.as_ref(), after.attribute_type.as_ref());
        }
    }
}

fn attribute_cache_mode_changed(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    for (name, before) in &types.before.attributes {
        let Some(after) = types.after.attributes.get(name) else { continue };
        if before.cache_mode != after.cache_mode {
            findings
                .report(
                    &types.attribute(name).join("cache_mode"),
                    format!("caching of attribute `{name}` changed"),
                )
                .values(Some(&before.cache_mode), Some(&after.cache_mode));
        }
    }
}
