//! The graph model: nodes and edges.

use serde::{Deserialize, Serialize};

/// Things, and what depends on what.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Graph {
    /// The things.
    pub nodes: Vec<Node>,
    /// What needs what.
    pub edges: Vec<Edge>,
    /// The indexes of nodes that form a cycle: each needs the next, and the last one needs the first.
    pub cycles: Vec<Vec<usize>>,
}

/// One thing needs another. Things are their indexes among the nodes of a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Edge {
    /// What is needed.
    pub needed: usize,
    /// What needs it.
    pub needing: usize,
    /// How that is known.
    pub by: Reason,
}

/// How it is known that a resource needs another.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Reason {
    /// The resource refers to the other, or Heat finds in the values of its properties that it has to wait.
    #[default]
    Reference,
    /// The resource's `depends_on` names the other, and nothing else of it refers to it.
    DependsOn,
}

/// A thing: for a template, a resource.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node {
    /// The node's name.
    pub name: String,
    /// The node's type.
    pub kind: String,
    /// The address of the page about it.
    pub url: Option<String>,
    /// Whether the node exists only under a condition.
    pub is_conditional: bool,
    /// What the node consists of.
    pub inside: Option<Graph>,
}

impl Node {
    /// The node's type as it is shown below the name.
    #[must_use]
    pub fn short_kind(&self) -> &str {
        self.kind.strip_prefix("OS::").unwrap_or(&self.kind)
    }
}

impl Graph {
    /// For each node, the indexes of the nodes that it needs, in order.
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

    /// The graph with other addresses: `url_of` gives that of the page about a node's type.
    #[must_use]
    pub fn linked(mut self, url_of: &dyn Fn(&str) -> Option<String>) -> Self {
        for node in &mut self.nodes {
            node.url = url_of(&node.kind);
            node.inside = node.inside.take().map(|inside| inside.linked(url_of));
        }
        self
    }

    /// The number of nodes, with those inside of others.
    #[must_use]
    pub fn size(&self) -> usize {
        let inside = self.nodes.iter().filter_map(|node| node.inside.as_ref());
        self.nodes.len() + inside.map(Self::size).sum::<usize>()
    }

    /// Whether a node is part of a circle.
    pub(super) fn is_in_cycle(&self, node: usize) -> bool {
        self.cycles.iter().any(|cycle| cycle.contains(&node))
    }

    /// Whether one node needs another as a part of a circle.
    pub(super) fn closes_cycle(&self, needed: usize, needing: usize) -> bool {
        self.cycle_links().any(|link| link == (needing, needed))
    }

    /// The links of all circles: what needs, and what is needed.
    pub(super) fn cycle_links(&self) -> impl Iterator<Item = (usize, usize)> {
        self.cycles.iter().flat_map(|cycle| {
            let next = cycle.iter().skip(1).chain(cycle.first());
            cycle.iter().copied().zip(next.copied())
        })
    }

    /// How to read a picture of it, and its circles, for those who do not see it.
    #[must_use]
    pub fn in_words(&self) -> String {
        let cycles = self.cycles_in_words().into_iter().map(|cycle| format!(" A cycle: {cycle}."));
        std::iter::once("A line leads from each resource to those that need it.".to_owned())
            .chain(cycles)
            .collect()
    }

    /// The circles in words: `a needs b, which needs a`.
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
