//! Every type of the catalogue, derived: all of them have to compile, quickly and without a warning.

include!(concat!(env!("OUT_DIR"), "/types.rs"));
