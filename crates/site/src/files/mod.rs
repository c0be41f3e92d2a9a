//! Input and output files of a site.
//!
//! This module contains the destination of rendered files, and reads templates, assets and the checker for browsers without
//! interpreting them. Pages are in `pages`, and CommonMark texts in `guide`.

pub(crate) mod assets;
pub(crate) mod browser_checker;
mod compact;
pub(crate) mod folder;
pub(crate) mod sink;
pub(crate) mod templates;
