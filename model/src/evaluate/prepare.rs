//! Schemas made ready: which rules touch which property is looked up once, and not for every set of data.
//!
//! Follows `heat.engine.translation.Translation.set_rules`, which keys rules by their path joined with dots. A list's
//! items have the key of the list, for Heat drops the steps that are digits.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::OnceLock;

use indexmap::IndexMap;

use super::Resolved;
use crate::property::property_at;
use crate::{ConstraintKind, NestedSchema, PropertySchema, PropertyType, RuleKind, TranslationRule, Value};

/// A rule with its paths as Heat writes them.
#[expect(clippy::struct_excessive_bools, reason = "independent facts, looked up often")]
pub(super) struct Rule<'a> {
    pub(super) written: &'a TranslationRule,
    /// The path that it takes its value from, as Heat's `get_value_absolute_path`: from the top, and from where the
    /// property stands. Empty where it takes none.
    pub(super) source: Vec<String>,
    pub(super) short_source: Vec<String>,
    /// Both joined with dots, and the first without steps that are digits.
    pub(super) source_key: String,
    pub(super) short_source_key: String,
    pub(super) source_rule_key: String,
    /// Whether there are rules for where it takes its value from.
    pub(super) source_has_rules: bool,
    /// Whether what it takes its value from has a default, which is read once it is empty.
    pub(super) source_has_default: bool,
    /// Whether the value stands beside the property (`value_name`).
    pub(super) beside: bool,
    /// Whether it depends on the data: whether it applies, or what it puts.
    pub(super) conditional: bool,
}

impl Rule<'_> {
    pub(super) fn is(&self, kind: RuleKind) -> bool {
        self.written.rule == kind
    }
}

/// All rules of a type, in the order that Heat applies them in.
#[derive(Default)]
pub(super) struct Rules<'a> {
    pub(super) all: Vec<Rule<'a>>,
    by_key: HashMap<String, Vec<usize>>,
    pub(super) any_adds: bool,
    pub(super) any_conditional: bool,
}

impl<'a> Rules<'a> {
    /// The rules for these properties.
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

    /// The rules for a key, in the order that they apply in.
    pub(super) fn of(&self, key: &str) -> &[usize] {
        self.by_key.get(key).map_or(&[], Vec::as_slice)
    }

    fn positions(&self, choose: impl Fn(&Rule<'a>) -> bool) -> Vec<usize> {
        (0..self.all.len()).filter(|position| choose(&self.all[*position])).collect()
    }
}

/// Heat sorts the rules of a path: they add, replace, resolve, delete.
fn order(kind: RuleKind) -> u8 {
    match kind {
        RuleKind::Add => 0,
        RuleKind::Replace => 1,
        RuleKind::Resolve => 2,
        RuleKind::Delete => 3,
    }
}

/// `get_value_absolute_path`: in full, a `value_name` has the way to it before it.
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

/// The property that a rule's value stands for: `{get_property: name}`.
pub(super) fn referred_property(value: &Value) -> Option<&str> {
    let map = value.as_map().filter(|map| map.len() == 1)?;
    map.get("get_property")?.as_str()
}

fn refers_to_property(value: &Value) -> bool {
    referred_property(value).is_some()
}

/// A path without its steps that are digits, by which rules are found.
pub(super) fn cast_key_to_rule(key: &str) -> String {
    let is_digits = |step: &str| !step.is_empty() && step.chars().all(char::is_numeric);
    let steps: Vec<_> = key.split('.').filter(|step| !is_digits(step)).collect();
    steps.join(".")
}

/// A property, a member or a list's item.
#[expect(clippy::struct_excessive_bools, reason = "independent facts, looked up often")]
pub(super) struct Node<'a> {
    /// Its name; `*` for an item.
    pub(super) name: &'a str,
    pub(super) schema: &'a PropertySchema,
    /// Its path joined with dots, without indexes.
    pub(super) rule_key: String,
    /// The rules for it, in the order that they apply in.
    pub(super) rules: Vec<usize>,
    /// The rules that delete it, and those that empty it.
    pub(super) deleted_by: Vec<usize>,
    pub(super) replaced_by: Vec<usize>,
    /// Whether another property's rule looks here.
    pub(super) is_source: bool,
    /// What it reads as where it is not given, once that has been found out and is always the same.
    pub(super) ready_default: OnceLock<Resolved>,
    /// Whether a rule touches it, or anything in it.
    pub(super) touched: bool,
    pub(super) touched_below: bool,
    /// Whether anything in it has a custom constraint, whose answer may change from one time to the next.
    pub(super) asks_constraints: bool,
    /// Whether it reads as null where it is not given, whatever the rules: there is nothing to put in its place, to
    /// resolve, or to keep for another.
    pub(super) is_null_when_absent: bool,
    pub(super) children: Children<'a>,
}

pub(super) enum Children<'a> {
    /// Values are taken as they are.
    Free,
    Item(Box<Node<'a>>),
    Members(Members<'a>),
    /// A list whose schema names members: Heat fails on the first item.
    Unusable,
}

/// The properties at the top, or the members of a map.
pub(super) struct Members<'a> {
    pub(super) nodes: Vec<Node<'a>>,
    /// Whether a rule touches anything in here.
    pub(super) touched_below: bool,
    /// The positions by name, sorted.
    index: Vec<(&'a str, usize)>,
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
        let mut index: Vec<_> =
            nodes.iter().enumerate().map(|(position, node)| (node.name, position)).collect();
        index.sort_unstable_by(|(left, _), (right, _)| by_length(left, right));
        Self { touched_below: nodes.iter().any(|node| node.touched_below), nodes, index }
    }

    pub(super) fn position(&self, name: &str) -> Option<usize> {
        let found = self.index.binary_search_by(|(known, _)| by_length(known, name)).ok()?;
        self.index.get(found).map(|(_, position)| *position)
    }
}

/// An order in which most names differ before a letter of them is looked at.
fn by_length(left: &str, right: &str) -> Ordering {
    left.len().cmp(&right.len()).then_with(|| left.cmp(right))
}

impl<'a> Node<'a> {
    fn new(name: &'a str, schema: &'a PropertySchema, path: &str, rules: &Rules<'_>) -> Self {
        let children = match &schema.schema {
            Some(NestedSchema::Item(item)) if schema.property_type == PropertyType::List => {
                // An index is no step of a rule's path.
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

/// A path with one more step, as Heat's `Property.make_path` joins them.
pub(super) fn join(around: &str, name: &str) -> String {
    if around.is_empty() || around.ends_with('.') {
        format!("{around}{name}")
    } else {
        format!("{around}.{name}")
    }
}
