//! The examples of a catalogue as of its earlier releases: those of today that the schemas of then accept.
//!
//! An example is a template that uses several types, so it can stop to work although its own type is the same. It is resolved again
//! for each release in which one of them differs. What the schemas were is known by `heat_diff::past`.

use std::borrow::Cow;
use std::collections::BTreeSet;

use heat_hot::environment::files::{FileError, FileSource};
use heat_hot::language::HotVersion;
use heat_hot::template::known::KnownAttributes;
use heat_hot::template::surroundings::ResourceTypes;
use heat_model::{Example, ReleaseTable, ResourceType};
use heat_template_lint::lint;
use heat_yaml::{Severity, Source};
use indexmap::IndexMap;

use crate::resolve::{StackSources, resolve_stack};
use crate::template_version::{newest_version, with_version};
use crate::threads;

/// The stack of a thread: functions are resolved recursively.
const STACK_SIZE: usize = 8 << 20;

/// The rule of the functions that are only known to a later version: Heat takes such a call for a map.
const LATER_FUNCTION: &str = "later-function";

/// What a type was in each release in which it differs from the release after it, by the place of the release, newest first;
/// none where it did not exist.
pub(crate) type Steps = Vec<(usize, Option<ResourceType>)>;

/// The types of all releases.
pub(crate) struct Then<'a> {
    /// Those of the newest release.
    pub(crate) today: &'a IndexMap<String, ResourceType>,
    /// Those that were different.
    pub(crate) changed: &'a IndexMap<String, Steps>,
    /// The versions of the earlier releases, newest first.
    pub(crate) releases: Vec<&'a str>,
    /// All releases.
    pub(crate) table: &'a ReleaseTable,
}

/// The types of one of the earlier releases.
struct TypesThen<'a> {
    then: &'a Then<'a>,
    place: usize,
}

impl ResourceTypes for TypesThen<'_> {
    fn find(&self, name: &str) -> Option<&ResourceType> {
        self.then.find(name, self.place)
    }

    fn names(&self) -> Vec<&str> {
        let names: BTreeSet<&String> = self.then.today.keys().chain(self.then.changed.keys()).collect();
        let visible = |name: &&String| self.find(name).is_some_and(|schema| !schema.is_hidden());
        names.into_iter().filter(visible).map(String::as_str).collect()
    }
}

/// The text of an example from a release on, back to the next one with another text; none where the example does not work.
type Texts = Vec<(usize, Option<String>)>;

/// The examples of all types that have other ones in some earlier release.
#[derive(Debug, Default)]
pub(crate) struct PastExamples(IndexMap<String, Vec<Texts>>);

impl<'a> Then<'a> {
    fn find(&self, name: &str, place: usize) -> Option<&'a ResourceType> {
        let steps = self.changed.get(name).map_or(&[][..], Vec::as_slice);
        match steps.iter().rev().find(|(since, _)| *since <= place) {
            Some((_, schema)) => schema.as_ref(),
            None => self.today.get(name),
        }
    }

    /// The examples of the earlier releases that are not those of today.
    pub(crate) fn examples(&self) -> PastExamples {
        let versions: Vec<Option<HotVersion>> =
            self.releases.iter().map(|release| newest_version(release, self.table)).collect();
        let examples = self.today.values().flat_map(|schema| &schema.examples).collect::<Vec<_>>();
        let texts = threads::map_with_stack(&examples, STACK_SIZE, |example| self.texts(example, &versions));
        let mut texts = texts.into_iter();
        let types = self.today.values().filter_map(|schema| {
            let own: Vec<Texts> = texts.by_ref().take(schema.examples.len()).collect();
            own.iter().any(|texts| !texts.is_empty()).then(|| (schema.name.clone(), own))
        });
        PastExamples(types.collect())
    }

    fn texts(&self, example: &Example, versions: &[Option<HotVersion>]) -> Texts {
        let used = self.changed.iter().filter(|(name, _)| example.template.contains(name.as_str()));
        let used: Vec<&Steps> = used.map(|(_, steps)| steps).collect();
        let mut texts = Texts::new();
        let mut mistakes_now = None;
        let mut version_after = Some(HotVersion::NEWEST);
        for (place, version) in versions.iter().enumerate() {
            let is_same = used.iter().all(|steps| steps.iter().all(|(since, _)| *since != place));
            if is_same && *version == version_after {
                continue;
            }
            version_after = *version;
            let text = version.map_or(Cow::Borrowed(example.template.as_str()), |newest| {
                with_version(&example.template, newest)
            });
            // An example may use types that the catalogue does not have: these are unknown in all releases.
            let known = mistakes_now.get_or_insert_with(|| mistakes(&example.template, self.today));
            let is_fit = mistakes(&text, &TypesThen { then: self, place }).is_subset(known);
            let text = is_fit.then(|| text.into_owned());
            let after = texts.last().map_or(Some(&example.template), |(_, text)| text.as_ref());
            if text.as_ref() != after {
                texts.push((place, text));
            }
        }
        texts
    }
}

impl PastExamples {
    /// Gives the types of a release, by its place, their examples of then.
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

/// What is wrong with a template that reads no files.
fn mistakes(template: &str, types: &dyn ResourceTypes) -> BTreeSet<String> {
    let sources = StackSources {
        template: Source::new("example", template),
        environments: Vec::new(),
        parameters: &IndexMap::new(),
        files: &NoFiles,
        attributes: KnownAttributes::new(),
    };
    let (stack, findings) = resolve_stack(sources, types);
    let later = stack.map(|stack| lint(&stack.template, types)).unwrap_or_default();
    let later = later.into_iter().filter(|finding| finding.code == LATER_FUNCTION);
    let errors = findings.diagnostics.into_iter().filter(|finding| finding.severity == Severity::Error);
    errors.chain(later).map(|finding| finding.message).collect()
}

/// An example is a single file.
struct NoFiles;

impl FileSource for NoFiles {
    fn read(&self, _: &str) -> Result<String, FileError> {
        Err(FileError::NotFound)
    }
}
