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
            stacks: "Stacks whose template asks for it cannot be updated: the template is refused.",
            templates: "Templates that ask for the old name are refused.",
            why: "An attribute that went and one that came are the same. Heat knows the new name only.",
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
            instead: Some("Keep the old name, DEPRECATED, and answer it with the same value."),
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
            why: "Only the words are others.",
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
            templates: "Templates can ask for it.",
            why: "Nothing that was written before knows it.",
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
            stacks: "Stacks whose template asks for it cannot be updated.",
            templates: "Templates that ask for it are refused.",
            why: "Heat refuses `get_attr` of an attribute that it does not know.",
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
            instead: Some("Deprecate it with a message, and hide it a release later."),
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
            stacks: "Stacks whose template still asks for it cannot be updated.",
            templates: "Templates that ask for it are refused. It was shown to nobody.",
            why: "This is how the life of an attribute ends.",
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
                "Wait until no supported upgrade leads from a release that showed it; then allow it in `schema-diff.yaml`, with that reason.",
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
            templates: "Templates written for another Heat can ask for it.",
            why: "It comes back, or was missed before.",
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
            stacks: "What is made of its value may fail or differ.",
            templates: "The same templates are valid; what they make of the value may fail.",
            why: "Functions and properties take a value of another type differently, or not at all.",
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
            instead: Some("Give the new type an attribute of its own, and deprecate this one."),
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
            templates: "Nothing changes; tools know more.",
            why: "The value is what it was.",
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
            templates: "Nothing changes; tools know less.",
            why: "The value is what it was.",
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
            instead: Some("Leave the type where it is known."),
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
            stacks: "A value may be read once where it was read anew each time, or the other way.",
            templates: "The same templates are valid, and may see an older value, or a newer one.",
            why: "`cache_none` asks the service each time; `cache_local` keeps what it said.",
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
            instead: Some("See that the value may be kept where it is."),
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
