//! Conversations with the language server, over channels in the same process.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails may panic")]

mod actions;
mod caution;
mod client;
mod completion;
mod conversation;
mod described;
mod diagnostics;
mod environments;
mod life_cycle;
mod navigation;
mod nested;
mod random;
mod releases;
