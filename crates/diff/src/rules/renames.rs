//! Properties that were renamed.

use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Findings, MembersPair, Mirror, Rule, Severity};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "property-renamed",
        severity: Severity::Breaking,
        object: Object::Property,
        aspect: None,
        verb: Verb::Renamed,
        summary: "A property was renamed",
        docs: Docs {
            stacks: "Stacks whose template sets the property cannot be updated: Heat refuses the template.",
            templates: "Templates that use the old name are refused.",
            why: "A property that was removed and one that was added have the same schema. Heat only knows the new name.",
            example: Example::of_token(
                r"
 properties:
-  length:
+  size:
     type: integer
     description: Name of the token.
",
            ),
            instead: Some(
                "Keep the old name as HIDDEN or DEPRECATED, and move its value to the new one with a `replace` rule.",
            ),
        },
        mirror: Mirror::Rule("property-renamed"),
        check: Check::Members(property_renamed),
    },
    Rule {
        id: "property-renamed-with-translation",
        severity: Severity::Safe,
        object: Object::Property,
        aspect: None,
        verb: Verb::Renamed,
        summary: "A property was renamed; the old name still works",
        docs: Docs {
            stacks: "Nothing changes: Heat treats the old name as the new one, so switching to the new name is not a change.",
            templates: "Both names work, but not together.",
            why: "A `replace` rule moves the value from the old name to the new one.",
            example: Example::of_token(
                r"
 properties:
   length:
     type: integer
     description: Name of the token.
+  size:
+    type: integer
+    description: Name of the token.
+    support_status: [{version: 7.0.0}]
+translation_rules:
+  - {rule: replace, translation_path: [size], value_path: [length]}
",
            ),
            instead: None,
        },
        mirror: Mirror::None(
            "The opposite change removes the new property, which `property-removed` reports.",
        ),
        check: Check::Members(property_renamed_with_translation),
    },
];

fn property_renamed(members: &MembersPair<'_>, findings: &mut Findings<'_>) {
    for renamed in members.renamed() {
        let mut place = members.member(renamed.from);
        place.after = members.member(renamed.to).after;
        findings
            .report(&place, format!("`{}` was renamed to `{}`", members.name_of(renamed.from), renamed.to))
            .values(Some(&renamed.from), Some(&renamed.to));
    }
}

fn property_renamed_with_translation(members: &MembersPair<'_>, findings: &mut Findings<'_>) {
    for (name, _) in members.new_members() {
        if let Some(old) = members.takes_over_from(name) {
            findings
                .report(&members.member(name), format!("`{}` was renamed to `{name}`", members.name_of(old)))
                .values(Some(&old), Some(&name))
                .note("a translation rule moves the value from the old name to the new one");
        }
    }
}
