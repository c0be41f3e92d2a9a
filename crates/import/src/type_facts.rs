//! The facts of one type, and what they leave open.

use std::borrow::Cow;

use heat_model::ResourceType;

/// The facts of a type.
#[derive(Debug, Clone, PartialEq)]
pub struct TypeFacts {
    /// The facts, and the texts if requested.
    pub schema: ResourceType,
    /// The parts that the facts do not contain: what `schema` has there means nothing.
    pub unknown: Vec<Part>,
    /// Whether its class adds dependencies by comparing values. Only its code says which.
    pub adds_dependencies: bool,
}

impl From<ResourceType> for TypeFacts {
    /// A schema that was written in full.
    fn from(schema: ResourceType) -> Self {
        Self { adds_dependencies: !schema.dependencies_by_value.is_empty(), schema, unknown: Vec::new() }
    }
}

/// A part of a schema that not all facts contain: recordings of older releases were made without it, or no class of that Heat
/// declares it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The properties groups. No class of Heat itself declares any.
    PropertiesGroups,
    /// The validation rules. No class of Heat declares any: they are in the code of `validate`.
    ValidationRules,
    /// The translation rules.
    TranslationRules,
    /// Whether the deletion policy `Snapshot` is supported.
    SnapshotDeletion,
    /// Whether any properties are accepted.
    AnyProperty,
    /// Whether `get_attr` accepts any name.
    AnyAttribute,
    /// Whether the attribute `show` gives a record.
    HasShow,
    /// What `get_resource` gives before the resource is created.
    ReferenceBeforeCreation,
    /// The dependencies by value.
    DependenciesByValue,
}

impl Part {
    /// All parts.
    pub const ALL: [Self; 9] = [
        Self::PropertiesGroups,
        Self::ValidationRules,
        Self::TranslationRules,
        Self::SnapshotDeletion,
        Self::AnyProperty,
        Self::AnyAttribute,
        Self::HasShow,
        Self::ReferenceBeforeCreation,
        Self::DependenciesByValue,
    ];

    /// The part's key, in facts and in schemas.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::PropertiesGroups => "properties_groups",
            Self::ValidationRules => "validation_rules",
            Self::TranslationRules => "translation_rules",
            Self::SnapshotDeletion => "supports_snapshot_deletion",
            Self::AnyProperty => "any_property",
            Self::AnyAttribute => "any_attribute",
            Self::HasShow => "has_show",
            Self::ReferenceBeforeCreation => "reference_before_creation",
            Self::DependenciesByValue => "dependencies_by_value",
        }
    }

    /// Copies it from one schema to another.
    pub fn copy(self, from: &ResourceType, to: &mut ResourceType) {
        match self {
            Self::PropertiesGroups => to.properties_groups.clone_from(&from.properties_groups),
            Self::ValidationRules => to.validation_rules.clone_from(&from.validation_rules),
            Self::TranslationRules => to.translation_rules.clone_from(&from.translation_rules),
            Self::SnapshotDeletion => to.supports_snapshot_deletion = from.supports_snapshot_deletion,
            Self::AnyProperty => to.any_property = from.any_property,
            Self::AnyAttribute => to.any_attribute = from.any_attribute,
            // It says what `entity` does not, so it may go without saying beside another one.
            Self::HasShow => match from.has_show {
                Some(has_show) => to.set_has_record(has_show),
                None => to.has_show = None,
            },
            Self::ReferenceBeforeCreation => to.reference_before_creation = from.reference_before_creation,
            Self::DependenciesByValue => to.dependencies_by_value.clone_from(&from.dependencies_by_value),
        }
        // What it says of its record depends on other parts.
        to.set_has_record(to.has_record());
    }
}

/// A schema without some of its parts.
#[must_use]
pub fn without<'a>(schema: &'a ResourceType, parts: &[Part]) -> Cow<'a, ResourceType> {
    let unset = ResourceType::new("");
    let mut schema = Cow::Borrowed(schema);
    for part in parts {
        part.copy(&unset, schema.to_mut());
    }
    schema
}
