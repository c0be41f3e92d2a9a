//! The protocol: what its messages have and texts do not, namely addresses of files, positions and errors.
//!
//! Nothing here knows a document or what is in it. The order of the messages is in `conversation`.

pub(crate) mod addresses;
pub(crate) mod positions;
pub(crate) mod refusal;
