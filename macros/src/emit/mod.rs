//! Generates Rust code from the plan.
//!
//! The code is generated as text, not token by token: the compiler reads a text in one go with its own
//! optimised lexer, while the tokens of `quote!` are created one by one by a macro that is itself compiled
//! without optimisation. For large schemas, that would be most of the time that the derive takes. Only types,
//! names and one-line calls are generated; the functions that they call are in heat-plugin's `__private`.

mod attributes;
mod builders;
mod choices;
mod code;
mod enums;
mod path;
pub(crate) mod reference;
mod structs;

use crate::input::Input;
use crate::plan::Plan;
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
    attributes::write(&mut code, plan);
    code.push("}");
    code.text
}
