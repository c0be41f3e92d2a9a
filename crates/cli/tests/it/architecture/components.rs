//! The cycles of a graph: nodes that lead to each other, directly or through others.

use std::collections::{BTreeMap, BTreeSet};

/// The nodes to which each node leads.
pub(crate) type Graph<N> = BTreeMap<N, BTreeSet<N>>;

/// The cycles, each with all of its nodes. A node is in at most one cycle: two cycles that share a node are one.
pub(crate) fn cycles<N: Ord + Clone>(graph: &Graph<N>) -> Vec<BTreeSet<N>> {
    let reached: Graph<N> = graph.keys().map(|node| (node.clone(), reachable(graph, node))).collect();
    let mut cycles: Vec<BTreeSet<N>> = Vec::new();
    for (node, targets) in &reached {
        if !targets.contains(node) || cycles.iter().any(|cycle| cycle.contains(node)) {
            continue;
        }
        let leads_back = |target: &&N| reached.get(target).is_some_and(|targets| targets.contains(node));
        cycles.push(targets.iter().filter(leads_back).cloned().collect());
    }
    cycles
}

/// The nodes to which a node leads, directly or through others. The node itself is among them if it is on a cycle.
fn reachable<N: Ord + Clone>(graph: &Graph<N>, from: &N) -> BTreeSet<N> {
    let mut reached = BTreeSet::new();
    let mut left: Vec<&N> = graph.get(from).into_iter().flatten().collect();
    while let Some(node) = left.pop() {
        if reached.insert(node.clone()) {
            left.extend(graph.get(node).into_iter().flatten());
        }
    }
    reached
}

#[test]
fn cycles_are_found_with_their_nodes() {
    fn check(edges: &str, expect: &[&str]) {
        let mut graph = Graph::new();
        for edge in edges.split(' ') {
            let (from, to) = edge.split_once('>').unwrap();
            graph.entry(from).or_insert_with(BTreeSet::new).insert(to);
        }
        let found: Vec<String> =
            cycles(&graph).into_iter().map(|cycle| cycle.into_iter().collect()).collect();
        assert_eq!(found, expect, "{edges}");
    }
    check("a>b b>c a>c", &[]);
    check("a>b b>a", &["ab"]);
    check("a>b b>c c>a c>d d>e e>d", &["abc", "de"]);
    check("a>b b>a b>c c>b", &["abc"]);
}
