//! Changes in the tables next to the schemas: the releases and the custom constraints.

use heat_model::{CustomConstraint, CustomConstraintTable, Release, ReleaseTable, SchemaPath};

use crate::pairs::PlacePair;

/// A side of a comparison: the old or the new catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// The old catalogue.
    Before,
    /// The new catalogue.
    After,
}

/// The tables of a catalogue.
#[derive(Debug, Clone, Copy)]
pub struct Tables<'a> {
    /// The releases of Heat.
    pub releases: &'a ReleaseTable,
    /// The custom constraints.
    pub constraints: &'a CustomConstraintTable,
    /// `true` if the catalogue records the changes of its releases.
    pub has_history: bool,
    /// `true` if the catalogue records the schemas of earlier releases.
    pub has_past: bool,
}

/// A table file of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Table {
    /// The release table, `releases.yaml`.
    Releases,
    /// The custom constraints, `constraints.yaml`.
    Constraints,
    /// The changes of each release, `history.yaml`.
    History,
    /// The schemas of earlier releases, `past.yaml`.
    Past,
}

impl Table {
    /// The name of the file.
    #[must_use]
    pub fn file_name(self) -> &'static str {
        match self {
            Self::Releases => "releases.yaml",
            Self::Constraints => "constraints.yaml",
            Self::History => "history.yaml",
            Self::Past => "past.yaml",
        }
    }

    /// The location of the file as a whole, on one side.
    pub(crate) fn file_place(self, side: Side) -> PlacePair<'static> {
        let [before, after] = [Side::Before, Side::After].map(|each| (each == side).then(SchemaPath::root));
        self.place(before, after, 0)
    }

    pub(crate) fn place(
        self,
        before: Option<SchemaPath>,
        after: Option<SchemaPath>,
        position: usize,
    ) -> PlacePair<'static> {
        PlacePair { resource_type: self.file_name(), before, after, position }
    }
}

/// The tables of both sides.
pub struct TablesPair<'a> {
    pub(crate) before: Tables<'a>,
    pub(crate) after: Tables<'a>,
}

impl TablesPair<'_> {
    /// The only side that has the records of this file; `None` if both or neither have them.
    pub(crate) fn only_on(&self, table: Table) -> Option<Side> {
        let have = [self.before, self.after].map(|side| match table {
            Table::History => side.has_history,
            Table::Past => side.has_past,
            Table::Releases | Table::Constraints => true,
        });
        match have {
            [true, false] => Some(Side::Before),
            [false, true] => Some(Side::After),
            _ => None,
        }
    }
}

/// A custom constraint on both sides, matched by name.
pub struct ConstraintPair<'a> {
    /// The custom constraint's name.
    pub name: &'a str,
    /// The old definition; `None` if it is new.
    pub before: Option<&'a CustomConstraint>,
    /// The new definition; `None` if it was removed.
    pub after: Option<&'a CustomConstraint>,
    position: usize,
}

impl ConstraintPair<'_> {
    /// The location of the custom constraint, or of one of its keys.
    #[must_use]
    pub fn place(&self, key: Option<&str>) -> PlacePair<'static> {
        let path = || {
            let path = SchemaPath::root().join(self.name);
            key.map_or_else(|| path.clone(), |key| path.join(key))
        };
        let (before, after) = (self.before.map(|_| path()), self.after.map(|_| path()));
        Table::Constraints.place(before, after, self.position)
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
    /// The location of the release in the table.
    #[must_use]
    pub fn place(&self) -> PlacePair<'static> {
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
