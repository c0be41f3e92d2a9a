//! Translation rules.

use heat_model::TranslationRule;

use crate::rule::{Docs, Example, Object, Verb};
use crate::translation::{Changed, RulesPair};
use crate::{Check, Findings, Mirror, Place, Rule, Severity, TypePair};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "translation-rule-added",
        severity: Severity::Dangerous,
        object: Object::ResourceType,
        aspect: Some("translation_rules"),
        verb: Verb::Added,
        summary: "A translation rule was added",
        docs: Docs {
            stacks: "An update may change the property: what was kept as it was written is resolved or moved now.",
            templates: "The same templates are valid; a name that cannot be resolved is refused.",
            why: "Rules decide what the plug-in gets for what a template says.",
            example: Example::of_token(
                r"
properties:
  name:
    type: string
    description: How it is called.
  label:
    type: string
    description: How it is called.
",
                r"
properties:
  name:
    type: string
    description: How it is called.
  label:
    type: string
    description: How it is called.
translation_rules:
  - {rule: resolve, translation_path: [name], client_plugin: nova, finder: find_flavor}
",
            ),
            instead: Some("See that what templates gave still means the same."),
        },
        mirror: Mirror::Rule("translation-rule-removed"),
        check: Check::Type(translation_rule_added),
    },
    Rule {
        id: "translation-rule-removed",
        severity: Severity::Dangerous,
        object: Object::ResourceType,
        aspect: Some("translation_rules"),
        verb: Verb::Removed,
        summary: "A translation rule was removed",
        docs: Docs {
            stacks: "An update may change the property: it is read as it is written.",
            templates: "Templates that rely on the rule give the plug-in something else, such as a name instead of an ID, or nothing under the new name.",
            why: "Rules decide what the plug-in gets for what a template says.",
            example: Example::of_token(
                r"
properties:
  name:
    type: string
    description: How it is called.
  label:
    type: string
    description: How it is called.
translation_rules:
  - {rule: resolve, translation_path: [name], client_plugin: nova, finder: find_flavor}
",
                r"
properties:
  name:
    type: string
    description: How it is called.
  label:
    type: string
    description: How it is called.
",
            ),
            instead: Some("Keep the rule for as long as the old way of writing works."),
        },
        mirror: Mirror::Rule("translation-rule-added"),
        check: Check::Type(translation_rule_removed),
    },
    Rule {
        id: "translation-rule-changed",
        severity: Severity::Dangerous,
        object: Object::ResourceType,
        aspect: Some("translation_rules"),
        verb: Verb::Changed,
        summary: "A translation rule changed",
        docs: Docs {
            stacks: "An update may change the property.",
            templates: "The same templates are valid, and may give the plug-in something else.",
            why: "The rule for a property takes its value from elsewhere, or asks another finder.",
            example: Example::of_token(
                r"
properties:
  name:
    type: string
    description: How it is called.
  label:
    type: string
    description: How it is called.
translation_rules:
  - {rule: resolve, translation_path: [name], client_plugin: nova, finder: find_flavor}
",
                r"
properties:
  name:
    type: string
    description: How it is called.
  label:
    type: string
    description: How it is called.
translation_rules:
  - {rule: resolve, translation_path: [name], client_plugin: nova, finder: find_image}
",
            ),
            instead: Some("See that what templates gave still means the same."),
        },
        mirror: Mirror::Rule("translation-rule-changed"),
        check: Check::Type(translation_rule_changed),
    },
];

fn translation_rule_added(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    for (index, rule) in RulesPair::of(types).new {
        findings
            .report(
                &types.place().join("translation_rules").after_item(index),
                format!("a `{1}` rule was added for `{0}`", rule.translation_path.join("."), rule.rule),
            )
            .values(None::<&()>, Some(rule));
    }
}

fn translation_rule_removed(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    for (index, rule) in RulesPair::of(types).gone {
        findings
            .report(
                &types.place().join("translation_rules").before_item(index),
                format!("the `{1}` rule for `{0}` was removed", rule.translation_path.join("."), rule.rule),
            )
            .values(Some(rule), None::<&()>);
    }
}

fn translation_rule_changed(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    for Changed { before, after } in RulesPair::of(types).changed {
        let rules = types.place().join("translation_rules");
        let place = Place { before: rules.before_item(before.0).before, ..rules.after_item(after.0) };
        findings.report(&place, what_changed(before.1, after.1)).values(Some(before.1), Some(after.1));
    }
}

fn what_changed(before: &TranslationRule, after: &TranslationRule) -> String {
    let path = |rule: &TranslationRule| rule.translation_path.join(".");
    let (old, new) = (path(before), path(after));
    if old != new {
        format!("the rule for `{old}` now applies to `{new}` instead")
    } else if before.rule != after.rule {
        format!("the rule for `{new}` changed to `{}` from `{}`", after.rule, before.rule)
    } else {
        format!("the rule for `{new}` changed")
    }
}
