//! The examples of a catalogue as of its earlier releases: today's examples that the earlier schemas accept.
//!
//! An example is a template that uses several types, so it can stop working although its own type is the same. It is validated
//! again for each release in which one of them differs in something that concerns the example; most differences are in a property
//! that it does not set. `heat_history::past` has the earlier schemas and the differences.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use heat_history::past::{Edit, Past};
use heat_hot_language::HotVersion;
use heat_model::ResourceTypes;
use heat_model::evaluate::{Evaluator, Evaluators};
use heat_model::{Example, NestedSchema, ReleaseTable, ResourceType};
use indexmap::IndexMap;
use memchr::memmem::Finder;

use crate::template_version::{newest_version, with_version};
use crate::threads;

/// The key of the schemas that are nested in a property's schema.
const SCHEMA: &str = "schema";

/// A reader of templates that reports the mistakes in an example.
///
/// The catalogue does not read templates itself; the reader in `heat-template-files` reads them as Heat does.
pub trait ExampleReader: fmt::Debug + Sync {
    /// Reads an example once, to be validated with the types of several releases.
    fn read(&self, text: &str) -> Box<dyn ReadExample>;
}

/// An example that has been read.
pub trait ReadExample {
    /// The mistakes in the example, in words, with these types. Parameters need no values.
    fn mistakes(&self, types: &dyn ResourceTypes) -> BTreeSet<String>;
}

/// Versions of a type: one for each release in which it differs from the release after it, with the index of the release, newest
/// first; `None` where the type did not exist.
pub(crate) type Steps = Vec<(usize, Option<ResourceType>)>;

/// The types of all releases.
pub(crate) struct TypeHistory<'a> {
    /// The types of the newest release.
    pub(crate) today: &'a IndexMap<String, ResourceType>,
    /// The types that were different in earlier releases.
    pub(crate) changed: &'a IndexMap<String, Steps>,
    /// The differences of the earlier releases.
    pub(crate) past: &'a Past,
    /// The versions of the earlier releases, newest first.
    pub(crate) releases: Vec<&'a str>,
    /// All releases.
    pub(crate) table: &'a ReleaseTable,
    /// The reader of examples.
    pub(crate) reader: &'a dyn ExampleReader,
    /// The types prepared to read data: they are shared, because several releases and examples use most of them.
    pub(crate) evaluators: Evaluators<'a>,
}

/// The types of one of the earlier releases.
struct TypesOfRelease<'t, 'a> {
    history: &'t TypeHistory<'a>,
    place: usize,
}

impl ResourceTypes for TypesOfRelease<'_, '_> {
    fn find(&self, name: &str) -> Option<&ResourceType> {
        self.history.find(name, self.place)
    }

    fn prepared(&self, name: &str) -> Option<Arc<Evaluator<'_>>> {
        self.history.find(name, self.place).map(|schema| self.history.evaluators.of(schema))
    }

    /// No names, because nobody reads suggestions here.
    fn names(&self) -> Vec<&str> {
        Vec::new()
    }
}

/// Versions of an example's text, each valid from a release back to the next entry; `None` where the example does not work.
type Texts = Vec<(usize, Option<String>)>;

/// The examples of all types whose examples differ in some earlier release.
#[derive(Debug, Default)]
pub(crate) struct PastExamples(IndexMap<String, Vec<Texts>>);

impl<'a> TypeHistory<'a> {
    fn find(&self, name: &str, place: usize) -> Option<&'a ResourceType> {
        let steps = self.changed.get(name).map_or(&[][..], Vec::as_slice);
        match steps.iter().rev().find(|(since, _)| *since <= place) {
            Some((_, schema)) => schema.as_ref(),
            None => self.today.get(name),
        }
    }

    /// The examples of the earlier releases that differ from today's.
    pub(crate) fn examples(&self) -> PastExamples {
        let versions: Vec<Option<HotVersion>> =
            self.releases.iter().map(|release| newest_version(release, self.table)).collect();
        let changed: Vec<(Finder<'_>, &str)> =
            self.changed.keys().map(|name| (Finder::new(name), name.as_str())).collect();
        let examples = self.today.values().flat_map(|schema| &schema.examples).collect::<Vec<_>>();
        let texts = threads::map(&examples, |example| self.texts(example, &versions, &changed));
        let mut texts = texts.into_iter();
        let types = self.today.values().filter_map(|schema| {
            let own: Vec<Texts> = texts.by_ref().take(schema.examples.len()).collect();
            own.iter().any(|texts| !texts.is_empty()).then(|| (schema.name.clone(), own))
        });
        PastExamples(types.collect())
    }

    /// The texts of one example; `changed` finds the names of the types that were different.
    fn texts(
        &self,
        example: &Example,
        versions: &[Option<HotVersion>],
        changed: &[(Finder<'_>, &'a str)],
    ) -> Texts {
        let used = changed.iter().filter(|(finder, _)| finder.find(example.template.as_bytes()).is_some());
        let used: Vec<&str> = used.map(|(_, name)| *name).collect();
        let mut text = Cow::Borrowed(example.template.as_str());
        let mut template = None;
        let mut mistakes_now = None;
        let mut texts = Texts::new();
        for (place, version) in versions.iter().enumerate() {
            let known = version.map_or(Cow::Borrowed(example.template.as_str()), |version| {
                with_version(&example.template, version)
            });
            let is_same = !used.iter().any(|name| self.concerns(name, place, &text));
            if is_same && known == text {
                continue;
            }
            if known != text {
                text = known;
                template = None;
            }
            let template = template.get_or_insert_with(|| self.reader.read(&text));
            let mistakes = template.mistakes(&TypesOfRelease { history: self, place });
            // An example may use types that the catalogue does not have: these are unknown in all releases.
            let is_fit = mistakes.is_empty()
                || mistakes.is_subset(
                    mistakes_now
                        .get_or_insert_with(|| self.reader.read(&example.template).mistakes(self.today)),
                );
            let then = is_fit.then(|| text.to_string());
            let after = texts.last().map_or(Some(&example.template), |(_, text)| text.as_ref());
            if then.as_ref() != after {
                texts.push((place, then));
            }
        }
        texts
    }

    /// Returns whether a template that uses a type can be valid in a release and invalid in the release after it, or vice versa,
    /// because the type differs.
    fn concerns(&self, name: &str, place: usize, text: &str) -> bool {
        let edits = self.past.releases.get(place).and_then(|release| release.types.get(name));
        let after = place.checked_sub(1).map_or_else(|| self.today.get(name), |after| self.find(name, after));
        let sides = [self.find(name, place), after];
        edits.is_some_and(|edits| edits.iter().any(|edit| concerns(edit, sides, text)))
    }
}

/// Returns whether an edit of a type can affect a template. Edits of an attribute that the template does not name cannot, nor can
/// most edits of an optional property that it does not name.
fn concerns(edit: &Edit, sides: [Option<&ResourceType>; 2], text: &str) -> bool {
    let [section, path @ ..] = edit.path.as_slice() else { return true };
    let Some(left_out) = left_out(path, text) else { return true };
    let known = sides.map(|schema| schema.and_then(|schema| schema.property_at(&left_out)));
    match (section.as_str(), known) {
        ("attributes", _) => false,
        // An omitted property gets its default, for which Heat has a valid value.
        ("properties", [Some(one), Some(other)]) => {
            one.required != other.required
                || one.default != other.default
                || one.property_type != other.property_type
        }
        ("properties", [Some(only), None] | [None, Some(only)]) => {
            only.required
                || (only.default.is_some()
                    && sides.into_iter().flatten().any(|schema| has_rule(schema, &left_out)))
        }
        _ => true,
    }
}

/// The names down to the outermost property or attribute on a path in a section that the template does not name; `None` if it
/// names all.
fn left_out(path: &[String], text: &str) -> Option<Vec<String>> {
    let mut names = Vec::new();
    let mut rest = path;
    while let [name, after @ ..] = rest {
        if name != NestedSchema::ITEM_KEY {
            names.push(name.clone());
            if !text.contains(name.as_str()) {
                return Some(names);
            }
        }
        let [key, nested @ ..] = after else { return None };
        if key != SCHEMA {
            return None;
        }
        rest = nested;
    }
    None
}

/// Returns whether a type has a rule about a top-level property, or about a nested one.
fn has_rule(schema: &ResourceType, names: &[String]) -> bool {
    let mut found = false;
    for rule in &schema.validation_rules {
        rule.visit_paths(&mut |path, _| found |= path.first() == names.first());
    }
    found
}

impl PastExamples {
    /// The types whose examples in a release, by its index, differ from those in the release after it.
    pub(crate) fn changing(&self, place: usize) -> impl Iterator<Item = &str> {
        let is_changing = move |texts: &Texts| texts.iter().any(|(since, _)| *since == place);
        self.0.iter().filter(move |(_, own)| own.iter().any(is_changing)).map(|(name, _)| name.as_str())
    }

    /// Replaces the examples in the types of a release, by its index, with those of that release.
    pub(crate) fn apply(&self, place: usize, types: &mut IndexMap<String, ResourceType>) {
        for (name, texts) in &self.0 {
            let Some(schema) = types.get_mut(name) else { continue };
            let mut texts = texts.iter();
            schema.examples.retain_mut(|example| {
                let texts = texts.next().map_or(&[][..], Vec::as_slice);
                match texts.iter().rev().find(|(since, _)| *since <= place) {
                    Some((_, None)) => return false,
                    Some((_, Some(text))) => example.template.clone_from(text),
                    None => {}
                }
                true
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TYPE: &str = r#"{"type": "A::B", "properties": {
        "a": {"type": "map", "schema": {"b": {"type": "string"}, "must": {"type": "string", "required": true}}},
        "c": {"type": "string", "default": "x"},
        "read": {"type": "string", "default": "x"}},
        "validation_rules": [{"at_most_one": [["read"], ["other"]]}]}"#;

    /// Checks whether a change of the value at a path concerns a template.
    fn check(path: &[&str], value: Option<&str>, text: &str, expect: bool) {
        let read = |json: serde_json::Value| serde_json::from_value::<ResourceType>(json).unwrap();
        let today: serde_json::Value = serde_json::from_str(TYPE).unwrap();
        let mut then = today.clone();
        let (last, around) = path.split_last().unwrap();
        let place = around.iter().fold(&mut then, |value, key| value.get_mut(*key).unwrap());
        match value {
            Some(value) => place[*last] = serde_json::from_str(value).unwrap(),
            None => _ = place.as_object_mut().unwrap().shift_remove(*last),
        }
        let edit = Edit { path: path.iter().map(|key| (*key).to_owned()).collect(), value: None };
        let [today, then] = [today, then].map(read);
        assert_eq!(concerns(&edit, [Some(&then), Some(&today)], text), expect, "{path:?} {text}");
    }

    #[test]
    fn what_a_template_leaves_out_does_not_concern_it() {
        check(&["properties", "a"], None, "c: 1", false);
        check(&["properties", "a"], None, "a: 1", true);
        check(&["properties", "a", "schema", "b"], None, "a: {must: 1}", false);
        check(&["properties", "a", "schema", "b"], None, "a: {must: 1, b: 2}", true);
        check(&["properties", "a", "schema", "b", "type"], Some("\"map\""), "c: 1", false);
        check(&["properties", "a", "update_allowed"], Some("true"), "c: 1", false);
    }

    #[test]
    fn what_counts_without_being_named_concerns_all_templates() {
        // A required property, a default that another property is compared with, and the type as a whole.
        check(&["properties", "a", "schema", "must"], None, "a: {b: 1}", true);
        check(&["properties", "a", "required"], Some("true"), "c: 1", true);
        check(&["properties", "read"], None, "a: 1", true);
        check(&["properties", "c"], None, "a: 1", false);
        check(&["properties", "c", "default"], Some("\"y\""), "a: 1", true);
        check(&["any_property"], Some("true"), "a: 1", true);
    }
}
