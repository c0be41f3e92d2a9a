//! The pages of the rules of `check`, `validate` and `diff`, one per rule.

mod advice;
mod examples;
mod facts;
mod page;
mod related;
mod twin;

pub(crate) use page::jobs;
