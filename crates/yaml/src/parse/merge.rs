//! Merge keys: the entries that `<<: *defaults` adds to a map.

use std::collections::HashMap;
use std::sync::Arc;

use super::compose::{Content, Graph, NodeId, Pair};
use crate::scalar::{ScalarType, implicit_type};
use crate::{Diagnostic, Source, Span, code};

/// The entries of a map that has merge keys.
pub(crate) struct Merged {
    /// The pairs from merge keys, in the order in which Python's dictionary sees them, followed by the map's
    /// own.
    pub(crate) pairs: Vec<Pair>,
    /// The number of pairs that come from merge keys.
    pub(crate) inherited: usize,
}

/// The maps of a graph that have merge keys, each with all its entries or the error of the merge.
pub(crate) type Merges = HashMap<NodeId, Result<Merged, Diagnostic>>;

/// Resolves the merge keys of all maps.
///
/// A merged map can itself have merge keys, so it has to be resolved before the map it is merged into. An
/// alias never names a value that contains it, so there are no cycles.
pub(crate) fn merges(source: &Arc<Source>, graph: &Graph<'_>, budget: usize) -> Result<Merges, Diagnostic> {
    let mut done = Merges::new();
    let mut spent = 0;
    let mut work: Vec<NodeId> =
        (0..graph.nodes.len()).rev().filter(|node| has_merge_key(graph, *node)).collect();
    while let Some(node) = work.pop() {
        if done.contains_key(&node) {
            continue;
        }
        let open: Vec<NodeId> = merged_maps(graph, node)
            .into_iter()
            .filter(|map| has_merge_key(graph, *map) && !done.contains_key(map))
            .collect();
        if open.is_empty() {
            let merged = merge(source, graph, &done, node, spent, budget);
            match &merged {
                Ok(merged) => spent += merged.inherited,
                Err(error) if error.code == code::ALIAS_EXPANSION => return Err(error.clone()),
                Err(_) => {}
            }
            done.insert(node, merged);
        } else {
            work.push(node);
            work.extend(open);
        }
    }
    Ok(done)
}

/// Returns the error for aliases that exceed the expansion budget.
pub(crate) fn expansion_error(source: &Arc<Source>, at: Span, budget: usize) -> Diagnostic {
    Diagnostic::error(code::ALIAS_EXPANSION, format!("aliases add more than {budget} nodes"))
        .with_label(source, at, "the limit is reached with this value")
        .with_help("write the values out, or use fewer aliases")
}

/// Returns the error for aliases of texts that are too long together.
pub(crate) fn text_expansion_error(source: &Arc<Source>, at: Span, budget: usize) -> Diagnostic {
    let message = format!("aliases add more than {budget} bytes of text");
    Diagnostic::error(code::ALIAS_EXPANSION, message)
        .with_label(source, at, "the limit is reached with this text")
        .with_help("use fewer aliases, or pass the text by a parameter or a file")
}

fn is_merge_key(graph: &Graph<'_>, key: NodeId) -> bool {
    scalar_type(graph, key) == Some(ScalarType::Merge)
}

/// Returns the type of a scalar node, for the types that have a special meaning as keys.
pub(crate) fn scalar_type(graph: &Graph<'_>, node: NodeId) -> Option<ScalarType> {
    let raw = &graph.nodes[node];
    let Content::Scalar { text, untyped } = &raw.content else { return None };
    match raw.tag() {
        Some("tag:yaml.org,2002:merge") => Some(ScalarType::Merge),
        Some("tag:yaml.org,2002:value") => Some(ScalarType::Value),
        Some(_) => None,
        None if *untyped => Some(implicit_type(text)),
        None => Some(ScalarType::String),
    }
}

fn has_merge_key(graph: &Graph<'_>, node: NodeId) -> bool {
    match &graph.nodes[node].content {
        Content::Mapping(pairs) => graph.pairs(*pairs).iter().any(|[key, _]| is_merge_key(graph, *key)),
        _ => false,
    }
}

/// Returns the maps that a map's merge keys name.
fn merged_maps(graph: &Graph<'_>, node: NodeId) -> Vec<NodeId> {
    let Content::Mapping(pairs) = &graph.nodes[node].content else { return Vec::new() };
    let mut maps = Vec::new();
    for [_, value] in graph.pairs(*pairs).iter().filter(|[key, _]| is_merge_key(graph, *key)) {
        match &graph.nodes[*value].content {
            Content::Sequence(items) => maps.extend(graph.items(*items)),
            _ => maps.push(*value),
        }
    }
    maps
}

fn merge(
    source: &Arc<Source>,
    graph: &Graph<'_>,
    done: &Merges,
    node: NodeId,
    spent: usize,
    budget: usize,
) -> Result<Merged, Diagnostic> {
    let Content::Mapping(own) = &graph.nodes[node].content else {
        return Ok(Merged { pairs: Vec::new(), inherited: 0 });
    };
    let own = graph.pairs(*own);
    let mut pairs = Vec::new();
    for [_, value] in own.iter().filter(|[key, _]| is_merge_key(graph, *key)) {
        let maps = match &graph.nodes[*value].content {
            Content::Sequence(items) => graph.items(*items),
            _ => std::slice::from_ref(value),
        };
        // If several maps are merged, the first wins, so it is added last.
        for map in maps.iter().rev() {
            let brought = entries(source, graph, done, *map)?;
            if spent + pairs.len() + brought.len() > budget {
                return Err(expansion_error(source, graph.nodes[node].span, budget));
            }
            pairs.extend(brought);
        }
    }
    let inherited = pairs.len();
    pairs.extend(own.iter().filter(|[key, _]| !is_merge_key(graph, *key)));
    Ok(Merged { pairs, inherited })
}

fn entries<'a>(
    source: &Arc<Source>,
    graph: &'a Graph<'_>,
    done: &'a Merges,
    map: NodeId,
) -> Result<&'a [Pair], Diagnostic> {
    match (&graph.nodes[map].content, done.get(&map)) {
        (Content::Mapping(_), Some(Ok(merged))) => Ok(&merged.pairs),
        (Content::Mapping(_), Some(Err(error))) => Err(error.clone()),
        (Content::Mapping(pairs), None) => Ok(graph.pairs(*pairs)),
        (other, _) => Err(Diagnostic::error(
            code::INVALID_MERGE,
            "the value of a merge key must be a map or a list of maps",
        )
        .with_label(source, graph.nodes[map].span, format!("this is {}", other.kind()))),
    }
}
