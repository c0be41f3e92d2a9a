//! A catalogue: resource types, with the tables of releases and custom constraints that they refer to.

use std::collections::BTreeSet;

use heat_history::past::PastError;
use heat_history::{History, Past};
use heat_model::ResourceTypes;
use heat_model::evaluate::Evaluators;
use heat_model::{CustomConstraintTable, Release, ReleaseTable, ResourceType, ServiceTable};
use heat_report::Failure;
use indexmap::IndexMap;

use crate::guests::Guests;
use crate::past_examples::{ExampleReader, PastExamples, Steps, TypeHistory};
use crate::threads;

/// Resource types by name, with the releases and custom constraints that they refer to.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Catalogue {
    /// The types, sorted by name.
    pub types: IndexMap<String, ResourceType>,
    /// The releases.
    pub releases: ReleaseTable,
    /// The services.
    pub services: ServiceTable,
    /// The custom constraints.
    pub custom_constraints: CustomConstraintTable,
    /// The changes in every release.
    pub history: History,
    /// The schemas of earlier releases.
    pub past: Past,
    /// The plug-ins whose types are among the catalogue's types, with releases of their own.
    pub guests: Guests,
}

impl ResourceTypes for Catalogue {
    fn find(&self, name: &str) -> Option<&ResourceType> {
        self.types.find(name)
    }

    fn names(&self) -> Vec<&str> {
        self.types.names()
    }

    fn custom_constraints(&self) -> Option<&CustomConstraintTable> {
        Some(&self.custom_constraints).filter(|table| !table.constraints.is_empty())
    }
}

/// The names of types that differ between two releases.
pub type ChangedTypes<'a> = BTreeSet<&'a str>;

impl Catalogue {
    /// The catalogue as it was in a release: its types, and only the releases and changes up to that one. Without a reader of
    /// examples, the types that were different have none: finding those that worked then takes half of the time, and nothing about
    /// templates needs them.
    ///
    /// # Errors
    /// The schemas of that release are not recorded.
    pub fn as_of(&self, version: &str, reader: Option<&dyn ExampleReader>) -> Result<Self, PastError> {
        if self.releases.newest().is_some_and(|newest| newest.version == version) {
            return Ok(self.clone());
        }
        let Some(reader) = reader else {
            let is_other = |name: &str| self.guests.of_type(name).is_some();
            let types = self.past.as_of(version, &self.types, is_other)?;
            return Ok(self.until(version, self.without_past_examples(types)));
        };
        let place = self.past.since(version)?.len() - 1;
        let changed = self.changed()?;
        Ok(self.at(place, &changed, Some(&self.past_examples(&changed, reader))))
    }

    /// Applies `work` to the catalogue as it was in each recorded release, newest first, beginning with this catalogue as it is.
    /// `work` is passed the index of the release. Without a reader of examples, the types that were different have none.
    ///
    /// # Errors
    /// A schema of a release cannot be read.
    pub fn as_of_each<R: Send>(
        &self,
        reader: Option<&dyn ExampleReader>,
        work: impl Fn(usize, Self) -> R + Sync,
    ) -> Result<Vec<R>, PastError> {
        self.as_of_each_differing(reader, |place, then, _| work(place, then))
    }

    /// Applies `work` to each release, like [`Self::as_of_each`], and also passes it the types that differ from the release after
    /// it, in their schemas or examples.
    pub fn as_of_each_differing<R: Send>(
        &self,
        reader: Option<&dyn ExampleReader>,
        work: impl Fn(usize, Self, &ChangedTypes<'_>) -> R + Sync,
    ) -> Result<Vec<R>, PastError> {
        let changed = self.changed()?;
        let examples = reader.map(|reader| self.past_examples(&changed, reader));
        let places: Vec<usize> = (0..=self.past.releases.len()).collect();
        Ok(threads::map(&places, |place| match place.checked_sub(1) {
            None => work(0, self.clone(), &ChangedTypes::default()),
            Some(index) => {
                let own = self.past.releases[index].types.keys().map(String::as_str);
                let of_examples = examples.iter().flat_map(|examples| examples.changing(index));
                let differing = own.chain(of_examples).collect();
                work(*place, self.at(index, &changed, examples.as_ref()), &differing)
            }
        }))
    }

    /// The earlier versions of the types that were different in some earlier release.
    fn changed(&self) -> Result<IndexMap<String, Steps>, PastError> {
        let changed = self.past.releases.iter().flat_map(|release| release.types.keys());
        // Earlier schemas of Heat say nothing about the type of a plug-in that replaces Heat's.
        let changed = changed.filter(|name| self.guests.of_type(name).is_none());
        let changed: Vec<&String> = changed.collect::<BTreeSet<_>>().into_iter().collect();
        let steps = threads::map(&changed, |name| {
            Ok(((*name).clone(), self.past.of_type(name, self.types.get(*name))?))
        });
        steps.into_iter().collect()
    }

    fn past_examples(&self, changed: &IndexMap<String, Steps>, reader: &dyn ExampleReader) -> PastExamples {
        let history = TypeHistory {
            today: &self.types,
            changed,
            past: &self.past,
            releases: self.past.releases.iter().map(|release| release.version.as_str()).collect(),
            table: &self.releases,
            reader,
            evaluators: Evaluators::default(),
        };
        history.examples()
    }

    /// The catalogue as it was in one of the earlier releases, by its index among them.
    fn at(&self, place: usize, changed: &IndexMap<String, Steps>, examples: Option<&PastExamples>) -> Self {
        let mut types = self.types.clone();
        for (name, steps) in changed {
            match steps.iter().rev().find(|(since, _)| *since <= place) {
                Some((_, Some(schema))) => _ = types.insert(name.clone(), schema.clone()),
                Some((_, None)) => _ = types.shift_remove(name),
                None => {}
            }
        }
        types.sort_unstable_keys();
        match examples {
            Some(examples) => examples.apply(place, &mut types),
            None => types = self.without_past_examples(types),
        }
        self.until(&self.past.releases[place].version, types)
    }

    /// The types without the examples of those that differ from today's.
    fn without_past_examples(
        &self,
        mut types: IndexMap<String, ResourceType>,
    ) -> IndexMap<String, ResourceType> {
        for (name, schema) in &mut types {
            if self.types.get(name) != Some(schema) {
                schema.examples.clear();
            }
        }
        types
    }

    /// A catalogue of these types, with the releases and changes up to a release.
    fn until(&self, version: &str, mut types: IndexMap<String, ResourceType>) -> Self {
        let position = |known: &str| self.releases.position(known);
        let until = position(version);
        // The rules of a plug-in's service belong to releases of the plug-in.
        for schema in types.values_mut().filter(|schema| self.guests.of_type(&schema.name).is_none()) {
            let rules = std::mem::take(&mut schema.service_rules).into_iter();
            schema.service_rules = rules.filter_map(|rule| rule.as_of(version, &self.releases)).collect();
        }
        let mut releases = self.releases.clone();
        releases.releases.truncate(until.map_or(usize::MAX, |until| until + 1));
        let is_until = |version: &str| position(version) <= until;
        let history = self.history.releases.iter().filter(|release| is_until(&release.version));
        let past = self.past.releases.iter().filter(|release| position(&release.version) < until);
        Self {
            types,
            releases,
            services: self.services.clone(),
            custom_constraints: self.custom_constraints.clone(),
            history: History { releases: history.cloned().collect() },
            past: past.cloned().collect(),
            guests: self.guests.clone(),
        }
    }

    /// The releases to which the versions in a type's schema refer: those of its plug-in, or the catalogue's own.
    #[must_use]
    pub fn releases_of(&self, type_name: &str) -> &ReleaseTable {
        self.guests.of_type(type_name).map_or(&self.releases, |guest| &guest.releases)
    }

    /// The types that are shown: all except the HIDDEN ones.
    pub fn visible(&self) -> impl Iterator<Item = &ResourceType> {
        self.types.values().filter(|resource_type| !resource_type.is_hidden())
    }
}

/// The release of this name, code name or version: `yoga`, `antelope`, `18.0.0`.
///
/// # Errors
/// If there is no such release, with the nearest one.
pub fn find_release<'t>(table: &'t ReleaseTable, asked: &str) -> Result<&'t Release, Failure> {
    table.find(asked).ok_or_else(|| unknown_release(table, asked))
}

/// The failure for a release that is not in the table: it suggests the nearest name, or else lists the releases.
#[must_use]
pub fn unknown_release(table: &ReleaseTable, asked: &str) -> Failure {
    let names = table.releases.iter().flat_map(|release| release.names().chain([release.version.as_str()]));
    let known = match (table.releases.first(), table.releases.last()) {
        (Some(oldest), Some(newest)) => format!(
            "the releases are those from {} to {}, by name, code name or version, such as `yoga`, `antelope` or `18.0.0`",
            words(oldest),
            words(newest)
        ),
        _ => "the catalogue has no table of releases".to_owned(),
    };
    Failure::unknown("release", asked, names, &known)
}

/// A release as people call it: its names and its version.
fn words(release: &Release) -> String {
    let names: Vec<&str> = release.names().collect();
    format!("{} ({})", names.join(" "), release.version)
}
