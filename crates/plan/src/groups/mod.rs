//! Groups: how many members they have, and how an update reaches those.

pub mod group_size;
pub mod rolling;
pub(crate) mod sizing;
