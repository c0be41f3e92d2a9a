#![deny(warnings, missing_docs)]
#![forbid(unsafe_code, deprecated, missing_debug_implementations)]

//! Deprecated and hidden properties cause no warnings unless they are used.

use heat_plugin::HeatResource;

/// A resource type.
#[derive(HeatResource)]
#[heat(schema = "schemas/Status.yaml")]
#[derive(Debug)]
pub struct Status;

/// Derives a type inside a function, with shadowed prelude names.
pub fn within() -> &'static str {
    #[derive(HeatResource)]
    #[heat(schema = "schemas/Token.yaml")]
    struct Token;
    Token::TYPE
}

/// Prelude names that mean something else here.
pub mod shadowed {
    /// Shadows the one in the prelude.
    #[derive(Debug)]
    pub struct Option;
    /// Shadows the one in the prelude.
    #[derive(Debug)]
    pub struct String;
    /// Shadows the one in the prelude.
    #[derive(Debug)]
    pub struct Vec;

    /// A type among them.
    #[derive(heat_plugin::HeatResource, Debug)]
    #[heat(schema = "schemas/Token.yaml", derive(builders(Debug)))]
    pub struct Token;
}

fn main() {
    assert_eq!(Status::schema().name, "My::Custom::Status");
    assert_eq!(within(), "My::Custom::Token");
}
