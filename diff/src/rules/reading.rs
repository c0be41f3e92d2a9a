//! Whether and how values are read: `implemented`, `allow_conversion` and nested schemas.

use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "property-implemented-removed",
        severity: Severity::Breaking,
        object: Object::Property,
        aspect: Some("implemented"),
        verb: Verb::Removed,
        summary: "A property is no longer implemented",
        docs: Docs {
            stacks: "Stacks whose template gives it cannot be updated: the template is refused.",
            templates: "Templates that give it are refused.",
            why: "Heat refuses a property that its schema calls not implemented.",
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
    implemented: false
",
            ),
            instead: Some("Deprecate the property, and let the plug-in take no notice of it."),
        },
        mirror: Mirror::Rule("property-implemented-added"),
        check: Check::Property(property_implemented_removed),
    },
    Rule {
        id: "property-implemented-added",
        severity: Severity::Safe,
        object: Object::Property,
        aspect: Some("implemented"),
        verb: Verb::Added,
        summary: "A property is now implemented",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Templates can give it, and were refused.",
            why: "Nothing used it, as Heat refused it.",
            example: Example::of_token(
                r"
properties:
  name:
    type: string
    description: How it is called.
    implemented: false
",
                r"
properties:
  name:
    type: string
    description: How it is called.
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("property-implemented-removed"),
        check: Check::Property(property_implemented_added),
    },
    Rule {
        id: "property-allow-conversion-removed",
        severity: Severity::Breaking,
        object: Object::Property,
        aspect: Some("allow_conversion"),
        verb: Verb::Removed,
        summary: "A map or list no longer accepts other types",
        docs: Docs {
            stacks: "Stacks whose template relies on it cannot be updated: the template is refused.",
            templates: "Templates that give text or another collection than the type says are refused.",
            why: "With `allow_conversion`, a list takes text, split at its commas, and a map takes text, or a list written as JSON.",
            example: Example::of_token(
                r"
properties:
  name:
    type: list
    description: How it is called.
    allow_conversion: true
",
                r"
properties:
  name:
    type: list
    description: How it is called.
",
            ),
            instead: Some("Keep the conversion: it costs nothing."),
        },
        mirror: Mirror::Rule("property-allow-conversion-added"),
        check: Check::Property(property_allow_conversion_removed),
    },
    Rule {
        id: "property-allow-conversion-added",
        severity: Severity::Safe,
        object: Object::Property,
        aspect: Some("allow_conversion"),
        verb: Verb::Added,
        summary: "A map or list now also accepts other types",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Templates can also give text, or another collection than the type says.",
            why: "With `allow_conversion`, a list takes text, split at its commas, and a map takes text, or a list written as JSON.",
            example: Example::of_token(
                r"
properties:
  name:
    type: list
    description: How it is called.
",
                r"
properties:
  name:
    type: list
    description: How it is called.
    allow_conversion: true
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("property-allow-conversion-removed"),
        check: Check::Property(property_allow_conversion_added),
    },
    Rule {
        id: "nested-schema-added",
        severity: Severity::Breaking,
        object: Object::Property,
        aspect: Some("schema"),
        verb: Verb::Added,
        summary: "The contents of a map or list got a schema",
        docs: Docs {
            stacks: "Stacks whose template gives what the schema does not have cannot be updated: the template is refused.",
            templates: "Templates that give other members, or values that do not fit, are refused.",
            why: "Without a schema, Heat takes every member and item as it is.",
            example: Example::of_token(
                r"
properties:
  name:
    type: map
    description: How it is called.
",
                r"
properties:
  name:
    type: map
    description: How it is called.
    schema:
      size:
        type: integer
        description: How large it is.
",
            ),
            instead: Some("Add a property with the schema, and deprecate the old one."),
        },
        mirror: Mirror::Rule("nested-schema-removed"),
        check: Check::Property(nested_schema_added),
    },
    Rule {
        id: "nested-schema-removed",
        severity: Severity::Dangerous,
        object: Object::Property,
        aspect: Some("schema"),
        verb: Verb::Removed,
        summary: "The schema of the contents of a map or list was removed",
        docs: Docs {
            stacks: "Values reach the plug-in as the template writes them, without the defaults of members, which may count as a change.",
            templates: "Templates are accepted that were refused, mistakes in names included.",
            why: "Without a schema, Heat takes every member and item as it is: nothing is converted, and no default is put in.",
            example: Example::of_token(
                r"
properties:
  name:
    type: map
    description: How it is called.
    schema:
      size:
        type: integer
        description: How large it is.
",
                r"
properties:
  name:
    type: map
    description: How it is called.
",
            ),
            instead: Some("Keep the schema, and add what is missing in it."),
        },
        mirror: Mirror::Rule("nested-schema-added"),
        check: Check::Property(nested_schema_removed),
    },
    Rule {
        id: "nested-schema-changed",
        severity: Severity::Breaking,
        object: Object::Property,
        aspect: Some("schema"),
        verb: Verb::Changed,
        summary: "The schema of the contents of a map or list took another form",
        docs: Docs {
            stacks: "Stacks whose template gives what the schema does not have cannot be updated: the template is refused.",
            templates: "Templates that give members by name, where items are wanted, are refused; and the other way round.",
            why: "A schema either names members or is one for all items.",
            example: Example::of_token(
                r"
properties:
  name:
    type: map
    description: How it is called.
    schema:
      size:
        type: integer
        description: How large it is.
",
                r"
properties:
  name:
    type: map
    description: How it is called.
    schema:
      '*':
        type: integer
        description: How large it is.
",
            ),
            instead: Some("Add a property with the new schema, and deprecate the old one."),
        },
        mirror: Mirror::Rule("nested-schema-changed"),
        check: Check::Property(nested_schema_changed),
    },
    Rule {
        id: "nested-schema-added-compatibly",
        severity: Severity::Safe,
        object: Object::Property,
        aspect: Some("schema"),
        verb: Verb::Added,
        summary: "The items of a list got a schema that refuses none of them",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Nothing changes: every item is accepted, as before.",
            why: "An item of type `any` is taken as it is written, as without a schema. Where the list names its items, the schema accepts\n\
             these.",
            example: Example::of_token(
                r"
properties:
  size:
    description: How large it is.
    type: list

",
                r"
properties:
  size:
    description: How large it is.
    type: list
    schema:
      '*':
        type: any
        description: Anything.

",
            ),
            instead: None,
        },
        mirror: Mirror::None("With the sides exchanged, `nested-schema-removed` finds it."),
        check: Check::Property(nested_schema_added_compatibly),
    },
];

fn property_implemented_removed(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    if pair.around_is_closed || !pair.before.implemented || pair.after.implemented {
        return;
    }
    findings
        .report(&pair.place.join("implemented"), format!("Heat no longer implements {}", pair.name()))
        .values(Some(&true), Some(&false));
}

fn property_implemented_added(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    if pair.around_is_closed || pair.before.implemented || !pair.after.implemented {
        return;
    }
    findings
        .report(&pair.place.join("implemented"), format!("Heat now implements {}", pair.name()))
        .values(Some(&false), Some(&true));
}

fn property_allow_conversion_removed(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    if pair.is_closed || !pair.before.allow_conversion || pair.after.allow_conversion {
        return;
    }
    findings
        .report(
            &pair.place.join("allow_conversion"),
            format!("conversion is no longer allowed for {}", pair.name()),
        )
        .values(Some(&pair.before.allow_conversion), Some(&pair.after.allow_conversion));
}

fn property_allow_conversion_added(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    if pair.is_closed || pair.before.allow_conversion || !pair.after.allow_conversion {
        return;
    }
    findings
        .report(&pair.place.join("allow_conversion"), format!("conversion was allowed for {}", pair.name()))
        .values(Some(&pair.before.allow_conversion), Some(&pair.after.allow_conversion));
}

fn nested_schema_added(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    if pair.nested_schema_was_added() && !pair.new_item_schema_refuses_nothing() {
        findings
            .report(&pair.place.join("schema"), format!("the contents of {} got a schema", pair.name()))
            .values(None::<&()>, Some(&pair.after.schema));
    }
}

fn nested_schema_removed(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let is_same_type = pair.before.property_type == pair.after.property_type;
    if is_same_type && !pair.is_closed && pair.before.schema.is_some() && pair.after.schema.is_none() {
        findings
            .report(
                &pair.place.join("schema"),
                format!("the contents of {} no longer have a schema", pair.name()),
            )
            .values(Some(&pair.before.schema), None::<&()>);
    }
}

fn nested_schema_changed(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    if pair.is_closed || pair.before.property_type != pair.after.property_type {
        return;
    }
    let (Some(before), Some(after)) = (&pair.before.schema, &pair.after.schema) else { return };
    if std::mem::discriminant(before) != std::mem::discriminant(after) {
        findings
            .report(
                &pair.place.join("schema"),
                format!("the schema of the contents of {} took another form", pair.name()),
            )
            .values(Some(before), Some(after));
    }
}

fn nested_schema_added_compatibly(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    if pair.nested_schema_was_added() && pair.new_item_schema_refuses_nothing() {
        findings
            .report(
                &pair.place.join("schema"),
                format!("the items of {} got a schema that refuses none of them", pair.name()),
            )
            .values(None::<&()>, Some(&pair.after.schema));
    }
}
