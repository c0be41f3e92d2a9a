//! Files: those that a site is made of, and those that people give to it.
//!
//! Here are the destination of what is rendered, and everything that is read as it is: templates, assets, the checker for browsers.
//! What a file says is no matter here: pages are in `pages`, and texts in CommonMark in `guide`.

pub(crate) mod assets;
pub(crate) mod browser_checker;
mod compact;
pub(crate) mod folder;
pub(crate) mod sink;
pub(crate) mod templates;
