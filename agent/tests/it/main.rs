//! The program, started as a server starts it.

#[cfg(feature = "network")]
mod collect;
#[cfg(feature = "network")]
mod network;
#[cfg(feature = "network")]
mod server;
