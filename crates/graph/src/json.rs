//! The graph as a JSON document.

use serde::Serialize;

use super::data::{Graph, Node, Reason};

/// A graph as JSON for other programs.
#[derive(Debug, Serialize)]
pub struct GraphDocument<'a> {
    resources: Vec<ResourceDocument<'a>>,
    /// The names of resources that form a cycle: each needs the next, and the last one needs the first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cycles: Vec<Vec<&'a str>>,
}

#[derive(Debug, Serialize)]
struct ResourceDocument<'a> {
    name: &'a str,
    #[serde(rename = "type")]
    resource_type: &'a str,
    /// `true` if the resource exists only under a condition.
    conditional: bool,
    needs: Vec<NeedDocument<'a>>,
    /// The graph of the stack that the resource creates.
    #[serde(skip_serializing_if = "Option::is_none")]
    nested: Option<GraphDocument<'a>>,
}

#[derive(Debug, Serialize)]
struct NeedDocument<'a> {
    resource: &'a str,
    /// Source of the dependency: `reference` or `depends_on`.
    by: &'static str,
}

/// Converts the graph into a document that serializes as JSON.
#[must_use]
pub fn json(graph: &Graph) -> GraphDocument<'_> {
    let name = |node: &usize| graph.nodes.get(*node).map(|node| node.name.as_str());
    GraphDocument {
        resources: graph.nodes.iter().enumerate().map(|(index, node)| document(graph, index, node)).collect(),
        cycles: graph.cycles.iter().map(|cycle| cycle.iter().filter_map(name).collect()).collect(),
    }
}

fn document<'a>(graph: &'a Graph, index: usize, node: &'a Node) -> ResourceDocument<'a> {
    let needs = graph.edges.iter().filter(|edge| edge.needing == index);
    ResourceDocument {
        name: &node.name,
        resource_type: &node.kind,
        conditional: node.is_conditional,
        needs: needs
            .filter_map(|edge| {
                let by = match edge.by {
                    Reason::Reference => "reference",
                    Reason::DependsOn => "depends_on",
                };
                Some(NeedDocument { resource: &graph.nodes.get(edge.needed)?.name, by })
            })
            .collect(),
        nested: node.inside.as_ref().map(json),
    }
}
