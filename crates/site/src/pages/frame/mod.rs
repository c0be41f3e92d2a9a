//! The frame that all pages share: head, navigation and edition; and the definition of a kind of page.
//!
//! The frame receives the content of a page, and knows no particular page.

pub(crate) mod kind;
mod marked_navigation;
pub(crate) mod page_links;
pub(crate) mod render_context;
pub(crate) mod renderer;
pub(crate) mod side_navigation;
pub(crate) mod twin;
