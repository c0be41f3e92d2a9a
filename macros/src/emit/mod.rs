//! Generates Rust code from the plan.
//!
//! The code is generated as text, not token by token: the compiler reads a text in one go with its own
//! optimised lexer, while the tokens of `quote!` are created one by one by a macro that is itself compiled
//! without optimisation. For large schemas, that would be most of the time that the derive takes. Only types,
//! names and one-line calls are generated; the functions that they call are in heat-plugin's `__private`.

mod builders;
mod choices;
mod code;
mod enums;
mod path;
pub(crate) mod reference;
mod structs;

use heat_model::AttributeType;

use crate::input::Input;
use crate::plan::{Attribute, Plan};
use code::Code;
use path::path;

/// The Rust code for a plan.
///
/// `json` is the schema as a literal, `file` its path from the package's folder.
pub(crate) fn module(plan: &Plan<'_>, input: &Input, json: &str, file: &str) -> String {
    let plugin = path(&input.plugin, false);
    let ident = &input.ident;
    let module = &input.module;
    let visibility = quote::ToTokens::to_token_stream(&input.visibility).to_string();
    let name = plan.resource_type.name.as_str();
    let mut code = Code::new(input.options.warns);
    let derives = &input.options.derives;

    code.push(format_args!(
        "impl {plugin}::HeatResource for {ident} {{\
         type Values = {module}::Values; type Property = {module}::Property; type Attribute = {module}::Attribute; \
         const TYPE: &'static str = {name:?};"
    ));
    if plan.resource_type.supports_snapshot_deletion {
        code.push(" const SUPPORTS_SNAPSHOT_DELETION: bool = true;");
    }
    code.push(" }");
    code.doc(&reference::module(plan, input.options.docs.as_deref()));
    code.push(format_args!(
        "{visibility} mod {module} {{ use {}::__private as hp;",
        path(&input.plugin, true)
    ));
    // The bytes of the file are not used: including them makes the compiler rebuild when the file changes.
    code.push(format_args!(
        "static SCHEMA: hp::Schema = hp::schema(\
         hp::include_bytes!(hp::concat!(hp::env!(\"CARGO_MANIFEST_DIR\"), {:?})),",
        format!("/{file}")
    ));
    code.literal(json);
    code.push(");");
    structs::write(&mut code, plan, &derives.structs);
    if input.options.builders {
        builders::write(&mut code, plan, &derives.builders);
    }
    for choice in &plan.choices {
        choices::write(&mut code, plan, choice, &derives.enums);
    }
    enums::properties(&mut code, plan, &derives.enums);
    enums::updatable(&mut code, plan, &derives.enums);
    enums::attributes(&mut code, plan, &derives.enums);
    attribute_values(&mut code, plan);
    code.push("}");
    code.text
}

/// Writes the trait for the values of the attributes, with one method per attribute, of the type that the schema declares, and the
/// function that reads an attribute by its name.
fn attribute_values(code: &mut Code, plan: &Plan<'_>) {
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
