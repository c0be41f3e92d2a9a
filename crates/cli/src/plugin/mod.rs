//! Plug-ins of Heat in Rust: a crate to start from ([`new`]), the files that Heat loads ([`build`]), what a Heat says of them
//! ([`check`]), and putting them where it looks ([`install`]).
//!
//! What a plug-in does is its own, and the bridge to Heat is a crate of its own.

pub mod build;
pub mod check;
pub mod install;
mod library;
pub mod new;
mod plugin_names;
