//! The HIDDEN items that an edition of the site may name, and the part of the catalogue that it shows.

use std::collections::HashSet;

use foldhash::fast::RandomState;
use heat_catalogue::catalogue::{Catalogue, ChangedTypes};
use heat_catalogue::guests::Guest;
use heat_catalogue::heat_api::shown_dependencies;
use heat_catalogue::named_properties::each_property;
use heat_catalogue::threads;
use heat_history::History;
use heat_model::{ConstraintKind, ResourceType, ValueDependency};

use super::hidden_items::{HiddenItem, hidden_items};
use super::history::ReleaseHistory;
use super::options::HiddenItems;
use super::state_counts::{DeclaredCounts, StateCounts};

/// The data about a catalogue's past, gathered before HIDDEN items are removed.
#[derive(Debug, Default)]
pub(crate) struct Past {
    /// The number of items in each state, including HIDDEN ones.
    pub(crate) states: StateCounts,
    /// The changes in every release.
    pub(crate) history: ReleaseHistory,
    /// The changes in every release of each plug-in, in the order of the catalogue's guests.
    pub(crate) guest_histories: Vec<ReleaseHistory>,
    /// The HIDDEN items, if this edition may show their names.
    pub(crate) hidden: Vec<HiddenItem>,
    /// The changes of the releases according to the versions in the schemas.
    pub(crate) declared: DeclaredCounts,
}

/// Splits a catalogue into the part that the site shows and the data about its past.
pub(crate) fn visible_part(catalogue: Catalogue, edition: HiddenItems) -> (Catalogue, Past) {
    let counted = || {
        let hidden: Vec<HiddenItem> = hidden_items(&catalogue).collect();
        let declared = DeclaredCounts::of_catalogue(&catalogue, &hidden);
        (StateCounts::of_catalogue(&catalogue), hidden, declared)
    };
    let (history, (all, hidden, declared)) =
        threads::both(|| ReleaseHistory::new(&catalogue, edition, |_| true), counted);
    let (shown, past) = split(catalogue, edition, history, hidden);
    let states = StateCounts::of_catalogue(&shown).with_hidden(&all);
    (shown, Past { states, declared, ..past })
}

/// Splits the catalogue of an old release, which has pages for the types that differ from the release after it.
///
/// Its pages do not show the number of items in each state; of HIDDEN items, they only show whether there are any.
pub(crate) fn visible_part_of_old(
    catalogue: Catalogue,
    edition: HiddenItems,
    differing: &ChangedTypes<'_>,
) -> (Catalogue, Past) {
    let hidden = hidden_items(&catalogue).take(1).collect();
    let history = ReleaseHistory::new(&catalogue, edition, |name| differing.contains(name));
    split(catalogue, edition, history, hidden)
}

fn split(
    mut catalogue: Catalogue,
    edition: HiddenItems,
    history: ReleaseHistory,
    hidden: Vec<HiddenItem>,
) -> (Catalogue, Past) {
    let hidden = if edition == HiddenItems::Nowhere { Vec::new() } else { hidden };
    let guest_histories = guest_histories(&mut catalogue, edition);
    catalogue.history = History::default();
    if !edition.is_shown() {
        hide(&mut catalogue);
    }
    (catalogue, Past { history, guest_histories, hidden, ..Past::default() })
}

/// The changes in the releases of each plug-in. The history of each plug-in temporarily replaces Heat's in the catalogue.
fn guest_histories(catalogue: &mut Catalogue, edition: HiddenItems) -> Vec<ReleaseHistory> {
    let guests: Vec<Guest> = catalogue.guests.iter().cloned().collect();
    let of_guest = |guest: Guest| {
        let Guest { types, history, .. } = guest;
        let of_heat = std::mem::replace(&mut catalogue.history, history);
        let found = ReleaseHistory::new(catalogue, edition, |name| types.contains(name));
        catalogue.history = of_heat;
        found
    };
    guests.into_iter().map(of_guest).collect()
}

/// Removes all HIDDEN items from a catalogue, and the constraints that only they use.
fn hide(catalogue: &mut Catalogue) {
    let before = used_constraints(catalogue);
    let types = &catalogue.types;
    let dependencies: Vec<Vec<ValueDependency>> =
        types.values().map(|schema| shown_dependencies(schema, |name| types.get(name))).collect();
    for (schema, shown) in catalogue.types.values_mut().zip(dependencies) {
        schema.dependencies_by_value = shown;
    }
    catalogue.types.retain(|_, schema| !schema.is_hidden());
    catalogue.types.values_mut().for_each(ResourceType::hide);
    let after = used_constraints(catalogue);
    let Catalogue { types, custom_constraints, .. } = catalogue;
    custom_constraints.constraints.retain(|name, constraint| {
        let is_hidden = before.contains(name) || constraint.support_status.is_hidden();
        after.contains(name) || !is_hidden
    });
    for constraint in custom_constraints.constraints.values_mut() {
        constraint.resource_type = constraint.resource_type.take().filter(|name| types.contains_key(name));
    }
}

/// The custom constraints that properties use.
fn used_constraints(catalogue: &Catalogue) -> HashSet<String, RandomState> {
    let mut used: HashSet<&str, RandomState> = HashSet::default();
    for schema in catalogue.types.values() {
        each_property(schema, &mut |property| {
            used.extend(property.constraints.iter().filter_map(|constraint| match &constraint.kind {
                ConstraintKind::Custom(name) => Some(name.as_str()),
                _ => None,
            }));
        });
    }
    used.into_iter().map(str::to_owned).collect()
}
