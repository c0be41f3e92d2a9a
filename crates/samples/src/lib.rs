//! Templates that a schema makes: samples of values, snippets, provider templates, and witnesses of a change.
//!
//! Everything here is computed from schemas alone, reads no file, and validates in the checker: [`snippet`] is what a page shows,
//! [`provider_template`] what Heat's API answers, and [`witness`] a template that a change breaks.

pub mod provider_template;
pub mod sample;
pub mod snippet;
pub mod witness;
