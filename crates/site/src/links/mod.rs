//! Links: the addresses of pages, the names in a text that become links, and the check for dead links.
//!
//! Texts are searched for names in `text`; the pages of each release are in `releases`.

pub(crate) mod addresses;
pub(crate) mod check;
pub(crate) mod edit_links;
pub(crate) mod release_address;
pub(crate) mod repository_path;
pub(crate) mod row_anchors;
pub(crate) mod targets;
pub(crate) mod web_address;
