//! Number of members of a group, and the number of members that an update creates and deletes.
//!
//! Follows `handle_update` of `ResourceGroup`, `InstanceGroup`, `AutoScalingGroup` and `AutoScalingResourceGroup` in Heat, which
//! every update of a stack calls, whether or not the group changed. Only the service knows how many members a group has after
//! scaling, so the numbers of created and deleted members are ranges.

use std::ops::RangeInclusive;

use heat_model::unique::Holding;

/// Number of members of a group, according to its properties.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroupSize {
    /// A fixed number: only an update of the stack changes it.
    Fixed(u64),
    /// Scaling changes the number between updates.
    Scaling {
        /// Initial number of members, to which each update returns the group; `None` if updates keep the number.
        desired: Option<u64>,
        /// Minimum number of members.
        least: u64,
        /// Maximum number of members.
        most: u64,
    },
}

impl GroupSize {
    /// Number of members of a group that has just been created.
    #[must_use]
    pub fn at_creation(self) -> u64 {
        match self {
            Self::Fixed(number) => number,
            Self::Scaling { desired, least, .. } => desired.unwrap_or(least),
        }
    }

    /// Number of members after an update of a group that had `found` members before.
    ///
    /// ```
    /// use heat_plan::group_size::GroupSize;
    /// let group = GroupSize::Scaling { desired: Some(2), least: 1, most: 5 };
    /// assert_eq!(group.after_update(4), 2);
    /// assert_eq!(GroupSize::Scaling { desired: None, least: 1, most: 3 }.after_update(4), 3);
    /// ```
    #[must_use]
    pub fn after_update(self, found: u64) -> u64 {
        match self {
            Self::Fixed(number) => number,
            // The maximum takes precedence over the minimum, as in Heat.
            Self::Scaling { desired, least, most } => desired.unwrap_or(found).max(least).min(most),
        }
    }

    /// Possible numbers of members when an update reaches the group.
    #[must_use]
    pub fn possible(self) -> RangeInclusive<u64> {
        match self {
            Self::Fixed(number) => number..=number,
            Self::Scaling { desired, least, most } => {
                let begins = desired.unwrap_or(least);
                least.min(begins)..=most.max(begins)
            }
        }
    }
}

/// Changes in the number of members of a group during an update.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact about the number")]
pub struct Members {
    /// Size before the update; `None` if it is not known.
    pub old: Option<GroupSize>,
    /// Size after the update; `None` if it is not known.
    pub new: Option<GroupSize>,
    /// Name of the property that sets the number.
    pub property: &'static str,
    /// `true` if scaling changes the number between updates.
    pub scales: bool,
    /// `true` if each update returns the group to the number of the property, which is set. Otherwise, updates keep the number
    /// that scaling has reached.
    pub settles: bool,
    /// `true` if both sides set the number to the same value, known or not.
    pub is_same: bool,
    /// `true` if one resource of the plan represents all members, whose names are random.
    pub is_one_for_all: bool,
    /// Number of old members that a rolling update deletes because members that it adds temporarily are kept in their place.
    pub exchanged: u64,
    /// Number of old members that a rolling update leaves with their old definition, because it deletes updated ones.
    pub behind: u64,
    /// Data that are lost with each member that is removed.
    pub holds: Vec<Holding>,
}

impl Members {
    fn sizes(&self) -> Option<(GroupSize, GroupSize)> {
        self.old.zip(self.new)
    }

    /// Numbers of members before and after the update, assuming that scaling has not changed the number.
    #[must_use]
    pub fn expected(&self) -> Option<(u64, u64)> {
        let (old, new) = self.sizes()?;
        let before = old.at_creation();
        Some((before, new.after_update(before)))
    }

    /// Returns whether the update keeps the current number, because both sides set it to the same value, known or not.
    fn keeps_all(&self) -> bool {
        self.is_same && !self.settles
    }

    /// Maximum number of members that are deleted; `None` if it is not known.
    #[must_use]
    pub fn most_deleted(&self) -> Option<u64> {
        let Some((old, new)) = self.sizes() else { return self.keeps_all().then_some(0) };
        let most = *old.possible().end();
        Some(most.saturating_sub(new.after_update(most)) + self.exchanged)
    }

    /// Maximum number of members that are created; `None` if it is not known.
    #[must_use]
    pub fn most_created(&self) -> Option<u64> {
        let Some((old, new)) = self.sizes() else { return self.keeps_all().then_some(0) };
        let least = *old.possible().start();
        Some(new.after_update(least).saturating_sub(least) + self.exchanged)
    }

    /// Number to which each update returns the group, even if scaling has changed it.
    #[must_use]
    pub fn returns_to(&self) -> Option<u64> {
        match self.new? {
            GroupSize::Scaling { desired: Some(desired), least, most } => Some(desired.max(least).min(most)),
            _ => None,
        }
    }

    /// Returns whether no member can be added or removed.
    #[must_use]
    pub fn stay(&self) -> bool {
        self.most_created() == Some(0) && self.most_deleted() == Some(0)
    }

    /// Returns whether scaling may have changed the number before the update.
    #[must_use]
    pub fn may_have_scaled(&self) -> bool {
        self.scales && self.old.is_none_or(|old| old.possible().start() != old.possible().end())
    }

    /// Returns whether data may be lost with members that are removed.
    #[must_use]
    pub fn lose_data(&self) -> bool {
        self.most_deleted() != Some(0) && !self.holds.is_empty()
    }

    /// Returns whether the members of the group cannot be listed, because their number on one of the sides is not known.
    pub(crate) fn are_unknown(&self) -> bool {
        self.sizes().is_none() && !self.keeps_all()
    }

    /// Number of members that the update keeps, as a range.
    pub(crate) fn staying(&self) -> Option<RangeInclusive<u64>> {
        let (old, new) = self.sizes()?;
        let stay = |number: u64| number.min(new.after_update(number)).saturating_sub(self.exchanged);
        let possible = old.possible();
        Some(stay(*possible.start())..=stay(*possible.end()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixed(number: u64) -> GroupSize {
        GroupSize::Fixed(number)
    }

    fn scaling(desired: Option<u64>, least: u64, most: u64) -> GroupSize {
        GroupSize::Scaling { desired, least, most }
    }

    fn members(old: impl Into<Option<GroupSize>>, new: impl Into<Option<GroupSize>>) -> Members {
        let (old, new) = (old.into(), new.into());
        let scales = matches!(old.or(new), Some(GroupSize::Scaling { .. }));
        let settles = matches!(new, Some(GroupSize::Scaling { desired: Some(_), .. }));
        let (is_same, is_one_for_all, holds) = (old == new, scales, Vec::new());
        let (property, exchanged, behind) = ("count", 0, 0);
        Members { old, new, property, scales, settles, is_same, is_one_for_all, exchanged, behind, holds }
    }

    #[test]
    fn groups_have_sizes() {
        fn check(size: GroupSize, at_creation: u64, possible: RangeInclusive<u64>, after: [u64; 3]) {
            assert_eq!((size.at_creation(), size.possible()), (at_creation, possible), "{size:?}");
            assert_eq!([0, 3, 9].map(|found| size.after_update(found)), after, "{size:?}");
        }
        check(fixed(2), 2, 2..=2, [2, 2, 2]);
        check(scaling(None, 1, 5), 1, 1..=5, [1, 3, 5]);
        check(scaling(Some(4), 1, 5), 4, 1..=5, [4, 4, 4]);
        // The initial number can be outside the limits, to which each update returns it.
        check(scaling(Some(7), 1, 5), 7, 1..=7, [5, 5, 5]);
        check(scaling(Some(1), 2, 5), 1, 1..=5, [2, 2, 2]);
        // The maximum takes precedence over the minimum.
        check(scaling(None, 4, 2), 4, 4..=4, [2, 2, 2]);
    }

    #[test]
    fn updates_create_and_delete_members() {
        fn check(
            members: &Members,
            expected: Option<(u64, u64)>,
            most_created: Option<u64>,
            most_deleted: Option<u64>,
            returns_to: Option<u64>,
            staying: Option<(u64, u64)>,
        ) {
            assert_eq!(members.expected(), expected, "{members:?}");
            assert_eq!(
                (members.most_created(), members.most_deleted()),
                (most_created, most_deleted),
                "{members:?}"
            );
            assert_eq!(members.returns_to(), returns_to, "{members:?}");
            let range = members.staying().map(|range| (*range.start(), *range.end()));
            assert_eq!(range, staying, "{members:?}");
            assert_eq!(members.stay(), most_created == Some(0) && most_deleted == Some(0), "{members:?}");
        }
        check(&members(fixed(2), fixed(2)), Some((2, 2)), Some(0), Some(0), None, Some((2, 2)));
        check(&members(fixed(2), fixed(3)), Some((2, 3)), Some(1), Some(0), None, Some((2, 2)));
        check(&members(fixed(3), fixed(1)), Some((3, 1)), Some(0), Some(2), None, Some((1, 1)));
        let (free, desired) = (scaling(None, 1, 5), scaling(Some(3), 1, 5));
        check(&members(free, free), Some((1, 1)), Some(0), Some(0), None, Some((1, 5)));
        check(&members(desired, desired), Some((3, 3)), Some(2), Some(2), Some(3), Some((1, 3)));
        check(&members(free, scaling(Some(9), 2, 4)), Some((1, 4)), Some(3), Some(1), Some(4), Some((1, 4)));
        check(&members(free, scaling(Some(1), 2, 4)), Some((1, 2)), Some(1), Some(3), Some(2), Some((1, 2)));
        // The number is unknown: all members are kept if both sides set the same number and no update restores it.
        let unknown = members(None::<GroupSize>, None::<GroupSize>);
        check(&unknown, None, Some(0), Some(0), None, None);
        assert!(!unknown.are_unknown());
        let settled = Members { settles: true, ..unknown.clone() };
        check(&settled, None, None, None, None, None);
        assert!(settled.are_unknown());
        let other = members(None::<GroupSize>, fixed(2));
        check(&other, None, None, None, None, None);
        assert!(other.are_unknown());
        assert!(!members(fixed(2), fixed(2)).are_unknown());
        assert!(!members(fixed(2), fixed(3)).are_unknown());
    }

    #[test]
    fn scaling_may_have_changed_the_number() {
        fn check(members: &Members, expect: bool) {
            assert_eq!(members.may_have_scaled(), expect, "{members:?}");
        }
        check(&members(fixed(2), fixed(2)), false);
        check(&members(scaling(None, 1, 2), scaling(None, 1, 2)), true);
        check(&members(scaling(None, 2, 2), scaling(None, 1, 2)), false);
        check(&members(None::<GroupSize>, scaling(None, 1, 2)), true);
        check(&members(None::<GroupSize>, fixed(2)), false);
    }

    #[test]
    fn members_that_go_may_lose_data() {
        fn check(old: Option<GroupSize>, new: Option<GroupSize>, expect: bool) {
            let none = members(old, new);
            let what = "the data on the volume".to_owned();
            let holds = vec![Holding { what, when: Vec::new(), is_data: true, when_replaced: None }];
            assert_eq!(Members { holds, ..none.clone() }.lose_data(), expect);
            assert!(!none.lose_data());
        }
        check(Some(fixed(2)), Some(fixed(1)), true);
        check(Some(fixed(2)), Some(fixed(2)), false);
        check(Some(fixed(2)), Some(fixed(3)), false);
        check(None, Some(fixed(3)), true);
    }
}
