//! Relations between types as a graph: its edges go from a property to the types whose resources it refers to.
//!
//! The catalogue finds the edges in five sources, in this order:
//!
//! - A custom constraint looks a value up in a service, and names the type that creates what it finds.
//! - A translation rule resolves a name with the same finder as that of a property with such a constraint.
//! - The description of a property names, in its first sentence, the types whose references it takes.
//! - In examples, the property is set to `get_resource` of a resource, or to a parameter with such a constraint. They also show
//!   which definitions of resources a property contains, such as those of a group's members.
//! - A dependency by value names the type of the resources that are waited for.
//!
//! The graph has no HIDDEN items if the types from which it is built have none.

mod examples;
mod graph;
mod references;

pub use examples::{ReadExamples, Use, argument};
pub use graph::{Edge, Relations, Source};
pub use references::{ReferenceTarget, References};
