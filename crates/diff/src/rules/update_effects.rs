//! Cost of updates: `update_effect`.

use std::cmp::Ordering;

use heat_model::update_effect::{CaseCondition, EffectCase, EffectLevel, UpdateEffect};
use heat_model::{PropertySchema, Value};
use indexmap::IndexMap;

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
             usual one is the same; if that is the same too, each case counts, for which the first one that applies is decisive.",
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
                let levels = situations(old, new).map(|situation| situation.levels(old, new));
                let levels: Vec<[EffectLevel; 2]> = levels.collect();
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

/// Facts that decide on the level of an update: the values of properties afterwards, and the circumstances.
struct Situation<'a> {
    values: Vec<(&'a str, Value)>,
    circumstances_hold: bool,
}

impl Situation<'_> {
    fn levels(&self, old: &UpdateEffect, new: &UpdateEffect) -> [EffectLevel; 2] {
        [old, new].map(|effect| {
            let applies = |case: &&EffectCase| match &case.when {
                CaseCondition::Circumstance(_) => self.circumstances_hold,
                CaseCondition::Property(when) => {
                    self.values.iter().any(|(name, value)| *name == when.property && when.holds(value))
                }
            };
            effect.cases.iter().find(applies).map_or(effect.level, |case| case.level)
        })
    }
}

/// The maximum number of combinations of values that are compared.
const MAX_SITUATIONS: usize = 4_096;

/// The situations that the cases of two effects tell apart. For each property that they ask for, these are the listed values,
/// another value, and none. Circumstances are texts, which apply all together or not at all.
fn situations<'a>(old: &'a UpdateEffect, new: &'a UpdateEffect) -> impl Iterator<Item = Situation<'a>> {
    let mut values: IndexMap<&str, Vec<Value>> = IndexMap::new();
    for case in old.cases.iter().chain(&new.cases) {
        let CaseCondition::Property(when) = &case.when else { continue };
        let known = values
            .entry(&when.property)
            .or_insert_with(|| vec![Value::Null, Value::from("any other value"), Value::from("")]);
        known.extend(when.values.iter().cloned());
    }
    let mut combined: Vec<Vec<(&str, Value)>> = vec![Vec::new()];
    for (name, values) in values {
        let with = |given: &Vec<(&'a str, Value)>| {
            let given = given.clone();
            let more = values
                .iter()
                .map(move |value| given.iter().cloned().chain([(name, value.clone())]).collect::<Vec<_>>());
            more.collect::<Vec<_>>()
        };
        combined = combined.iter().flat_map(with).take(MAX_SITUATIONS).collect();
    }
    combined.into_iter().flat_map(|values| {
        [true, false].map(|circumstances_hold| Situation { values: values.clone(), circumstances_hold })
    })
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
