//! Groups: the number of their members, and the way an update reaches the members.

pub mod group_size;
pub mod rolling;
pub(crate) mod sizing;
