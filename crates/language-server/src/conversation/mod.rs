//! The conversation with a client: its messages come in, and the server takes one after the other.
//!
//! What a document says and what answers a question about it are found out below, in `workspace` and `answers`.

pub(crate) mod connection;
mod requests;
pub(crate) mod server;
pub(crate) mod stdio;
