//! Schemas of properties and attributes.
//!
//! Follows `heat.engine.properties.Schema` and `heat.engine.attributes.Schema`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

pub use crate::property_type::PropertyType;
use crate::word::words;
use crate::{Constraint, SupportStatus, UpdateEffect, Value};

/// The schema of a map's members or a list's items.
#[derive(Debug, Clone, PartialEq)]
pub enum NestedSchema {
    /// Every item of a list. Written under the key `"*"`.
    Item(Box<PropertySchema>),
    /// The members of a map, by name.
    Members(IndexMap<String, PropertySchema>),
}

impl NestedSchema {
    /// The key under which a list's item schema is written.
    pub const ITEM_KEY: &'static str = "*";

    /// Returns the nested schemas with their keys, in source order.
    #[must_use]
    pub fn entries(&self) -> Box<dyn Iterator<Item = (&str, &PropertySchema)> + '_> {
        match self {
            Self::Item(item) => Box::new(std::iter::once((Self::ITEM_KEY, &**item))),
            Self::Members(members) => Box::new(members.iter().map(|(name, member)| (name.as_str(), member))),
        }
    }
}

impl Serialize for NestedSchema {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.entries())
    }
}

impl<'de> Deserialize<'de> for NestedSchema {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        IndexMap::<String, PropertySchema>::deserialize(deserializer).map(Self::from)
    }
}

impl From<IndexMap<String, PropertySchema>> for NestedSchema {
    /// Converts a map whose only key is `"*"` to an item's schema; any other map lists members.
    fn from(mut members: IndexMap<String, PropertySchema>) -> Self {
        if members.len() == 1
            && let Some(item) = members.shift_remove(Self::ITEM_KEY)
        {
            return Self::Item(Box::new(item));
        }
        Self::Members(members)
    }
}

/// The schema of a property, or of a member or an item of one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "these are Heat's own flags")]
pub struct PropertySchema {
    /// Type of the values.
    #[serde(rename = "type")]
    pub property_type: PropertyType,
    /// The description of the property, in CommonMark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The support status of the property, with history.
    #[serde(default, skip_serializing_if = "SupportStatus::is_empty")]
    pub support_status: SupportStatus,
    /// `true` if a template must set the property.
    #[serde(default, skip_serializing_if = "is_false")]
    pub required: bool,
    /// Value that is used if the property is not set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<Value>,
    /// `true` if a change of the property updates the resource in place; otherwise the resource is replaced.
    #[serde(default, skip_serializing_if = "is_false")]
    pub update_allowed: bool,
    /// `true` if a change of the property is refused.
    #[serde(default, skip_serializing_if = "is_false")]
    pub immutable: bool,
    /// Effect of a change of the property, if it is known. It is more detailed than `update_allowed`, and decides nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub update_effect: Option<UpdateEffect>,
    /// `true` if Heat implements the property.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub implemented: bool,
    /// `true` if a map also accepts text or a list (as JSON), and a list comma-separated text.
    #[serde(default, skip_serializing_if = "is_false")]
    pub allow_conversion: bool,
    /// Constraints on the values of the property.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<Constraint>,
    /// Schema of the members or items.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<NestedSchema>,
}

impl PropertySchema {
    /// Returns an optional property of this type, without any other attributes.
    #[must_use]
    pub fn new(property_type: PropertyType) -> Self {
        Self {
            property_type,
            description: None,
            support_status: SupportStatus::default(),
            required: false,
            default: None,
            update_allowed: false,
            immutable: false,
            update_effect: None,
            implemented: true,
            allow_conversion: false,
            constraints: Vec::new(),
            schema: None,
        }
    }

    /// Schema of the items, if the property is a list that has one.
    #[must_use]
    pub fn item(&self) -> Option<&PropertySchema> {
        match &self.schema {
            Some(NestedSchema::Item(item)) => Some(item),
            _ => None,
        }
    }

    /// Returns whether the property is a list whose items can be anything, even though it has a schema for them.
    #[must_use]
    pub fn takes_any_item(&self) -> bool {
        self.item().is_some_and(|item| {
            item.property_type == PropertyType::Any && item.implemented && item.constraints.is_empty()
        })
    }

    /// Schemas of the members, if the property lists any.
    #[must_use]
    pub fn members(&self) -> Option<&IndexMap<String, PropertySchema>> {
        match &self.schema {
            Some(NestedSchema::Members(members)) => Some(members),
            _ => None,
        }
    }
}

/// Returns the property at a path from the top; the items of a list do not add a step.
pub(crate) fn property_at<'a>(
    properties: &'a IndexMap<String, PropertySchema>,
    path: &[String],
) -> Option<&'a PropertySchema> {
    let (first, rest) = path.split_first()?;
    rest.iter()
        .try_fold(properties.get(first)?, |schema, name| schema.item().unwrap_or(schema).members()?.get(name))
}

/// Types that an attribute can declare. Heat does not have `number` here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AttributeType {
    /// A text.
    String,
    /// Names with values.
    Map,
    /// Items in order.
    List,
    /// A whole number.
    Integer,
    /// True or false.
    Boolean,
}

words!(AttributeType, "a type", [
    String => "string",
    Map => "map",
    List => "list",
    Integer => "integer",
    Boolean => "boolean",
]);

/// Caching of an attribute's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CacheMode {
    /// The value is read once and cached.
    #[default]
    CacheLocal,
    /// The value is not cached.
    CacheNone,
}

words!(CacheMode, "a cache mode", [
    CacheLocal => "cache_local",
    CacheNone => "cache_none",
]);

/// The schema of an attribute.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttributeSchema {
    /// Type of the value, if the plug-in declares it.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub attribute_type: Option<AttributeType>,
    /// The description of the attribute, in CommonMark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// An example of the value, for attributes whose structure is not obvious from their type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub example: Option<Value>,
    /// The support status of the attribute, with history.
    #[serde(default, skip_serializing_if = "SupportStatus::is_empty")]
    pub support_status: SupportStatus,
    /// Caching of the value.
    #[serde(default, skip_serializing_if = "is_cache_local")]
    pub cache_mode: CacheMode,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_cache_local(mode: &CacheMode) -> bool {
    *mode == CacheMode::CacheLocal
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(crate) fn is_false(flag: &bool) -> bool {
    !*flag
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(crate) fn is_true(flag: &bool) -> bool {
    *flag
}

pub(crate) fn yes() -> bool {
    true
}
