//! Templates that resources generate from their properties: groups and chains of resources.
//!
//! Follows `ResourceGroup`, `ResourceChain`, `AutoScalingResourceGroup` and `SoftwareDeploymentGroup` of Heat's resources;
//! `launch` has the groups of instances. Unknown values become parameters of the template.

mod attributes;
mod builder;
mod invalid_properties;
mod launch_configuration;
mod node;

pub(crate) use self::attributes::AttributeUses;
pub(super) use self::attributes::group_attribute;
pub(crate) use self::builder::Members;
pub(super) use self::builder::{GeneratedTemplate, MemberTemplateBuilder};
pub(super) use self::invalid_properties::{Unreadable, unreadable_first, unreadable_of};
pub(super) use self::launch_configuration::added_registry;
