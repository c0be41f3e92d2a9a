//! Places: where each node is, and the course of each line.

use super::data::{Graph, Node};
use super::layers::{BEND_WIDTH, Layers, layers};

/// The width that pictures may have in the middle column of a page.
const WIDEST: i32 = 700;
/// The width of the nodes in a row below which rows are not made narrower, and the steps on the way.
const FEWEST: i32 = 400;
const WIDTH_STEP: usize = 60;
/// The smallest width into which what a node consists of is fitted.
const NARROWEST: i32 = 180;
/// The distance between nodes that are side by side.
const GAP: i32 = 16;
/// The distance between rows, and that between rows of nodes without a type.
const ROW_GAP: i32 = 36;
const SMALL_ROW_GAP: i32 = 26;
/// The height of a node's name and type, and that of a name alone.
pub(super) const HEAD: i32 = 44;
const SMALL_HEAD: i32 = 26;
/// The space between the border of a node and what it contains.
pub(super) const PADDING: i32 = 12;
/// The widths of a character of the name and of the type: both are in a font of fixed width.
const NAME_CHAR: (i32, i32) = (76, 10);
const SMALL_NAME_CHAR: (i32, i32) = (68, 10);
const KIND_CHAR: (i32, i32) = (64, 10);
/// The most characters of a name or type that are shown.
pub(super) const LONGEST: usize = 42;
/// The distance between the ends of lines at a node.
const PORT: i32 = 14;
/// The number of rounds in which nodes move towards their neighbours.
const ROUNDS: usize = 10;

/// A graph with places. The origin is its upper left corner.
#[derive(Debug, Default)]
pub(super) struct Placed<'g> {
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) boxes: Vec<PlacedNode<'g>>,
    pub(super) lines: Vec<Line>,
}

/// A node with its place.
#[derive(Debug)]
pub(super) struct PlacedNode<'g> {
    pub(super) node: &'g Node,
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) inside: Option<Placed<'g>>,
}

/// A line: vertical pieces at these places, joined by curves. Each has its x, its upper and its lower end.
#[derive(Debug)]
pub(super) struct Line(pub(super) Vec<(i32, i32, i32)>);

/// Gives a graph places. Lines that pass a row need room besides its nodes: if that makes the picture too wide, rows get fewer nodes.
pub(super) fn place(graph: &Graph) -> Placed<'_> {
    let widths = (FEWEST..=WIDEST).rev().step_by(WIDTH_STEP);
    let mut narrowest: Option<Placed<'_>> = None;
    for width in widths {
        let placed = place_within(graph, width);
        if narrowest.as_ref().is_none_or(|known| placed.width < known.width) {
            narrowest = Some(placed);
        }
        if narrowest.as_ref().is_some_and(|known| known.width <= WIDEST) {
            break;
        }
    }
    narrowest.unwrap_or_default()
}

fn place_within(graph: &Graph, widest: i32) -> Placed<'_> {
    let within = (widest - 2 * PADDING).max(NARROWEST);
    let mut boxes: Vec<PlacedNode<'_>> = graph.nodes.iter().map(|node| sized(node, within)).collect();
    let widths: Vec<i32> = boxes.iter().map(|each| each.width).collect();
    let layers = layers(&widths, &graph.edges, GAP, widest);
    let mut all_widths = widths;
    all_widths.resize(layers.vertices, BEND_WIDTH);
    let centres = centres(&layers, &all_widths, widest);
    // Rows from top to bottom, each as high as its highest node.
    let mut rows: Vec<(i32, i32)> = Vec::new();
    let mut top = 0;
    let is_small = graph.nodes.iter().all(|node| node.kind.is_empty());
    for row in &layers.rows {
        let height = row.iter().filter_map(|vertex| Some(boxes.get(*vertex)?.height)).max().unwrap_or(0);
        rows.push((top, top + height));
        for vertex in row {
            if let Some(each) = boxes.get_mut(*vertex) {
                each.left = centres[*vertex] - each.width / 2;
                each.top = top;
            }
        }
        top += height + if is_small { SMALL_ROW_GAP } else { ROW_GAP };
    }
    let lines = lines(&layers, &boxes, &centres, &rows);
    Placed {
        width: boxes
            .iter()
            .map(|each| each.left + each.width)
            .chain(centres.iter().copied())
            .max()
            .unwrap_or(0),
        height: rows.last().map_or(0, |row| row.1),
        boxes,
        lines,
    }
}

/// A node with its size.
fn sized(node: &Node, within: i32) -> PlacedNode<'_> {
    let length = |text: &str, (numerator, denominator): (i32, i32)| {
        let shown = text.chars().count().min(LONGEST);
        i32::try_from(shown).unwrap_or(0) * numerator / denominator
    };
    let name = if node.kind.is_empty() { SMALL_NAME_CHAR } else { NAME_CHAR };
    let text = length(&node.name, name).max(length(&node.kind, KIND_CHAR)) + 2 * PADDING;
    let inside = node.inside.as_ref().filter(|graph| !graph.nodes.is_empty());
    let inside = inside.map(|graph| place_within(graph, within));
    let (width, height) = match &inside {
        Some(placed) => (text.max(placed.width + 2 * PADDING), HEAD + placed.height + PADDING),
        None if node.kind.is_empty() => (text, SMALL_HEAD),
        None => (text.max(96), HEAD),
    };
    PlacedNode { node, left: 0, top: 0, width, height, inside }
}

/// The centre of each vertex: as close to the middle of its neighbours as the order in its row allows.
fn centres(layers: &Layers, widths: &[i32], widest: i32) -> Vec<i32> {
    let (above, below) = layers.neighbours();
    let mut centres = vec![widest / 2; layers.vertices];
    for row in &layers.rows {
        settle(row, &centres.clone(), widths, widest, &mut centres);
    }
    for round in 0..ROUNDS {
        let mut order: Vec<&Vec<usize>> = layers.rows.iter().collect();
        if round % 2 == 1 {
            order.reverse();
        }
        for row in order {
            let mut wanted = centres.clone();
            for vertex in row {
                let near = above[*vertex].iter().chain(&below[*vertex]);
                let (sum, count) =
                    near.fold((0, 0), |(sum, count), other| (sum + centres[*other], count + 1));
                if count > 0 {
                    wanted[*vertex] = sum / count;
                }
            }
            settle(row, &wanted, widths, widest, &mut centres);
        }
    }
    let left = (0..layers.vertices).map(|vertex| centres[vertex] - widths[vertex] / 2).min().unwrap_or(0);
    centres.iter().map(|centre| centre - left).collect()
}

/// Puts the vertices of a row as close as possible to where they want to be, in their order and without overlaps: those that
/// would overlap form a block, which moves to the mean of their wishes (pool adjacent violators).
fn settle(row: &[usize], wanted: &[i32], widths: &[i32], widest: i32, centres: &mut [i32]) {
    let mut blocks: Vec<(i32, i32)> = Vec::new();
    let mut offsets = Vec::with_capacity(row.len());
    let mut end = 0;
    for vertex in row {
        offsets.push(end + widths[*vertex] / 2);
        blocks.push((wanted[*vertex] - end - widths[*vertex] / 2, 1));
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

/// The course of each line: down from its node, through the bends, down to the next node.
fn lines(layers: &Layers, boxes: &[PlacedNode<'_>], centres: &[i32], rows: &[(i32, i32)]) -> Vec<Line> {
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
    let starts = ports(layers, boxes, centres, |route| (route[0], next(route)));
    let ends = ports(layers, boxes, centres, |route| (route[route.len() - 1], before(route)));
    let course = |(index, route): (usize, &Vec<usize>)| {
        let last = route.len() - 1;
        let piece = |(step, vertex): (usize, &usize)| {
            let (top, bottom) = rows[row_of[*vertex]];
            match boxes.get(*vertex) {
                Some(each) if step == 0 => (starts[index], each.top + each.height, bottom),
                Some(each) if step == last => (ends[index], top, each.top),
                _ => (centres[*vertex], top, bottom),
            }
        };
        Line(route.iter().enumerate().map(piece).collect())
    };
    layers.routes.iter().enumerate().map(course).collect()
}

/// Where each line touches the node at one of its ends: side by side, in the order of where they come from.
fn ports(
    layers: &Layers,
    boxes: &[PlacedNode<'_>],
    centres: &[i32],
    end: impl Fn(&[usize]) -> (usize, i32),
) -> Vec<i32> {
    let mut of_node: Vec<Vec<(i32, usize)>> = vec![Vec::new(); boxes.len()];
    for (index, route) in layers.routes.iter().enumerate() {
        let (node, towards) = end(route);
        of_node[node].push((towards, index));
    }
    let mut places = vec![0; layers.routes.len()];
    for (node, lines) in of_node.iter_mut().enumerate() {
        lines.sort_unstable();
        let spaces = i32::try_from(lines.len()).unwrap_or(i32::MAX) - 1;
        let room = boxes[node].width - 2 * PADDING;
        let step = if spaces > 0 { PORT.min(room / spaces) } else { 0 };
        let mut at = centres[node] - step * spaces / 2;
        for (_, index) in lines {
            places[*index] = at;
            at += step;
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(count: usize, edges: &[(usize, usize)]) -> Graph {
        let node =
            |index: usize| Node { name: format!("n{index}"), kind: "A::B".to_owned(), ..Node::default() };
        Graph { nodes: (0..count).map(node).collect(), edges: edges.to_vec() }
    }

    /// Whether no two nodes overlap, and everything is within the picture.
    #[track_caller]
    fn check(graph: &Graph) {
        let placed = place(graph);
        for (index, one) in placed.boxes.iter().enumerate() {
            assert!(one.left >= 0 && one.left + one.width <= placed.width, "{one:?}");
            assert!(one.top >= 0 && one.top + one.height <= placed.height, "{one:?}");
            for other in &placed.boxes[index + 1..] {
                let beside = one.left + one.width <= other.left || other.left + other.width <= one.left;
                let apart = one.top + one.height <= other.top || other.top + other.height <= one.top;
                assert!(beside || apart, "{one:?}\n{other:?}");
            }
        }
        assert!(placed.lines.iter().all(|line| line.0.iter().all(|(x, ..)| (0..=placed.width).contains(x))));
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
        let placed = place(&graph);
        assert_eq!(placed.boxes[0].left, placed.boxes[1].left);
        let [(start, ..), (end, ..)] = placed.lines[0].0[..] else { panic!("{placed:?}") };
        assert_eq!((start, end), (placed.boxes[0].left + placed.boxes[0].width / 2, start));
    }
}
