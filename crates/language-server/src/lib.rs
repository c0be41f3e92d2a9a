//! The language server: what `validate` finds as one types, and what editors ask about templates.
//!
//! [`Server`] takes the messages of the protocol and answers them; [`serve`] connects it with a client. What is wrong with a
//! document comes from `heat_template_check` and, for schemas, from the rules of `check`; what names mean and what a property
//! takes, from `heat-hot` and the catalogue. Here, all of that becomes what the protocol has: positions, edits, Markdown.
//!
//! Everything is computed from the text when it is asked for: reading a template of a hundred resources takes a millisecond.

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
