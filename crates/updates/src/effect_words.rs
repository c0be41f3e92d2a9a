//! Effects of updates in words: for pages, editors, documents and plans. The words are CommonMark, with names as code.

use heat_model::update::UpdateBehaviour;
use heat_model::update_effect::{ChangeKind, EffectCase, EffectLevel, EntryChange, UpdateEffect, ValueSet};
use heat_model::validation_rule::Condition;
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

/// Condition of a case, in words that follow `if`: ``it is removed and `mode` is `HARD` ``.
#[must_use]
pub fn condition(case: &EffectCase) -> String {
    let EffectCase {
        change,
        was,
        becomes,
        entries,
        fields,
        with,
        before,
        when,
        if_cloud,
        level: _,
        reason: _,
    } = case;
    let mut words = Vec::new();
    if !change.is_empty() {
        let kinds: Vec<&str> = change.iter().map(|kind| change_verb(*kind)).collect();
        words.push(format!("it {}", kinds.join(" or ")));
    }
    words.extend(was.as_ref().map(|set| match set {
        ValueSet::Values(values) => format!("it was {}", alternatives(values)),
        ValueSet::Pattern { pattern } => format!("it matched `{pattern}`"),
    }));
    words.extend(becomes.as_ref().map(|set| match set {
        ValueSet::Values(values) => format!("it becomes {}", alternatives(values)),
        ValueSet::Pattern { pattern } => format!("the new value matches `{pattern}`"),
    }));
    words.extend(entries.map(|entries| {
        match entries {
            EntryChange::OnlyAdded => "entries are only added",
            EntryChange::Removed => "an entry is removed",
            EntryChange::Uncovered => "the new networks do not contain all addresses of the old ones",
        }
        .to_owned()
    }));
    let names = |names: &[String], word: &str| {
        names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(word)
    };
    if !fields.is_empty() {
        words.push(format!("nothing but {} changes", names(fields, " and ")));
    }
    if !with.is_empty() {
        words.push(format!("{} changes as well", names(with, " or ")));
    }
    words.extend(before.iter().map(|condition| format!("{} before the update", condition.words())));
    words.extend(when.iter().map(Condition::words));
    words.extend(if_cloud.clone());
    words.join(" and ")
}

const fn change_verb(kind: ChangeKind) -> &'static str {
    match kind {
        ChangeKind::Added => "is added",
        ChangeKind::Removed => "is removed",
        ChangeKind::Replaced => "gets another value",
        ChangeKind::Increases => "increases",
        ChangeKind::Decreases => "decreases",
    }
}

fn alternatives(values: &[Value]) -> String {
    let word = |value: &Value| match value {
        Value::Null => "not set".to_owned(),
        Value::String(text) => format!("`{text}`"),
        value => format!("`{value}`"),
    };
    values.iter().map(word).collect::<Vec<_>>().join(" or ")
}

/// Condition and reason of a case: ``if `a` is `B`: Why.``
#[must_use]
pub fn case(case: &EffectCase) -> String {
    format!("if {}: {}", condition(case), case.reason)
}

/// Word for what an update of a property does, if its schema does not state an effect.
#[must_use]
pub const fn behaviour_word(behaviour: UpdateBehaviour) -> &'static str {
    match behaviour {
        UpdateBehaviour::InPlace => "in place",
        UpdateBehaviour::Replace => "replaces",
        UpdateBehaviour::Refused => "not updatable",
    }
}

/// Meaning of a level, in words that follow its name in a table or a legend.
#[must_use]
pub const fn meaning(level: EffectLevel) -> &'static str {
    match level {
        EffectLevel::None => "what the resource provides goes on while it changes",
        EffectLevel::Interrupts => "service is interrupted temporarily, or for some users",
        EffectLevel::LosesData => "the resource stays, and data that it holds are lost",
        EffectLevel::Replaces => behaviour_meaning(UpdateBehaviour::Replace),
        EffectLevel::Refused => "the plug-in or the service refuses the change, so the update fails",
    }
}

/// Meaning of [`behaviour_word`], in words that follow it in a table or a legend.
#[must_use]
pub const fn behaviour_meaning(behaviour: UpdateBehaviour) -> &'static str {
    match behaviour {
        UpdateBehaviour::InPlace => "the resource stays; what else a change costs is not known",
        UpdateBehaviour::Replace => "a new resource is created, and the old one deleted",
        UpdateBehaviour::Refused => "Heat refuses the change, so the update fails",
    }
}

/// Outcome of an update of a property, in the same few words on pages, in editors, documents and in the terminal: `interrupts, in
/// some cases loses data`.
///
/// ```
/// use heat_model::update::UpdateBehaviour;
/// use heat_model::update_effect::{EffectLevel, UpdateEffect};
/// use heat_model::{PropertySchema, PropertyType};
///
/// let mut flavor = PropertySchema::new(PropertyType::String);
/// flavor.update_effect = Some(UpdateEffect::plain(EffectLevel::Interrupts));
/// assert_eq!(heat_updates::effect_words::outcome(&flavor, UpdateBehaviour::InPlace), "interrupts");
/// assert_eq!(heat_updates::effect_words::outcome(&flavor, UpdateBehaviour::Replace), "replaces");
/// ```
#[must_use]
pub fn outcome(schema: &PropertySchema, behaviour: UpdateBehaviour) -> String {
    let effect = schema.update_effect.as_ref().filter(|_| behaviour == UpdateBehaviour::InPlace);
    let Some(effect) = effect else { return behaviour_word(behaviour).to_owned() };
    let others: Vec<&str> = other_levels(effect).into_iter().map(EffectLevel::in_words).collect();
    let level = effect.level.in_words();
    if others.is_empty() {
        level.to_owned()
    } else {
        format!("{level}, in some cases {}", others.join(" or "))
    }
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
    fn an_outcome_is_a_few_words() {
        let check = |effect: &str, expect: &str| {
            assert_eq!(outcome(&schema(effect), UpdateBehaviour::InPlace), expect, "{effect}");
        };
        check("none", "no interruption");
        check("{level: interrupts, reason: It stops.}", "interrupts");
        let case = "[{when: [[force]], level: loses_data, reason: By force.}]";
        check(&format!("{{level: interrupts, cases: {case}}}"), "interrupts, in some cases loses data");
        check(&format!("{{level: none, cases: {case}}}"), "no interruption, in some cases loses data");
        let plain = PropertySchema::new(PropertyType::String);
        assert_eq!(outcome(&plain, UpdateBehaviour::InPlace), "in place");
        assert_eq!(outcome(&plain, UpdateBehaviour::Refused), "not updatable");
    }

    #[test]
    fn conditions_are_words() {
        let check = |conditions: &str, expect: &str| {
            let schema =
                schema(&format!("{{level: none, cases: [{{{conditions}, level: none, reason: R.}}]}}"));
            let effect = schema.update_effect.unwrap();
            assert_eq!(condition(&effect.cases[0]), expect);
        };
        check("change: [removed, decreases]", "it is removed or decreases");
        check("change: [replaced], was: [a, null]", "it gets another value and it was `a` or not set");
        check("becomes: [false, 1]", "it becomes `false` or `1`");
        check("was: {pattern: ^a}, becomes: {pattern: ^b}", "it matched `^a` and the new value matches `^b`");
        check(
            "entries: only_added, before: [[p]]",
            "entries are only added and `p` is set before the update",
        );
        check("entries: removed, if_cloud: it rains", "an entry is removed and it rains");
        check("fields: [a, b]", "nothing but `a` and `b` changes");
        check(
            "with: [a, b], when: [{property: [c], is: missing}]",
            "`a` or `b` changes as well and `c` is not set",
        );
    }

    #[test]
    fn reasons_are_sentences() {
        let check = |effect: &str, expect: &[&str]| {
            assert_eq!(sentences(&schema(effect)), expect);
        };
        check("none", &[]);
        check("{level: refused, reason: It is fixed.}", &["On update: It is fixed."]);
        check(
            "
      level: loses_data
      cases:
      - {when: [{property: [policy], in: [REPLACE, true]}], level: replaces, reason: A new one.}
      - {when: [[force]], level: replaces, reason: By force.}
      - {if_cloud: it is new, level: none, reason: Nothing yet.}
      - {if_cloud: it is old, level: loses_data, reason: Gone.}",
            &[
                "An update replaces if `policy` is `REPLACE` or `true`: A new one.",
                "An update replaces if `force` is set: By force.",
                "An update interrupts nothing if it is new: Nothing yet.",
                "An update loses data if it is old: Gone.",
            ],
        );
        let plain = PropertySchema::new(PropertyType::String);
        assert_eq!(sentences(&plain), Vec::<String>::new());
    }
}
