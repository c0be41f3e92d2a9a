//! Texts to read from beginning to end: the pages of the guide, written and generated, and the architectures.
//!
//! They are CommonMark texts and templates in files. Their HTML pages are in `pages`, and their search entries in `search`.

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
