//! Schemas at run time: what is known of a resource type and of its parts.
//!
//! [`HeatResource::schema`](crate::HeatResource::schema) gives the whole schema as a [`ResourceType`]. What is asked for
//! most is known when the plug-in is compiled: [`PropertyInfo`] and [`AttributeInfo`], which the names of
//! [properties](crate::Property::info) and [attributes](crate::Attribute::info) lead to.

pub(crate) mod embedded;
pub(crate) mod info;

pub use heat_model::{
    AttributeSchema, AttributeType, CacheMode, Constraint, ConstraintKind, NestedSchema, PropertiesGroup,
    PropertySchema, PropertyType, ResourceType, Status, StatusEntry, SupportStatus, TranslationRule,
};

pub use info::{AttributeInfo, PropertyInfo};
