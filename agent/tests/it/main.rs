//! The program, started as a server starts it: with environment variables, a list, hooks, and a program in place of the network.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails may panic")]

mod commands;
mod crash;
mod hooks;
mod hostile;
mod run;
mod secrets;
mod server;
