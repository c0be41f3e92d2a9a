//! The conversation with a client: its messages arrive, and the server handles one after the other.
//!
//! `workspace` and `answers` analyse the documents and answer the questions about them.

pub(crate) mod connection;
mod requests;
pub(crate) mod server;
pub(crate) mod stdio;
