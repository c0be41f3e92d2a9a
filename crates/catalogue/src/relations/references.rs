//! References that properties take: to things that a service looks up, and to resources of the template.

use std::collections::{BTreeMap, BTreeSet};

use heat_model::resource_type::service_of;
use heat_model::{
    ConstraintKind, CustomConstraintTable, PropertySchema, PropertyType, ResourceType, RuleKind, Status,
    TranslationRule, Value,
};
use indexmap::IndexMap;

use super::examples::{Examples, ReadExamples, Use};
use crate::named_properties::{named_properties, own_and_items};

/// The minimum number of resources in examples for which the share of those that set a property decides whether it is usual.
const MANY: usize = 3;

/// The maximum number of properties that are usual if there are fewer resources.
const SMALL: usize = 5;

/// Target of a property's reference: something that a service has, which the property identifies by ID, name or otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReferenceTarget<'a> {
    /// The custom constraint that looks the target up.
    pub constraint: Option<&'a str>,
    /// The type that creates the target, if the catalogue has one.
    pub resource_type: Option<&'a str>,
}

/// The references that the properties of a catalogue take.
#[derive(Debug)]
pub struct References<'a> {
    types: &'a IndexMap<String, ResourceType>,
    constraints: &'a CustomConstraintTable,
    examples: Examples,
    /// The constraint that looks up the resources that each type creates.
    constraint_of_type: BTreeMap<&'a str, &'a str>,
    /// The constraint of the properties that a translation rule resolves with this client and finder.
    constraint_of_finder: BTreeMap<(&'a str, &'a str), &'a str>,
    /// The constraints with values that types of several services take.
    shared: BTreeSet<&'a str>,
}

impl<'a> References<'a> {
    /// Gathers the references from the schemas and their examples.
    #[must_use]
    pub fn new(types: &'a IndexMap<String, ResourceType>, constraints: &'a CustomConstraintTable) -> Self {
        Self::with(types, constraints, &ReadExamples::default())
    }

    /// Gathers the references from the schemas and their examples, reusing the examples that have been read before.
    pub fn with(
        types: &'a IndexMap<String, ResourceType>,
        constraints: &'a CustomConstraintTable,
        known: &ReadExamples,
    ) -> Self {
        let mut references = Self {
            types,
            constraints,
            examples: Examples::new(types.values(), known),
            constraint_of_type: BTreeMap::new(),
            constraint_of_finder: BTreeMap::new(),
            shared: BTreeSet::new(),
        };
        for (name, constraint) in &constraints.constraints {
            if let Some(resource_type) = &constraint.resource_type {
                references.constraint_of_type.entry(resource_type).or_insert(name);
            }
        }
        for schema in types.values() {
            references.learn_from(schema);
        }
        references
    }

    /// Learns which constraints several services use, and which finder looks up the same as a constraint.
    fn learn_from(&mut self, schema: &'a ResourceType) {
        for property in named_properties(schema) {
            let Some(constraint) = self.lookup(property.schema) else { continue };
            let maker = self.constraints.get(constraint).and_then(|known| known.resource_type.as_deref());
            if maker.is_some_and(|maker| service_of(maker) != schema.service()) {
                self.shared.insert(constraint);
            }
            for rule in resolving(schema, &property.names) {
                if let Some(finder) = finder(rule) {
                    self.constraint_of_finder.entry(finder).or_insert(constraint);
                }
            }
        }
    }

    /// The constraint of the properties that are resolved in the same way as by a rule.
    pub(super) fn constraint_like(&self, rule: &TranslationRule) -> Option<&'a str> {
        self.constraint_of_finder.get(&finder(rule)?).copied()
    }

    /// The types.
    #[must_use]
    pub fn types(&self) -> &'a IndexMap<String, ResourceType> {
        self.types
    }

    /// The custom constraints.
    #[must_use]
    pub fn constraints(&self) -> &'a CustomConstraintTable {
        self.constraints
    }

    /// The resources of a type in examples, those with the fewest properties first.
    pub fn uses_of(&self, type_name: &str) -> impl Iterator<Item = Use<'_>> {
        self.examples.uses_of(type_name)
    }

    /// The custom constraint of a property or its items that queries a service.
    pub(super) fn lookup(&self, schema: &'a PropertySchema) -> Option<&'a str> {
        own_and_items(schema).into_iter().find_map(|constraint| match &constraint.kind {
            ConstraintKind::Custom(name) if self.constraints.get(name)?.client_plugin.is_some() => {
                Some(name.as_str())
            }
            _ => None,
        })
    }

    pub(super) fn looked_up_by(&self, constraint: &'a str) -> ReferenceTarget<'a> {
        let maker = self.constraints.get(constraint).and_then(|known| known.resource_type.as_deref());
        let resource_type = maker.filter(|maker| self.types.contains_key(*maker));
        ReferenceTarget { constraint: Some(constraint), resource_type }
    }

    /// The target of a value that refers to a resource of this type: the type, and the constraint for it if there is one.
    #[must_use]
    pub fn created_by(&self, type_name: &str) -> Option<ReferenceTarget<'a>> {
        let (resource_type, _) = self.types.get_key_value(type_name)?;
        let constraint = self.constraint_of_type.get(type_name).copied();
        Some(ReferenceTarget { constraint, resource_type: Some(resource_type) })
    }

    /// The target of a property's reference; `None` if the property takes a plain value, or if the target is unknown.
    #[must_use]
    pub fn taken(&self, schema: &'a ResourceType, names: &[&str]) -> Option<ReferenceTarget<'a>> {
        let path: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let property = schema.property_at(&path)?;
        if let Some(constraint) = self.lookup(property) {
            return Some(self.looked_up_by(constraint));
        }
        let unconditional = resolving(schema, names).filter(|rule| rule.when.is_none());
        if let Some(constraint) = unconditional.into_iter().find_map(|rule| self.constraint_like(rule)) {
            return Some(self.looked_up_by(constraint));
        }
        if !takes_text(property) {
            return None;
        }
        // The target that most examples use.
        let mut votes: IndexMap<Option<ReferenceTarget<'a>>, usize> = IndexMap::new();
        for used in self.uses_of(&schema.name) {
            for value in used.values_at(names) {
                *votes.entry(self.given(&used, value)).or_default() += 1;
            }
        }
        let most = votes.values().copied().max()?;
        votes.into_iter().find(|(_, votes)| *votes == most).and_then(|(taken, _)| taken)
    }

    /// The target of a value in an example.
    fn given(&self, used: &Use<'_>, value: &Value) -> Option<ReferenceTarget<'a>> {
        if let Some(resource_type) = used.referred_type(value) {
            return self.created_by(resource_type);
        }
        let (_, definition) = used.parameter(value)?;
        self.parameter_lookup(definition).map(|constraint| self.looked_up_by(constraint))
    }

    /// The custom constraint of a parameter's definition that queries a service.
    pub(crate) fn parameter_lookup(&self, definition: &Value) -> Option<&'a str> {
        let constraints = definition.get("constraints")?.as_list()?;
        let names = constraints.iter().filter_map(|constraint| constraint.get("custom_constraint")?.as_str());
        let mut known = names.filter_map(|name| self.constraints.constraints.get_key_value(name));
        known.find(|(_, known)| known.client_plugin.is_some()).map(|(name, _)| name.as_str())
    }

    /// Returns whether examples usually set a property: at least two thirds of three or more resources. With fewer resources, the
    /// first few properties of the best one are used.
    #[must_use]
    pub fn is_usual(&self, schema: &ResourceType, name: &str) -> bool {
        let uses: Vec<Use<'_>> = self.uses_of(&schema.name).collect();
        if uses.len() >= MANY {
            let setting = uses.iter().filter(|used| used.properties.contains_key(name)).count();
            return setting * 3 >= uses.len() * 2;
        }
        let is_optional = |name: &&String| schema.properties.get(*name).is_some_and(|known| !known.required);
        let required = schema.properties.values().filter(|property| property.required).count();
        let of_best = uses.first().into_iter().flat_map(|used| used.properties.keys()).filter(is_optional);
        of_best.take(SMALL.saturating_sub(required)).any(|known| known == name)
    }

    /// Returns whether types of several services take what a constraint looks up.
    #[must_use]
    pub fn is_shared(&self, constraint: &str) -> bool {
        self.shared.contains(constraint)
    }

    /// Returns whether templates should use a type: it is in the catalogue, and neither deprecated nor HIDDEN.
    #[must_use]
    pub fn in_use(&self, type_name: &str) -> bool {
        let known = self.types.get(type_name);
        known.is_some_and(|known| {
            !matches!(known.support_status.status(), Status::Deprecated | Status::Hidden)
        })
    }
}

/// Returns whether a property or its items can be a reference as text.
pub(super) fn takes_text(property: &PropertySchema) -> bool {
    match property.property_type {
        PropertyType::String => true,
        PropertyType::List => property.item().is_none_or(takes_text),
        _ => false,
    }
}

/// The rules that resolve a property.
pub(super) fn resolving<'a>(
    schema: &'a ResourceType,
    names: &[&str],
) -> impl Iterator<Item = &'a TranslationRule> {
    let rules = schema.translation_rules.iter().filter(|rule| rule.rule == RuleKind::Resolve);
    rules.filter(move |rule| rule.translation_path.iter().map(String::as_str).eq(names.iter().copied()))
}

/// The client of a rule, and the finder that it uses.
fn finder(rule: &TranslationRule) -> Option<(&str, &str)> {
    let what = rule.entity.as_deref().or(rule.finder.as_deref())?;
    Some((rule.client_plugin.as_deref()?, what))
}
