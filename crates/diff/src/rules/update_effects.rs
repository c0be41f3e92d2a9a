//! Cost of updates: `update_effect`.

use std::cmp::Ordering;

use heat_model::update_effect::{EffectCase, EffectLevel, UpdateEffect};
use heat_model::{PropertySchema, Value};

use crate::rule::finding::data;
use crate::rule::{Docs, Example, Object, Verb};
use crate::{Check, Findings, Mirror, PropertyPair, Rule, Severity};

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
             usual one is the same; if that is the same too, each case is compared with the one that has the same conditions.",
            example: Example::of_property(
                r"
     update_allowed: true
-    update_effect: none
+    update_effect:
+      level: interrupts
+      reason: The service restarts.
",
            ),
            instead: Some(
                "Let the plug-in do it without the interruption, or leave the choice to a policy property whose default is what happened\n\
             before.",
            ),
        },
        mirror: Mirror::Rule("property-update-effect-improved"),
        check: Check::Property(|pair, findings| report(pair, Cost::More, findings)),
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
            example: Example::of_property(
                r"
     update_allowed: true
-    update_effect:
-      level: interrupts
-      reason: The service restarts.
+    update_effect: none
",
            ),
            instead: None,
        },
        mirror: Mirror::Rule("property-update-effect-worsened"),
        check: Check::Property(|pair, findings| report(pair, Cost::Less, findings)),
    },
    Rule {
        id: "property-update-effect-described",
        severity: Severity::Docs,
        object: Object::Property,
        aspect: Some("update_effect"),
        verb: Verb::Changed,
        summary: "What is said about the cost of an update changed",
        docs: Docs::without_effect(
            "The schema says for the first time what an update costs, or no longer, or gives other reasons for the same level.",
            Example::of_property(
                r"
     update_allowed: true
+    update_effect: none
",
            ),
        ),
        mirror: Mirror::Rule("property-update-effect-described"),
        check: Check::PropertyKey {
            when: |pair| pair.before.update_effect != pair.after.update_effect && Cost::of(pair).is_none(),
            value: |schema| data(&schema.update_effect),
            what: "what is said about the cost of an update of {name} changed",
        },
    },
];

/// Change in the cost of an update.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cost {
    More,
    Less,
}

impl Cost {
    /// The change; `None` if every update costs the same, or only one side states the cost.
    fn of(pair: &PropertyPair<'_>) -> Option<Self> {
        let [before, after] = levels(pair)?;
        match after.cmp(&before) {
            Ordering::Greater => Some(Self::More),
            Ordering::Less => Some(Self::Less),
            Ordering::Equal => {
                let [old, new] = effects(pair)?;
                let levels = case_levels(old, new);
                let is_any = |differs: fn(&[EffectLevel; 2]) -> bool| levels.iter().any(differs);
                match (is_any(|[old, new]| new > old), is_any(|[old, new]| new < old)) {
                    (true, _) => Some(Self::More),
                    (false, true) => Some(Self::Less),
                    (false, false) => None,
                }
            }
        }
    }
}

fn report(pair: &PropertyPair<'_>, cost: Cost, findings: &mut Findings<'_>) {
    if Cost::of(pair) != Some(cost) {
        return;
    }
    let words = match cost {
        Cost::More => "more",
        Cost::Less => "less",
    };
    let (before, after) = (level(pair.before), level(pair.after));
    let name = pair.name();
    let message = match (&before, &after) {
        (Some(before), Some(after)) if before != after => {
            format!("an update of {name} now costs {words}: {before} became {after}")
        }
        _ => format!("an update of {name} now costs {words} in some cases"),
    };
    findings.report(&pair.place.join("update_effect"), message).values(before.as_ref(), after.as_ref());
}

/// The old and the new level of each case: that of the case with the same conditions on the other side, or else the usual level
/// there.
fn case_levels(old: &UpdateEffect, new: &UpdateEffect) -> Vec<[EffectLevel; 2]> {
    let level = |effect: &UpdateEffect, case: &EffectCase| {
        let same = effect.cases.iter().find(|other| other.has_condition_of(case));
        same.map_or(effect.level, |case| case.level)
    };
    let cases = old.cases.iter().chain(&new.cases);
    let each = cases.map(|case| [level(old, case), level(new, case)]);
    // Where two cases apply, the first decides: if they change places, the other one does.
    let place = |case: &EffectCase| new.cases.iter().position(|other| other.has_condition_of(case));
    let kept: Vec<(usize, &EffectCase)> =
        old.cases.iter().filter_map(|case| Some((place(case)?, case))).collect();
    let swapped = kept.iter().enumerate().flat_map(|(index, (place, first))| {
        let overtaking = kept.iter().skip(index + 1).filter(move |(other, _)| other < place);
        overtaking.map(|(_, case)| [first.level, level(new, case)])
    });
    each.chain(swapped).collect()
}

/// The effects of both sides, if both state the cost of an update.
fn effects<'a>(pair: &PropertyPair<'a>) -> Option<[&'a UpdateEffect; 2]> {
    Some([pair.before.update_effect.as_ref()?, pair.after.update_effect.as_ref()?])
}

/// The usual and the worst level of both sides; `None` unless both state the cost of an update.
fn levels(pair: &PropertyPair<'_>) -> Option<[(EffectLevel, EffectLevel); 2]> {
    Some(effects(pair)?.map(|effect| (effect.level, effect.worst())))
}

fn level(schema: &PropertySchema) -> Option<Value> {
    let effect = schema.update_effect.as_ref()?;
    if effect.level == effect.worst() {
        return data(&effect.level);
    }
    Some(format!("{}, at worst {}", effect.level, effect.worst()).into())
}
