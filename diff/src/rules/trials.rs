//! What property data show on both sides of a type.

use heat_model::Value;
use heat_model::update::Decision;
use indexmap::IndexMap;

use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Findings, Mirror, Rule, Severity, Trial, TypePair};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "templates-refused",
        severity: Severity::Breaking,
        object: Object::ResourceType,
        aspect: None,
        verb: Verb::Refused,
        summary: "Templates that were accepted are refused",
        docs: Docs {
            stacks: "The next update is refused if its template gives such data.",
            templates: "Templates with such data are refused.",
            why: "Rules and properties work together: a translation rule that joins two properties refuses templates that give both, and its\n\
             value has to be of the target's type. What follows from that is found by trying property data on both schemas, and reported\n\
             where no other rule explains it. The data are in the report.",
            example: Example::of_token(
                r"
properties:
  name:
    type: string
    description: How it is called.
  label:
    type: string
    description: What else it is called.
",
                r"
properties:
  name:
    type: string
    description: How it is called.
  label:
    type: string
    description: What else it is called.
translation_rules:
  - {rule: replace, translation_path: [name], value_path: [label]}
",
            ),
            instead: Some(
                "Add the rule only for a property that is new, and give it the type, the constraints and the update behavior of the old one.",
            ),
        },
        mirror: Mirror::None(
            "With the sides exchanged, more is accepted: the rules for its causes report that.",
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
            stacks: "An update of the stack destroys what the resource stands for, or fails.",
            templates: "The same templates are valid.",
            why: "Where a translation rule puts a value under another property, it is that property which decides what a change does. What\n\
             follows is found by trying updates on both schemas, and reported where no other rule explains it. The update is in the report.",
            example: Example::of_token(
                r"
properties:
  name:
    type: string
    description: How it is called.
    update_allowed: true
",
                r"
properties:
  name:
    type: string
    description: How it is called.
    update_allowed: true
  label:
    type: string
    description: How it is called.
    support_status: [{version: 7.0.0}]
translation_rules:
  - {rule: replace, translation_path: [label], value_path: [name]}
",
            ),
            instead: Some("Give the new property the update behavior of the old one."),
        },
        mirror: Mirror::None(
            "With the sides exchanged, updates do less harm: the rules for its causes report that.",
        ),
        check: Check::Trial(update_replaces_resource),
    },
];

fn templates_refused(types: &TypePair<'_>, trial: &Trial, findings: &mut Findings<'_>) {
    let Some(refusal) = &trial.refusal else { return };
    let given = Value::from(refusal.evidence.data.clone());
    let finding = findings.report(&types.place(), format!("templates are refused: {}", refusal.error));
    finding.note(format!("the properties {given} were accepted and are now refused"));
    finding.evidence = Some(refusal.evidence.clone());
}

fn update_replaces_resource(types: &TypePair<'_>, trial: &Trial, findings: &mut Findings<'_>) {
    let Some(worsening) = &trial.worsening else { return };
    let name = &worsening.property;
    let what = match (worsening.was, worsening.is) {
        (Decision::Replace, _) => {
            format!("changing `{name}` is now refused; it used to replace the resource")
        }
        (_, Decision::Refused) => format!("changing `{name}` is now refused; it used to be updated in place"),
        _ => format!("changing `{name}` now replaces the resource; it used to be updated in place"),
    };
    let given = |data: &IndexMap<String, Value>| Value::from(data.clone());
    let finding = findings.report(&types.place(), what);
    if let Some(update) = &worsening.evidence.update {
        finding.note(format!(
            "for example, an update from {} to {}",
            given(&worsening.evidence.data),
            given(update)
        ));
    }
    finding.evidence = Some(worsening.evidence.clone());
}
