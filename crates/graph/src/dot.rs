//! The graph in the DOT language of Graphviz.

use std::fmt::Write as _;

use heat_yaml::one_line;

use super::data::{Graph, Node, Reason};

/// Writes the graph in DOT, for `dot` and the other programs of Graphviz.
#[must_use]
pub fn dot(graph: &Graph, title: &str) -> String {
    let mut out = format!("digraph {} {{\n", quoted(title));
    out.push_str("  graph [fontname=\"monospace\", compound=true];\n");
    out.push_str("  node [shape=box, style=rounded, fontname=\"monospace\"];\n");
    write_graph(&mut out, graph, "n", 1);
    out.push_str("}\n");
    out
}

/// Writes the nodes and edges of a graph. The names of all nodes begin with `prefix`.
fn write_graph(out: &mut String, graph: &Graph, prefix: &str, depth: usize) {
    let indent = "  ".repeat(depth);
    for (index, node) in graph.nodes.iter().enumerate() {
        write_node(out, graph, node, index, prefix, depth);
    }
    for edge in &graph.edges {
        let mut attributes = Vec::new();
        if edge.by == Reason::DependsOn {
            attributes.push("style=dotted");
        }
        if graph.closes_cycle(edge.needed, edge.needing) {
            attributes.push("color=red");
        }
        let attributes =
            if attributes.is_empty() { String::new() } else { format!(" [{}]", attributes.join(", ")) };
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{indent}{prefix}{} -> {prefix}{}{attributes};", edge.needed, edge.needing);
    }
}

fn write_node(out: &mut String, graph: &Graph, node: &Node, index: usize, prefix: &str, depth: usize) {
    let indent = "  ".repeat(depth);
    let mut attributes = vec![format!(
        "label={}",
        quoted(&format!("{}\n{}", one_line(&node.name), one_line(node.short_kind())))
    )];
    if node.is_conditional {
        attributes.push("style=\"rounded,dashed\"".to_owned());
    }
    if graph.is_in_cycle(index) {
        attributes.push("color=red".to_owned());
    }
    let attributes = attributes.join(", ");
    let Some(inside) = node.inside.as_ref().filter(|inside| !inside.nodes.is_empty()) else {
        let _ = writeln!(out, "{indent}{prefix}{index} [{attributes}];");
        return;
    };
    // Edges lead to nodes, not to clusters: the resource itself is a node in the cluster of the stack that it creates.
    let _ = writeln!(out, "{indent}subgraph cluster_{prefix}{index} {{");
    let _ = writeln!(out, "{indent}  style=rounded;");
    let _ = writeln!(out, "{indent}  {prefix}{index} [{attributes}];");
    write_graph(out, inside, &format!("{prefix}{index}_"), depth + 1);
    let _ = writeln!(out, "{indent}}}");
}

/// A text as a quoted identifier.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}
