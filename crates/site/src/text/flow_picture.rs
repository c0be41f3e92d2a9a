//! A flow chart from a block of a guide with the fence `flow`:
//!
//! ```text
//! template: a config, a deployment
//! Heat: derives a config for the action
//! template -> Heat
//! ```
//!
//! A line with `->` is an arrow; any other line is a box, with a second line of text after the colon.

use heat_graph::{Edge, Graph, Node, Reason, svg};
use heat_html::{Html, html};

/// The fence of a block that becomes a flow chart.
pub(crate) const FENCE: &str = "flow";

/// Draws the flow chart of a block. `title` is for screen readers, and follows the fence after a comma; `id` must be unique among
/// the pictures of the page.
pub(crate) fn picture(text: &str, id: &str, title: &str) -> Html {
    let graph = graph(text);
    let arrows = graph.edges.iter().filter_map(|edge| {
        Some(format!(
            "{} leads to {}.",
            graph.nodes.get(edge.needed)?.name,
            graph.nodes.get(edge.needing)?.name
        ))
    });
    let description = arrows.collect::<Vec<_>>().join(" ");
    let picture = svg(&graph, &format!("flow-{id}"), title, &description);
    html!(
        "<div class=\"picture\" role=\"region\" aria-label=\"{}\" tabindex=\"0\">{}</div>\n",
        title,
        picture
    )
}

fn graph(text: &str) -> Graph {
    let mut graph = Graph::default();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let (arrows, boxes): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.contains("->"));
    for line in boxes {
        let (name, kind) = line.split_once(": ").unwrap_or((line, ""));
        graph.nodes.push(Node { name: name.to_owned(), kind: kind.to_owned(), ..Node::default() });
    }
    for (from, to) in arrows.into_iter().filter_map(|line| line.split_once("->")) {
        let (needed, needing) = (node(&mut graph, from.trim()), node(&mut graph, to.trim()));
        graph.edges.push(Edge { needed, needing, by: Reason::Reference });
    }
    graph
}

/// Returns the index of the box with a name, and adds the box if necessary.
fn node(graph: &mut Graph, name: &str) -> usize {
    if let Some(index) = graph.nodes.iter().position(|node| node.name == name) {
        return index;
    }
    graph.nodes.push(Node { name: name.to_owned(), ..Node::default() });
    graph.nodes.len() - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_boxes_or_arrows() {
        let graph = graph("a: first\n\nb\na -> b\nb -> c\n");
        let nodes: Vec<_> = graph.nodes.iter().map(|node| (node.name.as_str(), node.kind.as_str())).collect();
        assert_eq!(nodes, [("a", "first"), ("b", ""), ("c", "")]);
        let edges: Vec<_> = graph.edges.iter().map(|edge| (edge.needed, edge.needing)).collect();
        assert_eq!(edges, [(0, 1), (1, 2)]);
    }

    #[test]
    fn a_picture_is_said_in_words() {
        let picture = picture("a -> <b>", "from-a", "From a to b");
        assert!(picture.as_str().contains("a leads to &lt;b&gt;."), "{picture:?}");
        assert!(picture.as_str().contains("id=\"flow-from-a-title\""));
    }
}
