//! Matches the two sides: types by name; properties, fields and items by name and path.

use std::collections::{HashMap, HashSet};

use heat_model::admit::PropertyJudge;
use heat_model::admit::listed;
use heat_model::{
    AttributeSchema, Constraint, ConstraintKind, PropertySchema, PropertyType, ResourceType, RuleKind,
    SchemaPath, TranslationRule, Value,
};
use indexmap::IndexMap;

use super::loadable::{Fault, fault};
use super::words;

/// The place of something on both sides.
#[derive(Debug, Clone)]
pub struct Place<'a> {
    /// The type's name; if it was renamed, the old one.
    pub resource_type: &'a str,
    /// The path in the old schema.
    pub before: Option<SchemaPath>,
    /// The path in the new schema.
    pub after: Option<SchemaPath>,
    /// Its position in the order of the type's findings.
    pub(super) position: usize,
}

impl<'a> Place<'a> {
    /// A type that only exists on the old side.
    #[must_use]
    pub fn of_gone_type(gone: &'a ResourceType) -> Self {
        Self { resource_type: &gone.name, before: Some(SchemaPath::root()), after: None, position: 0 }
    }

    /// A type that only exists on the new side.
    #[must_use]
    pub fn of_new_type(new: &'a ResourceType) -> Self {
        Self { resource_type: &new.name, before: None, after: Some(SchemaPath::root()), position: 0 }
    }

    /// An item of the list at this place, on the old side only.
    #[must_use]
    pub fn before_item(&self, index: usize) -> Self {
        Self { before: self.before.as_ref().map(|path| path.join(index)), after: None, ..self.clone() }
    }

    /// An item of the list at this place, on the new side only.
    #[must_use]
    pub fn after_item(&self, index: usize) -> Self {
        Self { before: None, after: self.after.as_ref().map(|path| path.join(index)), ..self.clone() }
    }

    /// A key at this place.
    #[must_use]
    pub fn join(&self, key: &str) -> Self {
        Self {
            before: self.before.as_ref().map(|path| path.join(key)),
            after: self.after.as_ref().map(|path| path.join(key)),
            ..self.clone()
        }
    }
}

/// Both catalogues.
pub struct TypesPair<'a> {
    /// Whether the old side has no types at all.
    pub is_first: bool,
    /// The types that only exist on the old side.
    pub gone: Vec<&'a ResourceType>,
    /// The types that only exist on the new side.
    pub new: Vec<&'a ResourceType>,
    /// The types that were renamed and otherwise differ only in prose and status.
    pub renamed: Vec<TypePair<'a>>,
    /// The types that became placeholders: HIDDEN and empty.
    pub retired: Vec<TypePair<'a>>,
    /// The types that are no longer placeholders.
    pub revived: Vec<TypePair<'a>>,
    /// The types that Heat can no longer load, and why.
    pub(super) unloadable: Vec<(TypePair<'a>, Fault)>,
    /// The types that Heat can now load, and why it could not.
    pub(super) loadable: Vec<(TypePair<'a>, Fault)>,
    /// The other types that exist on both sides and differ.
    pub common: Vec<TypePair<'a>>,
}

impl<'a> TypesPair<'a> {
    pub(super) fn new(before: &[&'a ResourceType], after: &[&'a ResourceType]) -> Self {
        let by_name = |types: &[&'a ResourceType]| -> IndexMap<&'a str, &'a ResourceType> {
            types.iter().map(|each| (each.name.as_str(), *each)).collect()
        };
        let (old, new) = (by_name(before), by_name(after));
        let common = old.iter().filter_map(|(name, before)| {
            let after = new.get(name)?;
            (before != after).then_some(TypePair { before, after })
        });
        let mut common: Vec<TypePair<'a>> = common.collect();
        let mut unloadable = Vec::new();
        let mut loadable = Vec::new();
        common.retain(|pair| match [pair.before, pair.after].map(fault) {
            [None, Some(fault)] => {
                unloadable.push((*pair, fault));
                false
            }
            [Some(fault), None] => {
                loadable.push((*pair, fault));
                false
            }
            _ => true,
        });
        let is_retired = |pair: &TypePair<'_>| !pair.before.is_placeholder() && pair.after.is_placeholder();
        let is_revived = |pair: &TypePair<'_>| pair.before.is_placeholder() && !pair.after.is_placeholder();
        let mut types = Self {
            is_first: before.is_empty(),
            unloadable,
            loadable,
            retired: common.extract_if(.., |pair| is_retired(pair)).collect(),
            revived: common.extract_if(.., |pair| is_revived(pair)).collect(),
            common,
            renamed: Vec::new(),
            gone: old.iter().filter(|(name, _)| !new.contains_key(*name)).map(|(_, each)| *each).collect(),
            new: new.iter().filter(|(name, _)| !old.contains_key(*name)).map(|(_, each)| *each).collect(),
        };
        types.renamed = renamed(&types.gone, &types.new, |schema| {
            Some((words::identity_of_type(schema)?, schema.description.as_deref()))
        })
        .into_iter()
        .map(|(before, after)| TypePair { before, after })
        .collect();
        let [gone, new]: [HashSet<*const ResourceType>; 2] = [
            types.renamed.iter().map(|pair| std::ptr::from_ref(pair.before)).collect(),
            types.renamed.iter().map(|pair| std::ptr::from_ref(pair.after)).collect(),
        ];
        types.gone.retain(|each| !gone.contains(&std::ptr::from_ref(*each)));
        types.new.retain(|each| !new.contains(&std::ptr::from_ref(*each)));
        types
    }
}

/// Matches removed items with added ones that differ only in prose and status, preferring the same description.
/// Ambiguous matches are ignored.
fn renamed<'a, T: Copy>(
    gone: &[T],
    new: &[T],
    identity: impl Fn(T) -> Option<(String, Option<&'a str>)>,
) -> Vec<(T, T)> {
    if gone.is_empty() || new.is_empty() {
        return Vec::new();
    }
    // Items that are equal, and those that also have the same description.
    let mut same: HashMap<String, [Vec<usize>; 2]> = HashMap::new();
    let mut same_words: HashMap<(String, &'a str), [Vec<usize>; 2]> = HashMap::new();
    let mut identities = Vec::with_capacity(gone.len());
    for (side, items) in [gone, new].into_iter().enumerate() {
        for (index, item) in items.iter().enumerate() {
            let identity = identity(*item);
            if let Some((identity, description)) = &identity {
                same.entry(identity.clone()).or_default()[side].push(index);
                if let Some(description) = description {
                    same_words.entry((identity.clone(), *description)).or_default()[side].push(index);
                }
            }
            if side == 0 {
                identities.push(identity);
            }
        }
    }
    let heir_of = |(identity, description): (String, Option<&'a str>)| {
        let alike = description.and_then(|description| same_words.get(&(identity.clone(), description)));
        match alike.filter(|[_, new]| !new.is_empty()).or_else(|| same.get(&identity))? {
            [gone, new] if gone.len() == 1 => match new.as_slice() {
                [only] => Some(*only),
                _ => None,
            },
            _ => None,
        }
    };
    let mut taken = HashSet::new();
    let pairs = gone.iter().zip(identities).filter_map(|(old, identity)| {
        let heir = heir_of(identity?)?;
        taken.insert(heir).then_some((*old, *new.get(heir)?))
    });
    pairs.collect()
}

/// A type that exists on both sides.
#[derive(Clone, Copy)]
pub struct TypePair<'a> {
    /// The old schema.
    pub before: &'a ResourceType,
    /// The new schema.
    pub after: &'a ResourceType,
}

impl<'a> TypePair<'a> {
    /// The type as a whole.
    #[must_use]
    pub fn place(&self) -> Place<'a> {
        Place {
            resource_type: &self.before.name,
            before: Some(SchemaPath::root()),
            after: Some(SchemaPath::root()),
            position: 0,
        }
    }

    /// The place of an attribute, on the sides where it exists.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Place<'a> {
        let on = |schema: &ResourceType| {
            schema.attributes.contains_key(name).then(|| SchemaPath::root().join("attributes").join(name))
        };
        // Attributes come after all properties.
        Place { before: on(self.before), after: on(self.after), position: usize::MAX, ..self.place() }
    }

    /// Removed attributes, each with the new one that differs only in prose and status. Ambiguous matches are ignored.
    #[must_use]
    pub fn renamed_attributes(&self) -> Vec<Renamed<'a>> {
        let (before, after) = (&self.before.attributes, &self.after.attributes);
        let gone: Vec<_> = before.iter().filter(|(name, _)| !after.contains_key(*name)).collect();
        let new: Vec<_> = after.iter().filter(|(name, _)| !before.contains_key(*name)).collect();
        renamed(&gone, &new, |(_, schema)| {
            Some((words::identity_of_attribute(schema)?, schema.description.as_deref()))
        })
        .into_iter()
        .map(|((from, _), (to, _))| Renamed { from, to })
        .collect()
    }

    /// The attributes that were removed, without renamed ones.
    #[must_use]
    pub fn gone_attributes(&self) -> Vec<(&'a str, &'a AttributeSchema)> {
        let renamed: HashSet<&str> = self.renamed_attributes().iter().map(|renamed| renamed.from).collect();
        let (before, after) = (&self.before.attributes, &self.after.attributes);
        let gone = before.iter().filter(|(name, _)| !after.contains_key(*name));
        gone.map(|(name, schema)| (name.as_str(), schema))
            .filter(|(name, _)| !renamed.contains(name))
            .collect()
    }

    /// The attributes that were added, without renamed ones.
    #[must_use]
    pub fn new_attributes(&self) -> Vec<(&'a str, &'a AttributeSchema)> {
        let renamed: HashSet<&str> = self.renamed_attributes().iter().map(|renamed| renamed.to).collect();
        let (before, after) = (&self.before.attributes, &self.after.attributes);
        let new = after.iter().filter(|(name, _)| !before.contains_key(*name));
        new.map(|(name, schema)| (name.as_str(), schema))
            .filter(|(name, _)| !renamed.contains(name))
            .collect()
    }
}

/// A property or attribute that was renamed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Renamed<'a> {
    /// The old name.
    pub from: &'a str,
    /// The new name.
    pub to: &'a str,
}

/// The properties of a type, or the fields of a map, on both sides.
#[derive(Clone)]
pub struct MembersPair<'a> {
    /// The type.
    pub types: TypePair<'a>,
    /// Their place.
    pub place: Place<'a>,
    /// The names in the path to them, without a step for items.
    pub path: Vec<&'a str>,
    /// The old members.
    pub before: &'a IndexMap<String, PropertySchema>,
    /// The new members.
    pub after: &'a IndexMap<String, PropertySchema>,
    /// The top-level property that they are in, on both sides.
    pub top: Option<(&'a PropertySchema, &'a PropertySchema)>,
    /// Whether they are in a property that Heat did not implement: no data could reach them.
    pub is_closed: bool,
    moved: Vec<Renamed<'a>>,
    renamed: Vec<Renamed<'a>>,
}

/// The members that only exist on one side.
fn only_in<'a>(
    side: &'a IndexMap<String, PropertySchema>,
    other: &'a IndexMap<String, PropertySchema>,
) -> impl Iterator<Item = (&'a str, &'a PropertySchema)> {
    side.iter().filter(|(name, _)| !other.contains_key(*name)).map(|(name, schema)| (name.as_str(), schema))
}

impl<'a> MembersPair<'a> {
    pub(super) fn new(
        types: TypePair<'a>,
        place: Place<'a>,
        path: Vec<&'a str>,
        is_closed: bool,
        before: &'a IndexMap<String, PropertySchema>,
        after: &'a IndexMap<String, PropertySchema>,
    ) -> Self {
        let mut members = Self {
            types,
            place,
            path,
            before,
            after,
            top: None,
            is_closed,
            moved: Vec::new(),
            renamed: Vec::new(),
        };
        members.moved = members.find_moved();
        members.renamed = members.find_renamed();
        members
    }

    fn find_renamed(&self) -> Vec<Renamed<'a>> {
        // An unimplemented property cannot be renamed: no template used it.
        let is_gone = |name: &str, schema: &PropertySchema| {
            !self.is_closed && schema.implemented && !self.after.contains_key(name)
        };
        let gone: Vec<_> = self.before.iter().filter(|(name, schema)| is_gone(name, schema)).collect();
        let moved: HashSet<&str> = self.moved.iter().map(|moved| moved.to).collect();
        // If the old property still exists, its new name cannot also be the new name of another one.
        let is_free = |name: &str| !self.before.contains_key(name) && !moved.contains(name);
        let new: Vec<_> = self.after.iter().filter(|(name, _)| is_free(name)).collect();
        renamed(&gone, &new, |(_, schema)| {
            Some((words::identity_of_property(schema)?, schema.description.as_deref()))
        })
        .into_iter()
        .map(|((from, _), (to, _))| Renamed { from, to })
        .collect()
    }

    /// New names to which new translation rules move the values of old names that still exist.
    fn find_moved(&self) -> Vec<Renamed<'a>> {
        let old_rules = &self.types.before.translation_rules;
        let new_rules = self.types.after.translation_rules.iter().filter(|rule| !old_rules.contains(rule));
        let leads_here = |path: &[String]| path.iter().map(String::as_str).eq(self.path.iter().copied());
        let moved = new_rules.filter_map(|rule| {
            let (to, around) = rule.translation_path.split_last()?;
            let source = rule.source_path()?;
            let (from, around_source) = source.split_last()?;
            let here = rule.rule == RuleKind::Replace && leads_here(around) && leads_here(around_source);
            let (from, _) = self.before.get_key_value(from).filter(|_| here)?;
            let (to, _) = self.after.get_key_value(to)?;
            Some(Renamed { from, to })
        });
        moved.collect()
    }

    /// Removed members, each with the new one whose schema differs only in prose and status. Ambiguous matches are
    /// ignored.
    #[must_use]
    pub fn renamed(&self) -> &[Renamed<'a>] {
        &self.renamed
    }

    /// The members that were removed, without renamed ones.
    #[must_use]
    pub fn gone(&self) -> Vec<(&'a str, &'a PropertySchema)> {
        let renamed: HashSet<&str> = self.renamed.iter().map(|renamed| renamed.from).collect();
        only_in(self.before, self.after).filter(|(name, _)| !renamed.contains(name)).collect()
    }

    /// The members that were added, without renamed ones.
    #[must_use]
    pub fn new_members(&self) -> Vec<(&'a str, &'a PropertySchema)> {
        let renamed: HashSet<&str> = self.renamed.iter().map(|renamed| renamed.to).collect();
        only_in(self.after, self.before).filter(|(name, _)| !renamed.contains(name)).collect()
    }

    /// The old name, which still exists, whose value a new translation rule moves to this name.
    #[must_use]
    pub fn takes_over_from(&self, name: &str) -> Option<&'a str> {
        self.moved.iter().find(|moved| moved.to == name).map(|moved| moved.from)
    }

    /// Whether every template sets the old name, whose value a new translation rule moves to this name: in that case
    /// the new one can be required.
    #[must_use]
    pub fn takes_over_from_required(&self, name: &str) -> bool {
        let old = self.takes_over_from(name).and_then(|old| self.before.get(old));
        old.is_some_and(|old| old.required && old.default.is_none())
    }

    /// The place of a member, on the sides where it exists.
    #[must_use]
    pub fn member(&self, name: &str) -> Place<'a> {
        let on = |path: &Option<SchemaPath>, members: &IndexMap<String, PropertySchema>| {
            path.as_ref().filter(|_| members.contains_key(name)).map(|path| path.join(name))
        };
        Place {
            before: on(&self.place.before, self.before),
            after: on(&self.place.after, self.after),
            ..self.place.clone()
        }
    }

    /// The name of a member in messages: `networks.fixed_ip`.
    #[must_use]
    pub fn name_of(&self, name: &str) -> String {
        self.path.iter().copied().chain([name]).collect::<Vec<_>>().join(".")
    }
}

/// A value, and the values that Python considers equal to it.
fn spellings(value: &Value) -> Vec<Value> {
    let flag = [(0, false), (1, true)].into_iter().find(|(number, _)| value.python_eq(&Value::from(*number)));
    let float = match value {
        Value::Integer(integer) => Some(Value::from(integer.as_f64())),
        _ => None,
    };
    [value.clone()].into_iter().chain(flag.map(|(_, flag)| Value::from(flag))).chain(float).collect()
}

/// Whether a rule's value overrides every other: an empty one does not, and some refer to another property.
fn is_constant(value: &Value) -> bool {
    value.is_truthy() && !value.as_map().is_some_and(|map| map.contains_key("get_property"))
}

/// A property, field or item that exists on both sides.
#[derive(Clone)]
pub struct PropertyPair<'a> {
    /// The type.
    pub types: TypePair<'a>,
    /// Its place.
    pub place: Place<'a>,
    /// The names in its path; items have no step of their own. If it was renamed, the new name.
    pub path: Vec<&'a str>,
    /// The old schema.
    pub before: &'a PropertySchema,
    /// The new schema.
    pub after: &'a PropertySchema,
    /// The top-level property that it is or is in, on both sides: its update behaviour applies.
    pub top: (&'a PropertySchema, &'a PropertySchema),
    /// Whether it is a list's item.
    pub is_item: bool,
    /// Whether Heat did not implement it or a property around it: no data could reach it, so changes to its values do
    /// not matter.
    pub is_closed: bool,
    /// Whether that is the case for a property around it.
    pub around_is_closed: bool,
}

impl PropertyPair<'_> {
    /// Its name in messages: `networks.fixed_ip`, or `items of networks`.
    #[must_use]
    pub fn name(&self) -> String {
        let path = self.path.join(".");
        if self.is_item { format!("items of `{path}`") } else { format!("`{path}`") }
    }

    /// Whether it is a top-level property, which determines the update behaviour.
    #[must_use]
    pub fn is_top(&self) -> bool {
        std::ptr::eq(self.before, self.top.0)
    }

    /// Whether its update rule has an effect.
    #[must_use]
    pub fn decides_on_updates(&self) -> bool {
        self.is_top() && !self.is_closed && !self.is_moved() && !self.is_fixed()
    }

    /// Whether a translation rule now gives it a constant value, no matter what the template sets.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        let fixes = |rule: &TranslationRule| match rule.rule {
            RuleKind::Delete => true,
            RuleKind::Replace => rule.source_path().is_none() && rule.value.as_ref().is_some_and(is_constant),
            RuleKind::Add | RuleKind::Resolve => false,
        };
        let is_here = |rule: &TranslationRule| {
            rule.when.is_none()
                && rule.translation_path.iter().map(String::as_str).eq(self.path.iter().copied())
        };
        self.types.after.translation_rules.iter().any(|rule| fixes(rule) && is_here(rule))
    }

    /// Whether it can be missing: list items cannot.
    #[must_use]
    pub fn asks_for_presence(&self) -> bool {
        !self.is_item && !self.around_is_closed
    }

    /// Whether a nested schema was added while the type stayed the same.
    #[must_use]
    pub fn nested_schema_was_added(&self) -> bool {
        let is_same_type = self.before.property_type == self.after.property_type;
        is_same_type && !self.is_closed && self.before.schema.is_none() && self.after.schema.is_some()
    }

    /// Whether the new schema of a list's items accepts every item that was accepted: it accepts any value, or it
    /// accepts all of the list's `allowed_values`.
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

    /// Whether a translation rule now moves its value to another property, so that its update rule has no effect.
    #[must_use]
    pub fn is_moved(&self) -> bool {
        let leads_here = |path: Vec<String>| path.iter().map(String::as_str).eq(self.path.iter().copied());
        let rules = &self.types.after.translation_rules;
        rules
            .iter()
            .filter(|rule| rule.rule == RuleKind::Replace && rule.when.is_none())
            .filter_map(TranslationRule::source_path)
            .any(leads_here)
    }
}
