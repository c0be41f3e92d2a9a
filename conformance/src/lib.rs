//! Replays recorded answers of real Heat.
//!
//! A vector is a line of JSON: Heat gave this answer to this input. A [`family`] runs such an input through our own engine and
//! compares the two answers; everything else is the same for all families: reading lines ([`vector`]), replaying files
//! ([`replay`]), accepting known [`deviations`], and the [`report`]. A new family is a constant of the type
//! [`family::Family`], and a line in [`families`].
//!
//! # Conditions for two answers to agree
//!
//! - Both are errors, or neither is.
//! - Values are equal: integers and floats differ, and so do `0.0` and `-0.0`; not-a-number equals itself; the order of a map's
//!   keys does not matter.
//! - If Heat gives a validation error a path, it is the path of our *first* error. Heat stops at its first error; ours are
//!   collected in Heat's order. (If a value is only read, Heat builds no path.) An error about a name (unknown, missing, not
//!   implemented) has the containing map as its path in Heat and the name itself in ours, so the last step is ignored there. The
//!   section that Heat adds at the beginning (`Properties`) is chosen by the caller, and is ignored.
//! - The wording of messages does not matter.

pub mod cli;
pub mod compare;
mod custom;
pub mod data_folder;
pub mod deviations;
pub mod families;
pub mod family;
pub mod replay;
pub mod report;
mod schema;
pub mod vector;
