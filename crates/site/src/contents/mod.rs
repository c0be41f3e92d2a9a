//! The contents of a site: the visible catalogue, the data derived from it, and the options that add to it.
//!
//! The pages and the search read the contents. This module knows neither of them, nor how anything is rendered.

pub(crate) mod identity;
pub(crate) mod known;
pub(crate) mod options;
pub(crate) mod settings;
pub(crate) mod site;
pub(crate) mod usage;
