//! The types of attributes, and their caching.

use heat_model::AttributeType;

use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Findings, Mirror, Rule, Severity, TypePair};

pub(super) static RULES: &[Rule] = &[
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

fn attribute_type_changed(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    let changed = |old: Option<_>, new| old.zip(new).is_some_and(|(old, new)| old != new);
    report_types(types, findings, changed, |name| format!("the type of attribute `{name}` changed"));
}

fn attribute_type_declared(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    let declared = |old: Option<_>, new: Option<_>| old.is_none() && new.is_some();
    report_types(types, findings, declared, |name| format!("attribute `{name}` now declares its type"));
}

fn attribute_type_undeclared(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    let undeclared = |old: Option<_>, new: Option<_>| old.is_some() && new.is_none();
    report_types(types, findings, undeclared, |name| {
        format!("attribute `{name}` no longer declares its type")
    });
}

/// Reports the attributes of both sides whose types are a finding.
fn report_types(
    types: &TypePair<'_>,
    findings: &mut Findings<'_>,
    is_finding: impl Fn(Option<AttributeType>, Option<AttributeType>) -> bool,
    message: impl Fn(&str) -> String,
) {
    for (name, before) in &types.before.attributes {
        let Some(after) = types.after.attributes.get(name) else { continue };
        if is_finding(before.attribute_type, after.attribute_type) {
            findings
                .report(&types.attribute(name).join("type"), message(name))
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
