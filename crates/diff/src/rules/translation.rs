//! Translation rules.

use heat_model::TranslationRule;

use crate::pairs::translation::{ChangedRule, RulesPair};
use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Findings, Mirror, PlacePair, Rule, Severity, TypePair};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "translation-rule-added",
        severity: Severity::Dangerous,
        object: Object::ResourceType,
        aspect: Some("translation_rules"),
        verb: Verb::Added,
        summary: "A translation rule was added",
        docs: Docs {
            stacks: "An update may change the property: a value that was used as written is now resolved or moved.",
            templates: "The same templates are valid, but a name that cannot be resolved is refused.",
            why: "Translation rules determine which values the plug-in receives for the values in a template.",
            example: Example::of_property(
                r"
   label:
     type: string
     description: Name of the token.
+translation_rules:
+  - {rule: resolve, translation_path: [name], client_plugin: nova, finder: find_flavor}
",
            ),
            instead: Some("Check that the values in existing templates still mean the same."),
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
            stacks: "An update may change the property: its value is now used as written.",
            templates: "For templates that rely on the rule, the plug-in receives a different value, such as a name instead of\n\
             an ID, or no value for the new name.",
            why: "Translation rules determine which values the plug-in receives for the values in a template.",
            example: Example::of_property(
                r"
   label:
     type: string
     description: Name of the token.
-translation_rules:
-  - {rule: resolve, translation_path: [name], client_plugin: nova, finder: find_flavor}
",
            ),
            instead: Some("Keep the rule for as long as the old syntax is accepted."),
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
            templates: "The same templates are valid, but the plug-in may receive different values.",
            why: "The rule for a property now takes its value from elsewhere, or uses a different finder.",
            example: Example::of_property(
                r"
   label:
     type: string
     description: Name of the token.
 translation_rules:
-  - {rule: resolve, translation_path: [name], client_plugin: nova, finder: find_flavor}
+  - {rule: resolve, translation_path: [name], client_plugin: nova, finder: find_image}
",
            ),
            instead: Some("Check that the values in existing templates still mean the same."),
        },
        mirror: Mirror::Rule("translation-rule-changed"),
        check: Check::Type(translation_rule_changed),
    },
    Rule {
        id: "translation-rules-reordered",
        severity: Severity::Dangerous,
        object: Object::ResourceType,
        aspect: Some("translation_rules"),
        verb: Verb::Reordered,
        summary: "Rules of one kind for one property changed their order",
        docs: Docs {
            stacks: "An update may change the property, if the rules give it different values.",
            templates: "The same templates are valid, unless a rule now finds a value that another one has set.",
            why: "Rust plug-ins and `heat-codegen` apply the rules of one kind for one property as written. Heat keeps them in a set, so that\n\
             either can come first, and which one does can differ from one process to the next: more than one such rule is only safe if\n\
             the order does not matter. Heat always applies rules of different kinds in the order `add`, `replace`, `resolve`, `delete`.",
            example: Example::of_property(
                r"
 translation_rules:
+  - {rule: resolve, translation_path: [name], client_plugin: nova, finder: find_image}
   - {rule: resolve, translation_path: [name], client_plugin: nova, finder: find_flavor}
-  - {rule: resolve, translation_path: [name], client_plugin: nova, finder: find_image}
",
            ),
            instead: Some("Write one rule of each kind for a property."),
        },
        mirror: Mirror::Rule("translation-rules-reordered"),
        check: Check::Type(translation_rules_reordered),
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
    for ChangedRule { before, after } in RulesPair::of(types).changed {
        let rules = types.place().join("translation_rules");
        let place = PlacePair { before: rules.before_item(before.0).before, ..rules.after_item(after.0) };
        findings.report(&place, what_changed(before.1, after.1)).values(Some(before.1), Some(after.1));
    }
}

fn translation_rules_reordered(types: &TypePair<'_>, findings: &mut Findings<'_>) {
    for ChangedRule { before, after } in RulesPair::of(types).moved {
        let rules = types.place().join("translation_rules");
        let place = PlacePair { before: rules.before_item(before.0).before, ..rules.after_item(after.0) };
        let name = after.1.translation_path.join(".");
        let kind = after.1.rule;
        findings
            .report(&place, format!("the `{kind}` rules for `{name}` are in another order"))
            .values(Some(before.1), Some(after.1))
            .note("Heat applies rules of one kind for one property in no particular order");
    }
}

fn what_changed(before: &TranslationRule, after: &TranslationRule) -> String {
    let path = |rule: &TranslationRule| rule.translation_path.join(".");
    let (old, new) = (path(before), path(after));
    if old != new {
        format!("the rule for `{old}` now applies to `{new}` instead")
    } else if before.rule != after.rule {
        format!("the rule for `{new}` changed from `{}` to `{}`", before.rule, after.rule)
    } else {
        format!("the rule for `{new}` changed")
    }
}
