//! The trait for the values of the attributes, with one method per attribute, of the type that the schema
//! declares.

use heat_model::AttributeType;

use super::code::Code;
use super::reference;
use crate::plan::{Attribute, Plan};

/// Writes the trait, and the function that reads an attribute by its name.
pub(super) fn write(code: &mut Code, plan: &Plan<'_>) {
    code.doc(&format!(
        "The values of the attributes of `{}`, with their declared types. [`Attribute::read`] reads one by its name.",
        plan.resource_type.name
    ));
    code.push("pub trait Attributes { /// Why a value is not available.\ntype Error;");
    for attribute in &plan.attributes {
        code.doc(&reference::variant(attribute.name, reference::attribute_description(attribute)));
        if let Some(schema) = attribute.schema {
            code.hide(&schema.support_status);
        }
        code.push(format_args!(
            "fn {}(&self) -> hp::Result<hp::Option<{}>, Self::Error>",
            attribute.method,
            value_type(attribute)
        ));
        // Few services can show more of a resource than its attributes.
        code.push(if attribute.schema.is_none() { "{ hp::Result::Ok(hp::Option::None) }" } else { ";" });
    }
    code.push(
        "} impl Attribute { /// Its value, as returned by `get_attr`.\n///\n/// # Errors\n/// Why it is not available.\n\
         pub fn read<A: Attributes + ?hp::Sized>(self, of: &A) -> hp::Result<hp::Value, A::Error> { match self {",
    );
    for Attribute { variant, method, .. } in &plan.attributes {
        code.push(format_args!("Self::{variant} => hp::given(of.{method}()),"));
    }
    code.push("} } }");
}

fn value_type(attribute: &Attribute<'_>) -> &'static str {
    // Follows `heat.engine.resource.Resource.base_attributes_schema`.
    let declared = attribute.schema.map_or(Some(AttributeType::Map), |schema| schema.attribute_type);
    match declared {
        Some(AttributeType::String) => "hp::String",
        Some(AttributeType::Integer) => "i64",
        Some(AttributeType::Boolean) => "bool",
        Some(AttributeType::Map) => "hp::Map",
        Some(AttributeType::List) => "hp::Vec<hp::Value>",
        None => "hp::Value",
    }
}
