//! Pictures of dependency graphs: from plain data to SVG and to the languages of other programs.
//!
//! `layers` assigns the nodes of a [`Graph`] to layers, each below the nodes that it depends on, `places` calculates their
//! coordinates, and `svg` draws them. A node can contain a graph: the stack that a resource creates. `mermaid`, `dot` and `json`
//! write the same graph for programs that draw or read it themselves.

mod data;
mod dot;
mod edges;
mod json;
mod layers;
mod mermaid;
mod places;
mod svg;

pub use data::{Edge, Graph, Node, Reason};
pub use dot::dot;
pub use json::json;
pub use mermaid::mermaid;
pub use svg::{excess, service_class, svg, svg_document};
