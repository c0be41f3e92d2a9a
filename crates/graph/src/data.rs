//! The graph model: nodes and edges.

use serde::{Deserialize, Serialize};

/// A directed graph of nodes that depend on each other, such as the resources of a template.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Graph {
    /// The nodes of the graph.
    pub nodes: Vec<Node>,
    /// The edges between the nodes: their dependencies.
    pub edges: Vec<Edge>,
    /// The cycles, as lists of node indexes: each node needs the next, and the last one needs the first.
    pub cycles: Vec<Vec<usize>>,
}

/// A dependency between two nodes, as indexes into the nodes of the graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Edge {
    /// Index of the node that is needed.
    pub needed: usize,
    /// Index of the node that needs it.
    pub needing: usize,
    /// Reason why the edge exists.
    pub by: Reason,
}

/// Source of a dependency between two resources.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Reason {
    /// A reference to the other resource, or a dependency that Heat derives from the values of properties.
    #[default]
    Reference,
    /// An entry of `depends_on`, without any reference to the other resource.
    DependsOn,
}

/// A node: for a template, a resource.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node {
    /// The node's name.
    pub name: String,
    /// The node's type.
    pub kind: String,
    /// The address of the page about the node's type.
    pub url: Option<String>,
    /// `true` if the node exists only under a condition.
    pub is_conditional: bool,
    /// The graph inside the node: for a resource, the stack that it creates.
    pub inside: Option<Graph>,
}

impl Node {
    /// The node's type, shortened for display below the name.
    #[must_use]
    pub fn short_kind(&self) -> &str {
        self.kind.strip_prefix("OS::").unwrap_or(&self.kind)
    }
}

impl Graph {
    /// Returns the indexes of the nodes that each node needs, in order.
    #[must_use]
    pub fn needs(&self) -> Vec<Vec<usize>> {
        let mut needs = vec![Vec::new(); self.nodes.len()];
        for edge in &self.edges {
            if let Some(list) = needs.get_mut(edge.needing) {
                list.push(edge.needed);
            }
        }
        for list in &mut needs {
            list.sort_unstable();
            list.dedup();
        }
        needs
    }

    /// Returns the graph with new page addresses; `url_of` returns the address of the page about a node's type.
    #[must_use]
    pub fn linked(mut self, url_of: &dyn Fn(&str) -> Option<String>) -> Self {
        for node in &mut self.nodes {
            node.url = url_of(&node.kind);
            node.inside = node.inside.take().map(|inside| inside.linked(url_of));
        }
        self
    }

    /// The number of nodes, including the nodes inside other nodes.
    #[must_use]
    pub fn size(&self) -> usize {
        let inside = self.nodes.iter().filter_map(|node| node.inside.as_ref());
        self.nodes.len() + inside.map(Self::size).sum::<usize>()
    }

    /// Returns whether a node is part of a cycle.
    pub(super) fn is_in_cycle(&self, node: usize) -> bool {
        self.cycles.iter().any(|cycle| cycle.contains(&node))
    }

    /// Returns whether the dependency of one node on another is part of a cycle.
    pub(super) fn closes_cycle(&self, needed: usize, needing: usize) -> bool {
        self.cycle_links().any(|link| link == (needing, needed))
    }

    /// The edges of all cycles, as pairs of the needing and the needed node.
    pub(super) fn cycle_links(&self) -> impl Iterator<Item = (usize, usize)> {
        self.cycles.iter().flat_map(|cycle| {
            let next = cycle.iter().skip(1).chain(cycle.first());
            cycle.iter().copied().zip(next.copied())
        })
    }

    /// A text alternative for the picture: how to read it, and its cycles.
    #[must_use]
    pub fn in_words(&self) -> String {
        let cycles = self.cycles_in_words().into_iter().map(|cycle| format!(" A cycle: {cycle}."));
        std::iter::once("A line leads from each resource to those that need it.".to_owned())
            .chain(cycles)
            .collect()
    }

    /// The cycles in words: `a needs b, which needs a`.
    #[must_use]
    pub fn cycles_in_words(&self) -> Vec<String> {
        let name = |node: usize| self.nodes.get(node).map_or("", |node| node.name.as_str());
        let own = self.cycles.iter().filter_map(|cycle| {
            let (first, rest) = cycle.split_first()?;
            let rest = rest.iter().chain([first]).map(|node| name(*node));
            Some(format!("{} needs {}", name(*first), rest.collect::<Vec<_>>().join(", which needs ")))
        });
        let inside = self.nodes.iter().filter_map(|node| node.inside.as_ref());
        own.chain(inside.flat_map(Self::cycles_in_words)).collect()
    }
}
