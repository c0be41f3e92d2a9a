//! The pages about releases: the changes in each, the items that it hid, the list of all, and the comparison of any two.
//!
//! The changes are calculated in the crate's module `releases`; texts and links are here.

pub(crate) mod hidden;
mod line;
pub(crate) mod link;
pub(crate) mod release_pages;
mod replacement_links;
pub(crate) mod shared_page;
mod twins;
