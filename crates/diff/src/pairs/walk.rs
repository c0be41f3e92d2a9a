//! Walks the properties and fields of a type on both sides at once.

use std::collections::HashMap;

use heat_model::NestedSchema;

use crate::pairs::{MembersPair, PlacePair, PropertyPair, TypePair};

/// The properties of a type and the fields of every map that exists on both sides, and then each property, field and item.
pub(crate) fn walk(types: TypePair<'_>) -> (Vec<MembersPair<'_>>, Vec<PropertyPair<'_>>) {
    let mut walk = Walk { types, members: Vec::new(), properties: Vec::new() };
    for (section, before, after) in [
        ("properties", &types.before.properties, &types.after.properties),
        ("update_policy", &types.before.update_policy, &types.after.update_policy),
    ] {
        let place = PlacePair { position: walk.next(), ..types.place().join(section) };
        // Such a type ignores its properties, declared or not.
        let is_closed = section == "properties" && types.after.any_property;
        walk.members(&MembersPair::new(types, place, Vec::new(), is_closed, before, after));
    }
    (walk.members, walk.properties)
}

struct Walk<'a> {
    types: TypePair<'a>,
    members: Vec<MembersPair<'a>>,
    properties: Vec<PropertyPair<'a>>,
}

impl<'a> Walk<'a> {
    fn next(&self) -> usize {
        1 + self.members.len() + self.properties.len()
    }

    fn members(&mut self, pair: &MembersPair<'a>) {
        let heirs: HashMap<&str, &str> =
            pair.renamed().iter().map(|renamed| (renamed.from, renamed.to)).collect();
        let partners: Vec<(&'a str, &'a str)> = pair
            .before
            .keys()
            .filter_map(|name| {
                let heir = heirs.get(name.as_str()).copied();
                Some((name.as_str(), heir.or(pair.after.get_key_value(name).map(|(name, _)| name.as_str()))?))
            })
            .collect();
        self.members.push(pair.clone());
        for (old, new) in partners {
            let (Some(before), Some(after)) = (pair.before.get(old), pair.after.get(new)) else { continue };
            let place = PlacePair {
                before: pair.place.before.as_ref().map(|path| path.join(old)),
                after: pair.place.after.as_ref().map(|path| path.join(new)),
                position: self.next(),
                ..pair.place.clone()
            };
            let path = pair.path.iter().copied().chain([new]).collect();
            let top = pair.top.unwrap_or((before, after));
            self.property(PropertyPair {
                types: self.types,
                place,
                path,
                before,
                after,
                top,
                is_item: false,
                is_closed: pair.is_closed || !before.implemented,
                around_is_closed: pair.is_closed,
            });
        }
    }

    fn property(&mut self, pair: PropertyPair<'a>) {
        self.properties.push(pair.clone());
        let place = PlacePair { position: self.next(), ..pair.place.join("schema") };
        match (&pair.before.schema, &pair.after.schema) {
            (Some(NestedSchema::Members(before)), Some(NestedSchema::Members(after))) => {
                let mut members =
                    MembersPair::new(self.types, place, pair.path, pair.is_closed, before, after);
                members.top = Some(pair.top);
                self.members(&members);
            }
            (Some(NestedSchema::Item(before)), Some(NestedSchema::Item(after))) => {
                let place = place.join(NestedSchema::ITEM_KEY);
                let is_closed = pair.is_closed || !before.implemented;
                self.property(PropertyPair {
                    place,
                    before,
                    after,
                    is_item: true,
                    is_closed,
                    around_is_closed: pair.is_closed,
                    ..pair
                });
            }
            _ => {}
        }
    }
}
