//! Templates that resources generate from their properties: groups and chains of resources.
//!
//! Follows `ResourceGroup`, `ResourceChain`, `AutoScalingResourceGroup` and `SoftwareDeploymentGroup` of Heat's resources;
//! `launch` has the groups of instances. Unknown values become parameters of the template.

mod attributes;
mod launch;
mod making;
mod node;
mod reading;

pub(crate) use self::attributes::AttributeUses;
pub(super) use self::attributes::{MEMBER, group_attribute};
pub(super) use self::launch::added_registry;
pub(crate) use self::making::Members;
pub(super) use self::making::{MadeTemplate, Making};
pub(super) use self::reading::{Unreadable, unreadable_first, unreadable_of};
