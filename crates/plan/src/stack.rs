//! Effects of an update on a stack, and on the stacks within it.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use heat_hot::Data;
use heat_hot::environment::Registry;
use heat_hot::parameter::{Parameter, ParameterSet};
use heat_hot::resolve::{Resolved, ResolvedResource};
use heat_hot::stand_in::{self, DeploymentValue, StandIn};
use heat_hot::template::Template;
use heat_hot::template::known::KnownAttributes;
use heat_hot_language::{DeletionPolicy, GroupKind, Keys, RestrictedAction};
use heat_model::Value;
use indexmap::{IndexMap, IndexSet};

use crate::action::Action;
use crate::collisions::{self, claims_of};
use crate::definition::{Reading, definition};
use crate::difference::{Difference, are_same, is_same};
use crate::effects::{Claimant, Effects, MemberChange};
use crate::groups::group_size::{GroupSize, Members};
use crate::groups::rolling::{DEFAULT_TIMEOUT, Group, Rollout};
use crate::groups::sizing;
use crate::held_data::{data_at_risk, held_by};
use crate::outcome::{
    Appearance, Change, ConditionChange, Deletion, OutputChange, ParameterChange, Part, Plan, Reason,
    ResourcePlan,
};
use crate::resource::{Pair, ResourceVerdict};
use crate::software::Configs;
use crate::versions::{Types, Unresolved, Version};

/// Determines the effects of an update from one version of a stack to another, with Heat's default timeout.
#[must_use]
pub fn plan(old: Version<'_>, new: Version<'_>, types: Types<'_>) -> Plan {
    plan_within(DEFAULT_TIMEOUT, old, new, types)
}

/// Determines the effects of an update whose new side is resolved by `resolve` with the known values of existing resources: the
/// members of groups keep their names. The timeout is in minutes.
///
/// Also returns the resolved new side.
#[must_use]
pub fn plan_update(
    timeout: u64,
    old: Version<'_>,
    new: Unresolved<'_>,
    resolve: &dyn Fn(&KnownAttributes) -> Resolved,
    types: Types<'_>,
) -> (Resolved, Plan) {
    let mut known = old.resolved.as_deployed(&|_| false);
    let mut rounds = 0;
    loop {
        let resolved = resolve(&known);
        let plan = plan_within(timeout, old, new.with(&resolved), types);
        let left =
            old.resolved.as_deployed(&|path| plan.at(path).is_some_and(|one| one.action == Action::Replaced));
        rounds += 1;
        // A group that is replaced starts with new members, which may replace other resources.
        if left == known || rounds == MAX_ROUNDS {
            return (resolved, plan);
        }
        known = left;
    }
}

/// Determines the effects of an update from one version of a stack to another. The timeout is in minutes.
fn plan_within(timeout: u64, old: Version<'_>, new: Version<'_>, types: Types<'_>) -> Plan {
    let mut effects = Effects::default();
    let configs = [Configs::of(old.resolved), Configs::of(new.resolved)];
    let stacks = Stacks {
        configs: &configs,
        old: Some(Stack { template: old.template, resolved: old.resolved }),
        new: Some(Stack { template: new.template, resolved: new.resolved }),
        registry: Some(new.registry.clone()),
        path: Vec::new(),
        types,
        each: None,
        timeout,
    };
    let mut plan = stacks.plan(&mut effects);
    collisions::apply(&mut plan, &effects.claimants);
    Plan {
        parameters: parameters(old.parameters, new.parameters),
        immutable_parameters: immutable(old.parameters, new.parameters),
        ..plan
    }
}

/// Maximum number of times that a new side is resolved.
const MAX_ROUNDS: u8 = 5;

/// A version of a stack.
#[derive(Clone, Copy)]
struct Stack<'a> {
    template: &'a Template,
    resolved: &'a Resolved,
}

impl<'a> Stack<'a> {
    fn resource(self, name: &str) -> Option<&'a ResolvedResource> {
        self.resolved.resources.get(name)
    }

    /// Returns whether the template defines a resource, regardless of its condition.
    fn defines(self, name: &str) -> bool {
        let keys: &Keys = self.template.keys();
        self.template.entries(keys.resources).is_some_and(|resources| resources.get(name).is_some())
    }

    /// Name of the condition of a resource.
    fn condition(self, name: &str) -> Option<String> {
        let keys = self.template.keys();
        let resource = self.template.entries(keys.resources)?.get(name)?.as_mapping()?;
        resource.get(keys.resource.condition?)?.as_str().map(str::to_owned)
    }
}

/// Both versions of a stack. One of them is missing if the stack is created or deleted as a whole.
struct Stacks<'a> {
    old: Option<Stack<'a>>,
    new: Option<Stack<'a>>,
    /// Registry of the new side.
    registry: Option<Registry>,
    /// Path of the stack: the resources that lead to it from the outermost stack.
    path: Vec<String>,
    types: Types<'a>,
    /// Software configs of both versions of the outermost stack.
    configs: &'a [Configs<'a>; 2],
    /// Members that each resource represents, if this is the stack of a group in which one resource represents all members.
    each: Option<Each>,
    /// Timeout of the update, in minutes.
    timeout: u64,
}

/// Members of a group that one resource represents.
#[derive(Debug, Clone)]
struct Each {
    old: Option<GroupSize>,
    new: Option<GroupSize>,
    members: Option<Members>,
}

impl Each {
    /// Number of members that a resource with this action represents.
    fn count(&self, action: Action) -> Option<RangeInclusive<u64>> {
        match action {
            Action::Created => self.new.map(|new| new.at_creation()..=new.at_creation()),
            Action::Deleted => self.old.map(GroupSize::possible),
            _ => self.members.as_ref()?.staying(),
        }
    }
}

impl<'a> Stacks<'a> {
    fn plan(&self, effects: &mut Effects) -> Plan {
        // In a cycle, resources that refer to a created resource can come before it.
        for name in names(self.new) {
            if self.old_resource(&name).is_none() {
                effects.set(self.path_to(&name), Action::Created);
            }
        }
        let mut planned: HashMap<String, ResourcePlan> = HashMap::new();
        for name in self.order() {
            if let Some(resource) = self.resource(&name, effects) {
                planned.insert(name, resource);
            }
        }
        let names: IndexSet<String> = names(self.new).into_iter().chain(names(self.old)).collect();
        Plan {
            conditions: self.conditions(),
            resources: names.iter().filter_map(|name| planned.remove(name)).collect(),
            outputs: self.outputs(effects),
            ..Plan::default()
        }
    }

    /// Resources in the order in which the update reaches them.
    fn order(&self) -> IndexSet<String> {
        let created = self.new.map(|new| new.resolved.order.iter()).into_iter().flatten();
        let known = |name: &&String| self.new_resource(name).is_some();
        created.filter(known).cloned().chain(names(self.new)).chain(names(self.old)).collect()
    }

    fn old_resource(&self, name: &str) -> Option<&'a ResolvedResource> {
        self.old?.resource(name)
    }

    fn new_resource(&self, name: &str) -> Option<&'a ResolvedResource> {
        self.new?.resource(name)
    }

    fn path_to(&self, name: &str) -> Vec<String> {
        self.path.iter().cloned().chain([name.to_owned()]).collect()
    }

    fn resource(&self, name: &str, effects: &mut Effects) -> Option<ResourcePlan> {
        let (old, new) = (self.old_resource(name), self.new_resource(name));
        let judged = match (old, new) {
            (None, None) => return None,
            (None, Some(_)) => appears(name, Action::Created, self.old),
            (Some(_), None) => appears(name, Action::Deleted, self.new),
            (Some(old), Some(new)) => {
                let pair = Pair { old, new, types: self.types, configs: self.configs };
                self.restricted(name, pair.judge(effects))
            }
        };
        let rollout = self.rollout(name, &judged);
        let judged = self.within_timeout(judged, rollout.as_ref());
        effects.set(self.path_to(name), judged.action);
        let mut members = self.group(name, judged.action).filter(|_| judged.action != Action::Refused);
        let nested = self.nested(name, &judged, members.as_ref(), rollout.as_ref(), effects).map(Box::new);
        if judged.action == Action::Updated {
            if let Some((members, nested)) = members.as_mut().zip(nested.as_deref()) {
                exchange(members, nested, rollout.as_ref());
            }
            if let Some(change) = member_change(members.as_ref(), nested.as_deref()) {
                effects.set_members(self.path_to(name), change);
            }
            effects.set_changed(self.path_to(name), judged.changed.clone());
        }
        self.claim(name, judged.action, effects);
        let judged_removes = judged.action.removes();
        let ResourceVerdict { preview, action, mut reasons, mut changes, .. } = judged;
        reasons.extend(self.unknown_members(new).filter(|_| action == Action::Updated));
        if self.lists_members(new, members.as_ref(), nested.is_some()) {
            // The plan contains the changes of the members and of the stack within, which say more than the possible effects.
            for change in &mut changes {
                change.effect = None;
            }
        } else if let Some(members) = &members {
            // An unknown number is reported for the group, with the possible effects.
            let is_number = |part: &Part| matches!(part, Part::Property(name) if name == members.property);
            changes
                .iter_mut()
                .filter(|change| is_number(&change.part))
                .for_each(|change| change.effect = None);
        }
        let type_of = |resource: Option<&ResolvedResource>| resource.map(|one| one.resource_type.clone());
        let appearance = self.appearance(old, new);
        let at_risk = old.filter(|_| appearance == Appearance::MayGo && !judged_removes);
        let needs_legacy_engine =
            preview == Action::Unchanged && self.needs_legacy_engine(action, &reasons, &changes);
        Some(ResourcePlan {
            name: name.to_owned(),
            needs_legacy_engine,
            old_type: type_of(old),
            new_type: type_of(new),
            preview,
            action,
            reasons,
            changes,
            deletion: old.filter(|_| action.removes()).map(|old| self.deletion(old, new)),
            appearance,
            at_risk: at_risk.map(|old| data_at_risk(old, self.types)).unwrap_or_default(),
            nested,
            members,
            rollout,
            stands_for: self.each.as_ref().and_then(|each| each.count(action)),
            span: new.or(old)?.span,
        })
    }

    /// Returns whether only other resources of this stack change something, and only in the metadata.
    fn needs_legacy_engine(&self, action: Action, reasons: &[Reason], changes: &[Change]) -> bool {
        let is_of_metadata = |reason: &Reason| *reason == Reason::Part(Part::Metadata);
        let follows = |change: &Change| {
            change.part == Part::Metadata
                && is_same(&change.difference)
                && !change.follows_from.is_empty()
                && change.follows_from.iter().all(|value| value.stack == self.path)
        };
        matches!(action, Action::Updated | Action::Replaced)
            && !changes.is_empty()
            && changes.iter().all(follows)
            && reasons.iter().all(is_of_metadata)
    }

    /// Notes the values of a resource that a service takes only once.
    fn claim(&self, name: &str, action: Action, effects: &mut Effects) {
        let (old, new) = (self.old_resource(name), self.new_resource(name));
        let claims = |side: Option<&'a ResolvedResource>, reading: Reading<'_>| {
            let resource =
                side.filter(|resource| resource.external_id.is_none() && !resource.is_conditional)?;
            Some(claims_of(self.types.schema(resource)?, &definition(resource, reading), self.types))
        };
        let old_claims = claims(old, Reading::AsTheyAre).unwrap_or_default();
        let new_claims = claims(new, Reading::Renewed(effects)).unwrap_or_default();
        if old_claims.is_empty() && new_claims.is_empty() {
            return;
        }
        let type_of = |side: Option<&'a ResolvedResource>| side.map(|one| one.resource_type.as_str());
        let count = self.each.as_ref().and_then(|each| each.count(action));
        effects.claimants.push(Claimant {
            path: self.path_to(name),
            action,
            is_other_type: type_of(old) != type_of(new),
            is_many: count.is_some_and(|count| *count.start() > 1),
            old: old_claims,
            new: new_claims,
        });
    }

    /// Existence of a resource, as far as its conditions are known.
    fn appearance(&self, old: Option<&ResolvedResource>, new: Option<&ResolvedResource>) -> Appearance {
        let is_conditional = |side: Option<&ResolvedResource>| side.is_some_and(|side| side.is_conditional);
        let value = |side: Option<Stack<'a>>, resource: &ResolvedResource| {
            let condition = resource.condition.clone()?;
            let name = condition.as_known().and_then(Value::as_str);
            let named = name.and_then(|name| side?.resolved.conditions.get(name)).cloned();
            named.or(Some(condition))
        };
        match (old, new) {
            (Some(one), Some(other))
                if is_conditional(new)
                    && !are_same(value(self.old, one).as_ref(), value(self.new, other).as_ref()) =>
            {
                Appearance::MayGo
            }
            _ if is_conditional(old) || is_conditional(new) => Appearance::Conditional,
            _ => Appearance::Certain,
        }
    }

    /// Changes in the number of members of a group; `None` if the resource is not a group, or if it is removed and the plan lists
    /// its members.
    fn group(&self, name: &str, action: Action) -> Option<Members> {
        let old = self.old_resource(name)?;
        if action.removes() {
            return sizing::members_that_go(old, self.types);
        }
        sizing::members(old, self.new_resource(name)?, self.types)
    }

    /// Way in which a group creates its members, or in which a changed definition reaches them.
    fn rollout(&self, name: &str, judged: &ResourceVerdict) -> Option<Rollout> {
        let (old, new) = (self.old_resource(name), self.new_resource(name)?);
        let schema = self.types.schema(new)?;
        let group = Group { maker: GroupKind::of(&schema.name)?, schema, new };
        let size = |resource| sizing::size(resource, self.types);
        match (judged.action, old) {
            (Action::Updated, Some(old)) => group.update(old, &judged.changed, size(old).zip(size(new))),
            (Action::Created | Action::Replaced, _) => group.creation(size(new)),
            _ => None,
        }
    }

    /// Refuses the update of a group whose pauses between batches reach the timeout.
    fn within_timeout(&self, judged: ResourceVerdict, rollout: Option<&Rollout>) -> ResourceVerdict {
        match rollout {
            Some(Rollout::Batches(rolling)) if rolling.exceeds(self.timeout) => {
                let reason = Reason::Timeout { pauses: rolling.pauses, minutes: self.timeout };
                let reasons = [reason].into_iter().chain(judged.reasons).collect();
                ResourceVerdict { action: Action::Refused, reasons, ..judged }
            }
            _ => judged,
        }
    }

    /// Listed removals that Heat ignores, or that only the service can resolve.
    fn unknown_members(&self, new: Option<&'a ResolvedResource>) -> impl Iterator<Item = Reason> + use<'a> {
        let removed = new.and_then(|new| new.removed.as_ref());
        let member = new.and_then(|new| self.member_type(new));
        removed
            .into_iter()
            .flat_map(|removed| &removed.possible_ids)
            .map(move |entry| Reason::NoMember { entry: entry.clone(), may_be_id: may_be_id(entry, member) })
    }

    /// Type of the members that a group lists.
    fn member_type(&self, group: &'a ResolvedResource) -> Option<&'a str> {
        let member = group.nested.as_ref()?.resolved.resources.values().next()?;
        Some(self.types.schema(member)?.name.as_str())
    }

    /// Returns whether the plan lists the changes of each member of a group, or of the stack of a resource.
    fn lists_members(
        &self,
        new: Option<&ResolvedResource>,
        members: Option<&Members>,
        is_nested: bool,
    ) -> bool {
        let is_group = || {
            new.and_then(|new| self.types.schema(new))
                .is_some_and(|schema| GroupKind::of(&schema.name).is_some())
        };
        (is_nested || members.is_some()) && is_group() && members.is_none_or(|members| !members.are_unknown())
    }

    /// Members that a resource in the stack of a group represents, if it represents several.
    fn each(&self, name: &str) -> Option<Each> {
        let (old, new) = (self.old_resource(name), self.new_resource(name));
        let is_one_for_all = |resource: &ResolvedResource| {
            let schema = self.types.schema(resource)?;
            Some(GroupKind::of(&schema.name)?.sizing()?.is_one_for_all)
        };
        [old, new].into_iter().flatten().find_map(is_one_for_all).filter(|is| *is)?;
        let size = |resource: Option<&ResolvedResource>| sizing::size(resource?, self.types);
        let members = || sizing::members(old?, new?, self.types);
        Some(Each { old: size(old), new: size(new), members: members() })
    }

    /// Refuses actions that the environment forbids.
    fn restricted(&self, name: &str, judged: ResourceVerdict) -> ResourceVerdict {
        let actions = self.registry.as_ref().and_then(|registry| registry.restricted_actions(name).ok());
        let restricts = |action| actions.as_ref().is_some_and(|actions| actions.contains(&action));
        let is_restricted = match judged.decided {
            Action::Updated => restricts(RestrictedAction::Update),
            Action::Replaced => restricts(RestrictedAction::Replace),
            _ => false,
        };
        if !is_restricted {
            return judged;
        }
        let reasons = [Reason::Restricted(judged.decided)].into_iter().chain(judged.reasons).collect();
        ResourceVerdict { action: Action::Refused, reasons, ..judged }
    }

    fn deletion(&self, old: &ResolvedResource, new: Option<&ResolvedResource>) -> Deletion {
        let holds = self.types.schema(old).and_then(|schema| held_by(schema, old, self.types));
        let is_policy_late = new.is_some_and(|new| new.deletion_policy != old.deletion_policy);
        Deletion { policy: old.deletion_policy, holds, is_policy_late }
    }

    /// Plan for the stack that a resource creates.
    fn nested(
        &self,
        name: &str,
        judged: &ResourceVerdict,
        members: Option<&Members>,
        rollout: Option<&Rollout>,
        effects: &mut Effects,
    ) -> Option<Plan> {
        fn nested(resource: Option<&ResolvedResource>) -> Option<Stack<'_>> {
            let nested = resource?.nested.as_deref()?;
            Some(Stack { template: &nested.template, resolved: &nested.resolved })
        }
        let action = judged.action;
        let is_kept =
            |old: &&ResolvedResource| action.removes() && old.deletion_policy == Some(DeletionPolicy::Retain);
        // A stack that is kept does not change.
        let old = nested(self.old_resource(name).filter(|old| !is_kept(old)));
        let new = nested(self.new_resource(name));
        // A group that starts without members keeps existing ones, which the new side then does not describe.
        let keeps = members.and_then(Members::expected).is_some_and(|(_, after)| after > 0);
        if keeps && old.is_some() && new.is_none() {
            return None;
        }
        // If one side lists the members but the number on the other side is unknown, it is unknown which members are added or
        // removed.
        let is_stay = matches!(action, Action::Updated | Action::Unchanged);
        if is_stay && old.is_some() != new.is_some() && members.is_some_and(Members::are_unknown) {
            return None;
        }
        // The registry can have as many entries as there are resources, of which few have a stack.
        if old.is_none() && new.is_none() {
            return None;
        }
        let registry = self.registry.as_ref().and_then(|registry| registry.nested(name).ok());
        let each = self.each(name);
        let stacks = |old, new| Stacks {
            old,
            new,
            registry: registry.clone(),
            path: self.path_to(name),
            types: self.types,
            configs: self.configs,
            each: each.clone(),
            timeout: self.nested_timeout(rollout),
        };
        let is_refused = judged.reasons.iter().any(|reason| matches!(reason, Reason::Timeout { .. }));
        match action {
            // Heat does not change the definitions of the members.
            _ if is_refused || (rollout == Some(&Rollout::LaterMembers) && old.is_some()) => {
                old.map(|_| stacks(old, old).plan(&mut Effects::default()))
            }
            Action::Replaced => {
                // The old stack is deleted, and a new one is created.
                let mut created = stacks(None, new).plan(effects);
                let deleted = stacks(old, None).plan(&mut Effects::default());
                created.resources.extend(deleted.resources);
                Some(created)
            }
            _ => Some(stacks(old, new).plan(effects)),
        }
    }

    /// Timeout of the stack of a group: the time that remains after the pauses.
    fn nested_timeout(&self, rollout: Option<&Rollout>) -> u64 {
        let Some(Rollout::Batches(rolling)) = rollout else { return self.timeout };
        let full = |minutes: &u64| {
            u32::try_from(*minutes).is_ok_and(|minutes| f64::from(minutes) * 60.0 >= rolling.pauses)
        };
        (0..=self.timeout)
            .find(full)
            .map_or(self.timeout, |pauses| self.timeout.saturating_sub(pauses).max(1))
    }

    fn conditions(&self) -> Vec<ConditionChange> {
        let (Some(old), Some(new)) = (self.old, self.new) else { return Vec::new() };
        let differences = differences(&old.resolved.conditions, &new.resolved.conditions);
        let changes = differences.map(|(name, difference)| ConditionChange { name, difference });
        changes.collect()
    }

    fn outputs(&self, effects: &Effects) -> Vec<OutputChange> {
        let (Some(old), Some(new)) = (self.old, self.new) else { return Vec::new() };
        let (old, new) = (&old.resolved.outputs, &new.resolved.outputs);
        let names: IndexSet<&String> = new.keys().chain(old.keys()).collect();
        let changes = names.into_iter().filter_map(|name| {
            let difference = Difference { old: old.get(name).cloned(), new: new.get(name).cloned() };
            let follows_from = difference.new.as_ref().map(|new| effects.new_values(new)).unwrap_or_default();
            let differs = !are_same(difference.old.as_ref(), difference.new.as_ref());
            (differs || !follows_from.is_empty()).then(|| OutputChange {
                name: name.clone(),
                difference,
                follows_from,
            })
        });
        changes.collect()
    }
}

fn names(stack: Option<Stack<'_>>) -> Vec<String> {
    stack.map(|stack| stack.resolved.resources.keys().cloned().collect()).unwrap_or_default()
}

/// Result for a resource that only one side has. `other` is the side that does not have it.
fn appears(name: &str, action: Action, other: Option<Stack<'_>>) -> ResourceVerdict {
    let reason = match other {
        None => Reason::Around,
        Some(other) if other.defines(name) => Reason::Condition(other.condition(name)),
        Some(_) => Reason::InTemplate,
    };
    ResourceVerdict {
        preview: action,
        action,
        decided: action,
        reasons: vec![reason],
        changes: Vec::new(),
        changed: Vec::new(),
    }
}

/// Sets the numbers of members of a scaling group that a rolling update replaces or leaves unchanged.
fn exchange(members: &mut Members, nested: &Plan, rollout: Option<&Rollout>) {
    let (Some(Rollout::Batches(rolling)), Some((before, _))) = (rollout, members.expected()) else { return };
    if !members.is_one_for_all {
        return;
    }
    let is_replaced = nested.resources.iter().any(|member| member.action == Action::Replaced);
    let left = rolling.left(before, is_replaced);
    (members.exchanged, members.behind) = (left.exchanged, left.behind);
}

/// Changes in the members of a scaling group that its attributes can show; `None` if there are none, or for other groups, whose
/// attributes consist of the attributes of their members.
fn member_change(members: Option<&Members>, nested: Option<&Plan>) -> Option<MemberChange> {
    let members = members.filter(|members| members.is_one_for_all)?;
    let all = || nested.into_iter().flat_map(|nested| &nested.resources);
    let is_replaced = all().any(|member| member.action == Action::Replaced);
    let updated = all().filter(|member| member.action == Action::Updated).flat_map(|member| &member.changes);
    let changed: Vec<String> = updated
        .filter_map(|change| match &change.part {
            Part::Property(name) => Some(name.clone()),
            _ => None,
        })
        .collect();
    let (resizes, shrinks) = match members.expected() {
        Some((before, after)) => (before != after, after < before),
        // The number of members is not known.
        None => (!members.is_same, !members.is_same),
    };
    let renews_first = shrinks || members.exchanged > 0 || is_replaced;
    (resizes || renews_first || !changed.is_empty()).then_some(MemberChange {
        resizes,
        renews_first,
        changed,
    })
}

/// Prefixes of the types whose resources have IDs that consist of hexadecimal digits and hyphens.
const WITH_UUIDS: [&str; 7] = [
    "OS::Cinder::",
    "OS::Glance::",
    "OS::Manila::",
    "OS::Neutron::",
    "OS::Nova::Server",
    "OS::Octavia::",
    "OS::Trove::",
];

/// Returns whether a text may be the ID of a resource of a type.
fn may_be_id(text: &str, resource_type: Option<&str>) -> bool {
    let is_uuid =
        resource_type.is_some_and(|name| WITH_UUIDS.iter().any(|service| name.starts_with(service)));
    !is_uuid
        || (text.len() >= 32 && text.chars().all(|char| char.is_ascii_hexdigit() || char == '-'))
        || stand_in::is_in_text(text)
}

/// Values that differ between two maps.
fn differences<'d>(
    old: &'d IndexMap<String, Data>,
    new: &'d IndexMap<String, Data>,
) -> impl Iterator<Item = (String, Difference)> + 'd {
    let names: IndexSet<&String> = new.keys().chain(old.keys()).collect();
    names.into_iter().filter_map(move |name| {
        let (old, new) = (old.get(name), new.get(name));
        (!are_same(old, new)).then(|| (name.clone(), Difference { old: old.cloned(), new: new.cloned() }))
    })
}

fn parameters(old: &ParameterSet, new: &ParameterSet) -> Vec<ParameterChange> {
    let own = |set: &ParameterSet| {
        let parameters = set.iter().filter(|(name, _)| !set.is_reserved(name));
        parameters.map(|(name, parameter)| (name.to_owned(), value_of(name, parameter))).collect()
    };
    let (old_values, new_values): (IndexMap<_, _>, IndexMap<_, _>) = (own(old), own(new));
    let changes = differences(&old_values, &new_values).map(|(name, difference)| {
        let is_hidden = [old, new].iter().any(|set| set.get(&name).is_some_and(Parameter::is_hidden));
        ParameterChange { name, difference, is_hidden }
    });
    changes.collect()
}

fn value_of(name: &str, parameter: &Parameter) -> Data {
    let unknown = || {
        let stand_in = StandIn { stack: Vec::new(), value: DeploymentValue::Parameter(name.to_owned()) };
        stand_in.to_text().into()
    };
    parameter.value().map_or_else(|_| unknown(), Data::Known)
}

/// Immutable parameters that differ.
fn immutable(old: &ParameterSet, new: &ParameterSet) -> Vec<String> {
    let modified = old.immutable_modified(new).unwrap_or_default();
    modified.into_iter().map(str::to_owned).collect()
}
