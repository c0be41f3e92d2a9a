//! The grammar of the command line: paths, options that several commands share, and the help.
//!
//! What a command says about its subject is tested with that subject.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails may panic")]

mod help;
mod mistakes;
mod own_types;
mod paths;
mod releases;
mod reports;
mod settings;
mod show;
mod watch;
#[cfg(unix)]
mod written;
