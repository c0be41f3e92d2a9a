//! Changes in a type since an old release: changed, removed and added items.

use std::collections::{BTreeMap, BTreeSet};

use heat_catalogue::named_properties::{named_properties, own_and_items};
use heat_model::{AttributeSchema, PropertySchema, ResourceType};

/// Change of an item since an old release.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ItemChange {
    /// The schema of the item has changed.
    Changed,
    /// The item no longer exists, or is HIDDEN.
    Removed,
}

/// The items of a type that have changed, by their anchors.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ChangedSince {
    pub(crate) items: BTreeMap<String, ItemChange>,
    /// The anchors of the items that were added later, without nested properties of an added property.
    pub(crate) later: Vec<String>,
}

impl ChangedSince {
    /// Compares a type of an old release with the type today.
    pub(crate) fn new(old: &ResourceType, today: Option<&ResourceType>) -> Self {
        let Some(today) = today else { return Self::default() };
        let (old, new) = (items(old), items(today));
        let change_of = |(anchor, item): (&String, &Item<'_>)| {
            let since = match new.get(anchor) {
                None => ItemChange::Removed,
                Some(today) if item.is_like(today) => return None,
                Some(_) => ItemChange::Changed,
            };
            Some((anchor.clone(), since))
        };
        let later: BTreeSet<&String> = new.keys().filter(|anchor| !old.contains_key(*anchor)).collect();
        let is_inside = |anchor: &str| {
            let mut ends = anchor.match_indices('.').map(|(end, _)| anchor[..end].to_owned());
            ends.any(|around| later.contains(&around))
        };
        Self {
            items: old.iter().filter_map(change_of).collect(),
            later: later.iter().filter(|anchor| !is_inside(anchor)).map(|anchor| (*anchor).clone()).collect(),
        }
    }
}

enum Item<'a> {
    Property(&'a PropertySchema),
    Attribute(&'a AttributeSchema),
}

impl Item<'_> {
    /// Returns whether two items are equal, ignoring their texts and nested items.
    fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Property(one), Self::Property(other)) => {
                one.property_type == other.property_type
                    && one.required == other.required
                    && one.default == other.default
                    && one.implemented == other.implemented
                    && one.update_behaviour() == other.update_behaviour()
                    && one.support_status.status() == other.support_status.status()
                    && own_and_items(one) == own_and_items(other)
            }
            (Self::Attribute(one), Self::Attribute(other)) => {
                one.attribute_type == other.attribute_type
                    && one.cache_mode == other.cache_mode
                    && one.support_status.status() == other.support_status.status()
            }
            _ => false,
        }
    }
}

/// The properties and attributes of a type by their anchors.
fn items(schema: &ResourceType) -> BTreeMap<String, Item<'_>> {
    let properties = named_properties(schema);
    let properties = properties.map(|property| (property.anchor(), Item::Property(property.schema)));
    let attributes = schema.attributes.iter();
    let attributes = attributes.map(|(name, schema)| (format!("attr-{name}"), Item::Attribute(schema)));
    properties.chain(attributes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema(text: &str) -> ResourceType {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn items_are_compared_by_what_they_accept_and_do() {
        let then = schema(
            r#"{"type": "A::B",
                "properties": {
                    "same": {"type": "string", "description": "One."}, "wide": {"type": "string"},
                    "gone": {"type": "string"},
                    "map": {"type": "map", "schema": {"a": {"type": "string"}}}},
                "attributes": {"one": {}, "two": {}}}"#,
        );
        let now = schema(
            r#"{"type": "A::B",
                "properties": {
                    "same": {"type": "string", "description": "Another one."},
                    "wide": {"type": "string", "constraints": [{"length": {"max": 3}}]},
                    "map": {"type": "map", "schema": {"a": {"type": "integer"}, "b": {"type": "string"}}},
                    "new": {"type": "map", "schema": {"inner": {"type": "string"}}}},
                "attributes": {"one": {"cache_mode": "cache_none"}, "three": {}}}"#,
        );
        let since = ChangedSince::new(&then, Some(&now));
        let items: Vec<(&str, ItemChange)> =
            since.items.iter().map(|(anchor, since)| (anchor.as_str(), *since)).collect();
        assert_eq!(
            items,
            [
                ("attr-one", ItemChange::Changed),
                ("attr-two", ItemChange::Removed),
                ("prop-gone", ItemChange::Removed),
                ("prop-map.a", ItemChange::Changed),
                ("prop-wide", ItemChange::Changed)
            ]
        );
        assert_eq!(since.later, ["attr-three", "prop-map.b", "prop-new"]);
        assert_eq!(ChangedSince::new(&then, Some(&then)), ChangedSince::default());
        assert_eq!(ChangedSince::new(&then, None), ChangedSince::default());
    }
}
