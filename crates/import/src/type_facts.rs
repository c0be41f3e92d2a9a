//! The facts of one type, and the parts that they do not cover.

use std::borrow::Cow;

use heat_model::ResourceType;

/// The facts of a type.
#[derive(Debug, Clone, PartialEq)]
pub struct TypeFacts {
    /// The facts, with the texts if they were requested.
    pub schema: ResourceType,
    /// The parts that the facts do not contain. The values of `schema` for them have no meaning.
    pub unknown: Vec<Part>,
    /// `true` if the type's class adds dependencies by comparing values. Only its code shows which.
    pub adds_dependencies: bool,
}

impl From<ResourceType> for TypeFacts {
    /// Converts a schema that was written in full.
    fn from(schema: ResourceType) -> Self {
        Self { adds_dependencies: !schema.dependencies_by_value.is_empty(), schema, unknown: Vec::new() }
    }
}

/// A part of a schema that some facts do not contain: recordings of older releases lack it, or no class of that Heat declares it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The properties groups, which no class of Heat itself declares.
    PropertiesGroups,
    /// The validation rules, which no class of Heat declares: they are in the code of `validate`.
    ValidationRules,
    /// The translation rules.
    TranslationRules,
    /// Support for the deletion policy `Snapshot`.
    SnapshotDeletion,
    /// Acceptance of any property name.
    AnyProperty,
    /// Acceptance of any name by `get_attr`.
    AnyAttribute,
    /// A record from the attribute `show`.
    HasShow,
    /// The value of `get_resource` before the resource is created.
    ReferenceBeforeCreation,
    /// The dependencies by value.
    DependenciesByValue,
}

impl Part {
    /// All parts that facts may lack.
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

    /// Copies the part from one schema to another.
    pub fn copy(self, from: &ResourceType, to: &mut ResourceType) {
        match self {
            Self::PropertiesGroups => to.properties_groups.clone_from(&from.properties_groups),
            Self::ValidationRules => to.validation_rules.clone_from(&from.validation_rules),
            Self::TranslationRules => to.translation_rules.clone_from(&from.translation_rules),
            Self::SnapshotDeletion => to.supports_snapshot_deletion = from.supports_snapshot_deletion,
            Self::AnyProperty => to.any_property = from.any_property,
            Self::AnyAttribute => to.any_attribute = from.any_attribute,
            // `has_show` is only written if it differs from what `entity` implies, which may differ in the other schema.
            Self::HasShow => match from.has_show {
                Some(has_show) => to.set_has_record(has_show),
                None => to.has_show = None,
            },
            Self::ReferenceBeforeCreation => to.reference_before_creation = from.reference_before_creation,
            Self::DependenciesByValue => to.dependencies_by_value.clone_from(&from.dependencies_by_value),
        }
        // Whether `has_show` has to be written depends on other parts.
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
