//! `docs.yaml`: the name and the appearance of a site, and the selection of its parts.
//!
//! The file is next to the folder of schemas. It is read without serde, so that every error is reported with its span; type names
//! are checked when the types are known ([`DocsFile::check_types`]). Its content is not trusted more than a schema's: a logo is
//! only ever shown as an image, and titles are escaped like all other text.

mod accent;
mod data;
mod logo;
mod read;
mod values;

pub use accent::Accent;
pub use data::{DocsFile, FILE, HomeLink, PlugIn, SourceTemplates, TypeGroup};
pub use logo::Logo;

pub(crate) use accent::STYLE;
