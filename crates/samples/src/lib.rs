//! Templates that are generated from a schema: samples of values, snippets, and provider templates.
//!
//! Everything here is computed from schemas alone, reads no file, and validates in the checker: [`snippet`] is what a page shows, and
//! [`provider_template`] what Heat's API answers.

pub mod provider_template;
pub mod sample;
pub mod snippet;
