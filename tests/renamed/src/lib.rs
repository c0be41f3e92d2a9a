//! A plug-in that depends on heat-plugin under a different name, with the strictest lints.
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]
#![forbid(unsafe_code)]

/// A resource type in its own module, with the crate's own name for heat-plugin.
pub mod inner {
    pub(crate) use hp as mine;

    /// Found by its name among the dependencies.
    #[derive(hp::HeatResource)]
    #[heat(schema = "schemas/Token.yaml", crate = "hp", builders)]
    pub struct Token;

    /// Found by a path from here, in a module with a different name.
    #[derive(mine::HeatResource)]
    #[heat(schema = "schemas/Token.yaml", crate = "self::mine", module = "other", builders)]
    pub struct Other;
}

#[cfg(test)]
mod tests {
    use super::inner::{Other, Token, other, token};
    use hp::HeatResource as _;

    #[test]
    fn both_read() {
        assert_eq!(token::Properties::builder().build().map(|properties| properties.length), Ok(32));
        assert_eq!(other::Properties::builder().build().map(|properties| properties.length), Ok(32));
        assert_eq!(Token::schema(), Other::schema());
    }
}
