#![deny(warnings, missing_docs)]
#![forbid(unsafe_code, deprecated, missing_debug_implementations)]

//! Deprecated and hidden properties warn nobody who does not use them.

use heat_plugin::HeatResource;

/// A resource type.
#[derive(HeatResource)]
#[heat(schema = "schemas/Status.yaml")]
#[derive(Debug)]
pub struct Status;

/// In a function, too, with names of the prelude taken.
pub fn within() -> &'static str {
    #[derive(HeatResource)]
    #[heat(schema = "schemas/Token.yaml")]
    struct Token;
    Token::TYPE
}

/// Names of the prelude that mean something else here.
pub mod shadowed {
    /// Shadows that of the prelude.
    #[derive(Debug)]
    pub struct Option;
    /// Shadows that of the prelude.
    #[derive(Debug)]
    pub struct String;
    /// Shadows that of the prelude.
    #[derive(Debug)]
    pub struct Vec;

    /// A type among them.
    #[derive(heat_plugin::HeatResource, Debug)]
    #[heat(schema = "schemas/Token.yaml")]
    pub struct Token;
}

fn main() {
    assert_eq!(Status::schema().name, "My::Custom::Status");
    assert_eq!(within(), "My::Custom::Token");
}
