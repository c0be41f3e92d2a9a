//! Reads what a service takes only once.

use heat_yaml::Node;

use super::fields::Reader;
use super::validation_rule::{conditions, path};
use crate::unique::{Collision, ExclusiveHold, Holding, Scope, UniqueKey, UnsetValue, Within};

const KEYS: [&str; 8] =
    ["properties", "within", "when", "unset", "overlapping", "second", "freed_first", "message"];

const HOLD_KEYS: [&str; 5] = ["property", "as", "if_cloud", "freed_first", "message"];

/// Reads the unique keys of a type.
pub(super) fn list(reader: &mut Reader<'_>, node: &Node) -> Vec<UniqueKey> {
    reader.some_items(node, "`unique`", unique_key)
}

/// Reads the properties that hold another resource exclusively.
pub(super) fn holds(reader: &mut Reader<'_>, node: &Node) -> Vec<ExclusiveHold> {
    reader.some_items(node, "`exclusive`", exclusive_hold)
}

/// Reads what a resource holds.
pub(super) fn holdings(reader: &mut Reader<'_>, node: &Node) -> Vec<Holding> {
    reader.some_items(node, "`holds`", holding)
}

fn holding(reader: &mut Reader<'_>, node: &Node) -> Option<Holding> {
    let errors_before = reader.diagnostics.len();
    let fields = reader.fields(node, "an entry of `holds`", &["what", "when", "is_data", "when_replaced"])?;
    reader.require(&fields, "an entry of `holds`", &["what"]);
    let when = fields.get("when").map(|node| conditions(reader, node, "`when`"));
    let is_data = fields.get("is_data").and_then(|node| reader.boolean(node, "`is_data`"));
    let mut text = |key: &str| fields.get(key).and_then(|node| reader.text(node, &format!("`{key}`")));
    let (what, when_replaced) = (text("what"), text("when_replaced"));
    let holding = Holding {
        what: what?,
        when: when.unwrap_or_default(),
        is_data: is_data.unwrap_or_default(),
        when_replaced,
    };
    // Without the faulty part, it would hold something else.
    (reader.diagnostics.len() == errors_before).then_some(holding)
}

fn unique_key(reader: &mut Reader<'_>, node: &Node) -> Option<UniqueKey> {
    let errors_before = reader.diagnostics.len();
    let fields = reader.fields(node, "a unique key", &KEYS)?;
    reader.require(&fields, "a unique key", &["properties"]);
    let properties = reader.some_items(fields.get("properties")?, "`properties`", path);
    let within = fields.get("within").and_then(|node| within(reader, node));
    let when = fields.get("when").map(|node| conditions(reader, node, "`when`"));
    let words = UnsetValue::ALL.map(UnsetValue::as_str);
    let unset = fields.get("unset").and_then(|node| reader.word(node, "invalid-value", "`unset`", &words));
    let words = Collision::ALL.map(Collision::as_str);
    let second = fields.get("second").and_then(|node| reader.word(node, "invalid-value", "`second`", &words));
    let mut flag = |key: &str| {
        fields.get(key).and_then(|node| reader.boolean(node, &format!("`{key}`"))).unwrap_or_default()
    };
    let (overlapping, freed_first) = (flag("overlapping"), flag("freed_first"));
    let message = fields.get("message").and_then(|node| reader.text(node, "`message`"));
    // Without the faulty part, it would be another key.
    (reader.diagnostics.len() == errors_before).then_some(UniqueKey {
        properties,
        within: within.unwrap_or_default(),
        when: when.unwrap_or_default(),
        unset: unset.unwrap_or_default(),
        overlapping,
        second: second.unwrap_or_default(),
        freed_first,
        message,
    })
}

fn within(reader: &mut Reader<'_>, node: &Node) -> Option<Within> {
    if node.as_str().is_none() {
        return Some(Within::Same(reader.some_items(node, "`within`", path)));
    }
    let words = Scope::ALL.map(Scope::as_str);
    reader.word(node, "invalid-value", "a part of a cloud", &words).map(Within::Scope)
}

fn exclusive_hold(reader: &mut Reader<'_>, node: &Node) -> Option<ExclusiveHold> {
    let errors_before = reader.diagnostics.len();
    let fields = reader.fields(node, "an exclusive hold", &HOLD_KEYS)?;
    reader.require(&fields, "an exclusive hold", &["property", "as"]);
    let property = fields.get("property").and_then(|node| path(reader, node));
    let mut text = |key: &str| fields.get(key).and_then(|node| reader.text(node, &format!("`{key}`")));
    let (role, if_cloud, message) = (text("as"), text("if_cloud"), text("message"));
    let freed_first = fields.get("freed_first").and_then(|node| reader.boolean(node, "`freed_first`"));
    let hold = ExclusiveHold {
        property: property?,
        role: role?,
        if_cloud,
        freed_first: freed_first.unwrap_or_default(),
        message,
    };
    (reader.diagnostics.len() == errors_before).then_some(hold)
}

#[cfg(test)]
mod tests {
    use heat_yaml::Source;

    use crate::load::load_schema;

    /// Reads what a type takes only once, and checks its JSON, or the errors in it.
    #[track_caller]
    fn check(text: &str, expect: &str) {
        let loaded = load_schema(&Source::new("T.yaml", format!("type: T\n{text}")));
        let found = if loaded.diagnostics.is_empty() {
            let schema = loaded.file.unwrap().schema;
            serde_json::to_string(&(schema.unique, schema.exclusive)).unwrap()
        } else {
            let messages: Vec<String> = loaded.diagnostics.into_iter().map(|found| found.message).collect();
            messages.join("; ")
        };
        assert_eq!(found, expect, "{text}");
    }

    #[test]
    fn keys_are_read() {
        check("unique: [{properties: [[name]]}]", r#"[[{"properties":[["name"]]}],[]]"#);
        check(
            "unique: [{properties: [[a], [b]], within: project, when: [[c]], unset: generated, overlapping: true, second: shared, freed_first: true, message: No.}]",
            r#"[[{"properties":[["a"],["b"]],"within":"project","when":[["c"]],"unset":"generated","overlapping":true,"second":"shared","freed_first":true,"message":"No."}],[]]"#,
        );
        check(
            "unique: [{properties: [[a]], within: [[parent]]}]",
            r#"[[{"properties":[["a"]],"within":[["parent"]]}],[]]"#,
        );
        check(
            "exclusive: [{property: [nets, port], as: device, if_cloud: it rains}]",
            r#"[[],[{"property":["nets","port"],"as":"device","if_cloud":"it rains"}]]"#,
        );
    }

    #[test]
    fn mistakes_are_explained() {
        check("unique: []", "`unique` must not be empty");
        check("unique: [{properties: []}]", "`properties` must not be empty");
        check("unique: [{properties: [[a], [b], [a]]}]", "an item of `properties` is written twice");
        check("unique: [{properties: [[a]], within: []}]", "`within` must not be empty");
        check(
            "unique: [{properties: [[a]], when: [[b]]}, {when: [[b]], properties: [[a]]}]",
            "an item of `unique` is written twice",
        );
        check("unique: [{properties: [[a]], message: ''}]", "`message` must not be empty");
        check("exclusive: []", "`exclusive` must not be empty");
        check("exclusive: [{property: [a], as: ' '}]", "`as` must not be empty");
        check("holds: [{what: ''}]", "`what` must not be empty");
        check("holds: []", "`holds` must not be empty");
        check("unique: [{within: cloud}]", "a unique key needs `properties`");
        check("unique: [{properties: [[a]], within: planet}]", "`planet` is not a part of a cloud");
        check("unique: [{properties: [[a]], unset: free}]", "`free` is not `unset`");
        check(
            "unique: [{property: [a]}]",
            "a unique key needs `properties`; a unique key has no key `property`",
        );
        check("exclusive: [{property: [a]}]", "an exclusive hold needs `as`");
        check("holds: [{when: [[a]]}]", "an entry of `holds` needs `what`");
        check("holds: [{what: it, is_data: maybe}]", "`is_data` is true or false, not a string");
        check("exclusive: [{property: a, as: device}]", "a property path is a list, not a string");
    }
}
