//! Tests of the program as a server starts it: with environment variables, a list, hooks, and a program in place of the network;
//! and with servers on this machine in place of a cloud.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails may panic")]

#[cfg(feature = "network")]
mod cloud;
#[cfg(feature = "network")]
mod collect;
mod commands;
mod crash;
mod hooks;
mod hostile;
mod install;
mod logging;
#[cfg(feature = "network")]
mod machine;
#[cfg(feature = "network")]
mod network;
#[cfg(feature = "network")]
mod polling;
mod run;
mod secrets;
mod server;
mod stop;
#[cfg(feature = "network")]
mod whole;
