//! Keys of a schema that no class of Heat states: facts about the service, and the presentation of a resource.

use crate::dependency::NeedsFirst;
use crate::service_rule::{ServiceCheck, ServiceRule};
use crate::unique::{ExclusiveHold, Holding, UniqueKey};
use crate::validation_rule::Condition;
use crate::{Commands, ResourceType};

/// Facts about the service of a type.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ServiceFacts {
    /// Properties whose values the service takes only once.
    pub unique: Vec<UniqueKey>,
    /// Properties that hold another resource exclusively.
    pub exclusive: Vec<ExclusiveHold>,
    /// Rules of the service that Heat does not check.
    pub service_rules: Vec<ServiceRule>,
    /// Resources that the service needs first.
    pub needs_first: Vec<NeedsFirst>,
    /// Contents of a resource that are lost with it.
    pub holds: Vec<Holding>,
}

impl ResourceType {
    /// Returns the facts about the service whose paths all pass a test. Paths begin at the top of the properties.
    #[must_use]
    pub fn service_facts_where(&self, is_kept: &dyn Fn(&[String]) -> bool) -> ServiceFacts {
        let are_kept = |conditions: &[Condition]| {
            passes(is_kept, |visit| {
                for condition in conditions {
                    condition.visit_paths(&mut |path, _| visit(path));
                }
            })
        };
        ServiceFacts {
            unique: kept(&self.unique, |key| passes(is_kept, |visit| key.visit_paths(visit))),
            exclusive: kept(&self.exclusive, |hold| is_kept(&hold.property)),
            service_rules: kept(&self.service_rules, |rule| {
                passes(is_kept, |visit| {
                    rule.visit_paths(visit);
                    self.visit_compared_addresses(rule, visit);
                })
            }),
            needs_first: kept(&self.needs_first, |need| are_kept(&need.when)),
            holds: kept(&self.holds, |holding| are_kept(&holding.when)),
        }
    }

    /// Replaces the facts about the service.
    pub fn set_service_facts(&mut self, facts: ServiceFacts) {
        let ServiceFacts { unique, exclusive, service_rules, needs_first, holds } = facts;
        self.unique = unique;
        self.exclusive = exclusive;
        self.service_rules = service_rules;
        self.needs_first = needs_first;
        self.holds = holds;
    }

    /// Returns the rules that the newest release of the service has.
    pub fn current_service_rules(&self) -> impl Iterator<Item = &ServiceRule> {
        self.service_rules.iter().filter(|rule| rule.until.is_none())
    }

    /// Removes the keys that no class of Heat states: facts about the service, and the presentation of a resource.
    pub fn clear_keys_beside_heat(&mut self) {
        self.copy_keys_beside_heat(&Self::new(""));
    }

    /// Copies the keys that no class of Heat states: facts about the service, and the presentation of a resource.
    pub fn copy_keys_beside_heat(&mut self, from: &Self) {
        self.get_resource.clone_from(&from.get_resource);
        self.commands = Commands::clone(&from.commands);
        self.sections.clone_from(&from.sections);
        self.set_service_facts(from.service_facts_where(&|_| true));
    }

    /// Calls `visit` with the paths that a rule about addresses compares. In a rule for each item, a path that the item does not
    /// have begins at the top.
    fn visit_compared_addresses(&self, rule: &ServiceRule, visit: &mut dyn FnMut(&[String])) {
        let ServiceCheck::Address(rule) = &rule.check else { return };
        for path in rule.compared() {
            let of_item = rule.for_each.as_ref().map(|list| [list.as_slice(), path].concat());
            visit(of_item.as_deref().filter(|path| self.property_at(path).is_some()).unwrap_or(path));
        }
    }
}

/// Returns whether all visited paths pass a test.
fn passes(test: &dyn Fn(&[String]) -> bool, visit_all: impl FnOnce(&mut dyn FnMut(&[String]))) -> bool {
    let mut passes = true;
    visit_all(&mut |path| passes &= test(path));
    passes
}

fn kept<T: Clone>(facts: &[T], is_kept: impl Fn(&T) -> bool) -> Vec<T> {
    facts.iter().filter(|fact| is_kept(fact)).cloned().collect()
}
