//! Changes of update behaviour, corrected for plug-ins that decide in their own code.
//!
//! A comparison of schemas uses only their contents. Some plug-ins behave differently from their schemas (see [`TypeRule`]): then
//! a changed update rule may have no effect, or a different one, and the report about an upgrade of a cloud has to say so.

use heat_diff::{Check, Finding, Verb};
use heat_model::update::UpdateBehaviour;
use heat_model::update_effect::EffectLevel;
use heat_model::{PropertySchema, ResourceType, Segment};
use heat_updates::{TypeRule, effect_words, sentences as update_sentences, update_behaviour};

/// A finding, and a sentence about the plug-in's own decision.
pub(crate) type CorrectedFinding = (Finding, Option<String>);

/// Corrects a finding for the behaviour of its type's plug-in; `None` if nothing changes for stacks.
pub(crate) fn corrected(
    mut finding: Finding,
    before: &ResourceType,
    after: &ResourceType,
) -> Option<CorrectedFinding> {
    if !is_about_updates(&finding) {
        return Some((finding, None));
    }
    let rule = TypeRule::of(after);
    // The properties of these types do not determine the effect of updates.
    if matches!(rule, Some(TypeRule::AlwaysReplaced | TypeRule::NeverUpdated)) {
        return None;
    }
    let Some(name) = property(&finding).map(str::to_owned) else { return Some((finding, None)) };
    if let (Some(was), Some(is)) = (update_behaviour(before, &name), update_behaviour(after, &name)) {
        if was == is {
            return None;
        }
        let says =
            [before, after].map(|side| side.properties.get(&name).map(PropertySchema::update_behaviour));
        if says != [Some(was), Some(is)] {
            finding.message = format!("changing `{name}` {}; it used to {}", words(is), words_of_old(was));
        }
    }
    let rule = rule.filter(|rule| rule.is_about(&name));
    let beside = rule.map(|rule| update_sentences::of_rule(after, rule));
    Some((finding, beside.or_else(|| replacement(after.properties.get(&name)?))))
}

/// Sentence about the cases in which a change of a property replaces the resource, although its schema allows updates.
fn replacement(schema: &PropertySchema) -> Option<String> {
    let cases = schema.update_effect.as_ref().filter(|_| schema.update_allowed)?.cases.iter();
    let cases = cases.filter(|case| case.level == EffectLevel::Replaces).map(effect_words::condition);
    let conditions: Vec<String> = cases.collect();
    (!conditions.is_empty()).then(|| format!("It replaces the resource if {}.", conditions.join(", or if ")))
}

/// Returns whether a finding is about the effect of changing a property.
fn is_about_updates(finding: &Finding) -> bool {
    let is_of_trial = matches!(finding.rule.check, Check::Trial(_)) && finding.rule.verb == Verb::Replaced;
    is_of_trial || matches!(finding.rule.aspect, Some("update_allowed" | "immutable"))
}

/// The top-level property that a finding is about.
fn property(finding: &Finding) -> Option<&str> {
    let path = finding.after.as_ref().or(finding.before.as_ref())?;
    match path.0.as_slice() {
        [Segment::Key(section), Segment::Key(name)] if section == "properties" => Some(name),
        [Segment::Key(section), Segment::Key(name), Segment::Key(key)]
            if section == "properties" && (key == "update_allowed" || key == "immutable") =>
        {
            Some(name)
        }
        _ => None,
    }
}

const fn words(behaviour: UpdateBehaviour) -> &'static str {
    match behaviour {
        UpdateBehaviour::InPlace => "now updates the resource in place",
        UpdateBehaviour::Replace => "now replaces the resource",
        UpdateBehaviour::Refused => "is now refused",
    }
}

const fn words_of_old(behaviour: UpdateBehaviour) -> &'static str {
    match behaviour {
        UpdateBehaviour::InPlace => "be updated in place",
        UpdateBehaviour::Replace => "replace the resource",
        UpdateBehaviour::Refused => "be refused",
    }
}

#[cfg(test)]
mod tests {
    use heat_diff::{Policy, compare};
    use heat_model::ReleaseTable;

    use super::*;

    /// Checks the findings about a type whose property `name` changes from one update behaviour to another.
    fn check(type_name: &str, name: &str, keys: [&str; 2], expect: &[&str]) {
        let [before, after] = keys.map(|keys| -> ResourceType {
            let property = format!(r#"{{"type": "number"{keys}}}"#);
            let other = r#"{"type": "string"}"#;
            let text = format!(
                r#"{{"type": "{type_name}", "properties": {{"{name}": {property}, "other": {other}}}}}"#
            );
            serde_json::from_str(&text).unwrap()
        });
        let table = ReleaseTable::default();
        let findings = compare(&[&before], &[&after], &Policy::new(&table));
        assert!(!findings.is_empty());
        let corrected = findings.into_iter().filter_map(|finding| corrected(finding, &before, &after));
        let said: Vec<String> =
            corrected.flat_map(|(finding, beside)| [finding.message].into_iter().chain(beside)).collect();
        assert_eq!(said, expect, "{type_name} {keys:?}");
    }

    const IN_PLACE: &str = r#", "update_allowed": true"#;
    const IMMUTABLE: &str = r#", "immutable": true"#;

    #[test]
    fn a_type_that_cannot_be_updated_is_replaced_before_and_after() {
        check("OS::Heat::Delay", "min_wait", ["", IN_PLACE], &[]);
        check("OS::Heat::Delay", "min_wait", [IN_PLACE, ""], &[]);
        check(
            "OS::Heat::Delay",
            "min_wait",
            [IN_PLACE, IMMUTABLE],
            &[
                "changing `min_wait` is now refused; it used to replace the resource",
                "Heat cannot update it: each change of a property replaces it, although the schema says otherwise.",
            ],
        );
        check("OS::Heat::UpdateWaitConditionHandle", "a", [IN_PLACE, IMMUTABLE], &[]);
    }

    #[test]
    fn what_a_plug_in_decides_of_a_property_is_said() {
        let message = "changing `flavor` now updates the resource in place; it used to replace the resource";
        let effect = r#", "update_allowed": true, "update_effect": {"level": "none", "cases": [{"when": [{"property": ["other"], "in": ["REPLACE"]}], "level": "replaces", "reason": "New."}]}"#;
        let case = "It replaces the resource if `other` is `REPLACE`.";
        check(
            "OS::Nova::Server",
            "flavor",
            ["", effect],
            &[message, case, "what is said about the cost of an update of `flavor` changed"],
        );
        let message = message.replace("flavor", "key_name");
        check("OS::Nova::Server", "key_name", ["", IN_PLACE], &[&message]);
    }

    #[test]
    fn other_types_do_what_their_schemas_say() {
        check(
            "OS::Neutron::Net",
            "name",
            [IN_PLACE, ""],
            &["changing `name` now replaces the resource; it used to be updated in place"],
        );
        check(
            "OS::Heat::ResourceGroup",
            "count",
            [IN_PLACE, ""],
            &["changing `count` now replaces the resource; it used to be updated in place"],
        );
    }
}
