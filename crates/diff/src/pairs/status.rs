//! The support statuses of both sides.

use heat_model::{ResourceType, Status, StatusEntry, SupportStatus};

use crate::pairs::{PlacePair, TypePair, TypesPair};

/// The support status of an item that exists on the new side.
pub struct StatusPair<'a> {
    /// Name of the item in messages: `the type`, `` `networks.uuid` `` or `` attribute `show` ``.
    pub what: String,
    /// The location of the status.
    pub place: PlacePair<'a>,
    /// The old status; `None` if it is new.
    pub before: Option<&'a SupportStatus>,
    /// The status on the new side.
    pub after: &'a SupportStatus,
    /// The type and the path of the property, if the status belongs to one.
    pub property: Option<(&'a ResourceType, Vec<&'a str>)>,
}

impl StatusPair<'_> {
    /// Returns whether the status of an existing item changed.
    #[must_use]
    pub fn status_changed(&self) -> bool {
        self.before.is_some_and(|before| before.status() != self.after.status())
    }

    /// Returns whether the status of an existing item changed to this one.
    #[must_use]
    pub fn became(&self, status: Status) -> bool {
        self.status_changed() && self.after.status() == status
    }

    /// The steps of a status without their messages. For a type, another rule reports the current substitute class.
    pub(crate) fn facts(&self, status: &SupportStatus) -> Vec<(Status, Option<String>, Option<String>)> {
        let is_type =
            [&self.place.before, &self.place.after].into_iter().flatten().all(|path| path.0.len() == 1);
        let facts = |(place, entry): (usize, &StatusEntry)| {
            let substitute = entry.substitute_class.clone().filter(|_| !(is_type && place == 0));
            (entry.status, entry.version.clone(), substitute)
        };
        status.history.iter().enumerate().map(facts).collect()
    }
}

impl<'a> TypesPair<'a> {
    /// The statuses of all items on the new side, except for the contents of new items.
    #[must_use]
    pub fn statuses(&self) -> Vec<StatusPair<'a>> {
        let mut statuses = Vec::new();
        // In a first catalogue nothing is new, because nothing is known about the time before it.
        for new in self.new.iter().filter(|_| !self.is_first) {
            statuses.push(StatusPair {
                what: "the type".to_owned(),
                place: PlacePair::of_new_type(new).join("support_status"),
                before: None,
                after: &new.support_status,
                property: None,
            });
        }
        for types in &self.common {
            types.statuses(&mut statuses);
        }
        for types in self.retired.iter().chain(&self.revived) {
            statuses.push(types.own_status());
        }
        statuses
    }
}

impl<'a> TypePair<'a> {
    /// The status of the type itself.
    fn own_status(&self) -> StatusPair<'a> {
        StatusPair {
            what: "the type".to_owned(),
            place: self.place().join("support_status"),
            before: Some(&self.before.support_status),
            after: &self.after.support_status,
            property: None,
        }
    }

    fn statuses(&self, statuses: &mut Vec<StatusPair<'a>>) {
        statuses.push(self.own_status());
        let (members, properties) = super::walk::walk(*self);
        for members in &members {
            for (name, schema) in members.new_members() {
                let path: Vec<_> = members.path.iter().copied().chain([name]).collect();
                statuses.push(StatusPair {
                    what: format!("`{}`", path.join(".")),
                    place: members.member(name).join("support_status"),
                    before: None,
                    after: &schema.support_status,
                    property: Some((self.after, path)),
                });
            }
        }
        for pair in properties {
            statuses.push(StatusPair {
                what: pair.name(),
                place: pair.place.join("support_status"),
                before: Some(&pair.before.support_status),
                after: &pair.after.support_status,
                property: (!pair.is_item).then_some((self.after, pair.path)),
            });
        }
        let renamed = self.renamed_attributes();
        for (name, schema) in &self.after.attributes {
            let old = renamed
                .iter()
                .find(|renamed| renamed.to == name)
                .map_or(name.as_str(), |renamed| renamed.from);
            statuses.push(StatusPair {
                what: format!("attribute `{name}`"),
                place: PlacePair { before: self.attribute(old).before, ..self.attribute(name) }
                    .join("support_status"),
                before: self.before.attributes.get(old).map(|before| &before.support_status),
                after: &schema.support_status,
                property: None,
            });
        }
    }
}
