//! Reads the effect of updating a property.

use heat_yaml::Node;

use super::fields::Reader;
use super::translation::when;
use crate::update_effect::{CaseCondition, EffectCase, EffectLevel, UpdateEffect};

const KEYS: [&str; 3] = ["level", "reason", "cases"];
const CASE_KEYS: [&str; 3] = ["when", "level", "reason"];

/// Reads an effect: a level, or a map with a reason and cases.
pub(super) fn read(reader: &mut Reader<'_>, node: &Node) -> Option<UpdateEffect> {
    if node.as_mapping().is_none() {
        return level(reader, node).map(UpdateEffect::plain);
    }
    let fields = reader.fields(node, "`update_effect`", &KEYS)?;
    reader.require(&fields, "`update_effect`", &["level"]);
    let level = fields.get("level").and_then(|node| level(reader, node));
    let reason = fields.get("reason").and_then(|node| sentence(reader, node));
    let cases = fields.get("cases").map(|node| reader.items(node, "`cases`", case)).unwrap_or_default();
    Some(UpdateEffect { level: level?, reason, cases })
}

fn case(reader: &mut Reader<'_>, node: &Node) -> Option<EffectCase> {
    let fields = reader.fields(node, "a case", &CASE_KEYS)?;
    reader.require(&fields, "a case", &CASE_KEYS);
    let when = fields.get("when").and_then(|node| condition(reader, node));
    let level = fields.get("level").and_then(|node| level(reader, node));
    let reason = fields.get("reason").and_then(|node| sentence(reader, node));
    Some(EffectCase { when: when?, level: level?, reason: reason? })
}

fn condition(reader: &mut Reader<'_>, node: &Node) -> Option<CaseCondition> {
    if node.as_mapping().is_some() {
        return when(reader, node).map(CaseCondition::Property);
    }
    sentence(reader, node).map(CaseCondition::Circumstance)
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
            "{level: none, cases: [{when: it rains, level: refused, reason: Wet.}, {when: {property: a, in: [1]}, level: replaces, reason: New.}]}",
            r#"{"level":"none","cases":[{"when":"it rains","level":"refused","reason":"Wet."},{"when":{"property":"a","in":[1]},"level":"replaces","reason":"New."}]}"#,
        );
    }

    #[test]
    fn mistakes_are_explained() {
        check("replace", "`replace` is not an effect of an update (did you mean `replaces`?)");
        check("[none]", "an effect of an update is a string, not a list");
        check("{reason: No level.}", "`update_effect` needs `level`");
        check("{level: none, resaon: Why.}", "`update_effect` has no key `resaon` (did you mean `reason`?)");
        check("{level: none, cases: [{when: a, level: refused}]}", "a case needs `reason`");
        check(
            "{level: none, cases: [{when: {in: [a]}, level: refused, reason: No.}]}",
            "`when` needs `property`",
        );
        check(
            "{level: none, cases: [{when: 1, level: refused, reason: No.}]}",
            "a text is a string, not an integer (write it in quotes: \"1\")",
        );
    }
}
