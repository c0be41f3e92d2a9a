//! What updates cost: `update_effect`.

use heat_model::PropertySchema;
use heat_model::update_effect::EffectLevel;

use crate::rule::finding::data;
use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Mirror, PropertyPair, Rule, Severity};

pub(super) static RULES: &[Rule] = &[
    Rule {
        id: "property-update-effect-worsened",
        severity: Severity::Dangerous,
        object: Object::Property,
        aspect: Some("update_effect"),
        verb: Verb::Changed,
        summary: "An update of a property now costs more",
        docs: Docs {
            stacks: "An update that changes the property interrupts or destroys more than it did.",
            templates: "The same templates are valid.",
            why: "The schema said what an update costs, and people planned with it. The worst level that an update can have counts if the\n\
             usual one is the same.",
            example: Example::of_token(
                r"
properties:
  name:
    type: string
    description: How it is called.
    update_allowed: true
    update_effect: none
",
                r"
properties:
  name:
    type: string
    description: How it is called.
    update_allowed: true
    update_effect:
      level: interrupts
      reason: The service restarts.
",
            ),
            instead: Some(
                "Let the plug-in do it without the interruption, or leave the choice to a policy property whose default is what happened\n\
             before.",
            ),
        },
        mirror: Mirror::Rule("property-update-effect-improved"),
        check: Check::PropertyKey {
            when: |pair| levels(pair).is_some_and(|[before, after]| after > before),
            value: level,
            what: "an update of {name} now costs more: {before} became {after}",
        },
    },
    Rule {
        id: "property-update-effect-improved",
        severity: Severity::Safe,
        object: Object::Property,
        aspect: Some("update_effect"),
        verb: Verb::Changed,
        summary: "An update of a property now costs less",
        docs: Docs {
            stacks: "An update that changes the property interrupts or destroys less than it did.",
            templates: "The same templates are valid.",
            why: "The plug-in or the service now does more in place.",
            example: Example::of_token(
                r"
properties:
  name:
    type: string
    description: How it is called.
    update_allowed: true
    update_effect:
      level: interrupts
      reason: The service restarts.
",
                r"
properties:
  name:
    type: string
    description: How it is called.
    update_allowed: true
    update_effect: none
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("property-update-effect-worsened"),
        check: Check::PropertyKey {
            when: |pair| levels(pair).is_some_and(|[before, after]| after < before),
            value: level,
            what: "an update of {name} now costs less: {before} became {after}",
        },
    },
    Rule {
        id: "property-update-effect-described",
        severity: Severity::Docs,
        object: Object::Property,
        aspect: Some("update_effect"),
        verb: Verb::Changed,
        summary: "What is said about the cost of an update changed",
        docs: Docs {
            stacks: "Nothing changes.",
            templates: "Nothing changes.",
            why: "The schema says for the first time what an update costs, or no longer, or gives other reasons for the same level.",
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
    update_effect: none
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("property-update-effect-described"),
        check: Check::PropertyKey {
            when: |pair| {
                pair.before.update_effect != pair.after.update_effect
                    && levels(pair).is_none_or(|[before, after]| before == after)
            },
            value: |schema| data(&schema.update_effect),
            what: "what is said about the cost of an update of {name} changed",
        },
    },
];

/// The usual and the worst level of both sides; none unless both say what an update costs.
fn levels(pair: &PropertyPair<'_>) -> Option<[(EffectLevel, EffectLevel); 2]> {
    let of =
        |schema: &PropertySchema| schema.update_effect.as_ref().map(|effect| (effect.level, effect.worst()));
    Some([of(pair.before)?, of(pair.after)?])
}

fn level(schema: &PropertySchema) -> Option<heat_model::Value> {
    let effect = schema.update_effect.as_ref()?;
    if effect.level == effect.worst() {
        return data(&effect.level);
    }
    Some(format!("{}, at worst {}", effect.level, effect.worst()).into())
}
