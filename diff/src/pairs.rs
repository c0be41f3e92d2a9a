//! What belongs together on the two sides: types by name; properties, members and items by name and place.

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

/// Where something stands, on both sides.
#[derive(Debug, Clone)]
pub struct Place<'a> {
    /// The type's name; where it was renamed, the old one.
    pub resource_type: &'a str,
    /// In the schema before.
    pub before: Option<SchemaPath>,
    /// In the schema after.
    pub after: Option<SchemaPath>,
    /// Its place in the order of the type's findings.
    pub(super) position: usize,
}

impl<'a> Place<'a> {
    /// A type that only the side before has.
    #[must_use]
    pub fn of_gone_type(gone: &'a ResourceType) -> Self {
        Self { resource_type: &gone.name, before: Some(SchemaPath::root()), after: None, position: 0 }
    }

    /// A type that only the side after has.
    #[must_use]
    pub fn of_new_type(new: &'a ResourceType) -> Self {
        Self { resource_type: &new.name, before: None, after: Some(SchemaPath::root()), position: 0 }
    }

    /// An item of the list that stands here, on the side before alone.
    #[must_use]
    pub fn before_item(&self, index: usize) -> Self {
        Self { before: self.before.as_ref().map(|path| path.join(index)), after: None, ..self.clone() }
    }

    /// An item of the list that stands here, on the side after alone.
    #[must_use]
    pub fn after_item(&self, index: usize) -> Self {
        Self { before: None, after: self.after.as_ref().map(|path| path.join(index)), ..self.clone() }
    }

    /// A key of what stands here.
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
    /// Whether there were no types at all before.
    pub is_first: bool,
    /// The types that only the side before has.
    pub gone: Vec<&'a ResourceType>,
    /// The types that only the side after has.
    pub new: Vec<&'a ResourceType>,
    /// The types that have another name, and otherwise are the same but for words and status.
    pub renamed: Vec<TypePair<'a>>,
    /// The types that became placeholders: HIDDEN, with nothing in them any more.
    pub retired: Vec<TypePair<'a>>,
    /// The types that were placeholders.
    pub revived: Vec<TypePair<'a>>,
    /// The types that Heat can no longer load, and why.
    pub(super) unloadable: Vec<(TypePair<'a>, Fault)>,
    /// The types that Heat could not load, and why.
    pub(super) loadable: Vec<(TypePair<'a>, Fault)>,
    /// The other types that both have, and that differ.
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

/// What went, each with what came that is the same but for words and status; of several, the one with the same
/// description. Where several could be meant, none is.
fn renamed<'a, T: Copy>(
    gone: &[T],
    new: &[T],
    identity: impl Fn(T) -> Option<(String, Option<&'a str>)>,
) -> Vec<(T, T)> {
    if gone.is_empty() || new.is_empty() {
        return Vec::new();
    }
    // What is the same, and of that what has the same description.
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

/// A type that both sides have.
#[derive(Clone, Copy)]
pub struct TypePair<'a> {
    /// As it was.
    pub before: &'a ResourceType,
    /// As it is.
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

    /// An attribute: on the sides that have it.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Place<'a> {
        let on = |schema: &ResourceType| {
            schema.attributes.contains_key(name).then(|| SchemaPath::root().join("attributes").join(name))
        };
        // Attributes come behind all properties.
        Place { before: on(self.before), after: on(self.after), position: usize::MAX, ..self.place() }
    }

    /// Attributes that went, each with the new one that is the same but for words and status; where several could be
    /// meant, none is.
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

    /// The attributes that are gone, and not renamed.
    #[must_use]
    pub fn gone_attributes(&self) -> Vec<(&'a str, &'a AttributeSchema)> {
        let renamed: HashSet<&str> = self.renamed_attributes().iter().map(|renamed| renamed.from).collect();
        let (before, after) = (&self.before.attributes, &self.after.attributes);
        let gone = before.iter().filter(|(name, _)| !after.contains_key(*name));
        gone.map(|(name, schema)| (name.as_str(), schema))
            .filter(|(name, _)| !renamed.contains(name))
            .collect()
    }

    /// The attributes that are new, and not renamed.
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

/// A property or attribute that went by another name before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Renamed<'a> {
    /// The name that it had.
    pub from: &'a str,
    /// The name that it has.
    pub to: &'a str,
}

/// The properties of a type, or the members of a map, on both sides.
#[derive(Clone)]
pub struct MembersPair<'a> {
    /// The type.
    pub types: TypePair<'a>,
    /// Where they stand.
    pub place: Place<'a>,
    /// The names on the way there, without a step for items.
    pub path: Vec<&'a str>,
    /// As they were.
    pub before: &'a IndexMap<String, PropertySchema>,
    /// As they are.
    pub after: &'a IndexMap<String, PropertySchema>,
    /// The property at the top that they are in, on both sides.
    pub top: Option<(&'a PropertySchema, &'a PropertySchema)>,
    /// Whether they are in a property that Heat did not implement: no data got here.
    pub is_closed: bool,
    moved: Vec<Renamed<'a>>,
    renamed: Vec<Renamed<'a>>,
}

/// The members of one side that the other does not have.
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
        // What Heat did not implement has no new name: no template gave it, and none is rewritten.
        let is_gone = |name: &str, schema: &PropertySchema| {
            !self.is_closed && schema.implemented && !self.after.contains_key(name)
        };
        let gone: Vec<_> = self.before.iter().filter(|(name, schema)| is_gone(name, schema)).collect();
        let moved: HashSet<&str> = self.moved.iter().map(|moved| moved.to).collect();
        // A new name of something that is still there is not free to be that of another.
        let is_free = |name: &str| !self.before.contains_key(name) && !moved.contains(name);
        let new: Vec<_> = self.after.iter().filter(|(name, _)| is_free(name)).collect();
        renamed(&gone, &new, |(_, schema)| {
            Some((words::identity_of_property(schema)?, schema.description.as_deref()))
        })
        .into_iter()
        .map(|((from, _), (to, _))| Renamed { from, to })
        .collect()
    }

    /// The new names under which new rules put the values of old names that are still there.
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

    /// Names that templates could give and that went, each with the new one whose schema is the same but for words and
    /// status; where several could be meant, none is.
    #[must_use]
    pub fn renamed(&self) -> &[Renamed<'a>] {
        &self.renamed
    }

    /// The members that are gone, and not renamed.
    #[must_use]
    pub fn gone(&self) -> Vec<(&'a str, &'a PropertySchema)> {
        let renamed: HashSet<&str> = self.renamed.iter().map(|renamed| renamed.from).collect();
        only_in(self.before, self.after).filter(|(name, _)| !renamed.contains(name)).collect()
    }

    /// The members that are new, and not renamed.
    #[must_use]
    pub fn new_members(&self) -> Vec<(&'a str, &'a PropertySchema)> {
        let renamed: HashSet<&str> = self.renamed.iter().map(|renamed| renamed.to).collect();
        only_in(self.after, self.before).filter(|(name, _)| !renamed.contains(name)).collect()
    }

    /// The old name, still there, whose value a rule that is new puts under this name.
    #[must_use]
    pub fn takes_over_from(&self, name: &str) -> Option<&'a str> {
        self.moved.iter().find(|moved| moved.to == name).map(|moved| moved.from)
    }

    /// Whether every template gave the old name, whose value a rule that is new puts under this name: then the new one
    /// can be required.
    #[must_use]
    pub fn takes_over_from_required(&self, name: &str) -> bool {
        let old = self.takes_over_from(name).and_then(|old| self.before.get(old));
        old.is_some_and(|old| old.required && old.default.is_none())
    }

    /// Where a member stands: on the sides that have it.
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

    /// What to call a member in a message: `networks.fixed_ip`.
    #[must_use]
    pub fn name_of(&self, name: &str) -> String {
        self.path.iter().copied().chain([name]).collect::<Vec<_>>().join(".")
    }
}

/// A value, and those that Python takes for the same.
fn spellings(value: &Value) -> Vec<Value> {
    let flag = [(0, false), (1, true)].into_iter().find(|(number, _)| value.python_eq(&Value::from(*number)));
    let float = match value {
        Value::Integer(integer) => Some(Value::from(integer.as_f64())),
        _ => None,
    };
    [value.clone()].into_iter().chain(flag.map(|(_, flag)| Value::from(flag))).chain(float).collect()
}

/// Whether a rule's value takes the place of every other: an empty one does not, and some refer to another property.
fn is_constant(value: &Value) -> bool {
    value.is_truthy() && !value.as_map().is_some_and(|map| map.contains_key("get_property"))
}

/// A property, member or item that both sides have.
#[derive(Clone)]
pub struct PropertyPair<'a> {
    /// The type.
    pub types: TypePair<'a>,
    /// Where it stands.
    pub place: Place<'a>,
    /// Its names from the top; items have no step of their own. Where it was renamed, the new name.
    pub path: Vec<&'a str>,
    /// As it was.
    pub before: &'a PropertySchema,
    /// As it is.
    pub after: &'a PropertySchema,
    /// The property at the top that it is in, or that it is, on both sides: its update behaviour is what counts.
    pub top: (&'a PropertySchema, &'a PropertySchema),
    /// Whether it is a list's item.
    pub is_item: bool,
    /// Whether Heat did not implement it, or what it is in: no data got here, so that nothing that is said of its values
    /// matters.
    pub is_closed: bool,
    /// Whether that holds of what it is in.
    pub around_is_closed: bool,
}

impl PropertyPair<'_> {
    /// What to call it in a message: `networks.fixed_ip`, or `items of networks`.
    #[must_use]
    pub fn name(&self) -> String {
        let path = self.path.join(".");
        if self.is_item { format!("items of `{path}`") } else { format!("`{path}`") }
    }

    /// Whether it stands at the top, where it decides on updates.
    #[must_use]
    pub fn is_top(&self) -> bool {
        std::ptr::eq(self.before, self.top.0)
    }

    /// Whether what it says of updates has an effect.
    #[must_use]
    pub fn decides_on_updates(&self) -> bool {
        self.is_top() && !self.is_closed && !self.is_moved() && !self.is_fixed()
    }

    /// Whether a rule now gives it the same value whatever is given.
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

    /// Whether it makes a difference that it is not given: a list's items always are.
    #[must_use]
    pub fn asks_for_presence(&self) -> bool {
        !self.is_item && !self.around_is_closed
    }

    /// Whether what is in it has a schema that it did not have, its type being the same.
    #[must_use]
    pub fn nested_schema_was_added(&self) -> bool {
        let is_same_type = self.before.property_type == self.after.property_type;
        is_same_type && !self.is_closed && self.before.schema.is_none() && self.after.schema.is_some()
    }

    /// Whether the schema that a list's items got refuses none that were accepted: they can be anything, or the list names
    /// its items, and the schema accepts these.
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

    /// Whether a rule now takes its value away, for another property: what it says of updates has no effect.
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
