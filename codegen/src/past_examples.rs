//! The examples of a catalogue as of its earlier releases: those of today that the schemas of then accept.
//!
//! An example is a template that uses several types, so it can stop to work although its own type is the same. It is resolved again
//! for each release in which one of them differs. What the schemas were is known by `heat_diff::past`.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use heat_hot::environment::files::Files;
use heat_hot::environment::{EnvironmentTypes, Registry};
use heat_hot::language::HotVersion;
use heat_hot::parameter::ParameterInputs;
use heat_hot::template::surroundings::ResourceTypes;
use heat_hot::template::validate::{NestedStacks, Setting, validate};
use heat_hot::{Exception, Template};
use heat_model::custom_constraint::WithoutCloud;
use heat_model::evaluate::{Evaluator, Evaluators};
use heat_model::{Example, ReleaseTable, ResourceType};
use heat_template_lint::lint;
use heat_yaml::{Severity, Source};
use indexmap::IndexMap;

use crate::template_version::{newest_version, with_version};
use crate::threads;

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
    /// The types prepared to read data: several releases have most of them, and several examples use them.
    pub(crate) evaluators: Evaluators<'a>,
}

/// The types of one of the earlier releases.
struct TypesThen<'t, 'a> {
    then: &'t Then<'a>,
    place: usize,
}

impl ResourceTypes for TypesThen<'_, '_> {
    fn find(&self, name: &str) -> Option<&ResourceType> {
        self.then.find(name, self.place)
    }

    fn prepared(&self, name: &str) -> Option<Arc<Evaluator<'_>>> {
        self.then.find(name, self.place).map(|schema| self.then.evaluators.of(schema))
    }

    /// No names: nobody reads what else may have been meant.
    fn names(&self) -> Vec<&str> {
        Vec::new()
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
        let texts = threads::map(&examples, |example| self.texts(example, &versions));
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
        let mut text = Cow::Borrowed(example.template.as_str());
        let mut template = Read::new(&text);
        let mut mistakes_now = None;
        let mut texts = Texts::new();
        for (place, version) in versions.iter().enumerate() {
            let known = version.map_or(Cow::Borrowed(example.template.as_str()), |version| {
                with_version(&example.template, version)
            });
            let is_same = used.iter().all(|steps| steps.iter().all(|(since, _)| *since != place));
            if is_same && known == text {
                continue;
            }
            if known != text {
                text = known;
                template = Read::new(&text);
            }
            let mistakes = template.mistakes(&TypesThen { then: self, place });
            // An example may use types that the catalogue does not have: these are unknown in all releases.
            let is_fit = mistakes.is_empty()
                || mistakes.is_subset(
                    mistakes_now.get_or_insert_with(|| Read::new(&example.template).mistakes(self.today)),
                );
            let then = is_fit.then(|| text.to_string());
            let after = texts.last().map_or(Some(&example.template), |(_, text)| text.as_ref());
            if then.as_ref() != after {
                texts.push((place, then));
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

/// An example that has been read.
struct Read {
    template: Option<Template>,
    source: Arc<Source>,
    /// What is wrong with it, whatever the types are.
    mistakes: BTreeSet<String>,
}

impl Read {
    fn new(text: &str) -> Self {
        let source = Source::new("example", text);
        let read = Template::read(&source);
        let errors = read.diagnostics.into_iter().filter(|found| found.severity == Severity::Error);
        let mut mistakes: BTreeSet<String> = errors.map(|found| found.message).collect();
        mistakes.extend(read.fault.map(|fault| fault.to_string()));
        // Heat takes the call of a function that it does not know for a map.
        let warnings = read
            .template
            .as_ref()
            .map(|template| lint(template, &IndexMap::<String, ResourceType>::new()))
            .unwrap_or_default();
        let later = warnings.into_iter().filter(|warning| warning.code == LATER_FUNCTION);
        mistakes.extend(later.map(|warning| warning.message));
        Self { template: read.template, source, mistakes }
    }

    /// What Heat says of it, except that parameters have no values.
    fn mistakes(&self, types: &dyn ResourceTypes) -> BTreeSet<String> {
        let mut mistakes = self.mistakes.clone();
        let Some(template) = &self.template else { return mistakes };
        let (parameters, mut faults) = template.parameters(None, &ParameterInputs::default());
        let (registry, files) = (Registry::default(), Files::default());
        let setting = Setting {
            parameters: &parameters,
            surroundings: &EnvironmentTypes::new(&self.source, registry, IndexMap::new(), types, &files),
            stack: None,
            strict: true,
            nested: NestedStacks::Validated,
            customs: &WithoutCloud::timeless(),
        };
        faults.extend(validate(template, setting).faults);
        let faults =
            faults.iter().filter(|fault| !matches!(fault.exception, Exception::UserParameterMissing { .. }));
        mistakes.extend(faults.map(ToString::to_string));
        mistakes
    }
}
