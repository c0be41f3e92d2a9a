//! Records of the differences between releases.

use std::borrow::Cow;

use heat_model::{ResourceType, Value};
use indexmap::{IndexMap, IndexSet};

use super::{Edit, Past, PastRelease, value_of};
use crate::prose::Reduction;

/// Schemas of a release.
#[derive(Debug, Clone)]
pub struct ReleaseSchemas<'a> {
    /// Version of the release.
    pub version: &'a str,
    /// Types of the release. Parts that are only known for one of two releases must be left out of both.
    pub types: Vec<Cow<'a, ResourceType>>,
}

impl PastRelease {
    /// Returns the differences between a release and the release after it.
    #[must_use]
    pub fn between(older: &ReleaseSchemas<'_>, newer: &ReleaseSchemas<'_>) -> Self {
        let (then, after) = (by_name(older), by_name(newer));
        let names: IndexSet<&str> = then.keys().chain(after.keys()).copied().collect();
        let mut types: IndexMap<String, Vec<Edit>> = IndexMap::new();
        for name in names {
            let mut edits = Vec::new();
            compare(after.get(name), then.get(name), &mut Vec::new(), &mut edits);
            if !edits.is_empty() {
                types.insert(name.to_owned(), edits);
            }
        }
        types.sort_unstable_keys();
        Self { version: older.version.to_owned(), types }
    }
}

impl FromIterator<PastRelease> for Past {
    fn from_iter<I: IntoIterator<Item = PastRelease>>(releases: I) -> Self {
        Self { releases: releases.into_iter().collect() }
    }
}

fn by_name<'a>(release: &'a ReleaseSchemas<'_>) -> IndexMap<&'a str, Value> {
    let types = release.types.iter();
    let facts = |schema: &ResourceType| {
        let mut facts = schema.clone();
        Reduction::Facts.of_type(&mut facts);
        value_of(&facts)
    };
    types.filter_map(|schema| Some((schema.name.as_str(), facts(schema)?))).collect()
}

/// Adds the edits that change the newer value to the older one.
fn compare(after: Option<&Value>, before: Option<&Value>, path: &mut Vec<String>, edits: &mut Vec<Edit>) {
    match (after, before) {
        (Some(after), Some(before)) if after == before => {}
        (Some(Value::Map(after)), Some(Value::Map(before))) => {
            let keys: IndexSet<&String> = after.keys().chain(before.keys()).collect();
            for key in keys {
                path.push(key.clone());
                compare(after.get(key), before.get(key), path, edits);
                path.pop();
            }
        }
        (None, None) => {}
        (_, before) => edits.push(Edit { path: path.clone(), value: before.cloned() }),
    }
}
