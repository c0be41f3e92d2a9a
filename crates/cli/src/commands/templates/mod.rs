//! Commands for those who write templates: they check, resolve, plan and draw them, without a cloud, and explain what they report.

pub mod deployment;
pub mod explain;
pub mod graph;
pub mod plan;
pub mod resolve;
pub mod rules;
pub mod test;
pub mod validate;
pub mod yaql;

/// The title of these commands in the help of the program, and their order there.
pub(super) const GROUP: (&str, &[&str]) = (
    "Templates",
    &["validate", "test", "plan", "resolve", "graph", "deployment", "yaql", "rules", "explain"],
);
