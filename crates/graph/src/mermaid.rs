//! The graph in the Mermaid language, which GitHub and GitLab render in Markdown.

use std::fmt::Write as _;

use heat_yaml::one_line;

use super::data::{Graph, Node, Reason};

/// Writes the graph as a flowchart.
#[must_use]
pub fn mermaid(graph: &Graph) -> String {
    let mut out = String::from("flowchart TD\n");
    let mut styles = Styles::default();
    write_graph(&mut out, graph, "n", 1, &mut styles);
    styles.write(&mut out);
    out
}

/// Edges and nodes with their own style, by the number of the edge or the name of the node.
#[derive(Default)]
struct Styles {
    edges: usize,
    circular_edges: Vec<String>,
    circular_nodes: Vec<String>,
    conditional: Vec<String>,
}

impl Styles {
    fn write(&self, out: &mut String) {
        let classes = [
            ("conditional", "stroke-dasharray: 5 4", &self.conditional),
            ("circle", "stroke:#c22", &self.circular_nodes),
        ];
        for (class, style, nodes) in classes {
            if !nodes.is_empty() {
                // Writing to a string cannot fail.
                let _ = writeln!(out, "  classDef {class} {style}\n  class {} {class}", nodes.join(","));
            }
        }
        if !self.circular_edges.is_empty() {
            let _ = writeln!(out, "  linkStyle {} stroke:#c22", self.circular_edges.join(","));
        }
    }
}

fn write_graph(out: &mut String, graph: &Graph, prefix: &str, depth: usize, styles: &mut Styles) {
    let indent = "  ".repeat(depth);
    for (index, node) in graph.nodes.iter().enumerate() {
        let name = format!("{prefix}{index}");
        write_node(out, node, &name, depth, styles);
        if node.is_conditional {
            styles.conditional.push(name.clone());
        }
        if graph.is_in_cycle(index) {
            styles.circular_nodes.push(name);
        }
    }
    for edge in &graph.edges {
        let arrow = if edge.by == Reason::DependsOn { "-.->" } else { "-->" };
        let _ = writeln!(out, "{indent}{prefix}{} {arrow} {prefix}{}", edge.needed, edge.needing);
        if graph.closes_cycle(edge.needed, edge.needing) {
            styles.circular_edges.push(styles.edges.to_string());
        }
        styles.edges += 1;
    }
}

fn write_node(out: &mut String, node: &Node, name: &str, depth: usize, styles: &mut Styles) {
    let indent = "  ".repeat(depth);
    let (own, kind) = (text(&node.name), text(node.short_kind()));
    match node.inside.as_ref().filter(|inside| !inside.nodes.is_empty()) {
        None => {
            let _ = writeln!(out, "{indent}{name}[\"{own}<br><small>{kind}</small>\"]");
        }
        Some(inside) => {
            // The title of a box has room for one line.
            let _ = writeln!(out, "{indent}subgraph {name}[\"{own} · {kind}\"]");
            write_graph(out, inside, &format!("{name}_"), depth + 1, styles);
            let _ = writeln!(out, "{indent}end");
        }
    }
}

/// Quotes a text: characters with a special meaning are written as numeric codes.
fn text(text: &str) -> String {
    let mut out = String::new();
    for character in one_line(text).chars() {
        match character {
            '"' | '<' | '>' | '&' | '#' | ';' | '`' | '\\' => _ = write!(out, "#{};", u32::from(character)),
            _ => out.push(character),
        }
    }
    out
}
