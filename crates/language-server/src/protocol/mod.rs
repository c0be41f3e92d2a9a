//! Parts of the protocol's messages that texts do not have: addresses of files, positions and errors.
//!
//! This module does not depend on documents or their contents. The order of the messages is in `conversation`.

pub(crate) mod addresses;
pub(crate) mod positions;
pub(crate) mod refusal;
