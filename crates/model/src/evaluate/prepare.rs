//! Prepared schemas: the rules that touch each property are looked up once, not for every set of data.
//!
//! Follows `heat.engine.translation.Translation.set_rules`, which keys rules by their path joined with dots.
//! The items of a list have the key of the list, because Heat drops steps that are digits.

use std::collections::HashMap;
use std::sync::OnceLock;

use indexmap::IndexMap;

use super::Resolved;
use crate::property::property_at;
use crate::suggest::nearest;
use crate::translation::referred_property;
use crate::{ConstraintKind, NestedSchema, PropertySchema, PropertyType, RuleKind, TranslationRule, Value};

/// A rule with its paths as Heat writes them.
#[expect(clippy::struct_excessive_bools, reason = "independent facts, looked up often")]
pub(super) struct Rule<'a> {
    pub(super) written: &'a TranslationRule,
    /// The path that the rule takes its value from, as Heat's `get_value_absolute_path`: from the top, and from the position of
    /// the property. Empty if the rule takes no value.
    pub(super) source: Vec<String>,
    pub(super) short_source: Vec<String>,
    /// The source and the target joined with dots, the first without steps that are digits.
    pub(super) source_key: String,
    pub(super) short_source_key: String,
    pub(super) source_rule_key: String,
    /// `true` if there are rules for the path that the rule takes its value from.
    pub(super) source_has_rules: bool,
    /// `true` if the property that the rule takes its value from has a default, which is read once the property is empty.
    pub(super) source_has_default: bool,
    /// `true` if the rule takes the value from a sibling of the property (`value_name`).
    pub(super) beside: bool,
    /// `true` if the rule depends on the data: whether it applies, or the value that it puts in place.
    pub(super) conditional: bool,
}

impl Rule<'_> {
    pub(super) fn is(&self, kind: RuleKind) -> bool {
        self.written.rule == kind
    }
}

/// All rules of a type, in the order in which Heat applies them.
#[derive(Default)]
pub(super) struct Rules<'a> {
    pub(super) all: Vec<Rule<'a>>,
    by_key: HashMap<String, Vec<usize>>,
    pub(super) any_adds: bool,
    pub(super) any_conditional: bool,
}

impl<'a> Rules<'a> {
    /// Prepares the rules for these properties.
    pub(super) fn new(rules: &'a [TranslationRule], properties: &IndexMap<String, PropertySchema>) -> Self {
        let mut all: Vec<_> = rules
            .iter()
            .map(|rule| {
                let source = absolute_path(rule, true);
                let short_source = absolute_path(rule, false);
                let source_key = source.join(".");
                let source_schema = property_at(properties, &source);
                let source_has_default = source_schema.is_some_and(|schema| schema.default.is_some());
                Rule {
                    written: rule,
                    source_rule_key: cast_key_to_rule(&source_key),
                    source_key,
                    source,
                    short_source_key: short_source.join("."),
                    short_source,
                    source_has_rules: false,
                    source_has_default,
                    beside: rule.value_name.as_ref().is_some_and(|name| !name.is_empty()),
                    conditional: rule.when.is_some() || rule.value.as_ref().is_some_and(refers_to_property),
                }
            })
            .collect();
        let mut by_key: HashMap<String, Vec<usize>> = HashMap::new();
        for (position, rule) in all.iter().enumerate() {
            by_key.entry(rule.written.translation_path.join(".")).or_default().push(position);
        }
        for positions in by_key.values_mut() {
            positions.sort_by_key(|position| order(all[*position].written.rule));
        }
        for rule in &mut all {
            rule.source_has_rules = by_key.contains_key(&rule.source_rule_key);
        }
        Self {
            any_adds: all.iter().any(|rule| rule.is(RuleKind::Add)),
            any_conditional: all.iter().any(|rule| rule.conditional),
            all,
            by_key,
        }
    }

    /// Returns the rules for a key, in the order in which they apply.
    pub(super) fn of(&self, key: &str) -> &[usize] {
        self.by_key.get(key).map_or(&[], Vec::as_slice)
    }

    fn positions(&self, choose: impl Fn(&Rule<'a>) -> bool) -> Vec<usize> {
        (0..self.all.len()).filter(|position| choose(&self.all[*position])).collect()
    }
}

/// Position of a kind of rule for one path: add, replace, resolve, delete.
fn order(kind: RuleKind) -> u8 {
    match kind {
        RuleKind::Add => 0,
        RuleKind::Replace => 1,
        RuleKind::Resolve => 2,
        RuleKind::Delete => 3,
    }
}

/// Result of `get_value_absolute_path`: a full path includes the parent path before a `value_name`.
fn absolute_path(rule: &TranslationRule, full: bool) -> Vec<String> {
    let mut path = Vec::new();
    if let Some(name) = rule.value_name.as_ref().filter(|name| !name.is_empty()) {
        if full && let Some((_, around)) = rule.translation_path.split_last() {
            path.extend_from_slice(around);
        }
        path.push(name.clone());
    } else if let Some(value_path) = &rule.value_path {
        path.extend_from_slice(value_path);
    }
    path.extend(rule.custom_value_path.iter().flatten().cloned());
    path
}

/// Returns whether a rule's value refers to a property, at any depth.
pub(super) fn refers_to_property(value: &Value) -> bool {
    match value {
        Value::List(items) => items.iter().any(refers_to_property),
        Value::Map(map) => {
            referred_property(value).is_some() || map.iter().any(|(_, member)| refers_to_property(member))
        }
        _ => false,
    }
}

/// Returns a rule's value with the values of the properties that it refers to.
pub(super) fn with_properties(value: &Value, read: &mut dyn FnMut(&str) -> Value) -> Value {
    if let Some(name) = referred_property(value) {
        return read(name);
    }
    match value {
        Value::List(items) => Value::List(items.iter().map(|item| with_properties(item, read)).collect()),
        Value::Map(map) => {
            map.iter().map(|(key, member)| (key.clone(), with_properties(member, read))).collect()
        }
        other => other.clone(),
    }
}

/// A path without the steps that are digits, used to look up rules.
pub(super) fn cast_key_to_rule(key: &str) -> String {
    let is_digits = |step: &str| !step.is_empty() && step.chars().all(char::is_numeric);
    let steps: Vec<_> = key.split('.').filter(|step| !is_digits(step)).collect();
    steps.join(".")
}

/// A property, a member or a list item.
#[expect(clippy::struct_excessive_bools, reason = "independent facts, looked up often")]
pub(super) struct Node<'a> {
    /// The name of the node; `*` for an item.
    pub(super) name: &'a str,
    pub(super) schema: &'a PropertySchema,
    /// The path of the node joined with dots, without indexes.
    pub(super) rule_key: String,
    /// The rules for the node, in the order in which they apply.
    pub(super) rules: Vec<usize>,
    /// The rules that delete the node.
    pub(super) deleted_by: Vec<usize>,
    /// The rules that empty the node.
    pub(super) replaced_by: Vec<usize>,
    /// `true` if another property's rule reads the node.
    pub(super) is_source: bool,
    /// The value of the node if it is not set, once this value has been determined and is always the same.
    pub(super) ready_default: OnceLock<Resolved>,
    /// `true` if a rule touches the node itself.
    pub(super) touched: bool,
    /// `true` if a rule touches the node or anything in it.
    pub(super) touched_below: bool,
    /// `true` if anything in the node has a custom constraint, whose result may change over time.
    pub(super) asks_constraints: bool,
    /// `true` if the node reads as null if it is not set, whatever the rules are: there is nothing to put in its place, to
    /// resolve, or to keep for another property.
    pub(super) is_null_when_absent: bool,
    /// Siblings whose values rules put in the place of a missing value, if the rules do nothing else: if none of those is set
    /// either, the node reads as null, and there is nothing to keep for another property.
    pub(super) stand_ins: Option<Vec<usize>>,
    /// `true` if a value of the right type is used unchanged after the constraints have been checked: no rule touches the node,
    /// nothing in it has a schema, and Heat implements it.
    pub(super) takes_as_given: bool,
    pub(super) children: Children<'a>,
}

pub(super) enum Children<'a> {
    /// Values are used unchanged.
    Free,
    Item(Box<Node<'a>>),
    Members(Members<'a>),
    /// A list whose schema lists members: Heat fails on the first item.
    Unusable,
}

/// The properties at the top, or the members of a map.
pub(super) struct Members<'a> {
    pub(super) nodes: Vec<Node<'a>>,
    /// `true` if a rule touches any of these nodes or anything in them.
    pub(super) touched_below: bool,
    /// Positions by name: see [`bucket`].
    index: Vec<Option<usize>>,
}

impl<'a> Members<'a> {
    pub(super) fn new(
        schemas: &'a IndexMap<String, PropertySchema>,
        around: &str,
        rules: &Rules<'_>,
    ) -> Self {
        let entries = schemas.iter().map(|(name, schema)| (name.as_str(), schema));
        Self::of(entries, around, rules)
    }

    fn of(
        entries: impl Iterator<Item = (&'a str, &'a PropertySchema)>,
        around: &str,
        rules: &Rules<'_>,
    ) -> Self {
        let nodes: Vec<_> =
            entries.map(|(name, schema)| Node::new(name, schema, &join(around, name), rules)).collect();
        let index = index_of(&nodes);
        let mut members = Self { touched_below: nodes.iter().any(|node| node.touched_below), nodes, index };
        // For a property at the top, a sibling is found like any path from the top, which works differently.
        if members.touched_below && !around.is_empty() {
            let stand_ins: Vec<_> = members.nodes.iter().map(|node| members.stand_ins(node, rules)).collect();
            for (node, stand_ins) in members.nodes.iter_mut().zip(stand_ins) {
                node.stand_ins = stand_ins;
            }
        }
        members
    }

    /// Hint `: did you mean …?`, with one of the visible names.
    pub(super) fn hint(&self, name: &str) -> String {
        let shown = self.nodes.iter().filter(|node| !node.schema.support_status.is_hidden());
        nearest(name, shown.map(|node| node.name))
            .map(|near| format!(": did you mean `{near}`?"))
            .unwrap_or_default()
    }

    /// Finds the siblings whose values rules put in the place of a missing value: see [`Node::stand_ins`].
    fn stand_ins(&self, node: &Node<'_>, rules: &Rules<'_>) -> Option<Vec<usize>> {
        let schema = node.schema;
        if !node.touched
            || node.is_source
            || schema.default.is_some()
            || schema.required
            || node.name.contains('.')
        {
            return None;
        }
        let mut positions = Vec::new();
        for rule in node.rules.iter().map(|rule| &rules.all[*rule]) {
            match rule.written.rule {
                RuleKind::Add => return None,
                RuleKind::Resolve | RuleKind::Delete => {}
                RuleKind::Replace => {
                    let is_own = rule.written.translation_path.last().is_some_and(|last| last == node.name);
                    if !(is_own && rule.beside) || rule.source_has_rules || rule.source_has_default {
                        return None;
                    }
                    positions.push(self.position(rule.short_source.first()?)?);
                }
            }
        }
        Some(positions)
    }

    pub(super) fn position(&self, name: &str) -> Option<usize> {
        let (before, after) = self.index.split_at_checked(bucket(name, self.index.len()))?;
        for position in after.iter().chain(before) {
            let position = (*position)?;
            if self.nodes.get(position)?.name == name {
                return Some(position);
            }
        }
        None
    }
}

/// Returns the position of each node, in the bucket of its name or in the next free one. At least half of the buckets stay empty.
fn index_of(nodes: &[Node<'_>]) -> Vec<Option<usize>> {
    let buckets = (2 * nodes.len()).next_power_of_two();
    let mut index = vec![None; buckets];
    for (position, node) in nodes.iter().enumerate() {
        let (before, after) = index.split_at_mut(bucket(node.name, buckets));
        if let Some(free) = after.iter_mut().chain(before).find(|position| position.is_none()) {
            *free = Some(position);
        }
    }
    index
}

/// Returns the first bucket for a name; the number of buckets is a power of two. It takes one multiplication for each eight
/// letters, because names are short. All letters are used: a schema may have hundreds of names that differ in one number.
fn bucket(name: &str, buckets: usize) -> usize {
    const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
    let mixed = name.as_bytes().chunks(8).fold(name.len() as u64, |mixed, letters| {
        let word = letters.iter().rev().fold(0, |word, letter| word << 8 | u64::from(*letter));
        (mixed ^ word).wrapping_mul(SPREAD).rotate_left(29)
    });
    // The low bits of a rotated product come from its middle, to which all letters contributed.
    usize::try_from(mixed & (buckets as u64 - 1)).unwrap_or_default()
}

impl<'a> Node<'a> {
    fn new(name: &'a str, schema: &'a PropertySchema, path: &str, rules: &Rules<'_>) -> Self {
        let children = match &schema.schema {
            Some(NestedSchema::Item(item)) if schema.property_type == PropertyType::List => {
                // An index is not a step of a rule's path.
                Children::Item(Box::new(Node::new(NestedSchema::ITEM_KEY, item, path, rules)))
            }
            Some(NestedSchema::Members(members)) if schema.property_type == PropertyType::Map => {
                Children::Members(Members::new(members, path, rules))
            }
            Some(nested) if schema.property_type == PropertyType::Map => {
                Children::Members(Members::of(nested.entries(), path, rules))
            }
            Some(_) if schema.property_type == PropertyType::List => Children::Unusable,
            None | Some(_) => Children::Free,
        };
        let rule_key = cast_key_to_rule(path);
        let own_rules = rules.of(&rule_key).to_vec();
        let deleted_by = rules.positions(|rule| {
            rule.is(RuleKind::Delete) && rule.written.translation_path.join(".") == rule_key
        });
        let replaced_by = rules.positions(|rule| rule.is(RuleKind::Replace) && rule.source_key == rule_key);
        let touched = !(own_rules.is_empty() && deleted_by.is_empty() && replaced_by.is_empty());
        let below = match &children {
            Children::Item(item) => std::slice::from_ref(&**item),
            Children::Members(members) => &members.nodes,
            Children::Free | Children::Unusable => &[],
        };
        let is_source = rules.all.iter().any(|rule| rule.source_rule_key == rule_key);
        let makes_nothing =
            |rule: &usize| matches!(rules.all[*rule].written.rule, RuleKind::Resolve | RuleKind::Delete);
        let may_be_described = name == "description" && schema.update_allowed;
        let own_constraints =
            schema.constraints.iter().any(|constraint| matches!(constraint.kind, ConstraintKind::Custom(_)));
        Self {
            name,
            schema,
            touched,
            touched_below: touched || below.iter().any(|node| node.touched_below),
            asks_constraints: own_constraints || below.iter().any(|node| node.asks_constraints),
            is_null_when_absent: !(schema.default.is_some() || schema.required || may_be_described)
                && (own_rules.is_empty() || !is_source && own_rules.iter().all(makes_nothing)),
            stand_ins: None,
            takes_as_given: !touched && matches!(children, Children::Free) && schema.implemented,
            is_source,
            ready_default: OnceLock::new(),
            rule_key,
            rules: own_rules,
            deleted_by,
            replaced_by,
            children,
        }
    }
}

/// A path with one more step, joined as in Heat's `Property.make_path`.
pub(super) fn join(around: &str, name: &str) -> String {
    if around.is_empty() || around.ends_with('.') {
        format!("{around}{name}")
    } else {
        format!("{around}.{name}")
    }
}
