//! The contents of a plan: structs, fields, enums and attributes.

use heat_model::{AttributeSchema, PropertySchema, ResourceType, SchemaPath};

use crate::options::IntegerType;

/// The plan of a derive: all items that are derived from a resource type.
#[derive(Debug)]
pub(crate) struct Plan<'a> {
    /// The schema.
    pub(crate) resource_type: &'a ResourceType,
    /// The top-level properties, as a struct.
    pub(crate) properties: Struct<'a>,
    /// The structs of members, each after the one that contains it.
    pub(crate) nested: Vec<Struct<'a>>,
    /// The enums of allowed values.
    pub(crate) choices: Vec<Choice>,
    /// The attributes, the base attribute last.
    pub(crate) attributes: Vec<Attribute<'a>>,
}

/// A struct with a field for each property of a map.
#[derive(Debug)]
pub(crate) struct Struct<'a> {
    /// The struct's name in Rust.
    pub(crate) name: String,
    /// The names of the properties on the path to the struct; empty at the top.
    pub(crate) names: Vec<String>,
    /// The position of the schema.
    pub(crate) site: SchemaPath,
    /// The struct's description.
    pub(crate) description: Option<&'a str>,
    /// The struct's fields, in schema order.
    pub(crate) members: Vec<Member<'a>>,
}

/// A property, as a field.
#[derive(Debug)]
pub(crate) struct Member<'a> {
    /// The member's name in Heat.
    pub(crate) name: &'a str,
    /// The names on the path to the member, ending with its own.
    pub(crate) names: Vec<String>,
    /// The position of the schema.
    pub(crate) site: SchemaPath,
    /// The member's field.
    pub(crate) field: String,
    /// The member's name in camel case: the name of its variant, and part of the names of the types in it.
    pub(crate) camel: String,
    /// The member's type.
    pub(crate) field_type: Type,
    /// `true` if the member may have no value.
    pub(crate) optional: bool,
    /// The member's schema.
    pub(crate) schema: &'a PropertySchema,
}

/// The type of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Type {
    String,
    Integer(&'static IntegerType),
    Number,
    Boolean,
    Map,
    Any,
    /// A struct of members.
    Struct(String),
    /// An enum of allowed values.
    Choice(String),
    List(Box<Type>),
    /// A map that also accepts text.
    TextOr(Box<Type>),
    /// A type of heat-plugin that the user requested.
    Known(String),
    /// A type of the user's.
    Own(String),
}

/// An enum of allowed values.
#[derive(Debug)]
pub(crate) struct Choice {
    /// The enum's name in Rust.
    pub(crate) name: String,
    /// The names of the properties on the path to the enum.
    pub(crate) names: Vec<String>,
    /// The values and their variants.
    pub(crate) values: Vec<(String, String)>,
    /// The variant for any other value, if one is possible.
    pub(crate) other: Option<String>,
    /// The variant of the property's default, if it has one.
    pub(crate) default: Option<String>,
    /// The position of the constraint.
    pub(crate) site: SchemaPath,
}

/// An attribute, as a variant.
#[derive(Debug)]
pub(crate) struct Attribute<'a> {
    /// The attribute's name in Heat.
    pub(crate) name: &'a str,
    /// The attribute's variant.
    pub(crate) variant: String,
    /// The attribute's method.
    pub(crate) method: String,
    /// The attribute's schema; `None` for the base attribute, if the type does not declare it.
    pub(crate) schema: Option<&'a AttributeSchema>,
}

impl Plan<'_> {
    /// Returns whether a struct contains a type of the user's, at any depth.
    pub(crate) fn has_own_types(&self, record: &Struct<'_>) -> bool {
        record.members.iter().any(|member| self.is_own(&member.field_type))
    }

    fn is_own(&self, field_type: &Type) -> bool {
        match field_type {
            Type::Own(_) => true,
            Type::List(inner) | Type::TextOr(inner) => self.is_own(inner),
            Type::Struct(name) => self
                .nested
                .iter()
                .find(|nested| nested.name == *name)
                .is_some_and(|nested| self.has_own_types(nested)),
            _ => false,
        }
    }

    /// Returns whether all integers are read as 64-bit signed integers. Other types check their limits themselves.
    pub(crate) fn integers_fit_i64(&self) -> bool {
        fn is_wide(field_type: &Type) -> bool {
            match field_type {
                Type::Integer(integer) => integer.max > i128::from(i64::MAX),
                Type::Known(name) => name == "hp::Integer",
                Type::Own(_) => true,
                Type::List(inner) | Type::TextOr(inner) => is_wide(inner),
                _ => false,
            }
        }
        let records = std::iter::once(&self.properties).chain(&self.nested);
        !records.flat_map(|record| &record.members).any(|member| is_wide(&member.field_type))
    }
}
