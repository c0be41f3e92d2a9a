//! The derive macro `HeatResource`: typed properties and attributes from the schema of a Heat resource type.
//!
//! Plug-in code depends on `heat-plugin`, which re-exports the macro and documents its use.
//!
//! The stages of a derive: `input` reads the struct and its attributes, `file` the schema's text,
//! `heat-model` the schema; `plan` decides on types and names, and `emit` generates the code. This file is
//! the entry point; the rest can be reached from unit tests.

mod derive;
mod docs;
mod emit;
mod file;
mod input;
mod options;
mod plan;
mod rust_names;
#[cfg(test)]
mod tests;

use proc_macro::{Delimiter, Group, Span, TokenStream, TokenTree};

/// Generates a module next to the struct, with everything in the schema as Rust types. `heat-plugin`
/// re-exports it, with an example.
///
/// `#[heat(…)]` takes
///
/// * `schema = "…"`: the path of the schema, relative to the package's folder and inside it;
/// * `module = "…"`: the name of the module, if it should not be the struct's name in snake case;
/// * `crate = "…"`: the path of `heat-plugin`, if it has another name;
/// * `rename("fixed-ip" = "fixed_ip_2")`: the field of a property, by its path (`networks.fixed-ip`);
/// * `rename_type("pools" = "Pool")`: the struct or enum of a property;
/// * `rename_attribute("first-address" = "FirstAddress2")`: the variant of an attribute;
/// * `rename_value("kind[on]" = "LowerOn")`: the variant of an allowed value;
/// * `with("network" = "crate::NetworkId", "length" = "u16")`: the type of a property, one of the plug-in's
///   own or an integer type; for a list's items, with `ports.*`;
/// * `integers = "range"`: integers have the smallest type that fits their range, not `i64`;
/// * `builders`: builders of property data, which `derive(builders(…))` also requests;
/// * `derive(enums(Hash, Ord), structs(…), builders(…))`: further derives;
/// * `deprecated = "allow"`: using fields and setters of deprecated properties does not cause warnings;
/// * `docs = "https://…"`: the address of the published reference, to which the documentation links.
#[proc_macro_derive(HeatResource, attributes(heat))]
pub fn heat_resource(input: TokenStream) -> TokenStream {
    let derived = syn::parse(input).and_then(|input| Ok(derive::derive(&derive::package_folder()?, &input)));
    match derived {
        Ok(derived) => {
            // The compiler's own parser for text, without the detour through `proc_macro2`.
            let tokens: TokenStream = derived.code.parse().unwrap_or_else(|error| {
                let message =
                    format!("the derive generated invalid Rust, which is a bug in heat-macros: {error}");
                syn::Error::new(proc_macro2::Span::call_site(), message).to_compile_error().into()
            });
            // With the derive's own hygiene: the user's lints do not apply to generated code.
            let place = Span::call_site().located_at(derived.span.unwrap());
            let mut tokens = located(tokens, place);
            tokens.extend(derived.errors.map(|errors| TokenStream::from(errors.to_compile_error())));
            tokens
        }
        Err(errors) => errors.to_compile_error().into(),
    }
}

/// Sets the span of the defined names to one span, which the user wrote.
///
/// The compiler gives the tokens of a parsed text spans in that text. Nobody can open it, and rust-analyzer
/// cannot handle them: neither definitions nor uses of derived items could be found. Attributes, bodies and
/// implementations of traits define nothing that is visible outside, and are left unchanged: each group that
/// is opened costs two calls to the compiler.
fn located(tokens: TokenStream, span: Span) -> TokenStream {
    /// The item that the next braces belong to.
    #[derive(PartialEq)]
    enum Within {
        Definitions,
        Implementation,
        Nothing,
    }
    let mut within = Within::Definitions;
    let at_span = |mut tree: TokenTree| {
        match &mut tree {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                if within != Within::Nothing {
                    tree = Group::new(Delimiter::Brace, located(group.stream(), span)).into();
                }
                within = Within::Definitions;
            }
            TokenTree::Ident(ident) => {
                match ident.to_string().as_str() {
                    "fn" => within = Within::Nothing,
                    "impl" if within == Within::Definitions => within = Within::Implementation,
                    "for" if within == Within::Implementation => within = Within::Nothing,
                    _ => {}
                }
                ident.set_span(span);
            }
            TokenTree::Punct(punct) if punct.as_char() == ';' => within = Within::Definitions,
            _ => {}
        }
        tree
    };
    tokens.into_iter().map(at_span).collect()
}
