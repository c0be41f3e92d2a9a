//! Tests of the grammar of the command line: paths, options that several commands share, and the help.
//!
//! The output of each command is tested with its subject.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails may panic")]

mod help;
mod language_server;
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
