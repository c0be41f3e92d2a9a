//! What a site is about: the visible catalogue with what follows from it, and the options that add to it.
//!
//! The pages and the search read it. It knows neither of them, nor how anything is rendered.

pub(crate) mod by_page;
pub(crate) mod identity;
pub(crate) mod known;
pub(crate) mod options;
pub(crate) mod settings;
pub(crate) mod site;
pub(crate) mod usage;
pub(crate) mod used_types;
