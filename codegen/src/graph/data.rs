//! What is drawn.

/// Things, and what depends on what.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Graph {
    /// The things.
    pub nodes: Vec<Node>,
    /// Pairs of indexes: what is needed, and what needs it.
    pub edges: Vec<(usize, usize)>,
}

/// A thing: for a template, a resource.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Node {
    /// Its name.
    pub name: String,
    /// Its type, which is shown below the name.
    pub kind: String,
    /// The address of the page about it.
    pub url: Option<String>,
    /// Whether it exists only under a condition.
    pub is_conditional: bool,
    /// What it consists of.
    pub inside: Option<Graph>,
}

impl Graph {
    /// For each node, the indexes of the nodes that it needs, in order.
    #[must_use]
    pub fn needs(&self) -> Vec<Vec<usize>> {
        let mut needs = vec![Vec::new(); self.nodes.len()];
        for (needed, needing) in &self.edges {
            if let Some(list) = needs.get_mut(*needing) {
                list.push(*needed);
            }
        }
        for list in &mut needs {
            list.sort_unstable();
            list.dedup();
        }
        needs
    }
}
