//! Every type of the catalogue, derived: that all of them compile, quickly and without a warning.

include!(concat!(env!("OUT_DIR"), "/types.rs"));
