//! Generates templates from a schema: samples of values, snippets, and provider templates.
//!
//! All of them are computed from schemas alone, without reading files, and pass the checker: [`snippet`] generates those on a page,
//! and [`provider_template`] the answer of Heat's API.

pub mod provider_template;
pub mod sample;
pub mod snippet;
