//! Commands about docs: the site, and the rules in a terminal.

pub mod build;
pub mod explain;
pub mod rules;
pub mod serve;
