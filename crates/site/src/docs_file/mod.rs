//! `docs.yaml`: what a site is called, how it looks, and which of its parts there are.
//!
//! The file is beside the folder of schemas. It is read without serde, so that every mistake is reported at its place; what it says of
//! types is checked when they are known ([`DocsFile::check_types`]). Nothing in it is trusted more than a schema: a logo that could run a
//! script is refused, and titles are escaped like all other text.

mod accent;
mod data;
mod json_schema;
mod logo;
mod read;
mod values;

pub use accent::Accent;
pub use data::{DocsFile, FILE, HomeLink, PlugIn, SourceTemplates, TypeGroup};
pub use json_schema::schema;
pub use logo::Logo;

pub(crate) use accent::STYLE;
