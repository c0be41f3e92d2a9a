//! Loader for the history file next to the schemas.

use std::sync::Arc;

use heat_model::ReleaseTable;
use heat_model::load::fields::{Fields, Reader, read};
use heat_model::suggest::nearest;
use heat_yaml::{Diagnostic, Node, Source};
use indexmap::IndexMap;

use super::{Change, History, RecordedRelease};
use crate::rule::{RULE_FACTS, rule_facts};

/// Reads the history and reports all errors in it. Its releases must be in the table, in the same order; without a table, any
/// releases are accepted.
#[must_use]
pub fn load_history(source: &Arc<Source>, table: &ReleaseTable) -> (History, Vec<Diagnostic>) {
    read(source, |reader, root| {
        let mut history = History::default();
        let mut newest = None;
        for (index, item) in reader.list(root, "the history").iter().enumerate() {
            let Some(fields) = reader.fields(item, "a release", &["release", "types", "changes"]) else {
                continue;
            };
            let Some(version) = version(reader, &fields) else { continue };
            let position = order(reader, &fields, &version, newest, table);
            newest = position.or(newest);
            let types = fields.get("types").and_then(|node| types(reader, node, index == 0));
            let changes = fields.get("changes").map(|node| changes(reader, node)).unwrap_or_default();
            if index == 0 && fields.lacks("types") {
                let message = "the first release requires `types`: later changes are relative to it";
                reader.error("missing-key", fields.span, message, "missing `types`", None);
            }
            let types = types.unwrap_or_default().into_iter().collect();
            history.releases.push(RecordedRelease { version, types, changes });
        }
        history
    })
}

fn version(reader: &mut Reader<'_>, fields: &Fields<'_>) -> Option<String> {
    let Some(node) = fields.get("release") else {
        if fields.lacks("release") {
            reader.error(
                "missing-key",
                fields.span,
                "a release requires `release`, its version",
                "missing `release`",
                None,
            );
        }
        return None;
    };
    reader.string(node, "`release`")
}

/// Returns the release's position in the table. Reports unknown releases, and releases older than the previous one.
fn order(
    reader: &mut Reader<'_>,
    fields: &Fields<'_>,
    version: &str,
    newest: Option<usize>,
    table: &ReleaseTable,
) -> Option<usize> {
    let span = fields.get("release").map_or(fields.span, |node| node.span);
    let position = table.position(version);
    if position.is_none() && !table.releases.is_empty() {
        let known = table.releases.iter().map(|release| release.version.as_str());
        let help = match nearest(version, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "use a version from `releases.yaml`, or add the release there".to_owned(),
        };
        let message = format!("there is no release `{version}`");
        reader.error("unknown-release", span, message, "not in the release table", Some(help));
    }
    if let (Some(newest), Some(position)) = (newest, position)
        && position <= newest
    {
        let message = format!("`{version}` does not come after the release before it");
        let help = "list the releases in the order of `releases.yaml`, each one once".to_owned();
        reader.error("invalid-value", span, message, "out of order", Some(help));
    }
    position
}

fn types(reader: &mut Reader<'_>, node: &Node, is_first: bool) -> Option<Vec<String>> {
    if !is_first {
        let message = "only the first release has `types`";
        let help = "later additions go in `changes`".to_owned();
        reader.error("invalid-value", node.span, message, "not the first release", Some(help));
    }
    reader.strings(node, "`types`")
}

fn changes(reader: &mut Reader<'_>, node: &Node) -> IndexMap<String, Vec<Change>> {
    reader
        .named(node, "`changes`")
        .into_iter()
        .map(|(name, entry)| (name.to_owned(), reader.items(&entry.value, &format!("`{name}`"), change)))
        .collect()
}

fn change(reader: &mut Reader<'_>, node: &Node) -> Option<Change> {
    let fields = reader.fields(node, "a change", &["rule", "path", "old_path", "before", "after"])?;
    let mut text = |key: &str| fields.get(key).and_then(|node| reader.string(node, &format!("`{key}`")));
    let (rule, path, old_path) = (text("rule"), text("path"), text("old_path"));
    if fields.lacks("rule") {
        reader.error("missing-key", fields.span, "a change requires `rule`", "missing `rule`", None);
    }
    let rule = rule?;
    if rule_facts(&rule).is_none() {
        let span = fields.get("rule").map_or(fields.span, |node| node.span);
        let help = match nearest(&rule, RULE_FACTS.iter().map(|rule| rule.id)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "regenerate the file with `heat-codegen history`".to_owned(),
        };
        let message = format!("there is no diff rule `{rule}`");
        reader.error("invalid-value", span, message, "not a rule", Some(help));
    }
    let mut value = |key: &str| fields.get(key).map(|node| reader.value(node));
    Some(Change {
        before: value("before"),
        after: value("after"),
        rule,
        path: path.unwrap_or_default(),
        old_path,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use heat_model::{Release, Value};

    fn table() -> ReleaseTable {
        let release = |version: &str| Release {
            version: version.to_owned(),
            name: format!("Series {version}"),
            date: "2026-01-01".to_owned(),
            ..Release::default()
        };
        ReleaseTable { releases: ["1.0.0", "2.0.0", "3.0.0"].map(release).to_vec() }
    }

    #[test]
    fn releases_have_their_changes() {
        let text = "
- release: 1.0.0
  types: [A::B]
- release: 3.0.0
  changes:
    A::B:
      - {rule: property-default-changed, path: properties.a.default, before: 1, after: [2]}
      - {rule: property-renamed, path: properties.new, old_path: properties.old}
    A::C:
      - {rule: resource-type-added}
";
        let (history, diagnostics) = load_history(&Source::new("history.yaml", text), &table());
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        let of_type: Vec<_> = history.of_type("A::B").collect();
        let [(release, changes)] = of_type[..] else { panic!("{of_type:?}") };
        assert_eq!(release.version, "3.0.0");
        assert_eq!(changes[0].after, Some(Value::from(vec![Value::from(2)])));
        assert_eq!(changes[1].old_path.as_deref(), Some("properties.old"));
        assert_eq!(history.releases[1].changes["A::C"][0].path, "");
        assert!(history.releases[0].types.contains("A::B"));
    }

    #[test]
    fn mistakes_are_reported_at_their_places() {
        #[track_caller]
        fn check(text: &str, expect: &[(&str, &str)]) {
            let source = Source::new("history.yaml", text);
            let (_, diagnostics) = load_history(&source, &table());
            let shown: Vec<(&str, &str)> = diagnostics
                .iter()
                .map(|found| (source.slice(found.labels[0].span), found.message.as_str()))
                .collect();
            assert_eq!(shown, expect, "{text}");
        }
        check("{}", &[("{}", "the history is a list, not a map")]);
        check("- {types: []}", &[("{types: []}", "a release requires `release`, its version")]);
        check(
            "- {release: 1.0.0}",
            &[("{release: 1.0.0}", "the first release requires `types`: later changes are relative to it")],
        );
        check("- {release: 1.0.1, types: []}", &[("1.0.1", "there is no release `1.0.1`")]);
        check(
            "[{release: 2.0.0, types: []}, {release: 1.0.0, changes: {}}]",
            &[("1.0.0", "`1.0.0` does not come after the release before it")],
        );
        check(
            "[{release: 2.0.0, types: []}, {release: 3.0.0, types: [A::B]}]",
            &[("[A::B]", "only the first release has `types`")],
        );
        check(
            "[{release: 2.0.0, types: [], changes: {A::B: [{rule: property-adde, path: x}, {path: x}, {rul: x}]}}]",
            &[
                ("property-adde", "there is no diff rule `property-adde`"),
                ("{path: x}", "a change requires `rule`"),
                ("rul", "a change has no key `rul`"),
            ],
        );
        check(
            "[{release: 2.0.0, types: [], changes: {A::B: {rule: property-added}}}]",
            &[("{rule: property-added}", "`A::B` is a list, not a map")],
        );
    }
}
