//! The graph as data.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::data::{Edge, Graph, Node, Reason};

/// A graph for programs, as `heat-codegen graph --format json` writes it.
#[derive(Debug, Serialize, Deserialize)]
pub struct GraphDocument<'a> {
    resources: Vec<ResourceDocument<'a>>,
    /// The names of resources that form a cycle: each needs the next, and the last one needs the first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    cycles: Vec<Vec<Cow<'a, str>>>,
}

#[derive(Debug, Serialize, Deserialize)]
struct ResourceDocument<'a> {
    name: Cow<'a, str>,
    #[serde(rename = "type")]
    resource_type: Cow<'a, str>,
    /// Whether the resource exists only under a condition.
    conditional: bool,
    needs: Vec<NeedDocument<'a>>,
    /// The stack that it creates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nested: Option<GraphDocument<'a>>,
}

#[derive(Debug, Serialize, Deserialize)]
struct NeedDocument<'a> {
    resource: Cow<'a, str>,
    by: By,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum By {
    Reference,
    DependsOn,
}

/// The graph as a document for programs.
#[must_use]
pub fn json(graph: &Graph) -> GraphDocument<'_> {
    let name = |node: &usize| graph.nodes.get(*node).map(|node| Cow::from(node.name.as_str()));
    GraphDocument {
        resources: graph.nodes.iter().enumerate().map(|(index, node)| document(graph, index, node)).collect(),
        cycles: graph.cycles.iter().map(|cycle| cycle.iter().filter_map(name).collect()).collect(),
    }
}

fn document<'a>(graph: &'a Graph, index: usize, node: &'a Node) -> ResourceDocument<'a> {
    let needs = graph.edges.iter().filter(|edge| edge.needing == index);
    ResourceDocument {
        name: node.name.as_str().into(),
        resource_type: node.kind.as_str().into(),
        conditional: node.is_conditional,
        needs: needs
            .filter_map(|edge| {
                let by = match edge.by {
                    Reason::Reference => By::Reference,
                    Reason::DependsOn => By::DependsOn,
                };
                Some(NeedDocument { resource: graph.nodes.get(edge.needed)?.name.as_str().into(), by })
            })
            .collect(),
        nested: node.inside.as_ref().map(json),
    }
}

impl From<GraphDocument<'_>> for Graph {
    /// The graph that a document describes; names of resources that it does not have are left out.
    fn from(document: GraphDocument<'_>) -> Self {
        let names: Vec<String> =
            document.resources.iter().map(|resource| resource.name.clone().into_owned()).collect();
        let index = |name: &str| names.iter().position(|known| known == name);
        let mut edges = Vec::new();
        for (needing, resource) in document.resources.iter().enumerate() {
            edges.extend(resource.needs.iter().filter_map(|need| {
                let by = match need.by {
                    By::Reference => Reason::Reference,
                    By::DependsOn => Reason::DependsOn,
                };
                Some(Edge { needed: index(&need.resource)?, needing, by })
            }));
        }
        let cycles = document.cycles.iter();
        let cycles = cycles.map(|cycle| cycle.iter().filter_map(|name| index(name)).collect()).collect();
        let nodes = document.resources.into_iter().map(|resource| Node {
            name: resource.name.into_owned(),
            kind: resource.resource_type.into_owned(),
            url: None,
            is_conditional: resource.conditional,
            inside: resource.nested.map(Self::from),
        });
        Self { nodes: nodes.collect(), edges, cycles }
    }
}
