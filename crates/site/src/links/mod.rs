//! Links: the addresses of pages, the names in a text that lead to them, and whether every link leads somewhere.
//!
//! How a link is found in a text is in `text`; which release has which page, in `releases`.

pub(crate) mod addresses;
pub(crate) mod check;
pub(crate) mod edit_links;
pub(crate) mod release_address;
pub(crate) mod repository_path;
pub(crate) mod row_anchors;
pub(crate) mod targets;
pub(crate) mod web_address;
