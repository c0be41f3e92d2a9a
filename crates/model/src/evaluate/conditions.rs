//! Selection of the rules that apply to a set of data, and to each of its properties.

use super::prepare::{Node, refers_to_property, with_properties};
use super::properties::{Mode, Properties};
use crate::validate::{ErrorKind, ValueError, ValuePath};
use crate::{RuleKind, Value};

impl Properties<'_> {
    /// Decides which rules apply to these data, from the properties that no rule has touched yet: in Heat, a
    /// plug-in builds its list of rules before they are set.
    pub(super) fn decide_conditions(&mut self) {
        self.is_active = false;
        let evaluator = self.evaluator;
        let read = |this: &mut Self, name: &str| {
            let value = this.read_root(name, false);
            this.errors.clear();
            value.map_or(Value::Null, |(value, node)| value.to_value(node.schema))
        };
        self.conditions = evaluator
            .rules
            .all
            .iter()
            .map(|rule| {
                let applies =
                    rule.written.when.as_ref().is_none_or(|when| when.holds(&read(self, &when.property)));
                let referring = rule.written.value.as_ref().filter(|value| refers_to_property(value));
                let value = referring.map(|value| with_properties(value, &mut |name| read(self, name)));
                (applies, value)
            })
            .collect();
        self.is_active = true;
    }

    /// Error of a rule that Heat cannot create and that applies to these data, which Heat cannot read then. If no rule depends on
    /// the data, Heat cannot load the type at all.
    #[must_use]
    pub fn rule_fault(&self) -> Option<ValueError> {
        let rules = self.evaluator.rules.all.iter().zip(&self.conditions);
        let why = rules.filter(|(_, (applies, _))| *applies).find_map(|(rule, _)| rule.written.fault())?;
        let message = format!("Heat cannot make a translation rule: {why}");
        Some(ValueError::new(ValuePath::default(), ErrorKind::Invalid, message))
    }

    /// Returns whether a rule applies to these data.
    pub(super) fn applies(&self, rule: usize) -> bool {
        let resolves =
            self.evaluator.rules.all.get(rule).is_some_and(|rule| rule.written.rule == RuleKind::Resolve);
        (!resolves || self.context.resolver.is_some())
            && self.conditions.get(rule).is_none_or(|(applies, _)| *applies)
    }

    /// Value that a rule puts in place; empty values are treated as missing.
    pub(super) fn rule_value(&self, rule: usize) -> Option<&Value> {
        let referred = self.conditions.get(rule).and_then(|(_, value)| value.as_ref());
        let written = self.evaluator.rules.all.get(rule)?.written.value.as_ref();
        referred.or(written).filter(|value| value.is_truthy())
    }

    /// Returns whether a rule has deleted or emptied the property, so that its value is ignored (`is_deleted`, `is_replaced`).
    pub(super) fn is_gone(&self, node: &Node<'_>) -> bool {
        self.is_active && node.deleted_by.iter().chain(&node.replaced_by).any(|rule| self.applies(*rule))
    }

    pub(super) fn has_translation(&self, node: &Node<'_>, mode: Mode) -> bool {
        mode.translate
            && node.touched
            && self.is_active
            && (node.rules.iter().any(|rule| self.applies(*rule))
                || self.resolved.contains_key(&node.rule_key))
    }
}
