//! Commands for those who write templates: they check, resolve, plan and draw them, without a cloud.

pub mod deployment;
pub mod graph;
pub mod plan;
pub mod resolve;
pub mod validate;
pub mod yaql;
