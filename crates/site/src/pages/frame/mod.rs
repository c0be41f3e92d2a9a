//! The frame of a page, which all pages share: head, navigation and edition.
//!
//! It is given the content of a page, and knows no page.

mod marked_navigation;
pub(crate) mod render_context;
pub(crate) mod renderer;
