//! The types of values.

use crate::rule::{Docs, Example, Object, Verb};
use crate::type_change::{self, TypeChange};
use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "property-type-changed",
        severity: Severity::Breaking,
        object: Object::Property,
        aspect: Some("type"),
        verb: Verb::Changed,
        summary: "The type of a property changed",
        docs: Docs {
            stacks: "The next update is refused if its template gives a value that is no longer accepted. Others may replace the resource: they\n\
             are read differently.",
            templates: "Templates with a value that the new type and its constraints refuse are refused.",
            why: "Heat converts every value to the type of its property, and then checks the constraints.",
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
    type: map
    description: How it is called.
",
            ),
            instead: Some(
                "Add a property with the new type, deprecate this one, and move its value with a translation rule.",
            ),
        },
        mirror: Mirror::Rule("property-type-changed"),
        check: Check::Property(|pair, findings| {
            type_change::report(pair, TypeChange::Other, findings);
        }),
    },
    Rule {
        id: "property-type-narrowed",
        severity: Severity::Breaking,
        object: Object::Property,
        aspect: Some("type"),
        verb: Verb::Narrowed,
        summary: "A number property became an integer property",
        docs: Docs {
            stacks: "The next update is refused if its template gives a value that is no integer. A fraction is cut off, which may change the\n\
             property.",
            templates: "Text with a fraction, such as `'1.5'`, is refused. The number `1.5` is read as `1`.",
            why: "Heat converts every value to the type of its property.",
            example: Example::of_token(
                r"
properties:
  name:
    type: number
    description: How it is called.
",
                r"
properties:
  name:
    type: integer
    description: How it is called.
",
            ),
            instead: Some(
                "Keep the type and refuse fractions with `modulo: {step: 1, offset: 0}`, or add a property with the new type and deprecate\n\
             this one.",
            ),
        },
        mirror: Mirror::Rule("property-type-generalised"),
        check: Check::Property(|pair, findings| {
            type_change::report(pair, TypeChange::Narrowed, findings);
        }),
    },
    Rule {
        id: "property-type-generalised",
        severity: Severity::Safe,
        object: Object::Property,
        aspect: Some("type"),
        verb: Verb::Widened,
        summary: "An integer property became a number property",
        docs: Docs {
            stacks: "Nothing changes, unless a template gives a fraction: Heat used to cut it off.",
            templates: "Templates can give fractions.",
            why: "Every integer is a number, and the constraints accept what they did.",
            example: Example::of_token(
                r"
properties:
  name:
    type: integer
    description: How it is called.
",
                r"
properties:
  name:
    type: number
    description: How it is called.
",
            ),
            instead: Some("Check that the plug-in works with fractions."),
        },
        mirror: Mirror::Rule("property-type-narrowed"),
        check: Check::Property(|pair, findings| {
            type_change::report(pair, TypeChange::Generalised, findings);
        }),
    },
    Rule {
        id: "property-type-changed-to-string",
        severity: Severity::Dangerous,
        object: Object::Property,
        aspect: Some("type"),
        verb: Verb::Changed,
        summary: "A property is read as text, and still accepts all that it did",
        docs: Docs {
            stacks: "An update may change the property: `true` and `'true'` are two texts, but were one value.",
            templates: "The same templates are valid, and can give any text.",
            why: "The plug-in gets `true` as the text `True`, with a capital.",
            example: Example::of_token(
                r"
properties:
  name:
    type: boolean
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
                "Add a constraint with the values that were accepted, and check that the plug-in reads text.",
            ),
        },
        mirror: Mirror::None(
            "The other way, `property-type-changed` finds it: a text need not be a boolean.",
        ),
        check: Check::Property(|pair, findings| {
            type_change::report(pair, TypeChange::ToString, findings);
        }),
    },
    Rule {
        id: "property-type-changed-to-any",
        severity: Severity::Dangerous,
        object: Object::Property,
        aspect: Some("type"),
        verb: Verb::Changed,
        summary: "A property now accepts any value",
        docs: Docs {
            stacks: "An update may change the property: values are compared as they are written.",
            templates: "All values are accepted. What was converted before, such as `'false'` for a boolean, reaches the plug-in as it is written, and\n\
             Heat ignores the default.",
            why: "Heat neither converts a value of type `any` nor replaces a missing one by the default.",
            example: Example::of_token(
                r"
properties:
  size:
    description: How large it is.
    type: boolean
    default: true

",
                r"
properties:
  size:
    description: How large it is.
    type: any
    default: true

",
            ),
            instead: Some("Keep the type, or convert the values in the plug-in, default included."),
        },
        mirror: Mirror::Rule("property-type-changed-from-any"),
        check: Check::Property(property_type_changed_to_any),
    },
    Rule {
        id: "property-type-changed-from-any",
        severity: Severity::Breaking,
        object: Object::Property,
        aspect: Some("type"),
        verb: Verb::Changed,
        summary: "A property no longer accepts every type of value",
        docs: Docs {
            stacks: "The next update is refused if its template gives a value of another type.",
            templates: "Values of other types are refused, and were accepted. A default, which Heat ignored, now takes effect.",
            why: "A property of type `any` accepts whatever is given.",
            example: Example::of_token(
                r"
properties:
  size:
    description: How large it is.
    type: any

",
                r"
properties:
  size:
    description: How large it is.
    type: boolean

",
            ),
            instead: Some(
                "Keep the type and refuse values in the plug-in, or add a property with the new type and deprecate the old one.",
            ),
        },
        mirror: Mirror::Rule("property-type-changed-to-any"),
        check: Check::Property(|pair, findings| {
            type_change::report(pair, TypeChange::FromAny, findings);
        }),
    },
    Rule {
        id: "property-type-changed-compatibly",
        severity: Severity::Dangerous,
        object: Object::Property,
        aspect: Some("type"),
        verb: Verb::Changed,
        summary: "A property is read as another type, and still accepts all that it did",
        docs: Docs {
            stacks: "An update may change the property: `'05'` and `'5'` are two texts, but one number.",
            templates: "The same templates are valid.",
            why: "The old constraints admit nothing that the new type does not, but the plug-in gets values of another type.",
            example: Example::of_token(
                r"
properties:
  size:
    description: How large it is.
    type: string
    constraints:
      - allowed_pattern: '[0-9]+'

",
                r"
properties:
  size:
    description: How large it is.
    type: integer

",
            ),
            instead: Some(
                "Nothing has to be done for templates. Check that the plug-in works with values of the new type.",
            ),
        },
        mirror: Mirror::None(
            "With the sides exchanged, `property-type-changed` finds it: some values are lost.",
        ),
        check: Check::Property(|pair, findings| {
            type_change::report(pair, TypeChange::Compatible, findings);
        }),
    },
];

fn property_type_changed_to_any(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let Some(finding) = type_change::report(pair, TypeChange::ToAny, findings) else { return };
    finding.note("values reach the plug-in as they are written, without conversion");
    if pair.before.default.is_some() && pair.after.default.is_some() {
        finding.note("Heat ignores the default of a property of type `any`");
    }
}
