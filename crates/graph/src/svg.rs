//! The graph as SVG. In a page, its colours come from the style sheet, by class; a standalone document contains its own styles.

use std::fmt::Write as _;

use super::data::{Graph, Node};
use super::layers::pieces;
use super::places::{Direction, HEAD, LONGEST, Line, PADDING, PlacedGraph, PlacedNode, place};
use heat_html::{Html, html};

/// The styles of a standalone document: the same as on the site's pages, light and dark.
const STYLES: &str = include_str!("document.css");

/// The maximum number of nodes in a picture: larger ones are unreadable.
const MAX_DRAWN: usize = 500;
/// The maximum number of straight pieces of all lines: one for each layer that a line leads to.
const MAX_PIECES: usize = 20_000;

/// The margin of a picture, so that borders and arrows are not cut off, and that of a standalone document.
const MARGIN: i32 = 2;
const DOCUMENT_MARGIN: i32 = 16;
/// The length of an arrowhead.
const ARROW: i32 = 7;

/// The space beside the graph for lines that lead back.
const ROOM_FOR_RETURNS: i32 = 40;
/// The number of nodes above which a standalone document is drawn from left to right.
const MOST_IN_ROWS: usize = 16;

/// Returns the reason why a graph is too large for a picture; `None` if it is not.
#[must_use]
pub fn excess(graph: &Graph) -> Option<String> {
    let size = graph.size();
    if size > MAX_DRAWN {
        return Some(format!("{size} resources are too many for a picture: at most {MAX_DRAWN}"));
    }
    let pieces = pieces_of(graph);
    (pieces > MAX_PIECES).then(|| {
        format!("the lines between the resources are too many for a picture: {pieces} pieces, at most {MAX_PIECES}")
    })
}

/// Returns the number of straight pieces of a graph's lines, including the graphs inside its nodes.
fn pieces_of(graph: &Graph) -> usize {
    let edges: Vec<(usize, usize)> = graph.edges.iter().map(|edge| (edge.needed, edge.needing)).collect();
    let inside = graph.nodes.iter().filter_map(|node| node.inside.as_ref());
    pieces(graph.nodes.len(), &edges) + inside.map(pieces_of).sum::<usize>()
}

/// Draws a graph for a page, with a title and a description for screen readers. `id` must be unique among the pictures of the
/// page.
#[must_use]
pub fn svg(graph: &Graph, id: &str, title: &str, description: &str) -> Html {
    let form =
        Form { margin: MARGIN, direction: Direction::Down, attributes: Html::new(), styles: Html::new() };
    picture(graph, id, [title, description], &form)
}

/// Draws a graph as a standalone SVG document.
#[must_use]
pub fn svg_document(graph: &Graph, title: &str, description: &str) -> Html {
    let mut styles = html!("<style>");
    styles.push_literal(STYLES);
    styles.push_literal("</style>");
    let attributes = html!(" xmlns=\"http://www.w3.org/2000/svg\"");
    let direction = if graph.size() > MOST_IN_ROWS { Direction::Right } else { Direction::Down };
    let form = Form { margin: DOCUMENT_MARGIN, direction, attributes, styles };
    let mut document = picture(graph, "graph", [title, description], &form);
    document.push_literal("\n");
    document
}

/// Options for drawing a picture: margin, direction and attributes.
struct Form {
    margin: i32,
    direction: Direction,
    /// The attributes of the `svg` element in addition to those of all pictures.
    attributes: Html,
    styles: Html,
}

fn picture(graph: &Graph, id: &str, [title, description]: [&str; 2], form: &Form) -> Html {
    let placed = place(graph, form.direction);
    let returns = if returns(graph, &placed).next().is_some() { ROOM_FOR_RETURNS } else { 0 };
    let (right, below) = match form.direction {
        Direction::Down => (returns, 0),
        Direction::Right => (0, returns),
    };
    let (width, height) = (placed.width + right + 2 * form.margin, placed.height + below + 2 * form.margin);
    let size = format!("{} {} {width} {height}", -form.margin, -form.margin);
    let mut out = html!(
        "<svg{} class=\"graph\" role=\"group\" aria-labelledby=\"{}-title {}-text\" viewBox=\"{}\" width=\"{}\" height=\"{}\">",
        &form.attributes,
        id,
        id,
        size,
        width.to_string(),
        height.to_string()
    );
    out.push(&html!(
        "<title id=\"{}-title\">{}</title><desc id=\"{}-text\">{}</desc>{}",
        id,
        title,
        id,
        description,
        &form.styles
    ));
    draw(&mut out, graph, &placed, form.direction, (0, 0));
    out.push_literal("</svg>");
    out
}

/// The cycle edges that no line shows, because the needing node is above the needed one.
fn returns<'a>(graph: &'a Graph, placed: &'a PlacedGraph<'_>) -> impl Iterator<Item = (usize, usize)> + 'a {
    let is_drawn = |needing, needed| placed.lines.iter().any(|line| line.ends == (needed, needing));
    graph.cycle_links().filter(move |(needing, needed)| !is_drawn(*needing, *needed))
}

/// Draws a graph whose corner is at the given position. Lines are drawn first, so that they end at the borders of nodes.
fn draw(
    out: &mut Html,
    graph: &Graph,
    placed: &PlacedGraph<'_>,
    direction: Direction,
    (left, top): (i32, i32),
) {
    for line in &placed.lines {
        let (needed, needing) = line.ends;
        draw_line(out, line, graph.closes_cycle(needed, needing), direction, (left, top));
    }
    for (needing, needed) in returns(graph, placed) {
        if let (Some(from), Some(to)) = (placed.boxes.get(needed), placed.boxes.get(needing)) {
            let beside = match direction {
                Direction::Down => left + placed.width,
                Direction::Right => top + placed.height,
            };
            draw_return(out, [from, to], direction, (left, top), beside + ROOM_FOR_RETURNS);
        }
    }
    for (index, each) in placed.boxes.iter().enumerate() {
        draw_node(out, each, graph.is_in_cycle(index), left + each.left, top + each.top);
        if let (Some(inside), Some(within)) = (&each.node.inside, &each.inside) {
            let room = each.width - within.width;
            draw(out, inside, within, direction, (left + each.left + room / 2, top + each.top + HEAD));
        }
    }
}

/// Draws a line that closes a cycle: it leads back to the first node, beside the whole graph.
fn draw_return(
    out: &mut Html,
    ends: [&PlacedNode<'_>; 2],
    direction: Direction,
    (left, top): (i32, i32),
    beside: i32,
) {
    let (path, head) = match direction {
        Direction::Down => {
            let right = ends.map(|each| (left + each.left + each.width, top + each.top + HEAD / 2));
            let [(x, y), (end, height)] = right;
            (
                format!("M{x} {y}C{beside} {y} {beside} {height} {} {height}", end + ARROW),
                format!("M{} {}v8l-{ARROW} -4z", end + ARROW, height - 4),
            )
        }
        Direction::Right => {
            let below = ends.map(|each| (left + each.left + each.width / 2, top + each.top + each.height));
            let [(x, y), (end, height)] = below;
            (
                format!("M{x} {y}C{x} {beside} {end} {beside} {end} {}", height + ARROW),
                format!("M{} {}h8l-4 -{ARROW}z", end - 4, height + ARROW),
            )
        }
    };
    draw_paths(out, &path, &head, true);
}

fn draw_line(out: &mut Html, line: &Line, is_in_cycle: bool, direction: Direction, (left, top): (i32, i32)) {
    let (across, along) = match direction {
        Direction::Down => (left, top),
        Direction::Right => (top, left),
    };
    let point = |across: i32, along: i32| match direction {
        Direction::Down => format!("{across} {along}"),
        Direction::Right => format!("{along} {across}"),
    };
    let mut path = String::new();
    let mut end = None;
    let last = line.pieces.len() - 1;
    for (index, (at, from, to)) in line.pieces.iter().enumerate() {
        let (at, from, to) = (across + at, along + from, along + to);
        let to = if index == last { to - ARROW } else { to };
        let _ = match end {
            None => write!(path, "M{}", point(at, from)),
            Some((before, end)) => {
                let from = if index == last { to } else { from };
                let middle = i32::midpoint(end, from);
                write!(path, "C{} {} {}", point(before, middle), point(at, middle), point(at, from))
            }
        };
        let straight = if direction == Direction::Down { 'V' } else { 'H' };
        let _ = write!(path, "{straight}{to}");
        end = Some((at, to));
    }
    let Some((at, end)) = end else { return };
    let head = match direction {
        Direction::Down => format!("M{} {end}h8l-4 {ARROW}z", at - 4),
        Direction::Right => format!("M{end} {}v8l{ARROW} -4z", at - 4),
    };
    draw_paths(out, &path, &head, is_in_cycle);
}

fn draw_paths(out: &mut Html, path: &str, head: &str, is_in_cycle: bool) {
    let circle = if is_in_cycle { " circle" } else { "" };
    out.push(&html!(
        "<path class=\"line{}\" d=\"{}\"/><path class=\"head{}\" d=\"{}\"/>",
        circle,
        path,
        circle,
        head
    ));
}

/// The class of a type's service in pictures and pages, so that styles can give each service a hue: `of-nova` for
/// `OS::Nova::Server` and for `OS::Nova`. Empty for names that are not resource types, such as nested templates.
#[must_use]
pub fn service_class(kind: &str) -> String {
    let mut parts = kind.split("::").skip(1);
    let service = parts.next().unwrap_or_default();
    let is_plain = !service.is_empty() && service.chars().all(|char| char.is_ascii_alphanumeric());
    if is_plain { format!("of-{}", service.to_ascii_lowercase()) } else { String::new() }
}

fn draw_node(out: &mut Html, each: &PlacedNode<'_>, is_in_cycle: bool, left: i32, top: i32) {
    let node = each.node;
    let mut class = String::from("node");
    let service = service_class(&node.kind);
    if !service.is_empty() {
        class.push(' ');
        class.push_str(&service);
    }
    if each.inside.is_some() {
        class.push_str(" around");
    }
    if node.is_conditional {
        class.push_str(" maybe");
    }
    if is_in_cycle {
        class.push_str(" circle");
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
        html!("{}{}", line("name", &node.name, 19), line("kind", node.short_kind(), 34))
    };
    let title = html!("<title>{}</title>", long_name(node));
    let contents = html!("{}{}{}", title, frame, words);
    match &node.url {
        Some(url) => out.push(&html!("<a class=\"{}\" href=\"{}\">{}</a>", class, url, contents)),
        None => out.push(&html!("<g class=\"{}\">{}</g>", class, contents)),
    }
}

/// The text, cut to the maximum length.
fn shortened(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST - 1).chain(['…']).collect()
}

fn long_name(node: &Node) -> String {
    let condition = if node.is_conditional { ", only under its condition" } else { "" };
    let kind = if node.kind.is_empty() { String::new() } else { format!(": {}", node.short_kind()) };
    format!("{}{kind}{condition}", node.name)
}

#[cfg(test)]
mod tests {
    use super::super::data::{Edge, Reason};
    use super::*;

    #[test]
    fn a_service_has_a_class() {
        let classes =
            ["OS::Nova::Server", "OS::Nova", "AWS::EC2::Instance", "web-server.yaml", "A::<b>::C", ""]
                .map(service_class);
        assert_eq!(classes, ["of-nova", "of-nova", "of-ec2", "", "", ""]);
    }

    #[test]
    fn a_picture_has_links_lines_and_dashes() {
        let node = |name: &str| Node { name: name.to_owned(), kind: "A::B".to_owned(), ..Node::default() };
        let inner = Graph { nodes: vec![node("<inner>")], ..Graph::default() };
        let graph = Graph {
            nodes: vec![
                Node { url: Some("types/A/B.html".to_owned()), ..node("first") },
                Node { is_conditional: true, inside: Some(inner), ..node("second") },
            ],
            edges: vec![Edge { needed: 0, needing: 1, by: Reason::Reference }],
            cycles: Vec::new(),
        };
        let html = svg(&graph, "graph", "Title", "Text");
        let html = html.as_str();
        assert!(html.contains("<title id=\"graph-title\">Title</title>"), "{html}");
        assert!(
            html.contains("<a class=\"node of-b\" href=\"types/A/B.html\"><title>first: A::B</title>"),
            "{html}"
        );
        assert!(html.contains("<g class=\"node of-b around maybe\">"), "{html}");
        assert!(html.contains("&lt;inner&gt;"), "{html}");
        assert_eq!(html.matches("class=\"line\"").count(), 1, "{html}");
    }
}
