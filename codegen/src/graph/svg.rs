//! The picture as SVG. Its colours come from the page's style sheet, by class.

use std::fmt::Write as _;

use super::data::{Graph, Node};
use super::places::{HEAD, LONGEST, Line, PADDING, Placed, PlacedNode, place};
use crate::html::{Html, html};

/// The margin, so that borders and arrows are not cut off.
const MARGIN: i32 = 2;
/// The length of an arrow's head.
const ARROW: i32 = 7;

/// A picture of a graph, with a title and a description for those who do not see it. No other picture of the page has its `id`.
#[must_use]
pub fn svg(graph: &Graph, id: &str, title: &str, description: &str) -> Html {
    let placed = place(graph);
    let (width, height) = (placed.width + 2 * MARGIN, placed.height + 2 * MARGIN);
    let size = format!("{} {} {width} {height}", -MARGIN, -MARGIN);
    let mut out = html!(
        "<svg class=\"graph\" role=\"group\" aria-labelledby=\"{}-title {}-text\" viewBox=\"{}\" width=\"{}\" height=\"{}\">",
        id,
        id,
        size,
        width.to_string(),
        height.to_string()
    );
    out.push(&html!(
        "<title id=\"{}-title\">{}</title><desc id=\"{}-text\">{}</desc>",
        id,
        title,
        id,
        description
    ));
    draw(&mut out, &placed, 0, 0);
    out.push_literal("</svg>");
    out
}

/// Draws a graph whose corner is at this place: lines first, so that they end at the borders of nodes.
fn draw(out: &mut Html, placed: &Placed<'_>, left: i32, top: i32) {
    for line in &placed.lines {
        draw_line(out, line, left, top);
    }
    for each in &placed.boxes {
        draw_node(out, each, left + each.left, top + each.top);
        if let Some(inside) = &each.inside {
            let room = each.width - inside.width;
            draw(out, inside, left + each.left + room / 2, top + each.top + HEAD);
        }
    }
}

fn draw_line(out: &mut Html, line: &Line, left: i32, top: i32) {
    let mut path = String::new();
    let mut end = None;
    let last = line.0.len() - 1;
    for (index, (x, from, to)) in line.0.iter().enumerate() {
        let (x, from, to) = (left + x, top + from, top + to);
        let to = if index == last { to - ARROW } else { to };
        let _ = match end {
            None => write!(path, "M{x} {from}V{to}"),
            Some((before, y)) => {
                let from = if index == last { to } else { from };
                let middle = i32::midpoint(y, from);
                write!(path, "C{before} {middle} {x} {middle} {x} {from}V{to}")
            }
        };
        end = Some((x, to));
    }
    let Some((x, y)) = end else { return };
    let head = format!("M{} {y}h8l-4 {ARROW}z", x - 4);
    out.push(&html!("<path class=\"line\" d=\"{}\"/><path class=\"head\" d=\"{}\"/>", path, head));
}

fn draw_node(out: &mut Html, each: &PlacedNode<'_>, left: i32, top: i32) {
    let node = each.node;
    let mut class = String::from("node");
    if each.inside.is_some() {
        class.push_str(" around");
    }
    if node.is_conditional {
        class.push_str(" maybe");
    }
    let frame = html!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\"/>",
        left.to_string(),
        top.to_string(),
        each.width.to_string(),
        each.height.to_string()
    );
    let line = |class: &'static str, text: &str, below: i32| {
        html!(
            "<text class=\"{}\" x=\"{}\" y=\"{}\">{}</text>",
            class,
            (left + PADDING).to_string(),
            (top + below).to_string(),
            shortened(text)
        )
    };
    let words = if node.kind.is_empty() {
        line("name small", &node.name, 17)
    } else {
        html!("{}{}", line("name", &node.name, 19), line("kind", &node.kind, 34))
    };
    let title = html!("<title>{}</title>", long_name(node));
    let contents = html!("{}{}{}", title, frame, words);
    match &node.url {
        Some(url) => out.push(&html!("<a class=\"{}\" href=\"{}\">{}</a>", class, url, contents)),
        None => out.push(&html!("<g class=\"{}\">{}</g>", class, contents)),
    }
}

/// The text, cut at the length that is shown.
fn shortened(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST - 1).chain(['…']).collect()
}

fn long_name(node: &Node) -> String {
    let condition = if node.is_conditional { ", only under its condition" } else { "" };
    let kind = if node.kind.is_empty() { String::new() } else { format!(": {}", node.kind) };
    format!("{}{kind}{condition}", node.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_links_lines_and_dashes() {
        let node = |name: &str| Node { name: name.to_owned(), kind: "A::B".to_owned(), ..Node::default() };
        let inner = Graph { nodes: vec![node("<inner>")], edges: Vec::new() };
        let graph = Graph {
            nodes: vec![
                Node { url: Some("types/A/B.html".to_owned()), ..node("first") },
                Node { is_conditional: true, inside: Some(inner), ..node("second") },
            ],
            edges: vec![(0, 1)],
        };
        let html = svg(&graph, "graph", "Title", "Text");
        let html = html.as_str();
        assert!(html.contains("<title id=\"graph-title\">Title</title>"), "{html}");
        assert!(
            html.contains("<a class=\"node\" href=\"types/A/B.html\"><title>first: A::B</title>"),
            "{html}"
        );
        assert!(html.contains("<g class=\"node around maybe\">"), "{html}");
        assert!(html.contains("&lt;inner&gt;"), "{html}");
        assert_eq!(html.matches("class=\"line\"").count(), 1, "{html}");
    }
}
