//! A property, field or item on both sides, and facts about the pair.

use heat_admit::{PropertyJudge, listed};
use heat_model::{
    Constraint, ConstraintKind, PropertySchema, PropertyType, RuleKind, Segment, TranslationRule, Value,
};

use super::place_pair::PlacePair;
use super::types::TypePair;

/// A value, and the values that Python considers equal to it.
fn spellings(value: &Value) -> Vec<Value> {
    let flag = [(0, false), (1, true)].into_iter().find(|(number, _)| value.python_eq(&Value::from(*number)));
    let float = match value {
        Value::Integer(integer) => Some(Value::from(integer.as_f64())),
        _ => None,
    };
    [value.clone()].into_iter().chain(flag.map(|(_, flag)| Value::from(flag))).chain(float).collect()
}

/// Returns whether a rule's value overrides every other value: an empty one does not, and some refer to another property.
fn is_constant(value: &Value) -> bool {
    value.is_truthy() && !value.as_map().is_some_and(|map| map.contains_key("get_property"))
}

/// A property, field or item that exists on both sides.
#[derive(Clone)]
pub struct PropertyPair<'a> {
    /// The type that has the property.
    pub types: TypePair<'a>,
    /// The property's location.
    pub place: PlacePair<'a>,
    /// The names in the property's path, with the new name if it was renamed. Items have no step of their own.
    pub path: Vec<&'a str>,
    /// The property in the old schema.
    pub before: &'a PropertySchema,
    /// The property in the new schema.
    pub after: &'a PropertySchema,
    /// The top-level property that is, or contains, the property, on both sides. The update behaviour of that property applies.
    pub top: (&'a PropertySchema, &'a PropertySchema),
    /// `true` if the property is a list's item.
    pub is_item: bool,
    /// `true` if Heat did not implement the property or one around it. No data could reach it, so changes to its values do not
    /// matter.
    pub is_closed: bool,
    /// `true` if Heat did not implement a property around it.
    pub around_is_closed: bool,
}

impl PropertyPair<'_> {
    /// The property's name in messages: `networks.fixed_ip`, or `items of networks`.
    #[must_use]
    pub fn name(&self) -> String {
        let path = self.path.join(".");
        if self.is_item { format!("items of `{path}`") } else { format!("`{path}`") }
    }

    /// Returns whether the property is a top-level property, which determines the update behaviour.
    #[must_use]
    pub fn is_top(&self) -> bool {
        std::ptr::eq(self.before, self.top.0)
    }

    /// Returns whether the property is, or is in, an update policy. A resource whose policy changed is updated in place, no
    /// matter what the schema says (`update_template_diff_properties` of `heat.engine.resource` compares properties alone).
    #[must_use]
    pub fn is_policy(&self) -> bool {
        let mut sides = [&self.place.before, &self.place.after].into_iter().flatten();
        sides.any(|path| matches!(path.0.first(), Some(Segment::Key(section)) if section == "update_policy"))
    }

    /// Returns whether the property's update rule (`update_allowed`, `immutable`) has an effect.
    #[must_use]
    pub fn decides_on_updates(&self) -> bool {
        self.is_top() && !self.is_policy() && !self.is_closed && !self.is_moved() && !self.is_fixed()
    }

    /// Returns whether a translation rule now sets the property to a constant value, no matter what the template sets.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        let fixes = |rule: &TranslationRule| match rule.rule {
            RuleKind::Delete => true,
            RuleKind::Replace => rule.source_path().is_none() && rule.value.as_ref().is_some_and(is_constant),
            RuleKind::Add | RuleKind::Resolve => false,
        };
        let is_here = |rule: &TranslationRule| {
            !self.is_policy()
                && rule.when.is_none()
                && rule.translation_path.iter().map(String::as_str).eq(self.path.iter().copied())
        };
        self.types.after.translation_rules.iter().any(|rule| fixes(rule) && is_here(rule))
    }

    /// Returns whether the property can be missing: list items cannot.
    #[must_use]
    pub fn asks_for_presence(&self) -> bool {
        !self.is_item && !self.around_is_closed
    }

    /// Returns whether a nested schema was added while the type stayed the same.
    #[must_use]
    pub fn nested_schema_was_added(&self) -> bool {
        let is_same_type = self.before.property_type == self.after.property_type;
        is_same_type && !self.is_closed && self.before.schema.is_none() && self.after.schema.is_some()
    }

    /// Returns whether the new schema of a list's items accepts every item that was accepted: it accepts any value, or it accepts
    /// all of the list's `allowed_values`.
    #[must_use]
    pub fn new_item_schema_refuses_nothing(&self) -> bool {
        if self.after.takes_any_item() {
            return true;
        }
        let lists: Vec<&Constraint> = self
            .before
            .constraints
            .iter()
            .filter(|each| matches!(each.kind, ConstraintKind::AllowedValues(_)))
            .collect();
        let judge = PropertyJudge::new(self.before, self.after);
        let is_list = self.before.property_type == PropertyType::List && !lists.is_empty();
        is_list
            && listed(PropertyType::List, &lists)
                .iter()
                .all(|item| spellings(item).into_iter().all(|item| !judge.loses(&Value::from(vec![item]))))
    }

    /// Returns whether a translation rule now moves the property's value to another property, so that the update rule has no
    /// effect.
    #[must_use]
    pub fn is_moved(&self) -> bool {
        let leads_here = |path: Vec<String>| {
            !self.is_policy() && path.iter().map(String::as_str).eq(self.path.iter().copied())
        };
        let rules = &self.types.after.translation_rules;
        rules
            .iter()
            .filter(|rule| rule.rule == RuleKind::Replace && rule.when.is_none())
            .filter_map(TranslationRule::source_path)
            .any(leads_here)
    }
}
