//! What belongs together on the two sides: types by name; properties, members and items by name and place.

use indexmap::IndexMap;

use super::walk::Walk;
use super::words;
use crate::{AttributeSchema, PropertySchema, ResourceType, RuleKind, SchemaPath, TranslationRule};

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
        let is_retired = |pair: &TypePair<'_>| !pair.before.is_placeholder() && pair.after.is_placeholder();
        let is_revived = |pair: &TypePair<'_>| pair.before.is_placeholder() && !pair.after.is_placeholder();
        let mut types = Self {
            is_first: before.is_empty(),
            retired: common.extract_if(.., |pair| is_retired(pair)).collect(),
            revived: common.extract_if(.., |pair| is_revived(pair)).collect(),
            common,
            renamed: Vec::new(),
            gone: old.iter().filter(|(name, _)| !new.contains_key(*name)).map(|(_, each)| *each).collect(),
            new: new.iter().filter(|(name, _)| !old.contains_key(*name)).map(|(_, each)| *each).collect(),
        };
        types.renamed = renamed(&types.gone, &types.new, |before, after| {
            Likeness::of(
                words::same_type(before, after),
                before.description.as_ref(),
                after.description.as_ref(),
            )
        })
        .into_iter()
        .map(|(before, after)| TypePair { before, after })
        .collect();
        types.gone.retain(|gone| types.renamed.iter().all(|pair| !std::ptr::eq(pair.before, *gone)));
        types.new.retain(|new| types.renamed.iter().all(|pair| !std::ptr::eq(pair.after, *new)));
        types
    }
}

/// How much speaks for one thing being another with a new name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    /// It is the same but for words and status.
    Same,
    /// Even its description is the same.
    SameWords,
}

impl Likeness {
    fn of(is_same: bool, before: Option<&String>, after: Option<&String>) -> Option<Self> {
        let same_words = before.is_some() && before == after;
        is_same.then_some(if same_words { Self::SameWords } else { Self::Same })
    }
}

/// What went, each with what came that is most like it; where several could be meant, none is.
fn renamed<T: Copy>(gone: &[T], new: &[T], likeness: impl Fn(T, T) -> Option<Likeness>) -> Vec<(T, T)> {
    let is_best = |old: T, heir: T| {
        let Some(like) = likeness(old, heir) else { return false };
        let as_like = |each: Option<Likeness>| each.is_some_and(|each| each >= like);
        new.iter().filter(|other| as_like(likeness(old, **other))).count() == 1
            && gone.iter().filter(|other| as_like(likeness(**other, heir))).count() == 1
    };
    gone.iter()
        .filter_map(|old| Some((*old, new.iter().copied().find(|heir| is_best(*old, *heir))?)))
        .collect()
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
        renamed(&gone, &new, |(_, old), (_, new)| {
            Likeness::of(words::same_attribute(old, new), old.description.as_ref(), new.description.as_ref())
        })
        .into_iter()
        .map(|((from, _), (to, _))| Renamed { from, to })
        .collect()
    }

    /// The attributes that are gone, and not renamed.
    #[must_use]
    pub fn gone_attributes(&self) -> Vec<(&'a str, &'a AttributeSchema)> {
        let renamed = self.renamed_attributes();
        let (before, after) = (&self.before.attributes, &self.after.attributes);
        let gone = before.iter().filter(|(name, _)| !after.contains_key(*name));
        gone.map(|(name, schema)| (name.as_str(), schema))
            .filter(|(name, _)| renamed.iter().all(|renamed| renamed.from != *name))
            .collect()
    }

    /// The attributes that are new, and not renamed.
    #[must_use]
    pub fn new_attributes(&self) -> Vec<(&'a str, &'a AttributeSchema)> {
        let renamed = self.renamed_attributes();
        let (before, after) = (&self.before.attributes, &self.after.attributes);
        let new = after.iter().filter(|(name, _)| !before.contains_key(*name));
        new.map(|(name, schema)| (name.as_str(), schema))
            .filter(|(name, _)| renamed.iter().all(|renamed| renamed.to != *name))
            .collect()
    }

    /// Its properties, and the members of every map that both sides have; then each property, member and item.
    pub(super) fn walk(&self) -> (Vec<MembersPair<'a>>, Vec<PropertyPair<'a>>) {
        let mut walk = Walk::new(*self);
        for (section, before, after) in [
            ("properties", &self.before.properties, &self.after.properties),
            ("update_policy", &self.before.update_policy, &self.after.update_policy),
        ] {
            let place = Place { position: walk.next(), ..self.place().join(section) };
            walk.members(&MembersPair { types: *self, place, path: Vec::new(), before, after, top: None });
        }
        (walk.members, walk.properties)
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
}

impl<'a> MembersPair<'a> {
    /// Names that went, each with the new one whose schema is the same but for words and status; where several could be
    /// meant, none is.
    #[must_use]
    pub fn renamed(&self) -> Vec<Renamed<'a>> {
        let gone: Vec<_> = self.before.iter().filter(|(name, _)| !self.after.contains_key(*name)).collect();
        // A new name of something that is still there is not free to be that of another.
        let is_free = |name: &str| !self.before.contains_key(name) && self.takes_over_from(name).is_none();
        let new: Vec<_> = self.after.iter().filter(|(name, _)| is_free(name)).collect();
        renamed(&gone, &new, |(_, old), (_, new)| {
            Likeness::of(words::same_property(old, new), old.description.as_ref(), new.description.as_ref())
        })
        .into_iter()
        .map(|((from, _), (to, _))| Renamed { from, to })
        .collect()
    }

    /// The members that are gone, and not renamed.
    #[must_use]
    pub fn gone(&self) -> Vec<(&'a str, &'a PropertySchema)> {
        let renamed = self.renamed();
        self.before
            .iter()
            .filter(|(name, _)| !self.after.contains_key(*name))
            .map(|(name, schema)| (name.as_str(), schema))
            .filter(|(name, _)| renamed.iter().all(|renamed| renamed.from != *name))
            .collect()
    }

    /// The members that are new, and not renamed.
    #[must_use]
    pub fn new_members(&self) -> Vec<(&'a str, &'a PropertySchema)> {
        let renamed = self.renamed();
        self.after
            .iter()
            .filter(|(name, _)| !self.before.contains_key(*name))
            .map(|(name, schema)| (name.as_str(), schema))
            .filter(|(name, _)| renamed.iter().all(|renamed| renamed.to != *name))
            .collect()
    }

    /// The old name, still there, whose value a rule that is new puts under this name.
    #[must_use]
    pub fn takes_over_from(&self, name: &str) -> Option<&'a str> {
        let target: Vec<&str> = self.path.iter().copied().chain([name]).collect();
        let is_new = |rule: &&TranslationRule| !self.types.before.translation_rules.contains(rule);
        let rule = self.types.after.translation_rules.iter().filter(is_new).find(|rule| {
            rule.rule == RuleKind::Replace
                && rule.translation_path.iter().map(String::as_str).eq(target.iter().copied())
        })?;
        let source = rule.source_path()?;
        let (old, around) = source.split_last()?;
        let beside = around.iter().map(String::as_str).eq(self.path.iter().copied());
        self.before.get_key_value(old).filter(|_| beside).map(|(name, _)| name.as_str())
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
}
