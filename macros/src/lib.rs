//! The derive macro `HeatResource`: typed properties and attributes from the schema of a Heat resource type.
//!
//! Plug-in code depends on `heat-plugin`, which re-exports the macro and says how to use it.
//!
//! The way of a derive: `input` reads the struct and its attributes, `file` the schema's text, `heat-model` the schema;
//! `plan` decides on types and names, `emit` writes them down. This file is the door; the rest is within reach of unit
//! tests.

mod derive;
mod docs;
mod emit;
mod file;
mod input;
mod names;
mod plan;
#[cfg(test)]
mod tests;

use proc_macro::TokenStream;

/// Derives a module with the typed properties and attributes of a resource type from its schema.
///
/// ```ignore
/// #[derive(HeatResource)]
/// #[heat(schema = "schemas/My/Custom/Token.yaml")] // from the folder of Cargo.toml
/// pub struct Token;
/// ```
///
/// `#[heat(…)]` takes
///
/// * `schema = "…"`: the path of the schema, from the package's folder, and within it;
/// * `module = "…"`: the name of the module, where it is not to be the struct's in snake case;
/// * `crate = "…"`: the path of `heat-plugin`, where it has another name;
/// * `rename("fixed-ip" = "fixed_ip_2")`: the field of a property, by its path (`networks.fixed-ip`);
/// * `rename_attribute("first-address" = "FirstAddress2")`: the variant of an attribute;
/// * `rename_value("kind[on]" = "LowerOn")`: the variant of an allowed value.
#[proc_macro_derive(HeatResource, attributes(heat))]
pub fn heat_resource(input: TokenStream) -> TokenStream {
    let derived = syn::parse(input).and_then(|input| Ok(derive::derive(&derive::package_folder()?, &input)));
    match derived {
        Ok(derived) => {
            // The compiler's own reading of a text, without the detour through `proc_macro2`.
            let mut tokens: TokenStream = derived.code.parse().unwrap_or_else(|error| {
                let message = format!("the derive wrote what is not Rust, which is a mistake in it: {error}");
                syn::Error::new(proc_macro2::Span::call_site(), message).to_compile_error().into()
            });
            tokens.extend(derived.errors.map(|errors| TokenStream::from(errors.to_compile_error())));
            tokens
        }
        Err(errors) => errors.to_compile_error().into(),
    }
}
