//! The types of values.

use crate::pairs::type_change::TypeChange;
use crate::rule::check::report_type_change;
use crate::rule::{Docs, Example, Object, Verb};
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
            stacks: "The next update is refused if its template has a value that is no longer accepted. Other values may replace the resource,\n\
             because they are converted differently.",
            templates: "Templates with a value that the new type or its constraints do not accept are refused.",
            why: "Heat converts every value to the type of its property and then checks the constraints.",
            example: Example::of_token(
                r"
 properties:
   name:
-    type: list
+    type: map
     description: Name of the token.
",
            ),
            instead: Some(
                "Add a property with the new type, deprecate this one, and move its value with a translation rule.",
            ),
        },
        mirror: Mirror::Rule("property-type-changed"),
        check: Check::PropertyType(TypeChange::Other),
    },
    Rule {
        id: "property-type-narrowed",
        severity: Severity::Breaking,
        object: Object::Property,
        aspect: Some("type"),
        verb: Verb::Narrowed,
        summary: "A number property became an integer property",
        docs: Docs {
            stacks: "The next update is refused if its template has a string that is not an integer. Fractions of numbers are cut off, which may\n\
             change the property.",
            templates: "A string with a fraction, such as `'1.5'`, is refused. The number `1.5` is read as `1`.",
            why: "Heat converts every value to the type of its property.",
            example: Example::of_token(
                r"
 properties:
   name:
-    type: number
+    type: integer
     description: Name of the token.
",
            ),
            instead: Some(
                "Keep the type and refuse fractions with `modulo: {step: 1, offset: 0}`, or add a property with the new type and deprecate\n\
             this one.",
            ),
        },
        mirror: Mirror::Rule("property-type-generalised"),
        check: Check::PropertyType(TypeChange::Narrowed),
    },
    Rule {
        id: "property-type-generalised",
        severity: Severity::Safe,
        object: Object::Property,
        aspect: Some("type"),
        verb: Verb::Widened,
        summary: "An integer property became a number property",
        docs: Docs {
            stacks: "Nothing changes, unless a template has a fraction: Heat used to cut it off.",
            templates: "Templates can use fractions.",
            why: "Every integer is a number, and the constraints accept the same values.",
            example: Example::of_token(
                r"
 properties:
   name:
-    type: integer
+    type: number
     description: Name of the token.
",
            ),
            instead: Some("Check that the plug-in handles fractions."),
        },
        mirror: Mirror::Rule("property-type-narrowed"),
        check: Check::PropertyType(TypeChange::Generalised),
    },
    Rule {
        id: "property-type-changed-to-string",
        severity: Severity::Dangerous,
        object: Object::Property,
        aspect: Some("type"),
        verb: Verb::Changed,
        summary: "A property became a string and still accepts all previous values",
        docs: Docs {
            stacks: "An update may change the property: `true` and `'true'` are now different strings, but used to be the same value.",
            templates: "The same templates are valid, and any string is accepted.",
            why: "The plug-in receives `true` as the string `True`, capitalised.",
            example: Example::of_token(
                r"
 properties:
   name:
-    type: boolean
+    type: string
     description: Name of the token.
",
            ),
            instead: Some(
                "Add a constraint that lists the values that were accepted, and check that the plug-in handles strings.",
            ),
        },
        mirror: Mirror::None(
            "`property-type-changed` reports the opposite change: not every string is a boolean.",
        ),
        check: Check::PropertyType(TypeChange::ToString),
    },
    Rule {
        id: "property-type-changed-to-any",
        severity: Severity::Dangerous,
        object: Object::Property,
        aspect: Some("type"),
        verb: Verb::Changed,
        summary: "A property now accepts any value",
        docs: Docs {
            stacks: "An update may change the property: values are compared as written.",
            templates: "All values are accepted. Values that used to be converted, such as `'false'` for a boolean, reach the plug-in as written, and\n\
             Heat ignores the default.",
            why: "Heat does not convert values of type `any`, and does not apply a default to them.",
            example: Example::of_token(
                r"
 properties:
   size:
     description: How large it is.
-    type: boolean
+    type: any
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
            stacks: "The next update is refused if its template has a value of another type.",
            templates: "Values of other types used to be accepted and are now refused. A default, which Heat used to ignore, now takes effect.",
            why: "A property of type `any` accepts every value.",
            example: Example::of_token(
                r"
 properties:
   size:
     description: How large it is.
-    type: any
+    type: boolean

",
            ),
            instead: Some(
                "Keep the type and refuse values in the plug-in, or add a new property with the new type and deprecate the old one.",
            ),
        },
        mirror: Mirror::Rule("property-type-changed-to-any"),
        check: Check::PropertyType(TypeChange::FromAny),
    },
    Rule {
        id: "property-type-changed-compatibly",
        severity: Severity::Dangerous,
        object: Object::Property,
        aspect: Some("type"),
        verb: Verb::Changed,
        summary: "The type of a property changed, and it still accepts all previous values",
        docs: Docs {
            stacks: "An update may change the property: `'05'` and `'5'` are different strings, but the same number.",
            templates: "The same templates are valid.",
            why: "Every value that the old constraints accept is valid for the new type, but the plug-in receives values of another type.",
            example: Example::of_token(
                r"
 properties:
   size:
     description: How large it is.
-    type: string
-    constraints:
-      - allowed_pattern: '[0-9]+'
+    type: integer

",
            ),
            instead: Some("Templates need no change. Check that the plug-in handles values of the new type."),
        },
        mirror: Mirror::None(
            "`property-type-changed` reports the opposite change: some values are no longer accepted.",
        ),
        check: Check::PropertyType(TypeChange::Compatible),
    },
];

fn property_type_changed_to_any(pair: &PropertyPair<'_>, findings: &mut Findings<'_>) {
    let Some(finding) = report_type_change(pair, TypeChange::ToAny, findings) else { return };
    finding.note("values reach the plug-in as written, without conversion");
    if pair.before.default.is_some() && pair.after.default.is_some() {
        finding.note("Heat ignores the default of a property of type `any`");
    }
}
