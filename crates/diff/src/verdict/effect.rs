//! Effect of a trial's finding on the property data of one resource.
//!
//! A trial finds data that are treated worse now, and reports one example. The data of a resource are affected if the same happens
//! to them. Only the properties that changed, and those that translation rules connect to them, decide on that: the values of other
//! properties need not be known.

use std::collections::HashSet;

use heat_admit::{Judge, values_near};
use heat_model::validate::ValueError;
use heat_model::{ResourceType, Value};
use indexmap::{IndexMap, IndexSet};

use super::connection::{connected, touched};
use super::explained::{Explained, is_of_rules};
use super::worsening::worsening;
use crate::accepted::{Data, with};
use crate::pairs::TypePair;
use crate::rule::Verb;
use crate::rule::check::Check;
use crate::rule::finding::{Evidence, Finding};

/// Effect of a trial's finding on property data.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// The finding does not affect the data.
    Nothing,
    /// The data were accepted and are now refused, with the reason.
    Refused(String),
    /// An update that changes them now replaces the resource, or is refused.
    Worse,
    /// The data may be affected, depending on values that are not known. Contains the reason if they are refused with most values.
    Unknown(Option<String>),
}

/// Decides which property data a trial's finding affects.
#[derive(Debug)]
pub struct TrialEffect<'a> {
    types: TypePair<'a>,
    touched: IndexSet<&'a str>,
    /// The parts of the type that other findings are about.
    explained: Explained,
    kind: EffectKind<'a>,
}

#[derive(Debug)]
enum EffectKind<'a> {
    /// Templates that used to be accepted are refused.
    Refusal,
    /// Every update replaces the resource, or is refused.
    EveryUpdate,
    /// Updates of some properties, which are connected with one, replace the resource or are refused. The example has values that
    /// show it.
    Update { properties: HashSet<&'a str>, example: Evidence },
}

impl<'a> TrialEffect<'a> {
    /// Prepares a finding about a type, with all findings of the comparison; `None` if no trial found it.
    #[must_use]
    pub fn of(
        finding: &Finding,
        findings: &[Finding],
        before: &'a ResourceType,
        after: &'a ResourceType,
    ) -> Option<Self> {
        if !matches!(finding.rule.check, Check::Trial(_)) {
            return None;
        }
        let types = TypePair { before, after };
        let evidence = finding.evidence.as_ref()?;
        let kind = match &evidence.update {
            _ if finding.rule.verb == Verb::Refused => EffectKind::Refusal,
            Some(update) if *update != evidence.data => {
                let path = finding.before.as_ref().or(finding.after.as_ref())?;
                let name = *path.property_names().first()?;
                let (name, _) =
                    after.properties.get_key_value(name).or_else(|| before.properties.get_key_value(name))?;
                EffectKind::Update { properties: connected(&types, name), example: evidence.clone() }
            }
            _ => EffectKind::EveryUpdate,
        };
        // The finding itself is about a property as well.
        let others = findings.iter().filter(|each| !matches!(each.rule.check, Check::Trial(_)));
        Some(Self { types, touched: touched(&types), explained: Explained::by(&types, others), kind })
    }

    /// The effect on property data of which some values are not known.
    #[must_use]
    pub fn on(&self, data: &IndexMap<String, Value>, is_unknown: &dyn Fn(&Value) -> bool) -> Effect {
        let judges = self.types.sides().map(Judge::new);
        if !judges[0].errors_so_far(data, is_unknown).is_empty() {
            return Effect::Nothing;
        }
        let errors = judges[1].errors_so_far(data, is_unknown);
        let names = || self.touched.iter().copied();
        let is_open = names().filter_map(|name| data.get(name)).any(|value| contains(value, is_unknown));
        let open = || if is_open { Effect::Unknown(None) } else { Effect::Nothing };
        match &self.kind {
            EffectKind::Refusal => match errors.iter().find(|error| self.is_unexplained(error)) {
                // An unknown value may be null, and then no rule finds it.
                Some(error) if is_open => Effect::Unknown(Some(error.to_string())),
                Some(error) => Effect::Refused(error.to_string()),
                None => open(),
            },
            _ if !errors.is_empty() => Effect::Nothing,
            EffectKind::EveryUpdate => {
                if !is_open && self.worsens(&judges, data, data) {
                    Effect::Worse
                } else {
                    open()
                }
            }
            EffectKind::Update { properties, example } => {
                let given = names().filter(|name| properties.contains(name) && data.contains_key(*name));
                let given: Vec<&str> = given.collect();
                if given.is_empty() {
                    Effect::Nothing
                } else if is_open {
                    Effect::Unknown(None)
                } else if self
                    .updates(data, &given, example)
                    .any(|update| self.worsens(&judges, data, &update))
                {
                    Effect::Worse
                } else {
                    Effect::Nothing
                }
            }
        }
    }

    /// The data with other values of one property, and without it.
    fn updates<'d>(
        &'d self,
        data: &'d Data,
        names: &'d [&'a str],
        example: &'d Evidence,
    ) -> impl Iterator<Item = Data> + 'd {
        names.iter().flat_map(move |name| {
            let [before, after] = self.types.sides().map(|side| side.properties.get(*name));
            let shown = [Some(&example.data), example.update.as_ref()].into_iter().flatten();
            let shown = shown.filter_map(|data| data.get(*name).cloned());
            let values = shown.chain(values_near(before, after)).map(Some).chain([None]);
            values.map(|value| with(data, name, value.as_ref()))
        })
    }

    /// Returns whether both sides accept an update, and treat it worse now.
    fn worsens(&self, judges: &[Judge<'_>; 2], old: &Data, new: &Data) -> bool {
        let worse = worsening(judges, self.types.after, old, new);
        worse.is_some_and(|worse| !self.explained.has_property(&worse.property))
            && judges.iter().all(|judge| judge.accepts(new))
    }

    fn is_unexplained(&self, error: &ValueError) -> bool {
        !is_of_rules(error) && !self.explained.has_property_of(error)
    }
}

/// Returns whether a value or a part of it is not known.
fn contains(value: &Value, is_unknown: &dyn Fn(&Value) -> bool) -> bool {
    is_unknown(value)
        || match value {
            Value::List(items) => items.iter().any(|item| contains(item, is_unknown)),
            Value::Map(map) => map.values().any(|value| contains(value, is_unknown)),
            _ => false,
        }
}
