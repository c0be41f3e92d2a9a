//! The pages about releases: what each changed, what it hid, the list of all, and the comparison of any two.
//!
//! What changed is in the crate's `releases`; here are the words and the links.

pub(crate) mod hidden;
mod line;
pub(crate) mod link;
pub(crate) mod release_pages;
mod replacement_links;
pub(crate) mod shared_page;
mod twins;
