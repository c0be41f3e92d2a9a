//! Rolling updates of groups: the number of batches, the number of members at a time, and the length of the pauses.
//!
//! Follows `_replace` of `ResourceGroup` and `InstanceGroup` in Heat, and `heat.scaling.rolling_update`. Heat calculates all
//! batches first, and refuses the update if the pauses between them alone reach the timeout of the stack.

use heat_hot::resolve::ResolvedResource;
use heat_hot_language::GroupKind;
use heat_model::evaluate::Evaluator;
use heat_model::update::Definition;
use heat_model::validate::to_integer;
use heat_model::{ResourceType, Value};

use super::group_size::GroupSize;
use crate::definition::{Reading, definition};
use crate::reading::read_property;

/// Heat's default for the timeout of an update, in minutes (`stack_action_timeout`).
pub const DEFAULT_TIMEOUT: u64 = 60;

/// Maximum number of batches that are calculated.
const MAX_BATCHES: usize = 10_000;

/// Way in which a changed definition reaches the members of a group.
#[derive(Debug, Clone, PartialEq)]
pub enum Rollout {
    /// The members are updated in batches.
    Batches(RollingUpdate),
    /// The members are not updated: only members that are added later use the new definition.
    LaterMembers,
}

/// An update of members in batches.
#[derive(Debug, Clone, PartialEq)]
pub struct RollingUpdate {
    /// Number of batches.
    pub batches: u64,
    /// Sum of the pauses between batches, in seconds.
    pub pauses: f64,
    /// Maximum number of members at a time.
    pub most: u64,
    /// Number of members that exist only during the update.
    pub extra: u64,
    /// Number of members after each batch, and the number of members that the batch changes or creates.
    steps: Vec<Step>,
}

/// A batch of a rolling update.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Step {
    members: u64,
    changed: u64,
}

/// Numbers of old members of a scaling group that a rolling update deletes or leaves unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Left {
    /// Number of old members that are deleted because newer ones are kept.
    pub(crate) exchanged: u64,
    /// Number of members that keep their old definition.
    pub(crate) behind: u64,
}

impl RollingUpdate {
    /// Returns whether Heat refuses the update with this timeout, in minutes.
    #[must_use]
    pub fn exceeds(&self, timeout: u64) -> bool {
        // Such a timeout is longer than any update, so the exact number of seconds does not matter.
        u32::try_from(timeout.saturating_mul(60)).is_ok_and(|seconds| self.pauses >= f64::from(seconds))
    }

    /// Determines which members of a scaling group a rolling update replaces or leaves unchanged. Each batch takes the oldest
    /// members first, both for changes and for deletions. A member that is replaced becomes the newest.
    pub(crate) fn left(&self, before: u64, is_replaced: bool) -> Left {
        #[derive(Clone, Copy)]
        struct Member {
            is_old: bool,
            is_changed: bool,
        }
        let mut members: Vec<Member> =
            (0..before).map(|_| Member { is_old: true, is_changed: false }).collect();
        for step in &self.steps {
            let going = (members.len() as u64).saturating_sub(step.members);
            members.drain(..usize::try_from(going).unwrap_or_default());
            let created = step.members - members.len() as u64;
            let mut changing = step.changed.saturating_sub(created);
            let (mut stay, mut young) = (Vec::new(), Vec::new());
            for member in members {
                let changes = !member.is_changed && changing > 0;
                changing -= u64::from(changes);
                let member = Member { is_changed: member.is_changed || changes, ..member };
                if changes && is_replaced { young.push(member) } else { stay.push(member) }
            }
            young.extend((0..created).map(|_| Member { is_old: false, is_changed: true }));
            stay.append(&mut young);
            members = stay;
        }
        let count =
            |is_it: &dyn Fn(&Member) -> bool| members.iter().filter(|member| is_it(member)).count() as u64;
        Left {
            exchanged: count(&|member| !member.is_old),
            behind: count(&|member| member.is_old && !member.is_changed),
        }
    }
}

/// Treatment of members of a batch that exist only during the update.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Counting {
    /// Temporary members are not counted as updated.
    Apart,
    /// Temporary members are counted as updated.
    Together,
}

/// Rolling update policy of a group.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Policy {
    /// Maximum number of members in a batch.
    batch: u64,
    /// Minimum number of members that stay in service.
    in_service: u64,
    /// Pause between two batches, in seconds.
    pause: f64,
}

/// A group whose definition changes, or that is created.
#[derive(Clone, Copy)]
pub(crate) struct Group<'g> {
    pub(crate) maker: GroupKind,
    pub(crate) schema: &'g ResourceType,
    pub(crate) new: &'g ResolvedResource,
}

impl Group<'_> {
    /// Way in which a change of these properties reaches the members; `None` if all members are updated at once, or if the change
    /// does not affect them.
    pub(crate) fn update(
        self,
        old: &ResolvedResource,
        changed: &[String],
        sizes: Option<(GroupSize, GroupSize)>,
    ) -> Option<Rollout> {
        let has = |name: &str| changed.iter().any(|changed| changed == name);
        let (concerns, policy, counting) = match self.maker {
            GroupKind::ResourceGroup => {
                (has("resource_def"), self.of_group("rolling_update"), Counting::Apart)
            }
            GroupKind::DeploymentGroup(_) => {
                let policy = self.of_group("rolling_update");
                (
                    !changed.is_empty(),
                    policy.map(|policy| Policy { in_service: 0, ..policy }),
                    Counting::Apart,
                )
            }
            GroupKind::AutoScalingGroup => (has("resource"), self.of_scaling(), Counting::Together),
            GroupKind::InstanceGroup | GroupKind::AwsAutoScalingGroup => {
                let policy = self.of_instances().filter(|_| has("LaunchConfigurationName"));
                // Changes of tags and networks do not update members either.
                if policy.is_none() {
                    return Some(Rollout::LaterMembers);
                }
                (true, policy, Counting::Together)
            }
            GroupKind::ResourceChain => return None,
        };
        let (current, target) = self.capacities(old, sizes)?;
        let policy = policy.filter(|_| concerns)?;
        rolled(counting, target, current, policy).map(Rollout::Batches)
    }

    /// Batches in which the members are created; `None` if all are created at once.
    pub(crate) fn creation(self, size: Option<GroupSize>) -> Option<Rollout> {
        if !matches!(self.maker, GroupKind::ResourceGroup | GroupKind::DeploymentGroup(_)) {
            return None;
        }
        let policy = self.of_group("batch_create")?;
        let target =
            Self::members(self.new).or(size.map(GroupSize::at_creation)).filter(|target| *target > 0)?;
        rolled(Counting::Apart, target, 0, Policy { in_service: 0, ..policy }).map(Rollout::Batches)
    }

    /// Current number of members, without the ones that the update removes by name, and the target number.
    fn capacities(self, old: &ResolvedResource, sizes: Option<(GroupSize, GroupSize)>) -> Option<(u64, u64)> {
        match self.maker {
            GroupKind::ResourceGroup => {
                let (before, after) = sizes?;
                let removed =
                    self.new.removed.as_ref().map(|removed| removed.names.as_slice()).unwrap_or_default();
                let going = old.nested.iter().flat_map(|nested| nested.resolved.resources.keys());
                let going = going.filter(|name| removed.contains(name)).count() as u64;
                Some((before.at_creation().saturating_sub(going), after.at_creation()))
            }
            GroupKind::DeploymentGroup(_) => Some((Self::members(old)?, Self::members(self.new)?)),
            _ => {
                let (before, after) = sizes?;
                let current = before.at_creation();
                let desired = match after {
                    GroupSize::Fixed(number) => Some(number).filter(|number| *number > 0),
                    GroupSize::Scaling { desired, .. } => desired,
                };
                Some((current, desired.unwrap_or(current).min(current)))
            }
        }
    }

    fn members(side: &ResolvedResource) -> Option<u64> {
        Some(side.nested.as_ref()?.resolved.resources.len() as u64)
    }

    /// Policy of a group that defines it outside its properties.
    fn of_group(self, key: &str) -> Option<Policy> {
        Self::policy(&self.update_policy(key)?, ["max_batch_size", "min_in_service", "pause_time"])
    }

    /// Policy of a scaling group, which always has one.
    fn of_scaling(self) -> Option<Policy> {
        let given = definition(self.new, Reading::AsTheyAre);
        let policy = read_property(&Evaluator::new(self.schema), &given, "rolling_updates").ok()?;
        Self::policy(&policy, ["max_batch_size", "min_in_service", "pause_time"])
    }

    /// Policy of a group of instances.
    fn of_instances(self) -> Option<Policy> {
        let key = self.schema.update_policy.keys().next()?;
        Self::policy(&self.update_policy(key)?, ["MaxBatchSize", "MinInstancesInService", "PauseTime"])
    }

    fn update_policy(self, key: &str) -> Option<Value> {
        let given = definition(self.new, Reading::AsTheyAre).update_policy?;
        let given = Definition { properties: Some(given.as_map()?.clone()), ..Definition::default() };
        let evaluator = Evaluator::of_properties(&self.schema.update_policy);
        read_property(&evaluator, &given, key).ok().filter(Value::is_truthy)
    }

    fn policy(policy: &Value, [batch, in_service, pause]: [&str; 3]) -> Option<Policy> {
        let number = |name: &str, default: u64| match policy.get(name) {
            None | Some(Value::Null) => Some(default),
            Some(value) => u64::try_from(to_integer(value)?.as_i64()?).ok(),
        };
        let pause = match policy.get(pause) {
            None | Some(Value::Null) => 0.0,
            Some(Value::String(text)) => match text.parse::<f64>() {
                Ok(seconds) => seconds,
                Err(_) => duration(text)?,
            },
            Some(value) => value.to_string().parse().ok()?,
        };
        Some(Policy { batch: number(batch, 1)?, in_service: number(in_service, 0)?, pause })
    }
}

/// Number of seconds in a duration such as `PT1H30M`; `None` if the text is not a duration.
fn duration(text: &str) -> Option<f64> {
    let mut rest = text.strip_prefix("PT")?;
    let mut seconds = 0.0;
    for (unit, factor) in [('H', 3600.0), ('M', 60.0), ('S', 1.0)] {
        if let Some((number, after)) = rest.split_once(unit) {
            seconds += factor * number.parse::<u32>().ok().map(f64::from)?;
            rest = after;
        }
    }
    rest.is_empty().then_some(seconds)
}

/// Batches of an update; `None` if they never end.
fn batches(counting: Counting, target: u64, current: u64, policy: Policy) -> Option<Vec<Step>> {
    let (mut current, mut updated, mut found) = (current, 0, Vec::new());
    while !(updated >= current && current == target) {
        let in_service = policy.in_service.min(target).min(current);
        let changed = policy.batch.min(target.saturating_sub(updated));
        let after = changed + current.min(target - changed).max(in_service);
        updated += match counting {
            Counting::Apart => changed.saturating_sub(after.saturating_sub(current.max(target))),
            Counting::Together => changed,
        };
        current = after;
        found.push(Step { members: after, changed });
        if found.len() > MAX_BATCHES {
            return None;
        }
    }
    Some(found)
}

fn rolled(counting: Counting, target: u64, current: u64, policy: Policy) -> Option<RollingUpdate> {
    let found = batches(counting, target, current, policy)?;
    let pauses = policy.pause * f64::from(u32::try_from(found.len().saturating_sub(1)).ok()?);
    let most = found.iter().map(|step| step.members).max().unwrap_or(current).max(current);
    let extra = most - current.max(target);
    Some(RollingUpdate { batches: found.len() as u64, pauses, most, extra, steps: found })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_change_in_batches() {
        /// The number of members after each batch, for a resource group and for a scaling group.
        fn check(target: u64, current: u64, batch: u64, in_service: u64, counted: &[u64], scaled: &[u64]) {
            let policy = Policy { batch, in_service, pause: 0.0 };
            for (counting, expect) in [(Counting::Apart, counted), (Counting::Together, scaled)] {
                let found = batches(counting, target, current, policy).unwrap();
                let found: Vec<u64> = found.iter().map(|step| step.members).collect();
                assert_eq!(found, expect, "{counting:?} {policy:?}");
            }
        }
        check(2, 2, 1, 0, &[2, 2], &[2, 2]);
        check(2, 2, 1, 2, &[3, 3, 3, 2], &[3, 3, 2]);
        check(2, 2, 2, 2, &[4, 4, 2], &[4, 2]);
        check(3, 3, 2, 5, &[5, 5, 4, 3], &[5, 4, 3]);
        check(5, 3, 1, 0, &[4, 5, 5, 5, 5], &[4, 5, 5, 5, 5]);
        check(2, 4, 2, 1, &[3, 2], &[3, 2]);
        check(0, 3, 1, 0, &[0], &[0]);
        check(3, 1, 1, 0, &[2, 3, 3], &[2, 3, 3]);
        // Without progress, the batches never end.
        let policy = Policy { batch: 0, in_service: 0, pause: 0.0 };
        assert_eq!(batches(Counting::Together, 2, 2, policy), None);
    }

    #[test]
    fn pauses_count_between_batches_and_reach_the_timeout() {
        fn check(members: u64, batch: u64, pause: f64, timeout: u64, pauses: f64, expect: bool) {
            let found =
                rolled(Counting::Apart, members, members, Policy { batch, in_service: 0, pause }).unwrap();
            assert!((found.pauses - pauses).abs() < f64::EPSILON, "{found:?}");
            assert_eq!(found.exceeds(timeout), expect, "{found:?}");
        }
        check(2, 1, 6000.0, 60, 6000.0, true);
        check(2, 1, 3600.0, 60, 3600.0, true);
        check(2, 1, 3599.5, 60, 3599.5, false);
        check(2, 1, 6000.0, 101, 6000.0, false);
        check(2, 2, 6000.0, 60, 0.0, false);
        check(3, 1, 1800.0, 60, 3600.0, true);
    }

    #[test]
    fn members_that_are_added_for_a_time_stay_in_place_of_old_ones() {
        fn check(
            target: u64,
            current: u64,
            batch: u64,
            in_service: u64,
            is_replaced: bool,
            exchanged: u64,
            behind: u64,
        ) {
            let policy = Policy { batch, in_service, pause: 0.0 };
            let found = rolled(Counting::Together, target, current, policy).unwrap();
            assert_eq!(found.left(current, is_replaced), Left { exchanged, behind }, "{policy:?}");
        }
        check(2, 2, 1, 0, false, 0, 0);
        check(3, 3, 2, 0, true, 0, 0);
        // The member that was updated first is the oldest one and is removed; another one keeps its definition.
        check(2, 2, 1, 2, false, 1, 1);
        check(2, 2, 1, 2, true, 1, 0);
        check(1, 3, 1, 0, true, 0, 0);
    }

    #[test]
    fn durations_are_those_of_iso_8601() {
        fn check(text: &str, expect: Option<f64>) {
            assert_eq!(duration(text), expect, "{text}");
        }
        check("PT0S", Some(0.0));
        check("PT5M", Some(300.0));
        check("PT1H30M5S", Some(5405.0));
        check("PT5S5M", None);
        check("P1D", None);
        check("5", None);
    }
}
