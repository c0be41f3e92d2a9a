//! Reads the effect of updating a property.

use heat_yaml::Node;

use super::fields::Reader;
use super::validation_rule::conditions;
use crate::update_effect::{ChangeKind, EffectCase, EffectLevel, EntryChange, UpdateEffect, ValueSet};
use crate::validation_rule::Condition;

const KEYS: [&str; 3] = ["level", "reason", "cases"];
const CASE_KEYS: [&str; 11] = [
    "change", "was", "becomes", "entries", "fields", "with", "before", "when", "if_cloud", "level", "reason",
];

/// Reads an effect: a level, or a map with a reason and cases.
pub(super) fn read(reader: &mut Reader<'_>, node: &Node) -> Option<UpdateEffect> {
    if node.as_mapping().is_none() {
        return level(reader, node).map(UpdateEffect::plain);
    }
    let fields = reader.fields(node, "`update_effect`", &KEYS)?;
    reader.require(&fields, "`update_effect`", &["level"]);
    let level = fields.get("level").and_then(|node| level(reader, node));
    let reason = fields.get("reason").and_then(|node| sentence(reader, node));
    let cases =
        fields.get("cases").map(|node| reader.filled_items(node, "`cases`", case)).unwrap_or_default();
    Some(UpdateEffect { level: level?, reason, cases })
}

fn case(reader: &mut Reader<'_>, node: &Node) -> Option<EffectCase> {
    let errors_before = reader.diagnostics.len();
    let fields = reader.fields(node, "a case", &CASE_KEYS)?;
    reader.require(&fields, "a case", &["level", "reason"]);
    let kinds = ChangeKind::ALL.map(ChangeKind::as_str);
    let change = fields.get("change").map(|node| {
        reader.some_items(node, "`change`", |reader, node| {
            reader.word(node, "invalid-value", "a kind of change", &kinds)
        })
    });
    let was = fields.get("was").and_then(|node| value_set(reader, node, "`was`"));
    let becomes = fields.get("becomes").and_then(|node| value_set(reader, node, "`becomes`"));
    let names = EntryChange::ALL.map(EntryChange::as_str);
    let entries = fields
        .get("entries")
        .and_then(|node| reader.word(node, "invalid-value", "a change of entries", &names));
    let mut names = |key: &str| {
        fields.get(key).map(|node| {
            reader.some_items(node, &format!("`{key}`"), |reader, node| {
                reader.string(node, "the name of a property")
            })
        })
    };
    let [fields_alone, with] = ["fields", "with"].map(|key| names(key).unwrap_or_default());
    let before = fields.get("before").map(|node| conditions(reader, node, "`before`"));
    let when = fields.get("when").and_then(|node| after(reader, node));
    let if_cloud = fields.get("if_cloud").and_then(|node| reader.text(node, "`if_cloud`"));
    let if_cloud = if_cloud.map(|words| words.trim_end().to_owned());
    let level = fields.get("level").and_then(|node| level(reader, node));
    let reason = fields.get("reason").and_then(|node| sentence(reader, node));
    // Without the faulty part, it would be a case of more changes.
    let is_faulty = reader.diagnostics.len() != errors_before;
    let case = EffectCase {
        change: change.unwrap_or_default(),
        was,
        becomes,
        entries,
        fields: fields_alone,
        with,
        before: before.unwrap_or_default(),
        when: when.unwrap_or_default(),
        if_cloud,
        level: level?,
        reason: reason?,
    };
    if case.is_unconditional() && !is_faulty {
        let message = "a case needs a condition";
        let help = "say when it holds, or remove it and write its level as that of the effect".to_owned();
        reader.error("invalid-value", fields.span, message, "holds for every change", Some(help));
        return None;
    }
    (!is_faulty).then_some(case)
}

/// Reads conditions on the properties after the update. Before conditions were data, this key had a sentence.
fn after(reader: &mut Reader<'_>, node: &Node) -> Option<Vec<Condition>> {
    let Some(words) = node.as_str() else { return Some(conditions(reader, node, "`when`")) };
    let help = format!(
        "say what happened to the value with `change`, `was`, `becomes`, `entries` or `fields`, and ask what only a cloud \
         knows with `if_cloud: {words}`"
    );
    reader.wrong_kind(node, "`when`", "a list of conditions", Some(help));
    None
}

fn value_set(reader: &mut Reader<'_>, node: &Node, what: &str) -> Option<ValueSet> {
    if node.as_mapping().is_none() {
        let values = reader.some_items(node, what, |reader, item| Some(reader.value(item)));
        return Some(ValueSet::Values(values));
    }
    let fields = reader.fields(node, what, &["pattern"])?;
    reader.require(&fields, what, &["pattern"]);
    Some(ValueSet::Pattern { pattern: reader.string(fields.get("pattern")?, "`pattern`")? })
}

fn level(reader: &mut Reader<'_>, node: &Node) -> Option<EffectLevel> {
    let words = EffectLevel::ALL.map(EffectLevel::as_str);
    reader.word(node, "invalid-value", "an effect of an update", &words)
}

/// Reads a text in CommonMark, without the final line feed.
fn sentence(reader: &mut Reader<'_>, node: &Node) -> Option<String> {
    reader.string(node, "a text").map(|text| text.trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use heat_yaml::Source;

    use crate::load::load_schema;

    /// Reads the effect of a property, and checks its JSON, or the error in it.
    fn check(effect: &str, expect: &str) {
        let text = format!("type: T\nproperties: {{p: {{type: any, update_effect: {effect}}}}}");
        let loaded = load_schema(&Source::new("T.yaml", text));
        let found = match loaded.diagnostics.as_slice() {
            [] => {
                let schema = loaded.file.unwrap().schema;
                serde_json::to_string(&schema.properties["p"].update_effect).unwrap()
            }
            found => {
                let words = |one: &heat_yaml::Diagnostic| match &one.help {
                    Some(help) => format!("{} ({help})", one.message),
                    None => one.message.clone(),
                };
                found.iter().map(words).collect::<Vec<_>>().join("; ")
            }
        };
        assert_eq!(found, expect, "{effect}");
    }

    #[test]
    fn an_effect_is_a_word_or_a_map() {
        check("none", "\"none\"");
        check("{level: loses_data}", "\"loses_data\"");
        check("{level: none, reason: \"It goes on.\\n\"}", r#"{"level":"none","reason":"It goes on."}"#);
        check(
            "{level: none, cases: [{if_cloud: it rains, level: refused, reason: Wet.}, {change: [removed], when: [{property: [a], in: [1]}], level: replaces, reason: New.}]}",
            r#"{"level":"none","cases":[{"if_cloud":"it rains","level":"refused","reason":"Wet."},{"change":["removed"],"when":[{"property":["a"],"in":[1]}],"level":"replaces","reason":"New."}]}"#,
        );
        check(
            "{level: none, cases: [{was: [1], becomes: {pattern: a}, entries: only_added, fields: [f], with: [o], before: [[b]], level: none, reason: R.}]}",
            r#"{"level":"none","cases":[{"was":[1],"becomes":{"pattern":"a"},"entries":"only_added","fields":["f"],"with":["o"],"before":[["b"]],"level":"none","reason":"R."}]}"#,
        );
    }

    #[test]
    fn lists_and_texts_are_not_empty() {
        let check = |conditions: &str, expect: &str| {
            let effect = format!("{{level: none, cases: [{{{conditions}, level: refused, reason: No.}}]}}");
            check(&effect, expect);
        };
        let advice = "must not be empty (write an item, or remove the key)";
        for key in ["change", "was", "becomes", "fields", "with"] {
            check(&format!("{key}: []"), &format!("`{key}` {advice}"));
        }
        check("if_cloud: ''", "`if_cloud` must not be empty");
        check("with: [a, a]", "an item of `with` is written twice (remove one of them)");
    }

    #[test]
    fn mistakes_are_explained() {
        check("replace", "`replace` is not an effect of an update (did you mean `replaces`?)");
        check("[none]", "an effect of an update is a string, not a list");
        check("{reason: No level.}", "`update_effect` needs `level`");
        check("{level: none, resaon: Why.}", "`update_effect` has no key `resaon` (did you mean `reason`?)");
        check("{level: none, cases: [{if_cloud: a, level: refused}]}", "a case needs `reason`");
        check(
            "{level: none, cases: [{when: [{in: [a]}], level: refused, reason: No.}]}",
            "a condition must have exactly one of `property`, `items`, `for_each`, `all`, `any`, `none`, `not`",
        );
        check(
            "{level: none, cases: [{if_cloud: 1, level: refused, reason: No.}]}",
            "`if_cloud` is a string, not an integer (write it in quotes: \"1\")",
        );
        check(
            "{level: none, cases: [{when: it rains, level: refused, reason: No.}]}",
            "`when` is a list of conditions, not a string (say what happened to the value with `change`, `was`, `becomes`, `entries` or `fields`, and ask what only a cloud knows with `if_cloud: it rains`)",
        );
        check(
            "{level: none, cases: [{change: [removd], level: refused, reason: No.}]}",
            "`removd` is not a kind of change (did you mean `removed`?)",
        );
        check(
            "{level: none, cases: [{entries: adds, level: refused, reason: No.}]}",
            "`adds` is not a change of entries (expected one of only_added, removed, uncovered)",
        );
        check(
            "{level: none, cases: [{level: refused, reason: No.}]}",
            "a case needs a condition (say when it holds, or remove it and write its level as that of the effect)",
        );
    }
}
