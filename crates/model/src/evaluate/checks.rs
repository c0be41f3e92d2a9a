//! Checks values against constraints.

use std::borrow::Cow;

use super::Resolved;
use super::prepare::Node;
use super::properties::Properties;
use super::wording::Problem;
use crate::custom_constraint::CustomViolation;
use crate::validate::{ErrorKind, shortened, violation_within};
use crate::{Constraint, ConstraintKind, PropertyType, Value};

impl Properties<'_> {
    pub(super) fn check_implemented(&mut self, node: &Node<'_>) {
        if !node.schema.implemented {
            let own = || "Heat does not implement this property".to_owned();
            let message = self.say(Problem::NotImplemented(node.name), own);
            self.error(ErrorKind::NotImplemented, message);
        }
    }

    /// Checks a value against the constraints of its property. If part of it is already invalid, only its
    /// length can be checked.
    pub(super) fn check_constraints(&mut self, node: &Node<'_>, resolved: &Resolved, is_partial: bool) {
        let constraints = &node.schema.constraints;
        if constraints.is_empty() || self.holds_deferred(resolved) {
            return;
        }
        let value = match resolved {
            Resolved::Plain(value) => Cow::Borrowed(value),
            nested => Cow::Owned(nested.to_value(node.schema)),
        };
        for constraint in constraints {
            let counts_items =
                matches!((&constraint.kind, resolved), (ConstraintKind::Length { .. }, Resolved::Items(_)));
            if is_partial && !counts_items {
                continue;
            }
            // An error about the exhausted pattern budget has been added already, and the data are rejected anyway.
            if matches!(constraint.kind, ConstraintKind::AllowedPattern(_)) && self.patterns.is_overdrawn() {
                continue;
            }
            if let Some(message) = self.violation(constraint, &value, node.schema.property_type) {
                self.error(ErrorKind::Constraint, message);
            }
        }
    }

    pub(super) fn violation(
        &self,
        constraint: &Constraint,
        value: &Value,
        property_type: PropertyType,
    ) -> Option<String> {
        let custom = match &constraint.kind {
            ConstraintKind::Custom(name) => Some(self.context.custom_constraints.check(name, value).err()?),
            _ => None,
        };
        let built_in = match (&constraint.kind, &custom) {
            (ConstraintKind::Custom(name), Some(CustomViolation::NotFound)) => {
                format!("the custom constraint `{name}` does not exist")
            }
            (ConstraintKind::Custom(name), Some(CustomViolation::Refused(why))) if why.is_empty() => {
                format!("{} is not accepted by {name}", shortened(value))
            }
            (_, Some(CustomViolation::Refused(why))) => why.clone(),
            (kind, _) => violation_within(kind, value, Some(property_type), &self.patterns)?,
        };
        let own = || match &constraint.description {
            Some(description) if !description.is_empty() => format!("{description} ({built_in})"),
            _ => built_in,
        };
        Some(self.say(Problem::Violation(property_type, constraint, value, custom.as_ref()), own))
    }

    /// Returns whether a list contains something that is not known yet, so that constraints on the list cannot be checked.
    pub(super) fn holds_deferred(&self, value: &Resolved) -> bool {
        let is_deferred = self.context.is_deferred;
        match value {
            Resolved::Plain(Value::List(items)) => items.iter().any(is_deferred),
            Resolved::Plain(value) => is_deferred(value),
            Resolved::Items(items) => {
                items.iter().any(|item| matches!(item, Resolved::Plain(value) if is_deferred(value)))
            }
            Resolved::Members(_) => false,
        }
    }
}
