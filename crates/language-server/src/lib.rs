//! The language server: what `validate` finds as one types, and what editors ask about templates.
//!
//! [`Server`] takes the messages of the protocol and answers them; [`serve`] connects it with a client. What is wrong with a
//! document comes from `heat_template_check` and, for schemas, from the rules of `check`; what names mean and what a property
//! takes, from `heat-hot` and the catalogue. Here, all of that becomes what the protocol has: positions, edits, Markdown.
//!
//! Everything is computed from the text when it is asked for: reading a template of a hundred resources takes a millisecond.

mod actions;
mod addresses;
mod catalogue;
mod completion;
mod connection;
mod cursor;
mod document_kind;
mod documents;
mod environment_names;
mod environments;
mod file_names;
mod files;
mod findings;
mod hover;
mod navigation;
mod places;
mod positions;
mod reading;
mod refusal;
mod rename;
mod requests;
mod server;
mod settings;
mod shared_names;
mod site_address;
mod symbols;
mod template_names;
mod template_types;
mod workspace;
mod workspace_files;
mod workspace_symbols;

pub use catalogue::Catalogue;
pub use connection::serve;
pub use server::Server;
