//! Plug-ins of Heat in Rust: a crate to start from ([`new`], [`add_type`]), the files that Heat loads ([`build`]), checks in an installed Heat
//! ([`check`]), an engine to try it in while it is written ([`dev`]), and the installation for engines ([`install`]).
//!
//! The bridge between plug-ins and Heat is a separate crate.

pub mod add_type;
pub mod build;
pub mod check;
pub mod dev;
mod engine;
pub(crate) mod heats;
pub mod install;
mod library;
pub mod new;
mod plugin_names;
pub mod report;
