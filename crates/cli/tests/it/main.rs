//! Tests of the program and the library from outside: one test binary, so that the program is linked once.
//!
//! Each folder is about one subject, and each module in it about a command, a page or an attack. Code that several modules use is
//! in [`support`].

mod architecture;
mod catalogue;
mod command_line;
mod commands_agree;
mod diff;
mod distribution;
mod hostile;
mod plugins;
mod site;
mod support;
mod templates;
