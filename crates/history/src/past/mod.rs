//! Schemas of earlier releases, in `schemas/past.yaml`.
//!
//! A catalogue describes the newest release. Each earlier release is stored as its differences from the release after it, as
//! facts: values at paths of the schema language. They contain no text by Heat's authors; [`Past::as_of`] adds the texts of the
//! newest schemas where they apply. [`History`](crate::History) contains the same steps as findings, for readers; the schemas
//! cannot be restored from those.

use heat_model::{ResourceType, Value};
use indexmap::IndexMap;

mod copied_prose;
mod load;
mod record;

pub use load::load_past;
pub use record::ReleaseSchemas;

/// Schemas of earlier releases, as steps back from the newest one.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Past {
    /// Releases, newest first.
    pub releases: Vec<PastRelease>,
}

/// Differences between a release and the release after it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PastRelease {
    /// Version of the release, as in the release table.
    pub version: String,
    /// Types that differ, by name.
    pub types: IndexMap<String, Vec<Edit>>,
}

/// Value that differs between two releases.
#[derive(Debug, Clone, PartialEq)]
pub struct Edit {
    /// Keys that lead to the value in the type's schema; empty for the schema as a whole.
    pub path: Vec<String>,
    /// Value in the older release; `None` if there was none.
    pub value: Option<Value>,
}

impl Past {
    /// Returns whether the schemas of a release are known.
    #[must_use]
    pub fn has(&self, version: &str) -> bool {
        self.releases.iter().any(|release| release.version == version)
    }

    /// Returns the steps that lead from the newest release back to this one.
    ///
    /// # Errors
    /// Returns an error if the release is not recorded.
    pub fn since(&self, version: &str) -> Result<&[PastRelease], PastError> {
        let position = self.releases.iter().position(|release| release.version == version);
        let position = position.ok_or_else(|| PastError::UnknownRelease(version.to_owned()))?;
        Ok(&self.releases[..=position])
    }

    /// Returns the types of a release, sorted by name. `today` are the types of the newest release; those of which `is_other`
    /// holds stay as they are: a type of a plug-in that replaces Heat's has a history of its own.
    ///
    /// # Errors
    /// Returns an error if the release is not recorded, or a schema of it cannot be read.
    pub fn as_of(
        &self,
        version: &str,
        today: &IndexMap<String, ResourceType>,
        is_other: impl Fn(&str) -> bool,
    ) -> Result<IndexMap<String, ResourceType>, PastError> {
        let mut edits: IndexMap<&str, Vec<&Edit>> = IndexMap::new();
        for release in self.since(version)? {
            for (name, own) in release.types.iter().filter(|(name, _)| !is_other(name)) {
                edits.entry(name).or_default().extend(own);
            }
        }
        let mut types = today.clone();
        for (name, edits) in edits {
            let now = today.get(name);
            let then = edits.into_iter().fold(now.and_then(value_of), |value, edit| edit.applied(value));
            match schema_then(version, name, now, then.as_ref())? {
                None => _ = types.shift_remove(name),
                Some(schema) => _ = types.insert(name.to_owned(), schema),
            }
        }
        types.sort_unstable_keys();
        Ok(types)
    }

    /// Returns the schema of a type in each release in which it differs from the release after it, with the index of the release;
    /// `None` if the type did not exist. `now` is its newest schema.
    ///
    /// # Errors
    /// Returns an error if a schema cannot be read.
    pub fn of_type(
        &self,
        name: &str,
        now: Option<&ResourceType>,
    ) -> Result<Vec<(usize, Option<ResourceType>)>, PastError> {
        let changed = self.releases.iter().enumerate().filter_map(|(index, release)| {
            release.types.get(name).map(|edits| (index, release.version.as_str(), edits))
        });
        let mut value = None;
        let mut steps = Vec::new();
        for (index, version, edits) in changed {
            // The newest schema is only converted if the type ever changed, which is rare.
            let before = value.take().unwrap_or_else(|| now.and_then(value_of));
            let then = edits.iter().fold(before, |value, edit| edit.applied(value));
            steps.push((index, schema_then(version, name, now, then.as_ref())?));
            value = Some(then);
        }
        Ok(steps)
    }
}

/// Reason why the schemas of a release are not available.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PastError {
    /// The schemas of this release are not recorded.
    UnknownRelease(String),
    /// The recorded data are not a schema: the file was changed by hand, or does not belong to the catalogue.
    NoSchema {
        /// Version of the release.
        version: String,
        /// Name of the type.
        resource_type: String,
    },
}

impl std::fmt::Display for PastError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::UnknownRelease(version) => write!(f, "the schemas of {version} are not recorded"),
            Self::NoSchema { version, resource_type } => {
                write!(f, "what is recorded of {resource_type} in {version} is no schema")
            }
        }
    }
}

impl std::error::Error for PastError {}

impl Edit {
    /// Returns the value of a schema, or of a part of it, after this edit.
    fn applied(&self, value: Option<Value>) -> Option<Value> {
        set(value, &self.path, self.value.as_ref())
    }
}

/// Returns the schema of a type in a release, with the texts of the newest one.
fn schema_then(
    version: &str,
    name: &str,
    now: Option<&ResourceType>,
    then: Option<&Value>,
) -> Result<Option<ResourceType>, PastError> {
    let Some(then) = then else { return Ok(None) };
    let Some(mut schema) = schema_of(then) else {
        return Err(PastError::NoSchema { version: version.to_owned(), resource_type: name.to_owned() });
    };
    if let Some(now) = now {
        copied_prose::copy(now, &mut schema);
    }
    // `has_show` may be redundant in the earlier schema although it is needed in the newest one, or the other way round.
    schema.set_has_record(schema.has_record());
    Ok(Some(schema))
}

fn set(value: Option<Value>, path: &[String], new: Option<&Value>) -> Option<Value> {
    let [key, rest @ ..] = path else { return new.cloned() };
    let mut map = match value {
        Some(Value::Map(map)) => map.into_inner(),
        _ => IndexMap::new(),
    };
    let place = map.get_index_of(key);
    let old = map.shift_remove(key);
    if let Some(changed) = set(old, rest, new) {
        let place = place.unwrap_or(map.len());
        map.shift_insert(place, key.clone(), changed);
    }
    Some(Value::from(map))
}

/// Converts a schema to data in the schema language.
fn value_of(schema: &ResourceType) -> Option<Value> {
    serde_json::from_value(serde_json::to_value(schema).ok()?).ok()
}

fn schema_of(value: &Value) -> Option<ResourceType> {
    serde_json::from_value(serde_json::to_value(value).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use heat_yaml::Source;

    use super::*;

    fn types(text: &str) -> IndexMap<String, ResourceType> {
        let types: Vec<ResourceType> = serde_json::from_str(text).unwrap();
        types.into_iter().map(|schema| (schema.name.clone(), schema)).collect()
    }

    #[test]
    fn steps_lead_back() {
        let text = r#"
- release: 2.0.0
  types:
    A::B:
      - {path: [properties, late]}
      - {path: [properties, size, constraints], value: [{range: {min: 1}}]}
- release: 1.0.0
  types:
    A::B:
      - {path: [attributes, old], value: {type: string}}
    A::Late:
      - {}
    A::Old:
      - {value: {type: "A::Old"}}
"#;
        let (past, diagnostics) =
            load_past(&Source::new("past.yaml", text), &heat_model::ReleaseTable::default());
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        let today = types(
            r#"[{"type": "A::B", "properties": {"late": {"type": "string"}, "size": {"type": "integer", "description": "Size.",
                "constraints": [{"range": {"min": 1, "max": 9}}, {"modulo": {"step": 1, "offset": 0}}]}}}, {"type": "A::Late"}]"#,
        );
        let check = |version: &str, expect: &str| {
            assert_eq!(past.as_of(version, &today, |_| false), Ok(types(expect)));
        };
        let then = r#""properties": {"size": {"type": "integer", "description": "Size.", "constraints": [{"range": {"min": 1}}]}}"#;
        check("2.0.0", &format!(r#"[{{"type": "A::B", {then}}}, {{"type": "A::Late"}}]"#));
        let old = r#""attributes": {"old": {"type": "string"}}"#;
        check("1.0.0", &format!(r#"[{{"type": "A::B", {then}, {old}}}, {{"type": "A::Old"}}]"#));
        assert_eq!(past.as_of("0.9", &today, |_| false), Err(PastError::UnknownRelease("0.9".to_owned())));
        // The schemas of a type step by step are those of the whole release.
        for name in ["A::B", "A::Late", "A::Old", "A::Unknown"] {
            let steps = past.of_type(name, today.get(name)).unwrap();
            for (index, release) in past.releases.iter().enumerate() {
                let at_once = past.as_of(&release.version, &today, |_| false).unwrap();
                let step = steps.iter().rev().find(|(since, _)| *since <= index);
                let then = step.map_or(today.get(name), |(_, then)| then.as_ref());
                assert_eq!(then, at_once.get(name), "{name} in {}", release.version);
            }
        }
    }

    #[test]
    fn what_an_update_costs_is_said_where_updates_came() {
        let text = "
- release: 1.0.0
  types:
    A::B:
      - {path: [properties, a, update_allowed]}
      - {path: [properties, b], value: {type: string, update_allowed: true}}
";
        let (past, _) = load_past(&Source::new("past.yaml", text), &heat_model::ReleaseTable::default());
        let today = types(
            r#"[{"type": "A::B", "properties": {"a": {"type": "map", "update_allowed": true, "update_effect": "interrupts",
                "schema": {"c": {"type": "any", "update_effect": "none"}}},
                "b": {"type": "integer", "update_allowed": true, "update_effect": "none"}}}]"#,
        );
        let then = r#"[{"type": "A::B", "properties": {"a": {"type": "map", "schema": {"c": {"type": "any"}}},
            "b": {"type": "string", "update_allowed": true, "update_effect": "none"}}}]"#;
        assert_eq!(past.as_of("1.0.0", &today, |_| false), Ok(types(then)));
    }

    #[test]
    fn what_is_recorded_leads_back() {
        let older = types(
            r#"[{"type": "A::B", "properties": {"a": {"type": "list", "default": [1]}}}, {"type": "A::Old"}]"#,
        );
        let newer = types(
            r#"[{"type": "A::B", "entity": "b", "properties": {"a": {"type": "list", "description": "A."}}}, {"type": "A::New"}]"#,
        );
        let side = |version, types: &'_ IndexMap<String, ResourceType>| ReleaseSchemas {
            version,
            types: types.values().cloned().map(std::borrow::Cow::Owned).collect(),
        };
        let past: Past = [PastRelease::between(&side("1", &older), &side("2", &newer))].into_iter().collect();
        let mut then = past.as_of("1", &newer, |_| false).unwrap();
        then["A::B"].properties["a"].description = None;
        assert_eq!(then, older);
    }

    #[test]
    fn mistakes_are_reported() {
        #[track_caller]
        fn check(text: &str, expect: &[&str]) {
            let table = serde_json::from_str(
                r#"[{"version": "1.0.0", "name": "One", "date": ""}, {"version": "2.0.0", "name": "Two", "date": ""}]"#,
            );
            let (_, found) = load_past(&Source::new("past.yaml", text), &table.unwrap());
            assert_eq!(
                found.iter().map(|found| found.message.as_str()).collect::<Vec<_>>(),
                expect,
                "{text}"
            );
        }
        check("{}", &["the file of earlier schemas is a list, not a map"]);
        check("- {types: {}}", &["a release requires `release`, its version"]);
        check("- {release: 1.0.1}", &["there is no release `1.0.1`"]);
        check("[{release: 1.0.0}, {release: 2.0.0}]", &["`2.0.0` does not come before the release above it"]);
        check("[{release: 2.0.0, types: {A::B: [{pat: [a]}]}}]", &["a difference has no key `pat`"]);
    }
}
