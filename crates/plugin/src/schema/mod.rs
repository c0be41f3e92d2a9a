//! Schemas at run time: metadata of a resource type and of its parts.
//!
//! [`HeatResource::schema`](crate::HeatResource::schema) returns the whole schema as a [`ResourceType`]. The
//! most important metadata is available at compile time: [`PropertyInfo`] and [`AttributeInfo`], which the
//! names of [properties](crate::Property::info) and [attributes](crate::Attribute::info) return.

pub(crate) mod embedded;
pub(crate) mod info;

pub use heat_model::{
    AttributeSchema, AttributeType, CacheMode, Constraint, ConstraintKind, NestedSchema, PropertiesGroup,
    PropertySchema, PropertyType, ResourceType, Status, StatusEntry, SupportStatus, TranslationRule,
};

pub use info::{AttributeInfo, PropertyInfo};
