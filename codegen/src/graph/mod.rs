//! Pictures of what depends on what: from plain data to SVG.
//!
//! `template` reads a [`Graph`] from a template. `layers` puts its nodes into layers, each below what it depends on,
//! `places` gives them coordinates, and `svg` draws them. A node can contain a graph: the stack that a resource creates.

mod data;
mod layers;
mod places;
mod svg;
mod template;

pub use data::{Graph, Node};
pub use svg::svg;
pub use template::of_stack;
