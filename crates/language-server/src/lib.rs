//! The language server: findings of `validate` while typing, and the requests of editors about templates.
//!
//! [`Server`] handles the messages of the protocol; [`serve`] connects it with a client. Findings come from `heat_template_check`
//! and, for schemas, from the rules of `check`; the meaning of names and the schemas of properties come from `heat-hot` and the
//! catalogue. This crate converts them to the terms of the protocol: positions, edits, Markdown.
//!
//! Everything is computed from the text on request: reading a template of a hundred resources takes a millisecond.

mod answers;
mod catalogue;
mod conversation;
mod documents;
mod places;
mod protocol;
mod settings;
mod site_address;
mod text;
mod workspace;

pub use catalogue::Catalogue;
pub use conversation::connection::serve;
pub use conversation::server::Server;
pub use conversation::stdio::serve_streams;
