//! What changed in every release, as readers see it.
//!
//! What is HIDDEN today is named in two places only, both on a release's page: where that release hid it, and where it
//! removed something from it. Everything else about it is gone here, before a page is made.

use std::collections::HashSet;

use heat_model::diff::Severity;
use heat_model::history::Kind;
use heat_model::{Catalogue, Change, NestedSchema, PropertySchema, ResourceType, SupportStatus, Value};
use indexmap::IndexMap;

/// The releases that are recorded, oldest first.
#[derive(Debug, Clone, Default)]
pub(crate) struct ReleaseHistory {
    pub(crate) releases: Vec<ShownRelease>,
}

/// A release.
#[derive(Debug, Clone)]
pub(crate) struct ShownRelease {
    pub(crate) version: String,
    /// What changed since the one before; none for the first, which there is nothing to hold against.
    pub(crate) changes: Option<Vec<ShownChange>>,
}

/// Something that changed.
#[derive(Debug, Clone)]
pub(crate) struct ShownChange {
    pub(crate) kind: Kind,
    pub(crate) resource_type: String,
    /// Whether the type has a page.
    pub(crate) type_has_page: bool,
    /// What changed in the type: `networks.fixed_ip`; empty for the type as a whole.
    pub(crate) name: String,
    /// Its anchor on the type's page, where it has one.
    pub(crate) anchor: String,
    pub(crate) attribute: bool,
    /// The key of it that changed: `default`.
    pub(crate) aspect: String,
    /// The rule that finds it.
    pub(crate) rule: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) severity: Severity,
    pub(crate) before: Option<Value>,
    pub(crate) after: Option<Value>,
    /// What is said to people who use something that is on its way out.
    pub(crate) message: Option<String>,
    /// Whether it is HIDDEN today, or was when it was removed.
    pub(crate) hidden: bool,
}

impl ReleaseHistory {
    /// What is to be shown of a catalogue's history.
    pub(crate) fn of(catalogue: &Catalogue, include_hidden: bool) -> Self {
        let releases = catalogue.history.releases.iter().enumerate().map(|(index, release)| {
            let changes = || {
                let mut shown: Vec<ShownChange> = Vec::new();
                for (name, changes) in &release.changes {
                    for change in changes {
                        shown.extend(shown_change(catalogue, name, change, include_hidden));
                    }
                }
                shown.sort_by_key(|change| change.kind);
                // A step of a life is one, however many rules have something to say about it.
                let mut steps = HashSet::new();
                shown.retain(|change| {
                    let place = (change.resource_type.clone(), change.attribute, change.name.clone());
                    change.aspect != "support_status" || steps.insert(place)
                });
                shown
            };
            ShownRelease { version: release.version.clone(), changes: (index > 0).then(changes) }
        });
        Self { releases: releases.collect() }
    }

    /// The releases that have a page, oldest first: all but the first.
    pub(crate) fn with_page(&self) -> impl DoubleEndedIterator<Item = (&ShownRelease, &[ShownChange])> {
        self.releases.iter().filter_map(|release| Some((release, release.changes.as_deref()?)))
    }

    /// Whether a release has a page.
    pub(crate) fn has_page(&self, version: &str) -> bool {
        self.with_page().any(|(release, _)| release.version == version)
    }
}

impl ShownChange {
    /// Whether it may stand anywhere, and not only on the page of its release.
    pub(crate) fn is_open(&self) -> bool {
        !self.hidden
    }
}

fn shown_change(
    catalogue: &Catalogue,
    resource_type: &str,
    change: &Change,
    include_hidden: bool,
) -> Option<ShownChange> {
    let rule = heat_model::diff::rule(&change.rule)?;
    let kind = change.kind();
    // Which version a status is written with is no behaviour, nor is a rule of how to go about it.
    if kind == Kind::Changed
        && (change.is_of_status() != change.is_step_of_life() || rule.severity == Severity::Docs)
    {
        return None;
    }
    let schema = catalogue.types.get(resource_type);
    let found = schema.map(|schema| find(schema, change.thing()));
    let type_hidden =
        schema.map_or_else(|| was_hidden(catalogue, resource_type, ""), ResourceType::is_hidden);
    let thing_hidden = match &found {
        Some(Some((_, hidden))) => *hidden,
        _ => was_hidden(catalogue, resource_type, change.thing()),
    };
    let hidden = !include_hidden && (type_hidden || thing_hidden);
    if hidden && !matches!(kind, Kind::Hidden | Kind::Removed) {
        return None;
    }
    let type_has_page = schema.is_some() && (include_hidden || !type_hidden);
    let (name, anchor) = place(change.thing());
    let status = found.flatten().map(|(status, _)| status);
    let has_anchor = type_has_page && status.is_some() && !hidden;
    Some(ShownChange {
        kind,
        resource_type: resource_type.to_owned(),
        type_has_page,
        name,
        anchor: if has_anchor { anchor } else { String::new() },
        attribute: change.thing().starts_with("attributes."),
        aspect: change.aspect().to_owned(),
        rule: rule.id,
        summary: rule.summary,
        severity: rule.severity,
        before: change.before.clone(),
        after: change.after.clone(),
        message: status
            .filter(|_| matches!(kind, Kind::Hidden | Kind::Deprecated))
            .and_then(SupportStatus::message)
            .map(ToOwned::to_owned),
        hidden,
    })
}

/// Whether something that is gone was HIDDEN before.
fn was_hidden(catalogue: &Catalogue, resource_type: &str, thing: &str) -> bool {
    let mut changes = catalogue.history.of_type(resource_type).flat_map(|(_, changes)| changes);
    changes.any(|change| change.kind() == Kind::Hidden && change.thing() == thing)
}

/// The support status of something in a type's schema, and whether it or something around it is HIDDEN.
fn find<'a>(schema: &'a ResourceType, thing: &str) -> Option<(&'a SupportStatus, bool)> {
    let mut steps = thing.split('.');
    let (Some(section), Some(name)) = (steps.next(), steps.next()) else {
        return Some((&schema.support_status, schema.is_hidden()));
    };
    let members: &IndexMap<String, PropertySchema> = match section {
        "properties" => &schema.properties,
        "update_policy" => &schema.update_policy,
        "attributes" => {
            let attribute = schema.attributes.get(name)?;
            return Some((&attribute.support_status, attribute.support_status.is_hidden()));
        }
        _ => return None,
    };
    let mut property = members.get(name)?;
    let mut hidden = property.support_status.is_hidden();
    // Between two names stands `schema`.
    while let Some(name) = steps.nth(1) {
        property = property.schema.as_ref().and_then(|nested| member(nested, name))?;
        hidden |= property.support_status.is_hidden();
    }
    Some((&property.support_status, hidden))
}

fn member<'a>(nested: &'a NestedSchema, name: &str) -> Option<&'a PropertySchema> {
    nested.entries().find(|(known, _)| *known == name).map(|(_, member)| member)
}

/// What something is called, and its anchor on its type's page: items of lists have no name of their own.
fn place(thing: &str) -> (String, String) {
    let mut steps = thing.split('.');
    let prefix = match steps.next() {
        Some("attributes") => "attr",
        Some("update_policy") => "policy",
        _ => "prop",
    };
    let names: Vec<&str> = steps.step_by(2).filter(|name| *name != NestedSchema::ITEM_KEY).collect();
    let name = names.join(".");
    let anchor = if name.is_empty() { String::new() } else { format!("{prefix}-{name}") };
    (name, anchor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_type_page() {
        fn check(thing: &str, expect: (&str, &str)) {
            let (name, anchor) = place(thing);
            assert_eq!((name.as_str(), anchor.as_str()), expect);
        }
        check("", ("", ""));
        check("properties.a", ("a", "prop-a"));
        check("properties.a.schema.*.schema.b", ("a.b", "prop-a.b"));
        check("properties.a.schema.*", ("a", "prop-a"));
        check("update_policy.a.schema.b", ("a.b", "policy-a.b"));
        check("attributes.a", ("a", "attr-a"));
    }
}
