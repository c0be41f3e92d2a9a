//! Layout: the position of each node, and the course of each line.

use std::collections::BTreeMap;

use super::data::{Graph, Node};
use super::layers::{BEND_WIDTH, Layers, layers};

/// The maximum width of pictures in the middle column of a page.
const WIDEST: i32 = 700;
/// The smallest row width that is tried, and the step by which the width is reduced.
const FEWEST: i32 = 400;
const WIDTH_STEP: usize = 60;
/// The minimum width available to the graph inside a node.
const NARROWEST: i32 = 180;
/// The distance between nodes that are side by side.
const GAP: i32 = 16;
/// The distance between rows, and between rows of nodes without a type.
const ROW_GAP: i32 = 36;
const SMALL_ROW_GAP: i32 = 26;
/// The height of a node's name and type, and of a name alone.
pub(super) const HEAD: i32 = 44;
const SMALL_HEAD: i32 = 26;
/// The space between the border of a node and what it contains.
pub(super) const PADDING: i32 = 12;
/// The widths of a character in the name and in the type, as fractions: both use a monospaced font.
const NAME_CHAR: (i32, i32) = (76, 10);
const SMALL_NAME_CHAR: (i32, i32) = (68, 10);
const KIND_CHAR: (i32, i32) = (64, 10);
/// The maximum number of characters of a name or type that are shown.
pub(super) const LONGEST: usize = 42;
/// The distance between the columns of a graph that is drawn from left to right.
const COLUMN_GAP: i32 = 52;
/// The distance between the ends of lines at a node.
const PORT: i32 = 14;
/// The number of rounds in which nodes move towards their neighbours.
const ROUNDS: usize = 10;

/// Direction of the lines in a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    /// Down, in rows that are at most as wide as a page.
    Down,
    /// To the right, in columns of any height. As names are wide but not tall, there is room for many nodes.
    Right,
}

/// A graph with the positions of its nodes and lines. The origin is its upper left corner.
#[derive(Debug, Default)]
pub(super) struct PlacedGraph<'g> {
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) boxes: Vec<PlacedNode<'g>>,
    pub(super) lines: Vec<Line>,
}

/// A node with its position and size.
#[derive(Debug)]
pub(super) struct PlacedNode<'g> {
    pub(super) node: &'g Node,
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) inside: Option<PlacedGraph<'g>>,
}

/// A line from a node to one that needs it.
#[derive(Debug)]
pub(super) struct Line {
    /// Straight pieces in the direction of the graph, joined by curves. Each consists of its position across the direction, its
    /// start and its end.
    pub(super) pieces: Vec<(i32, i32, i32)>,
    /// The indexes of the needed node and of the node that needs it.
    pub(super) ends: (usize, usize),
}

impl PlacedNode<'_> {
    /// The node's start and its size in the direction of the graph.
    fn along(&self, direction: Direction) -> (i32, i32) {
        match direction {
            Direction::Down => (self.top, self.height),
            Direction::Right => (self.left, self.width),
        }
    }

    /// The node's size across the direction of the graph.
    fn across(&self, direction: Direction) -> i32 {
        match direction {
            Direction::Down => self.width,
            Direction::Right => self.height,
        }
    }

    /// Moves the node to a position along and across the direction of the graph.
    fn move_to(&mut self, direction: Direction, along: i32, across: i32) {
        (self.left, self.top) = match direction {
            Direction::Down => (across, along),
            Direction::Right => (along, across),
        };
    }
}

/// Lays out a graph. In rows, lines that pass a row need space beside its nodes: if that makes the picture too wide, the rows
/// contain fewer nodes.
pub(super) fn place(graph: &Graph, direction: Direction) -> PlacedGraph<'_> {
    if direction == Direction::Right {
        return place_within(graph, i32::MAX, direction);
    }
    let widths = (FEWEST..=WIDEST).rev().step_by(WIDTH_STEP);
    let mut narrowest: Option<PlacedGraph<'_>> = None;
    for width in widths {
        let placed = place_within(graph, width, direction);
        if narrowest.as_ref().is_none_or(|known| placed.width < known.width) {
            narrowest = Some(placed);
        }
        if narrowest.as_ref().is_some_and(|known| known.width <= WIDEST) {
            break;
        }
    }
    narrowest.unwrap_or_default()
}

fn place_within(graph: &Graph, widest: i32, direction: Direction) -> PlacedGraph<'_> {
    let within = (widest - 2 * PADDING).max(NARROWEST);
    let mut boxes: Vec<PlacedNode<'_>> =
        graph.nodes.iter().map(|node| sized(node, within, direction)).collect();
    let mut sizes: Vec<i32> = boxes.iter().map(|each| each.across(direction)).collect();
    let edges: Vec<(usize, usize)> = graph.edges.iter().map(|edge| (edge.needed, edge.needing)).collect();
    let layers = layers(&sizes, &edges, GAP, widest);
    sizes.resize(layers.vertices, BEND_WIDTH);
    let longest = layers.rows.iter().map(|row| row.iter().map(|vertex| sizes[*vertex] + GAP).sum());
    let centres = centres(&layers, &sizes, longest.max().unwrap_or(0).min(widest));
    // Rows follow one another, each as large as its largest node.
    let mut rows: Vec<(i32, i32)> = Vec::new();
    let mut start = 0;
    let is_small = graph.nodes.iter().all(|node| node.kind.is_empty());
    for row in &layers.rows {
        let along = row.iter().filter_map(|vertex| Some(boxes.get(*vertex)?.along(direction).1));
        let size = along.max().unwrap_or(0);
        rows.push((start, start + size));
        for vertex in row {
            if let Some(each) = boxes.get_mut(*vertex) {
                let across = centres[*vertex] - each.across(direction) / 2;
                each.move_to(direction, start, across);
            }
        }
        start += size
            + match direction {
                Direction::Right => COLUMN_GAP,
                Direction::Down if is_small => SMALL_ROW_GAP,
                Direction::Down => ROW_GAP,
            };
    }
    let lines = lines(&layers, &boxes, &centres, &rows, direction);
    let along = rows.last().map_or(0, |row| row.1);
    let ends = boxes.iter().map(|each| match direction {
        Direction::Down => each.left + each.width,
        Direction::Right => each.top + each.height,
    });
    let across = ends.chain(centres.iter().copied()).max().unwrap_or(0);
    let (width, height) = match direction {
        Direction::Down => (across, along),
        Direction::Right => (along, across),
    };
    PlacedGraph { width, height, boxes, lines }
}

/// Returns a node with its size, including the graph inside it.
fn sized(node: &Node, within: i32, direction: Direction) -> PlacedNode<'_> {
    let length = |text: &str, (numerator, denominator): (i32, i32)| {
        let shown = text.chars().count().min(LONGEST);
        i32::try_from(shown).unwrap_or(0) * numerator / denominator
    };
    let name = if node.kind.is_empty() { SMALL_NAME_CHAR } else { NAME_CHAR };
    let text = length(&node.name, name).max(length(node.short_kind(), KIND_CHAR)) + 2 * PADDING;
    let inside = node.inside.as_ref().filter(|graph| !graph.nodes.is_empty());
    let inside = inside.map(|graph| place_within(graph, within, direction));
    let (width, height) = match &inside {
        Some(placed) => (text.max(placed.width + 2 * PADDING), HEAD + placed.height + PADDING),
        None if node.kind.is_empty() => (text, SMALL_HEAD),
        None => (text.max(96), HEAD),
    };
    PlacedNode { node, left: 0, top: 0, width, height, inside }
}

/// Returns the centre of each vertex: as close to the mean of its neighbours as the order in its row allows.
fn centres(layers: &Layers, widths: &[i32], widest: i32) -> Vec<i32> {
    let (above, below) = layers.neighbours();
    let mut centres = vec![widest / 2; layers.vertices];
    for row in &layers.rows {
        let wanted: Vec<i32> = row.iter().map(|vertex| centres[*vertex]).collect();
        settle(row, &wanted, widths, widest, &mut centres);
    }
    for round in 0..ROUNDS {
        let mut order: Vec<&Vec<usize>> = layers.rows.iter().collect();
        if round % 2 == 1 {
            order.reverse();
        }
        for row in order {
            let wanted = row.iter().map(|vertex| {
                let near = above[*vertex].iter().chain(&below[*vertex]);
                let (sum, count) =
                    near.fold((0, 0), |(sum, count), other| (sum + centres[*other], count + 1));
                if count > 0 { sum / count } else { centres[*vertex] }
            });
            let wanted: Vec<i32> = wanted.collect();
            settle(row, &wanted, widths, widest, &mut centres);
        }
    }
    let left = (0..layers.vertices).map(|vertex| centres[vertex] - widths[vertex] / 2).min().unwrap_or(0);
    centres.iter().map(|centre| centre - left).collect()
}

/// Places the vertices of a row as close as possible to their wanted positions, in their order and without overlaps: those that
/// would overlap form a block, which moves to the mean of their wanted positions (pool adjacent violators). `wanted` contains a
/// position for each vertex of the row.
fn settle(row: &[usize], wanted: &[i32], widths: &[i32], widest: i32, centres: &mut [i32]) {
    let mut blocks: Vec<(i32, i32)> = Vec::new();
    let mut offsets = Vec::with_capacity(row.len());
    let mut end = 0;
    for (vertex, wanted) in row.iter().zip(wanted) {
        offsets.push(end + widths[*vertex] / 2);
        blocks.push((wanted - end - widths[*vertex] / 2, 1));
        end += widths[*vertex] + GAP;
        while let [.., (before, several), (last, more)] = blocks.as_slice()
            && before > last
        {
            let pooled = ((before * several + last * more) / (several + more), several + more);
            blocks.truncate(blocks.len() - 2);
            blocks.push(pooled);
        }
    }
    let rightmost = (widest - (end - GAP)).max(0);
    let starts =
        blocks.iter().flat_map(|(start, count)| (0..*count).map(move |_| (*start).clamp(0, rightmost)));
    for ((vertex, offset), start) in row.iter().zip(&offsets).zip(starts) {
        centres[*vertex] = start + offset;
    }
}

/// Returns the course of each line: from its node, through the bends, to the next node.
fn lines(
    layers: &Layers,
    boxes: &[PlacedNode<'_>],
    centres: &[i32],
    rows: &[(i32, i32)],
    direction: Direction,
) -> Vec<Line> {
    let row_of = {
        let mut row_of = vec![0; layers.vertices];
        for (index, row) in layers.rows.iter().enumerate() {
            for vertex in row {
                row_of[*vertex] = index;
            }
        }
        row_of
    };
    let next = |route: &[usize]| centres[route[1]];
    let before = |route: &[usize]| centres[route[route.len() - 2]];
    let room = |node: usize| boxes[node].across(direction) - 2 * PADDING;
    let starts = ports(layers, &room, centres, |route| (route[0], next(route)));
    let ends = ports(layers, &room, centres, |route| (route[route.len() - 1], before(route)));
    let course = |(index, route): (usize, &Vec<usize>)| {
        let last = route.len() - 1;
        let piece = |(step, vertex): (usize, &usize)| {
            let (start, end) = rows[row_of[*vertex]];
            match boxes.get(*vertex).map(|each| each.along(direction)) {
                Some((own, size)) if step == 0 => (starts[index], own + size, end),
                Some((own, _)) if step == last => (ends[index], start, own),
                _ => (centres[*vertex], start, end),
            }
        };
        Line { pieces: route.iter().enumerate().map(piece).collect(), ends: (route[0], route[last]) }
    };
    layers.routes.iter().enumerate().map(course).collect()
}

/// Returns the position at which each line touches the node at one of its ends: side by side, ordered by the position of the next
/// vertex.
fn ports(
    layers: &Layers,
    room: &impl Fn(usize) -> i32,
    centres: &[i32],
    end: impl Fn(&[usize]) -> (usize, i32),
) -> Vec<i32> {
    let mut of_node: BTreeMap<usize, Vec<(i32, usize)>> = BTreeMap::new();
    for (index, route) in layers.routes.iter().enumerate() {
        let (node, towards) = end(route);
        of_node.entry(node).or_default().push((towards, index));
    }
    let mut places = vec![0; layers.routes.len()];
    for (node, mut lines) in of_node {
        lines.sort_unstable();
        let spaces = i32::try_from(lines.len()).unwrap_or(i32::MAX) - 1;
        let step = if spaces > 0 { PORT.min(room(node) / spaces) } else { 0 };
        let mut at = centres[node] - step * spaces / 2;
        for (_, index) in lines {
            places[index] = at;
            at += step;
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::super::data::{Edge, Reason};
    use super::*;

    fn graph(count: usize, edges: &[(usize, usize)]) -> Graph {
        let node =
            |index: usize| Node { name: format!("n{index}"), kind: "A::B".to_owned(), ..Node::default() };
        let edge = |(needed, needing): &(usize, usize)| Edge {
            needed: *needed,
            needing: *needing,
            by: Reason::Reference,
        };
        Graph {
            nodes: (0..count).map(node).collect(),
            edges: edges.iter().map(edge).collect(),
            ..Graph::default()
        }
    }

    /// Checks that no two nodes overlap, and that everything is within the picture.
    #[track_caller]
    fn check(graph: &Graph) {
        check_direction(graph, Direction::Down);
        check_direction(graph, Direction::Right);
    }

    #[track_caller]
    fn check_direction(graph: &Graph, direction: Direction) {
        let placed = place(graph, direction);
        for (index, one) in placed.boxes.iter().enumerate() {
            assert!(one.left >= 0 && one.left + one.width <= placed.width, "{one:?}");
            assert!(one.top >= 0 && one.top + one.height <= placed.height, "{one:?}");
            for other in &placed.boxes[index + 1..] {
                let beside = one.left + one.width <= other.left || other.left + other.width <= one.left;
                let apart = one.top + one.height <= other.top || other.top + other.height <= one.top;
                assert!(beside || apart, "{one:?}\n{other:?}");
            }
        }
        assert!(
            placed.lines.iter().all(|line| line.pieces.iter().all(|(x, ..)| (0..=placed.width).contains(x)))
        );
    }

    #[test]
    fn nodes_do_not_overlap() {
        check(&graph(1, &[]));
        check(&graph(9, &[(0, 1), (0, 2), (1, 3), (2, 3), (0, 8), (4, 8)]));
        check(&graph(30, &(0..29).map(|from| (from, (from * 7 + 3) % 30)).collect::<Vec<_>>()));
        let mut nested = graph(3, &[(0, 1), (0, 2)]);
        nested.nodes[1].inside = Some(graph(6, &[(0, 5), (1, 5), (2, 5)]));
        check(&nested);
    }

    #[test]
    fn what_needs_one_thing_is_below_it() {
        let graph = graph(2, &[(0, 1)]);
        let placed = place(&graph, Direction::Down);
        assert_eq!(placed.boxes[0].left, placed.boxes[1].left);
        let [(start, ..), (end, ..)] = placed.lines[0].pieces[..] else { panic!("{placed:?}") };
        assert_eq!((start, end), (placed.boxes[0].left + placed.boxes[0].width / 2, start));
    }
}
