//! Changes in the tables next to the schemas: the releases and the custom constraints.

use heat_model::custom_constraint::Lookup;
use heat_model::{CustomConstraint, CustomConstraintTable, Release, ReleaseTable, SchemaPath};

use super::pairs::Place;
use super::{Check, Finding, Findings, Policy, RULES};

/// The tables of a catalogue.
#[derive(Debug, Clone, Copy)]
pub struct Tables<'a> {
    /// The releases.
    pub releases: &'a ReleaseTable,
    /// The custom constraints.
    pub constraints: &'a CustomConstraintTable,
}

/// A table file of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Table {
    /// `releases.yaml`.
    Releases,
    /// `constraints.yaml`.
    Constraints,
}

impl Table {
    /// The file's name.
    #[must_use]
    pub fn file_name(self) -> &'static str {
        match self {
            Self::Releases => "releases.yaml",
            Self::Constraints => "constraints.yaml",
        }
    }

    fn place(self, before: Option<SchemaPath>, after: Option<SchemaPath>, position: usize) -> Place<'static> {
        Place { resource_type: self.file_name(), before, after, position }
    }
}

/// The tables of both sides.
pub struct TablesPair<'a> {
    before: Tables<'a>,
    after: Tables<'a>,
}

/// Compares the tables of two catalogues; the most severe findings come first. A table that does not exist on the old
/// side is new, and is not compared. Findings name the table's file instead of a resource type.
#[must_use]
pub fn compare_tables(before: Tables<'_>, after: Tables<'_>, policy: &Policy<'_>) -> Vec<Finding> {
    let pair = TablesPair { before, after };
    let mut found = Vec::new();
    for rule in RULES {
        if let Check::Table(_, check) = rule.check {
            check(&pair, &mut Findings::new(rule, &mut found));
        }
    }
    if let Some(severities) = policy.severities {
        found.retain_mut(|finding| severities.apply(finding));
    }
    found.sort_by(|left, right| left.order().cmp(&right.order()));
    found
}

/// A custom constraint on both sides, matched by name.
pub struct ConstraintPair<'a> {
    /// Its name.
    pub name: &'a str,
    /// The old definition; `None` if it is new.
    pub before: Option<&'a CustomConstraint>,
    /// The new definition; `None` if it was removed.
    pub after: Option<&'a CustomConstraint>,
    position: usize,
}

impl ConstraintPair<'_> {
    /// Its place, or that of one of its keys.
    #[must_use]
    pub fn place(&self, key: Option<&str>) -> Place<'static> {
        let path = || {
            let path = SchemaPath::root().join(self.name);
            key.map_or_else(|| path.clone(), |key| path.join(key))
        };
        let (before, after) = (self.before.map(|_| path()), self.after.map(|_| path()));
        Table::Constraints.place(before, after, self.position)
    }
}

/// How the lookup of a custom constraint changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lookups {
    /// It no longer looks up names or no longer looks up IDs.
    Narrowed,
    /// It looks up more than before.
    Widened,
}

impl Lookups {
    fn of(before: Lookup, after: Lookup) -> Option<Self> {
        let is_lost =
            (before.takes_names() && !after.takes_names()) || (before.takes_ids() && !after.takes_ids());
        match before == after {
            true => None,
            false if is_lost => Some(Self::Narrowed),
            false => Some(Self::Widened),
        }
    }
}

/// A release on both sides, matched by version or else by name.
pub struct ReleasePair<'a> {
    /// The old entry and its index.
    pub before: Option<(usize, &'a Release)>,
    /// The new entry and its index.
    pub after: Option<(usize, &'a Release)>,
}

impl ReleasePair<'_> {
    /// Its place in the table.
    #[must_use]
    pub fn place(&self) -> Place<'static> {
        let path = |at: Option<(usize, &Release)>| at.map(|(index, _)| SchemaPath::root().join(index));
        let position = self.after.or(self.before).map_or(0, |(index, _)| index);
        Table::Releases.place(path(self.before), path(self.after), position)
    }
}

impl<'a> TablesPair<'a> {
    /// The custom constraints of both sides.
    #[must_use]
    pub fn constraints(&self) -> Vec<ConstraintPair<'a>> {
        let (old, new) = (&self.before.constraints.constraints, &self.after.constraints.constraints);
        if old.is_empty() {
            return Vec::new();
        }
        let gone = old.keys().filter(|name| !new.contains_key(*name));
        let names = new.keys().chain(gone);
        names
            .enumerate()
            .map(|(position, name)| ConstraintPair {
                name,
                before: old.get(name),
                after: new.get(name),
                position,
            })
            .collect()
    }

    /// Reports the custom constraints whose lookup changed in this way.
    pub(super) fn report_lookups(&self, how: Lookups, findings: &mut Findings<'_>) {
        for pair in self.constraints() {
            let lookups =
                pair.before.and_then(|each| each.lookup).zip(pair.after.and_then(|each| each.lookup));
            let Some((before, after)) =
                lookups.filter(|(before, after)| Lookups::of(*before, *after) == Some(how))
            else {
                continue;
            };
            let words = |lookup: Lookup| match lookup {
                Lookup::Id => "IDs",
                Lookup::Name => "names",
                Lookup::NameOrId => "names and IDs",
            };
            let message = format!(
                "custom constraint `{}` accepts {}; it used to accept {}",
                pair.name,
                words(after),
                words(before)
            );
            findings.report(&pair.place(Some("lookup")), message).values(Some(&before), Some(&after));
        }
    }

    /// The releases of both sides.
    #[must_use]
    pub fn releases(&self) -> Vec<ReleasePair<'a>> {
        let [old, new] = [self.before, self.after].map(|tables| tables.releases);
        if old.releases.is_empty() {
            return Vec::new();
        }
        let mut gone: Vec<(usize, &Release)> =
            old.releases.iter().enumerate().filter(|(_, each)| new.get(&each.version).is_none()).collect();
        let mut pairs = Vec::new();
        for (index, after) in new.releases.iter().enumerate() {
            let same = old.position(&after.version).and_then(|at| Some((at, old.releases.get(at)?)));
            let before = same.or_else(|| {
                let at = gone.iter().position(|(_, each)| each.name == after.name)?;
                Some(gone.remove(at))
            });
            pairs.push(ReleasePair { before, after: Some((index, after)) });
        }
        pairs.extend(gone.into_iter().map(|gone| ReleasePair { before: Some(gone), after: None }));
        pairs
    }
}
