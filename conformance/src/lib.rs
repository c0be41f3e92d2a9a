//! Replays recorded answers of real Heat.
//!
//! A vector is a line of JSON: for exactly this input, Heat answered exactly this. A [`family`] knows how to put such an
//! input before our own engine and how to compare the two answers; everything around that is the same
//! for all: reading lines ([`vector`]), replaying files ([`replay`]), accepting known [`deviations`], and the
//! [`report`]. A new family is a module with a type that implements [`family::Family`], and a line in [`families`].
//!
//! # When two answers agree
//!
//! - Both are errors, or neither is.
//! - Values are the same: integers and floats are two things, so are `0.0` and `-0.0`; not-a-number is itself; the order
//!   of a map's keys says nothing.
//! - Where Heat gives an error of validation a path, it is the path of our *first* error. Heat stops at its first error;
//!   ours are collected in Heat's order. (Where a value is only read, Heat builds no path.) An error about a name
//!   (unknown, missing, not implemented) has the map around it as its path in Heat and the name itself in ours, so there
//!   the last step is ours alone. The section that Heat puts in
//!   front (`Properties`) is the caller's to give, and is left out.
//! - Words are each one's own.

pub mod cli;
pub mod compare;
mod custom;
pub mod deviations;
mod diff_claims;
pub mod families;
pub mod family;
pub mod replay;
pub mod report;
mod schema;
pub mod vector;
