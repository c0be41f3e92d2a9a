//! The frame of a page, which all pages share: head, navigation and edition; and what a kind of page is, for the table of pages.
//!
//! It is given the content of a page, and knows no page.

pub(crate) mod kind;
mod marked_navigation;
pub(crate) mod page_links;
pub(crate) mod render_context;
pub(crate) mod renderer;
pub(crate) mod side_navigation;
pub(crate) mod twin;
