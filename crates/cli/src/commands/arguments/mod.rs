//! Arguments that several commands take, with the parsers of their values.
//!
//! Arguments of only one command are in its file.

pub(super) mod choices;
pub(super) mod findings;
pub(super) mod formats;
pub(super) mod inputs;
pub(super) mod output;
pub(super) mod parameter;
pub(super) mod release;
pub(super) mod renamed;
pub(super) mod watch;
