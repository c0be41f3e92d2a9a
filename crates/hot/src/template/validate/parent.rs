//! A stack among those around it and those that its resources create.

use super::implement::Resource;
use super::made::{AttributeUses, Members};
use super::setting::Setting;
use crate::scope::{Budget, Scope};
use crate::template::Template;
use crate::template::known::KnownAttributes;
use crate::template::offline::Inheritance;

/// Where a stack stands among those around it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Nesting {
    /// How many stacks are around it.
    pub(super) depth: usize,
    /// What the stack shares with those around it.
    pub(crate) budget: Budget,
    /// What the resource gives it that creates it.
    pub(crate) inherited: Option<Inheritance>,
    /// Whether a resource made its template, from properties that had been computed.
    pub(crate) is_made: bool,
}

/// A stack whose resources create others.
pub(crate) struct Parent<'p, 'a> {
    pub(crate) template: &'p Template,
    pub(crate) setting: &'p Setting<'a>,
    pub(crate) nesting: &'p Nesting,
    /// The scope in which properties are resolved.
    pub(crate) scope: &'p Scope<'p>,
    /// The resources of the stack.
    pub(crate) resources: &'p [Resource<'a>],
    /// The members of groups that are read.
    pub(crate) members: Members,
    /// The attributes that its templates refer to.
    pub(crate) uses: &'p AttributeUses,
    /// What is known of the resources that exist.
    pub(crate) known: &'p KnownAttributes,
}
