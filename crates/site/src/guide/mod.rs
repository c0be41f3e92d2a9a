//! What people read from beginning to end: the pages of the guide, written and generated, and the architectures.
//!
//! They are texts in CommonMark and templates in files. Their HTML pages are made in `pages`, their entries in the search in
//! `search`.

pub(crate) mod architectures;
#[cfg(test)]
mod counts;
mod function_forms;
pub(crate) mod functions;
pub(crate) mod page;
pub(crate) mod pages;
pub(crate) mod rules;
pub(crate) mod section_keywords;
pub(crate) mod yaql;
