//! Changes found by trying property data on both schemas of a type.

use heat_model::Value;
use heat_model::update::Decision;

use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Evidence, Findings, Mirror, Rule, Severity, Trial, TypePair};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "templates-refused",
        severity: Severity::Breaking,
        object: Object::ResourceType,
        aspect: None,
        verb: Verb::Refused,
        summary: "Templates that used to be accepted are now refused",
        docs: Docs {
            stacks: "The next update is refused if its template has such data.",
            templates: "Templates with such data are refused.",
            why: "Translation rules and properties interact: a rule that connects two properties refuses templates that set both, and its\n\
             value has to match the target's type. Such effects are found by trying property data on both schemas, and are reported\n\
             if no other rule explains them. The report contains the data.",
            example: Example::of_property(
                r"
   label:
     type: string
     description: What else it is called.
+translation_rules:
+  - {rule: replace, translation_path: [name], value_path: [label]}
",
            ),
            instead: Some(
                "Add the rule only for a new property, and give that property the type, constraints and update behaviour of the old one.",
            ),
        },
        mirror: Mirror::None(
            "In the opposite direction more is accepted, which the rules for the causes report.",
        ),
        check: Check::Trial(templates_refused),
    },
    Rule {
        id: "update-replaces-resource",
        severity: Severity::Breaking,
        object: Object::ResourceType,
        aspect: None,
        verb: Verb::Replaced,
        summary: "An update now replaces the resource, or is refused",
        docs: Docs {
            stacks: "An update of the stack destroys and recreates the resource, or fails.",
            templates: "The same templates are valid.",
            why: "If a translation rule moves a value to another property, that property determines what an update does. Such effects are\n\
             found by trying updates on both schemas, and are reported if no other rule explains them. The report contains the update.",
            example: Example::of_property(
                r"
     update_allowed: true
+  label:
+    type: string
+    description: Name of the token.
+    support_status: [{version: 7.0.0}]
+translation_rules:
+  - {rule: replace, translation_path: [label], value_path: [name]}
",
            ),
            instead: Some("Give the new property the update behaviour of the old one."),
        },
        mirror: Mirror::None(
            "In the opposite direction updates do less harm, which the rules for the causes report.",
        ),
        check: Check::Trial(update_replaces_resource),
    },
];

fn templates_refused(types: &TypePair<'_>, trial: &Trial, findings: &mut Findings<'_>) {
    let Some(refusal) = &trial.refusal else { return };
    let finding = findings.report(&types.place(), format!("templates are refused: {}", refusal.error));
    finding.refuses(&refusal.data);
}

fn update_replaces_resource(types: &TypePair<'_>, trial: &Trial, findings: &mut Findings<'_>) {
    let Some(worsening) = &trial.worsening else { return };
    let name = &worsening.property;
    let what = match (worsening.was, worsening.is) {
        (Decision::NoChange, Decision::Refused) => {
            format!(
                "every update is now refused: the value of `{name}` can no longer be read, so that it counts as changed"
            )
        }
        (Decision::NoChange, _) => {
            format!(
                "every update now replaces the resource: the value of `{name}` can no longer be read, so that it counts as changed"
            )
        }
        (Decision::Replace, _) => {
            format!("changing `{name}` is now refused; it used to replace the resource")
        }
        (_, Decision::Refused) => format!("changing `{name}` is now refused; it used to be updated in place"),
        _ => format!("changing `{name}` now replaces the resource; it used to be updated in place"),
    };
    let [old, new] = [&worsening.old, &worsening.new].map(|data| Value::from(data.clone()));
    let finding = findings.report(&types.property(name), what);
    finding.note(match worsening.was {
        Decision::NoChange => format!("for example, with {old}"),
        _ => format!("for example, an update from {old} to {new}"),
    });
    finding.evidence = Some(Evidence { data: worsening.old.clone(), update: Some(worsening.new.clone()) });
}
