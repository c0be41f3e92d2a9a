//! Effects of updates in words: for pages, editors, documents and plans. The words are CommonMark, with names as code.

use heat_model::update_effect::{CaseCondition, EffectCase, EffectLevel, UpdateEffect};
use heat_model::{PropertySchema, Value};

/// Verb phrase for a level, such as `loses data`.
#[must_use]
pub const fn verb(level: EffectLevel) -> &'static str {
    match level {
        EffectLevel::None => "interrupts nothing",
        EffectLevel::Interrupts => "interrupts",
        EffectLevel::LosesData => "loses data",
        EffectLevel::Replaces => "replaces",
        EffectLevel::Refused => "is refused",
    }
}

/// Condition of a case, in words that follow `if`.
#[must_use]
pub fn condition(when: &CaseCondition) -> String {
    match when {
        CaseCondition::Circumstance(words) => words.clone(),
        CaseCondition::Property(when) if when.values.is_empty() => format!("`{}` is set", when.property),
        CaseCondition::Property(when) => {
            let values: Vec<String> = when.values.iter().map(|value| format!("`{}`", plain(value))).collect();
            format!("`{}` is {}", when.property, values.join(" or "))
        }
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Condition and reason of a case: ``if `a` is `B`: Why.``
#[must_use]
pub fn case(case: &EffectCase) -> String {
    format!("if {}: {}", condition(&case.when), case.reason)
}

/// Effect of changing a property in place, in a few words; `None` if its schema does not state one.
///
/// ```
/// use heat_model::update_effect::{EffectLevel, UpdateEffect};
/// use heat_model::{PropertySchema, PropertyType};
///
/// let mut flavor = PropertySchema::new(PropertyType::String);
/// flavor.update_effect = Some(UpdateEffect::plain(EffectLevel::Interrupts));
/// assert_eq!(heat_updates::effect_words::fact(&flavor).unwrap(), "an update interrupts");
/// ```
#[must_use]
pub fn fact(schema: &PropertySchema) -> Option<String> {
    let effect = schema.update_effect.as_ref()?;
    let sometimes = others(effect).map(|others| format!(", in some cases it {others}")).unwrap_or_default();
    Some(format!("an update {}{sometimes}", verb(effect.level)))
}

/// Effect of changing a property in place, as an item of a list: `interrupts, in some cases loses data`. `None` if it has no
/// effect.
#[must_use]
pub fn in_short(schema: &PropertySchema) -> Option<String> {
    let effect = schema.update_effect.as_ref()?;
    let sometimes = others(effect).map(|others| format!("in some cases {others}"));
    let level = (effect.level != EffectLevel::None).then(|| verb(effect.level).to_owned());
    match (level, sometimes) {
        (None, None) => None,
        (Some(words), None) => Some(words),
        (None, Some(sometimes)) => Some(format!("in place, {sometimes}")),
        (Some(level), Some(sometimes)) => Some(format!("{level}, {sometimes}")),
    }
}

/// Verb phrases for the levels of the cases that differ from the level of the effect.
fn others(effect: &UpdateEffect) -> Option<String> {
    let others = other_levels(effect);
    let others: Vec<&str> = others.iter().map(|level| verb(*level)).collect();
    (!others.is_empty()).then(|| others.join(" or "))
}

/// Levels of the cases that differ from the level of the effect, each once, in ascending order.
fn other_levels(effect: &UpdateEffect) -> Vec<EffectLevel> {
    let mut levels: Vec<EffectLevel> =
        effect.cases.iter().map(|case| case.level).filter(|level| *level != effect.level).collect();
    levels.sort_unstable();
    levels.dedup();
    levels
}

/// Sentences about the effect: the reason for its level, and one sentence for each case.
#[must_use]
pub fn sentences(schema: &PropertySchema) -> Vec<String> {
    let Some(effect) = &schema.update_effect else { return Vec::new() };
    let reason = effect.reason.iter().map(|reason| format!("On update: {reason}"));
    let cases = effect.cases.iter().map(|one| format!("An update {} {}", verb(one.level), case(one)));
    reason.chain(cases).collect()
}

#[cfg(test)]
mod tests {
    use heat_model::PropertyType;
    use heat_model::load::load_schema;
    use heat_yaml::Source;

    use super::*;

    fn schema(effect: &str) -> PropertySchema {
        let text = format!("type: T\nproperties:\n  p:\n    type: string\n    update_effect: {effect}");
        let schema = load_schema(&Source::new("", text)).file.unwrap().schema;
        schema.properties["p"].clone()
    }

    #[test]
    fn a_list_says_what_costs_something() {
        let check = |effect: &str, expect: Option<&str>| {
            assert_eq!(in_short(&schema(effect)).as_deref(), expect, "{effect}");
        };
        check("none", None);
        check("{level: interrupts, reason: It stops.}", Some("interrupts"));
        let case = "[{when: {property: force}, level: loses_data, reason: By force.}]";
        check(&format!("{{level: interrupts, cases: {case}}}"), Some("interrupts, in some cases loses data"));
        check(&format!("{{level: none, cases: {case}}}"), Some("in place, in some cases loses data"));
    }

    #[test]
    fn a_level_is_a_fact_and_its_reasons_are_sentences() {
        let check = |effect: &str, expect: &str, expect_sentences: &[&str]| {
            let schema = schema(effect);
            assert_eq!(fact(&schema).unwrap(), expect);
            assert_eq!(sentences(&schema), expect_sentences);
        };
        check("none", "an update interrupts nothing", &[]);
        check("{level: refused, reason: It is fixed.}", "an update is refused", &["On update: It is fixed."]);
        check(
            "
      level: loses_data
      cases:
      - {when: {property: policy, in: [REPLACE, true]}, level: replaces, reason: A new one.}
      - {when: {property: force}, level: replaces, reason: By force.}
      - {when: it is new, level: none, reason: Nothing yet.}
      - {when: it is old, level: loses_data, reason: Gone.}",
            "an update loses data, in some cases it interrupts nothing or replaces",
            &[
                "An update replaces if `policy` is `REPLACE` or `true`: A new one.",
                "An update replaces if `force` is set: By force.",
                "An update interrupts nothing if it is new: Nothing yet.",
                "An update loses data if it is old: Gone.",
            ],
        );
        let plain = PropertySchema::new(PropertyType::String);
        assert_eq!(fact(&plain), None);
        assert_eq!(sentences(&plain), Vec::<String>::new());
    }
}
