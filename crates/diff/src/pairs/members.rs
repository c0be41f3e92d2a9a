//! Matches the properties of a type, or the fields of a map, by name.

use std::collections::HashSet;

use heat_model::{PropertySchema, RuleKind, SchemaPath};
use indexmap::IndexMap;

use super::place_pair::PlacePair;
use super::renamed::{Rename, renamed};
use super::types::TypePair;
use crate::schema::identity;

/// The properties of a type, or the fields of a map, on both sides.
#[derive(Clone)]
pub struct MembersPair<'a> {
    /// The type that has the members.
    pub types: TypePair<'a>,
    /// The members' location.
    pub place: PlacePair<'a>,
    /// The names in the path to them, without a step for items.
    pub path: Vec<&'a str>,
    /// The members in the old schema.
    pub before: &'a IndexMap<String, PropertySchema>,
    /// The members in the new schema.
    pub after: &'a IndexMap<String, PropertySchema>,
    /// The top-level property that contains the members, on both sides.
    pub top: Option<(&'a PropertySchema, &'a PropertySchema)>,
    /// `true` if the members are in a property that Heat did not implement. No data could reach them.
    pub is_closed: bool,
    moved: Vec<Rename<'a>>,
    renamed: Vec<Rename<'a>>,
}

/// The members that only exist on one side.
fn only_in<'a>(
    side: &'a IndexMap<String, PropertySchema>,
    other: &'a IndexMap<String, PropertySchema>,
) -> impl Iterator<Item = (&'a str, &'a PropertySchema)> {
    side.iter().filter(|(name, _)| !other.contains_key(*name)).map(|(name, schema)| (name.as_str(), schema))
}

impl<'a> MembersPair<'a> {
    pub(crate) fn new(
        types: TypePair<'a>,
        place: PlacePair<'a>,
        path: Vec<&'a str>,
        is_closed: bool,
        before: &'a IndexMap<String, PropertySchema>,
        after: &'a IndexMap<String, PropertySchema>,
    ) -> Self {
        let mut members = Self {
            types,
            place,
            path,
            before,
            after,
            top: None,
            is_closed,
            moved: Vec::new(),
            renamed: Vec::new(),
        };
        members.moved = members.find_moved();
        members.renamed = members.find_renamed();
        members
    }

    fn find_renamed(&self) -> Vec<Rename<'a>> {
        // An unimplemented property cannot be renamed: no template used it.
        let is_gone = |name: &str, schema: &PropertySchema| {
            !self.is_closed && schema.implemented && !self.after.contains_key(name)
        };
        let gone: Vec<_> = self.before.iter().filter(|(name, schema)| is_gone(name, schema)).collect();
        let moved: HashSet<&str> = self.moved.iter().map(|moved| moved.to).collect();
        // If the old property still exists, its new name cannot also be the new name of another one.
        let is_free = |name: &str| !self.before.contains_key(name) && !moved.contains(name);
        let new: Vec<_> = self.after.iter().filter(|(name, _)| is_free(name)).collect();
        renamed(&gone, &new, |(_, schema)| {
            Some((identity::identity_of_property(schema)?, schema.description.as_deref()))
        })
        .into_iter()
        .map(|((from, _), (to, _))| Rename { from, to })
        .collect()
    }

    /// New names to which new translation rules move the values of old names that still exist.
    fn find_moved(&self) -> Vec<Rename<'a>> {
        let old_rules = &self.types.before.translation_rules;
        let new_rules = self.types.after.translation_rules.iter().filter(|rule| !old_rules.contains(rule));
        let leads_here = |path: &[String]| path.iter().map(String::as_str).eq(self.path.iter().copied());
        let moved = new_rules.filter_map(|rule| {
            let (to, around) = rule.translation_path.split_last()?;
            let source = rule.source_path()?;
            let (from, around_source) = source.split_last()?;
            let here = rule.rule == RuleKind::Replace && leads_here(around) && leads_here(around_source);
            let (from, _) = self.before.get_key_value(from).filter(|_| here)?;
            let (to, _) = self.after.get_key_value(to)?;
            Some(Rename { from, to })
        });
        moved.collect()
    }

    /// Removed members, each with the new one whose schema differs only in prose and status. Ambiguous matches are ignored.
    #[must_use]
    pub fn renamed(&self) -> &[Rename<'a>] {
        &self.renamed
    }

    /// The members that were removed, without renamed ones.
    #[must_use]
    pub fn gone(&self) -> Vec<(&'a str, &'a PropertySchema)> {
        let renamed: HashSet<&str> = self.renamed.iter().map(|renamed| renamed.from).collect();
        only_in(self.before, self.after).filter(|(name, _)| !renamed.contains(name)).collect()
    }

    /// The members that were added, without renamed ones.
    #[must_use]
    pub fn new_members(&self) -> Vec<(&'a str, &'a PropertySchema)> {
        let renamed: HashSet<&str> = self.renamed.iter().map(|renamed| renamed.to).collect();
        only_in(self.after, self.before).filter(|(name, _)| !renamed.contains(name)).collect()
    }

    /// The old name, which still exists, whose value a new translation rule moves to this name.
    #[must_use]
    pub fn takes_over_from(&self, name: &str) -> Option<&'a str> {
        self.moved.iter().find(|moved| moved.to == name).map(|moved| moved.from)
    }

    /// Returns whether every template sets the old name, whose value a new translation rule moves to this name. In that case the
    /// new one can be required.
    #[must_use]
    pub fn takes_over_from_required(&self, name: &str) -> bool {
        let old = self.takes_over_from(name).and_then(|old| self.before.get(old));
        old.is_some_and(|old| old.required && old.default.is_none())
    }

    /// The location of a member, on the sides where it exists.
    #[must_use]
    pub fn member(&self, name: &str) -> PlacePair<'a> {
        let on = |path: &Option<SchemaPath>, members: &IndexMap<String, PropertySchema>| {
            path.as_ref().filter(|_| members.contains_key(name)).map(|path| path.join(name))
        };
        PlacePair {
            before: on(&self.place.before, self.before),
            after: on(&self.place.after, self.after),
            ..self.place.clone()
        }
    }

    /// The name of a member in messages: `networks.fixed_ip`.
    #[must_use]
    pub fn name_of(&self, name: &str) -> String {
        self.path.iter().copied().chain([name]).collect::<Vec<_>>().join(".")
    }
}
