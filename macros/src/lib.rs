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
mod options;
mod plan;
#[cfg(test)]
mod tests;

use proc_macro::{Delimiter, Group, Span, TokenStream, TokenTree};

/// Writes a module beside the struct, with all that the schema says, typed. `heat-plugin` re-exports it, with an example.
///
/// `#[heat(…)]` takes
///
/// * `schema = "…"`: the path of the schema, from the package's folder, and within it;
/// * `module = "…"`: the name of the module, where it is not to be the struct's in snake case;
/// * `crate = "…"`: the path of `heat-plugin`, where it has another name;
/// * `rename("fixed-ip" = "fixed_ip_2")`: the field of a property, by its path (`networks.fixed-ip`);
/// * `rename_type("pools" = "Pool")`: the struct or enum of a property;
/// * `rename_attribute("first-address" = "FirstAddress2")`: the variant of an attribute;
/// * `rename_value("kind[on]" = "LowerOn")`: the variant of an allowed value;
/// * `with("network" = "crate::NetworkId", "length" = "u16")`: the type of a property, one of the plug-in's own or an
///   integer type; of a list's items, by `ports.*`;
/// * `integers = "range"`: integers have the smallest type that their range fits in, not `i64`;
/// * `derive(enums(Hash, Ord), structs(…), builders(…))`: further derives;
/// * `deprecated = "allow"`: fields and setters of deprecated properties do not warn where they are used;
/// * `docs = "https://…"`: the address that the reference is published at, to which the documentation links.
#[proc_macro_derive(HeatResource, attributes(heat))]
pub fn heat_resource(input: TokenStream) -> TokenStream {
    let derived = syn::parse(input).and_then(|input| Ok(derive::derive(&derive::package_folder()?, &input)));
    match derived {
        Ok(derived) => {
            // The compiler's own reading of a text, without the detour through `proc_macro2`.
            let tokens: TokenStream = derived.code.parse().unwrap_or_else(|error| {
                let message = format!("the derive wrote what is not Rust, which is a mistake in it: {error}");
                syn::Error::new(proc_macro2::Span::call_site(), message).to_compile_error().into()
            });
            // With the derive's own hygiene: what it writes is no concern of the user's lints.
            let place = Span::call_site().located_at(derived.span.unwrap());
            let mut tokens = located(tokens, place);
            tokens.extend(derived.errors.map(|errors| TokenStream::from(errors.to_compile_error())));
            tokens
        }
        Err(errors) => errors.to_compile_error().into(),
    }
}

/// Puts the names that are defined at one place, which the user wrote.
///
/// The compiler gives the tokens of a parsed text places in that text. Nobody can open it, and rust-analyzer fails on them:
/// neither definitions nor uses of what is derived could be found. Attributes, bodies and implementations of traits define
/// nothing that is seen from outside, and stay as they are: each group that is opened costs two calls of the compiler.
fn located(tokens: TokenStream, span: Span) -> TokenStream {
    /// What the next braces are around.
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
