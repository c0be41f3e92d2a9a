//! Pictures of a service: its types, each below the types that it needs. Unconnected types are in different pictures.

use std::collections::{BTreeMap, BTreeSet};

use heat_catalogue::relations::{Edge, Source};
use heat_graph::{self as graph, Graph, Node, Reason, svg};
use heat_html::Html;

use crate::contents::site::{ServiceTypes, Site};
use crate::links::addresses::type_url;

const DESCRIPTION: &str = "A line leads from each type down to those that need it. The page of each type lists the same under Related types.";

/// The pictures of a service: the types that each of its types requires, or that examples usually set. Only the newest release
/// has them.
pub(crate) fn pictures(site: &Site<'_>, service: &ServiceTypes<'_>) -> Vec<Html> {
    if site.release.is_old() {
        return Vec::new();
    }
    let pairs = needs(site, service);
    let parts = connected_parts(&pairs);
    let title = |number: usize| match parts.len() {
        1 => format!("The types of {}", service.name),
        count => format!("The types of {}, part {} of {count}", service.name, number + 1),
    };
    let picture = |(number, part): (usize, &Vec<&str>)| {
        let id = format!("graph-{}-{}", service.id.replace("::", "-"), number + 1);
        svg(&graph(service.prefix, part, &pairs), &id, &title(number), DESCRIPTION)
    };
    parts.iter().enumerate().map(picture).collect()
}

fn graph(service: &str, types: &[&str], pairs: &[(&str, &str)]) -> Graph {
    let index: BTreeMap<&str, usize> = types.iter().enumerate().map(|(index, name)| (*name, index)).collect();
    let short =
        |name: &str| name.strip_prefix(service).map_or(name, |rest| rest.trim_start_matches(':')).to_owned();
    let node = |name: &&str| Node { name: short(name), url: Some(type_url(name)), ..Node::default() };
    let edges = pairs.iter().filter_map(|(from, to)| {
        Some(graph::Edge { needed: *index.get(to)?, needing: *index.get(from)?, by: Reason::Reference })
    });
    Graph { nodes: types.iter().map(node).collect(), edges: edges.collect(), ..Graph::default() }
}

/// Groups the types that pairs connect; the largest group comes first.
fn connected_parts<'a>(pairs: &[(&'a str, &'a str)]) -> Vec<Vec<&'a str>> {
    let mut parts: Vec<BTreeSet<&str>> = Vec::new();
    for (from, to) in pairs {
        let pair = BTreeSet::from([*from, *to]);
        let (touched, mut others): (Vec<_>, Vec<_>) =
            parts.into_iter().partition(|part| !part.is_disjoint(&pair));
        others.push(touched.into_iter().flatten().chain(pair).collect());
        parts = others;
    }
    parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
    parts.into_iter().map(|part| part.into_iter().collect()).collect()
}

/// The maximum number of types that a property can refer to. With more alternatives, the property says little about the type.
const ALTERNATIVES: usize = 3;

/// The dependencies between the types of a service, without cycles.
fn needs<'a>(site: &Site<'a>, service: &ServiceTypes<'a>) -> Vec<(&'a str, &'a str)> {
    let inside = |edge: &&Edge<'_>| {
        let one_of = || site.relations.needs(edge.from).filter(|other| other.path == edge.path);
        // If a constraint defines the type that a property refers to, other types in examples are exceptions.
        let is_exception =
            edge.source == Source::Example && one_of().any(|other| other.source == Source::Lookup);
        edge.to != edge.from
            && !is_exception
            && one_of().count() <= ALTERNATIVES
            && service.types.iter().any(|other| other.name == edge.to)
    };
    let (mut lines, mut others) = (Lines::default(), Vec::new());
    for schema in &service.types {
        let is_needed = |edge: &&Edge<'_>| {
            edge.required || edge.path.first().is_some_and(|name| site.references.is_usual(schema, name))
        };
        let (needed, optional): (Vec<_>, Vec<_>) =
            site.relations.needs(&schema.name).filter(inside).partition(is_needed);
        for edge in needed {
            lines.add(edge);
        }
        others.extend(optional);
    }
    // An optional dependency is drawn if the type would not be in the picture otherwise.
    let connected: BTreeSet<&str> = lines.0.iter().flat_map(|(from, to)| [*from, *to]).collect();
    for edge in others.into_iter().filter(|edge| !connected.contains(edge.from)) {
        lines.add(edge);
    }
    lines.0
}

/// Pairs of types, where the first needs the second; without cycles.
#[derive(Default)]
struct Lines<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Lines<'a> {
    /// Adds a dependency, unless it would close a cycle.
    fn add(&mut self, edge: &Edge<'a>) {
        let pair = (edge.from, edge.to);
        if !self.0.contains(&pair) && !self.reaches(edge.to, edge.from) {
            self.0.push(pair);
        }
    }

    fn reaches(&self, from: &str, to: &str) -> bool {
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut open = vec![from];
        while let Some(name) = open.pop() {
            if name == to {
                return true;
            }
            if seen.insert(name) {
                open.extend(self.0.iter().filter(|(from, _)| *from == name).map(|(_, to)| *to));
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_that_nothing_connects_are_in_different_parts() {
        let pairs = [("port", "net"), ("rule", "policy"), ("server", "port"), ("address", "server")];
        assert_eq!(
            connected_parts(&pairs),
            [vec!["address", "net", "port", "server"], vec!["policy", "rule"]]
        );
        assert!(connected_parts(&[]).is_empty());
    }

    #[test]
    fn no_line_closes_a_cycle() {
        let edge = |from, to| Edge { from, path: Vec::new(), required: true, to, source: Source::Lookup };
        let mut lines = Lines::default();
        for (from, to) in [("a", "b"), ("b", "c"), ("c", "a"), ("a", "b"), ("a", "c")] {
            lines.add(&edge(from, to));
        }
        assert_eq!(lines.0, [("a", "b"), ("b", "c"), ("a", "c")]);
    }
}
