//! Merging the metadata of several sources.

use heat_model::Value;
use heat_model::value::Map;

use heat_deployments::log::Log;

/// Content with the name of its source, or of the deployment whose config it is.
pub(super) type NamedContent = (String, Value);

/// Groups of deployments whose config is metadata by itself.
const METADATA_GROUPS: [&str; 2] = ["os-apply-config", "Heat::Ungrouped"];

/// Returns the content of a source, followed by the configs in it that are metadata by themselves.
pub(super) fn with_deployments(
    source: &str,
    content: Value,
    keys: &[String],
    log: &mut dyn Log,
) -> Vec<NamedContent> {
    let mut found = Vec::new();
    for key in keys {
        let deployments = match content.get(key.as_str()) {
            None => continue,
            Some(Value::List(deployments)) => deployments,
            Some(_) => {
                log.warning(&format!("{source}: the key {key} is not a list"));
                continue;
            }
        };
        for deployment in deployments {
            let group = deployment.get("group").map_or(Some("Heat::Ungrouped"), Value::as_str);
            let is_metadata = group.is_some_and(|group| METADATA_GROUPS.contains(&group));
            match (deployment.get("name").and_then(Value::as_str), deployment.get("config")) {
                (None, _) => log.warning(&format!("{source}: a deployment under {key} has no name")),
                (Some(name), Some(config)) if is_metadata => found.push((name.to_owned(), config.clone())),
                _ => {}
            }
        }
    }
    found.insert(0, (source.to_owned(), content));
    found
}

/// Merges maps, key by key at all levels; of other values, the last one is used.
pub(super) fn merged<'a>(contents: impl IntoIterator<Item = &'a Value>) -> Map {
    let mut merged = Map::default();
    for content in contents {
        if let Value::Map(map) = content {
            merge_map(&mut merged, map);
        }
    }
    merged
}

/// Merges a map into another one. Values are nested no more than `MAX_DEPTH` levels deep: they were read as JSON.
fn merge_map(target: &mut Map, source: &Map) {
    for (key, value) in source {
        match (target.get_mut(key), value) {
            (Some(Value::Map(inner)), Value::Map(value)) => merge_map(inner, value),
            (Some(place), value) => *place = value.clone(),
            (None, value) => {
                target.insert(key.clone(), value.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heat_deployments::log::Level;
    use heat_model::json;

    fn value(text: &str) -> Value {
        json::parse(text).unwrap()
    }

    #[track_caller]
    fn check(content: &str, expect: &[(&str, &str)], warnings: &[&str]) {
        let mut log: Vec<(Level, String)> = Vec::new();
        let keys = ["deployments".to_owned(), "more".to_owned()];
        let found = with_deployments("cfn", value(content), &keys, &mut log);
        let found: Vec<_> = found.iter().map(|(name, value)| (name.clone(), value.to_string())).collect();
        let own = ("cfn".to_owned(), value(content).to_string());
        let expect = expect.iter().map(|(name, text)| ((*name).to_owned(), value(text).to_string()));
        assert_eq!(found, [own].into_iter().chain(expect).collect::<Vec<_>>());
        assert_eq!(log.iter().map(|(_, line)| line.as_str()).collect::<Vec<_>>(), warnings);
    }

    #[test]
    fn configs_for_os_apply_config_are_metadata() {
        check(
            r#"{"deployments": [
                {"name": "a", "group": "os-apply-config", "config": {"x": 1}},
                {"name": "b", "group": "script", "config": "echo"},
                {"name": "c", "config": [1]}],
               "more": [{"name": "d", "group": "Heat::Ungrouped", "config": {}}]}"#,
            &[("a", r#"{"x": 1}"#), ("c", "[1]"), ("d", "{}")],
            &[],
        );
    }

    #[test]
    fn strange_deployments_are_left_out() {
        check(
            r#"{"deployments": [1, null, {"group": "x"}, {"name": "a"}, {"name": "b", "group": 1, "config": 1}],
               "more": {"name": "x"}}"#,
            &[],
            &[
                "cfn: a deployment under deployments has no name",
                "cfn: a deployment under deployments has no name",
                "cfn: a deployment under deployments has no name",
                "cfn: the key more is not a list",
            ],
        );
        check("[]", &[], &[]);
    }

    #[test]
    fn maps_are_merged_and_other_values_replaced() {
        let contents = [
            r#"{"a": {"x": 1, "y": {"z": 1}}, "l": [1, 2], "d": {"x": 1}, "n": 1}"#,
            "[1]",
            "null",
            r#"{"a": {"y": {"w": 2}, "v": 3}, "l": [3], "d": null, "n": {"x": 1}}"#,
        ];
        let contents: Vec<Value> = contents.iter().map(|text| value(text)).collect();
        let expect =
            value(r#"{"a": {"x": 1, "y": {"z": 1, "w": 2}, "v": 3}, "l": [3], "d": null, "n": {"x": 1}}"#);
        assert_eq!(Value::Map(merged(&contents)).to_string(), expect.to_string());
    }
}
