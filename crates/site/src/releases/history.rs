//! The changes in every release, as users of that release saw them.
//!
//! An item that was HIDDEN in a release was not in its docs, so its changes are omitted, except that it was hidden or removed. An
//! item that is HIDDEN today was visible before: the releases that added or deprecated it still list it. Every change states
//! whether its name may appear elsewhere, because nothing else on the site checks that.

use std::collections::HashSet;

use heat_catalogue::Catalogue;
use heat_history::{Change, Kind, Severity, Verb, rule_facts};
use heat_model::{NestedSchema, PropertySchema, ResourceType, Status, SupportStatus, Value};
use indexmap::IndexMap;

use super::options::HiddenItems;
use super::replacement;
use super::replacement::Replacement;

/// The recorded releases, oldest first.
#[derive(Debug, Clone, Default)]
pub(crate) struct ReleaseHistory {
    pub(crate) releases: Vec<RecordedRelease>,
}

/// A recorded release and its changes.
#[derive(Debug, Clone)]
pub(crate) struct RecordedRelease {
    pub(crate) version: String,
    /// The changes since the previous release; `None` for the first release.
    pub(crate) changes: Option<Vec<ReleaseChange>>,
}

/// A change of a type, a property or an attribute in a release.
#[derive(Debug, Clone)]
pub(crate) struct ReleaseChange {
    pub(crate) kind: Kind,
    pub(crate) resource_type: String,
    /// `true` if the type has a page.
    pub(crate) type_has_page: bool,
    /// The path of the changed item: `networks.fixed_ip`; empty for the type as a whole.
    pub(crate) name: String,
    /// The anchor of the changed item on the page of its type; empty if it has none.
    pub(crate) anchor: String,
    pub(crate) attribute: bool,
    /// The key of the item that changed, such as `default`.
    pub(crate) aspect: String,
    /// The id of the rule that reports the change.
    pub(crate) rule: &'static str,
    pub(crate) severity: Severity,
    pub(crate) before: Option<Value>,
    pub(crate) after: Option<Value>,
    /// The message about an item that was deprecated or hidden, if it says more than its replacements.
    pub(crate) message: Option<String>,
    /// The replacements of an item that was deprecated or hidden.
    pub(crate) replacements: Vec<Replacement>,
    pub(crate) naming: NameVisibility,
}

/// The parts of the site in which the name of an item may appear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NameVisibility {
    Anywhere,
    /// The name may only appear in the history of the releases: it is HIDDEN today, or was when it was removed.
    InHistory,
    Nowhere,
}

impl ReleaseHistory {
    /// The visible part of a catalogue's history: all releases, with the changes of the types for which `is_wanted` returns true.
    pub(crate) fn new(catalogue: &Catalogue, edition: HiddenItems, is_wanted: impl Fn(&str) -> bool) -> Self {
        let releases = catalogue.history.releases.iter().enumerate().map(|(position, release)| {
            let view = ReleaseView { catalogue, position, edition };
            let changes = || {
                let all = release.changes.iter().filter(|(name, _)| is_wanted(name));
                let all = all.flat_map(|(name, changes)| changes.iter().map(move |change| (name, change)));
                let mut shown: Vec<ReleaseChange> =
                    all.filter_map(|(name, change)| view.shown(name, change)).collect();
                shown.sort_by_key(|change| change.kind);
                // A status change is one change, no matter how many rules report it.
                let mut steps = HashSet::new();
                shown.retain(|change| {
                    let item = (change.resource_type.clone(), change.attribute, change.name.clone());
                    change.aspect != "support_status" || steps.insert(item)
                });
                shown
            };
            RecordedRelease { version: release.version.clone(), changes: (position > 0).then(changes) }
        });
        Self { releases: releases.collect() }
    }

    /// The releases with a page, oldest first: all except the first.
    pub(crate) fn with_page(&self) -> impl DoubleEndedIterator<Item = (&RecordedRelease, &[ReleaseChange])> {
        self.releases.iter().filter_map(|release| Some((release, release.changes.as_deref()?)))
    }

    /// Returns whether a release has a page.
    pub(crate) fn has_page(&self, version: &str) -> bool {
        self.with_page().any(|(release, _)| release.version == version)
    }
}

impl ReleaseChange {
    /// Returns whether the name of the item may appear anywhere on the site.
    pub(crate) fn is_open(&self) -> bool {
        self.naming == NameVisibility::Anywhere
    }

    /// Returns whether the name of the item may appear in the history of the releases.
    pub(crate) fn is_named(&self) -> bool {
        self.naming != NameVisibility::Nowhere
    }
}

/// The catalogue as of a release.
#[derive(Clone, Copy)]
struct ReleaseView<'a> {
    catalogue: &'a Catalogue,
    /// The index of the release among the recorded ones.
    position: usize,
    edition: HiddenItems,
}

impl ReleaseView<'_> {
    fn shown(self, resource_type: &str, change: &Change) -> Option<ReleaseChange> {
        let rule = rule_facts(&change.rule)?;
        let kind = change.kind();
        // Left out: changes of the version in a status, violations of the deprecation policy, and changes without an effect.
        if kind == Kind::Changed
            && (change.is_of_status() != change.is_step_of_life()
                || rule.severity == Severity::Docs
                || rule.severity == Severity::Safe && !rule.has_effect)
        {
            return None;
        }
        if !self.was_visible(resource_type, change, kind) {
            return None;
        }
        let schema = self.catalogue.types.get(resource_type);
        let found = schema.and_then(|schema| status_at(schema, change.thing()));
        let was_hidden = rule.verb == Verb::RemovedAfterHidden;
        let hidden = self.edition != HiddenItems::Everywhere
            && (was_hidden || self.is_hidden_today(resource_type, change.thing()));
        let type_hidden = self.edition != HiddenItems::Everywhere && self.is_hidden_today(resource_type, "");
        let type_has_page = schema.is_some() && !type_hidden;
        let (name, anchor) = name_and_anchor(change.thing());
        let (message, replacements) = match (kind, schema, found) {
            (Kind::Hidden | Kind::Placeholder, Some(schema), Some(status)) => {
                self.advice(schema, change, status, Status::Hidden)
            }
            (Kind::Deprecated, Some(schema), Some(status)) => {
                self.advice(schema, change, status, Status::Deprecated)
            }
            _ => (None, Vec::new()),
        };
        Some(ReleaseChange {
            kind,
            resource_type: resource_type.to_owned(),
            type_has_page,
            name,
            anchor: if type_has_page && found.is_some() && !hidden { anchor } else { String::new() },
            attribute: change.thing().starts_with("attributes."),
            aspect: change.aspect().to_owned(),
            rule: rule.id,
            severity: rule.severity,
            before: change.before.clone(),
            after: change.after.clone(),
            message,
            replacements,
            naming: match (hidden, self.edition) {
                (false, _) => NameVisibility::Anywhere,
                (true, HiddenItems::Nowhere) => NameVisibility::Nowhere,
                (true, _) => NameVisibility::InHistory,
            },
        })
    }

    /// Returns whether the changed item was visible in the docs of the release, or of the previous one.
    fn was_visible(self, resource_type: &str, change: &Change, kind: Kind) -> bool {
        let before = || {
            self.position.checked_sub(1).is_none_or(|before| {
                ReleaseView { position: before, ..self }.was_hidden(resource_type, change.thing())
            })
        };
        match kind {
            // Heat rejects templates that use the item, or ignores the item from now on.
            Kind::Removed | Kind::Placeholder => true,
            Kind::Added => !self.was_hidden(resource_type, change.thing()),
            Kind::Hidden | Kind::Deprecated | Kind::Changed => {
                !before() || !self.was_hidden(resource_type, change.thing())
            }
        }
    }

    /// Returns whether an item, or something that contains it, was HIDDEN in this release.
    fn was_hidden(self, resource_type: &str, thing: &str) -> bool {
        let schema = self.catalogue.types.get(resource_type);
        let is_hidden = |thing: &str| {
            let recorded = self.catalogue.history.status_in(self.position, resource_type, thing);
            let today = || Some(status_at(schema?, thing)?.status());
            recorded.or_else(today) == Some(Status::Hidden)
        };
        self_and_containers(thing).any(is_hidden)
    }

    /// Returns whether an item is HIDDEN today, or was when it was removed.
    fn is_hidden_today(self, resource_type: &str, thing: &str) -> bool {
        let newest = self.catalogue.history.releases.len().saturating_sub(1);
        let schema = self.catalogue.types.get(resource_type);
        let is_hidden = |thing: &str| match schema.and_then(|schema| status_at(schema, thing)) {
            Some(status) => status.is_hidden(),
            None => self.catalogue.history.status_in(newest, resource_type, thing) == Some(Status::Hidden),
        };
        self_and_containers(thing).any(is_hidden)
    }

    /// The message of a status change, and the replacements as of today.
    fn advice(
        self,
        schema: &ResourceType,
        change: &Change,
        status: &SupportStatus,
        wanted: Status,
    ) -> (Option<String>, Vec<Replacement>) {
        let replacements = replacements(self.catalogue, schema, change.thing(), status);
        let entry = status.history.iter().find(|entry| entry.status == wanted);
        let message = entry.and_then(|entry| entry.message.as_deref()).or_else(|| status.message());
        let message = message.filter(|message| !replacement::says_only(message, &replacements));
        (message.map(ToOwned::to_owned), replacements)
    }
}

/// The replacements of a type, a property or an attribute, by its path in the schema.
pub(crate) fn replacements(
    catalogue: &Catalogue,
    schema: &ResourceType,
    thing: &str,
    status: &SupportStatus,
) -> Vec<Replacement> {
    if thing.is_empty() {
        return replacement::replacements_of_type(catalogue, schema);
    }
    let names = names(thing);
    replacement::replacements_of_part(catalogue, schema, &names, thing.starts_with("attributes."), status)
}

/// Iterates over a path and the paths of everything around it, ending with the type.
fn self_and_containers(thing: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(thing), |inner| {
        let outer = inner.rsplit_once(".schema.").map_or("", |(outer, _)| outer);
        (!inner.is_empty()).then_some(outer)
    })
}

/// The support status of an item in a type's schema.
pub(crate) fn status_at<'a>(schema: &'a ResourceType, thing: &str) -> Option<&'a SupportStatus> {
    let mut steps = thing.split('.');
    let (Some(section), Some(name)) = (steps.next(), steps.next()) else {
        return Some(&schema.support_status);
    };
    let members: &IndexMap<String, PropertySchema> = match section {
        "properties" => &schema.properties,
        "update_policy" => &schema.update_policy,
        "attributes" => return Some(&schema.attributes.get(name)?.support_status),
        _ => return None,
    };
    let mut property = members.get(name)?;
    // Between two names, the path contains the key `schema`.
    while let Some(name) = steps.nth(1) {
        property = property.schema.as_ref().and_then(|nested| member(nested, name))?;
    }
    Some(&property.support_status)
}

fn member<'a>(nested: &'a NestedSchema, name: &str) -> Option<&'a PropertySchema> {
    nested.entries().find(|(known, _)| *known == name).map(|(_, member)| member)
}

/// The names in the path of an item; items of lists have no name.
fn names(thing: &str) -> Vec<&str> {
    thing.split('.').skip(1).step_by(2).filter(|name| *name != NestedSchema::ITEM_KEY).collect()
}

/// The name of an item, and its anchor on its type's page.
pub(crate) fn name_and_anchor(thing: &str) -> (String, String) {
    let prefix = match thing.split('.').next() {
        Some("attributes") => "attr",
        Some("update_policy") => "policy",
        _ => "prop",
    };
    let name = names(thing).join(".");
    let anchor = if name.is_empty() { String::new() } else { format!("{prefix}-{name}") };
    (name, anchor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_type_page() {
        fn check(thing: &str, expect: (&str, &str)) {
            let (name, anchor) = name_and_anchor(thing);
            assert_eq!((name.as_str(), anchor.as_str()), expect);
        }
        check("", ("", ""));
        check("properties.a", ("a", "prop-a"));
        check("properties.a.schema.*.schema.b", ("a.b", "prop-a.b"));
        check("properties.a.schema.*", ("a", "prop-a"));
        check("update_policy.a.schema.b", ("a.b", "policy-a.b"));
        check("attributes.a", ("a", "attr-a"));
    }

    #[test]
    fn containers_lead_up_to_the_type() {
        fn check(thing: &str, expect: &[&str]) {
            assert_eq!(self_and_containers(thing).collect::<Vec<_>>(), expect);
        }
        check("", &[""]);
        check("attributes.a", &["attributes.a", ""]);
        check(
            "properties.a.schema.*.schema.b",
            &["properties.a.schema.*.schema.b", "properties.a.schema.*", "properties.a", ""],
        );
        check(
            "properties.schema.schema.schema",
            &["properties.schema.schema.schema", "properties.schema", ""],
        );
    }
}
