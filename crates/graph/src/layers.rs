//! Layers: every node is below what it depends on, no layer is wider than the picture, and few lines cross.
//!
//! Layers are filled from the top, the longest chains first, as in list scheduling: a layer has only as many nodes as fit into
//! its width. A line that passes a layer has a bend there, so that lines go around nodes. The order within the layers comes from
//! the barycentres of the neighbours.

use std::cmp::Reverse;

use heat_model::steps::step;

use super::edges::{above, acyclic, below, heights, reduced};

/// The width of a bend in a line.
pub(super) const BEND_WIDTH: i32 = 10;

/// The maximum number of sweeps that reduce crossings, for graphs of a usual size.
const SWEEPS: usize = 16;

/// The number of vertices above which only one sweep is done, because counting crossings takes quadratic time.
const LARGE: usize = 400;

/// Nodes and bends in layers. Vertices with numbers below the number of nodes are nodes; the others are bends.
#[derive(Debug, Default)]
pub(super) struct Layers {
    /// The vertices of each layer from left to right, the top one first.
    pub(super) rows: Vec<Vec<usize>>,
    /// The vertices of each line from top to bottom, one per layer.
    pub(super) routes: Vec<Vec<usize>>,
    /// The number of vertices: nodes and bends.
    pub(super) vertices: usize,
}

/// Assigns nodes of the given widths to layers. `gap` is the distance between two nodes, and `widest` the maximum width of a
/// layer.
pub(super) fn layers(widths: &[i32], edges: &[(usize, usize)], gap: i32, widest: i32) -> Layers {
    let edges = reduced(widths.len(), &acyclic(widths.len(), edges));
    let rows_of = assigned(widths, &edges, gap, widest);
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); rows_of.iter().max().map_or(0, |last| last + 1)];
    for (node, row) in rows_of.iter().enumerate() {
        rows[*row].push(node);
    }
    let mut vertices = widths.len();
    let mut routes = Vec::with_capacity(edges.len());
    for (from, to) in &edges {
        let mut route = vec![*from];
        for row in &mut rows[rows_of[*from] + 1..rows_of[*to]] {
            row.push(vertices);
            route.push(vertices);
            vertices += 1;
        }
        route.push(*to);
        routes.push(route);
    }
    let mut layers = Layers { rows, routes, vertices };
    layers.untangle();
    layers
}

/// Returns the layer of each node.
fn assigned(widths: &[i32], edges: &[(usize, usize)], gap: i32, widest: i32) -> Vec<usize> {
    let count = widths.len();
    let (above, below) = (above(count, edges), below(count, edges));
    let heights = heights(count, edges);
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|node| Reverse(heights[*node]));
    let mut used: Vec<i32> = Vec::new();
    let mut row_of = vec![0; count];
    for node in &order {
        let mut row = above[*node].iter().map(|from| row_of[*from] + 1).max().unwrap_or(0);
        while used.get(row).is_some_and(|used| *used > 0 && used + widths[*node] > widest) {
            row += 1;
        }
        used.resize(used.len().max(row + 1), 0);
        used[row] += widths[*node] + gap;
        row_of[*node] = row;
    }
    // A node that more nodes need than it needs itself moves down, close to those that need it.
    for node in order.iter().rev() {
        let fewest = below[*node].iter().map(|to| row_of[*to]).min();
        let Some(lowest) = fewest.filter(|_| below[*node].len() > above[*node].len()) else { continue };
        let fits = |row: &usize| used[*row] == 0 || used[*row] + widths[*node] <= widest;
        if let Some(row) = (row_of[*node] + 1..lowest).rev().find(fits) {
            used[row_of[*node]] -= widths[*node] + gap;
            used[row] += widths[*node] + gap;
            row_of[*node] = row;
        }
    }
    // Layers that all nodes have left are removed.
    let mut is_kept = vec![false; used.len()];
    for row in &row_of {
        is_kept[*row] = true;
    }
    let places = is_kept.iter().scan(0, |next, is_kept| {
        let place = *next;
        *next += usize::from(*is_kept);
        Some(place)
    });
    let places: Vec<usize> = places.collect();
    row_of.iter().map(|row| places[*row]).collect()
}

/// Returns the number of straight pieces of the lines between nodes if no layer is too wide: one for each layer that a line leads
/// to.
pub(super) fn pieces(count: usize, edges: &[(usize, usize)]) -> usize {
    let edges = reduced(count, &acyclic(count, edges));
    let rows = assigned(&vec![0; count], &edges, 0, i32::MAX);
    edges.iter().map(|(from, to)| rows[*to] - rows[*from]).sum()
}

impl Layers {
    /// The pairs of vertices in neighbouring layers that a line connects.
    fn links(&self) -> impl Iterator<Item = (usize, usize)> {
        self.routes.iter().flat_map(|route| route.windows(2).map(|pair| (pair[0], pair[1])))
    }

    /// The vertices above and below each vertex.
    pub(super) fn neighbours(&self) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
        let mut above = vec![Vec::new(); self.vertices];
        let mut below = vec![Vec::new(); self.vertices];
        for (from, to) in self.links() {
            below[from].push(to);
            above[to].push(from);
        }
        (above, below)
    }

    /// Reorders the vertices of each layer so that few lines cross.
    fn untangle(&mut self) {
        let (above, below) = self.neighbours();
        let mut best = (self.crossings(&below), self.rows.clone());
        let sweeps = if self.vertices > LARGE { 1 } else { SWEEPS };
        for sweep in 0..sweeps {
            let (neighbours, downwards) = if sweep % 2 == 0 { (&above, true) } else { (&below, false) };
            self.sort_rows(neighbours, downwards);
            let crossings = self.crossings(&below);
            if crossings < best.0 {
                best = (crossings, self.rows.clone());
            }
        }
        self.rows = best.1;
    }

    /// Sorts each row by the barycentres of its vertices' neighbours.
    fn sort_rows(&mut self, neighbours: &[Vec<usize>], downwards: bool) {
        let count = self.rows.len();
        let mut place = self.positions();
        for number in 0..count {
            let row = if downwards { number } else { count - 1 - number };
            // In thousandths; a vertex without neighbours keeps its position.
            let centre = |vertex: &usize| match neighbours[*vertex].as_slice() {
                [] => place[*vertex] * 1000,
                near => near.iter().map(|other| place[*other] * 1000).sum::<usize>() / near.len(),
            };
            let mut sorted = std::mem::take(&mut self.rows[row]);
            sorted.sort_by_key(centre);
            set_positions(&sorted, &mut place);
            self.rows[row] = sorted;
        }
    }

    /// The position of each vertex in its row, scaled to a row width of 100.
    fn positions(&self) -> Vec<usize> {
        let mut place = vec![0; self.vertices];
        for row in &self.rows {
            set_positions(row, &mut place);
        }
        place
    }

    /// The number of pairs of lines that cross.
    fn crossings(&self, below: &[Vec<usize>]) -> usize {
        let mut place = vec![0; self.vertices];
        for row in &self.rows {
            for (index, vertex) in row.iter().enumerate() {
                place[*vertex] = index;
            }
        }
        let widest = self.rows.iter().map(Vec::len).max().unwrap_or_default();
        let mut ended = Counts::new(widest);
        let of_row = |row: &Vec<usize>| {
            ended.clear();
            let mut crossings = 0;
            for vertex in row {
                // Lines from one vertex do not cross.
                for next in &below[*vertex] {
                    step();
                    crossings += ended.after(place[*next]);
                }
                for next in &below[*vertex] {
                    ended.add(place[*next]);
                }
            }
            crossings
        };
        self.rows.iter().map(of_row).sum()
    }
}

/// Sets the position of each vertex of a row, scaled to a row width of 100.
fn set_positions(row: &[usize], place: &mut [usize]) {
    for (index, vertex) in row.iter().enumerate() {
        place[*vertex] = (2 * index + 1) * 50 / row.len();
    }
}

/// The number of lines that end at each position, as a binary indexed tree.
struct Counts {
    sums: Vec<usize>,
    total: usize,
}

impl Counts {
    fn new(places: usize) -> Self {
        Self { sums: vec![0; places + 1], total: 0 }
    }

    fn clear(&mut self) {
        if self.total > 0 {
            self.sums.fill(0);
            self.total = 0;
        }
    }

    fn add(&mut self, place: usize) {
        self.total += 1;
        let mut index = place + 1;
        while let Some(sum) = self.sums.get_mut(index) {
            *sum += 1;
            index += index & index.wrapping_neg();
        }
    }

    /// The number of lines that end after a position.
    fn after(&self, place: usize) -> usize {
        let mut index = place + 1;
        let mut before = 0;
        while index > 0 {
            before += self.sums[index];
            index &= index - 1;
        }
        self.total - before
    }
}

#[cfg(test)]
mod tests {
    use heat_model::steps::count as count_steps;

    use super::*;

    /// Compares the rows of a graph, where all nodes are 10 wide and `per_row` of them fit into a row.
    fn check(count: usize, edges: &[(usize, usize)], per_row: i32, expect: &[&[usize]]) {
        let layers = layers(&vec![10; count], edges, 0, 10 * per_row);
        let nodes = |row: &Vec<usize>| row.iter().copied().filter(|vertex| *vertex < count).collect();
        let rows: Vec<Vec<usize>> = layers.rows.iter().map(nodes).collect();
        assert_eq!(rows, expect);
    }

    #[test]
    fn everything_is_below_what_it_needs() {
        check(0, &[], 3, &[]);
        check(3, &[(0, 1), (1, 2), (0, 2)], 3, &[&[0], &[1], &[2]]);
        check(3, &[(2, 1), (1, 0)], 3, &[&[2], &[1], &[0]]);
    }

    #[test]
    fn many_edges_take_a_few_steps_each() {
        fn check(edges: &[(usize, usize)], routes: usize) {
            let count = edges.iter().map(|(from, to)| from.max(to) + 1).max().unwrap_or_default();
            let (steps, layers) = count_steps(|| layers(&vec![10; count], edges, 0, i32::MAX));
            assert_eq!(layers.routes.len(), routes);
            let most = 25 * (edges.len() + layers.vertices);
            assert!(steps < u64::try_from(most).unwrap(), "{steps} steps, {} edges", edges.len());
        }
        let below = |from: usize| (from + 1..400).map(move |to| (from, to));
        check(&(0..400).flat_map(below).collect::<Vec<_>>(), 399);
        let across = |from: usize| (200..400).map(move |to| (from, to));
        check(&(0..200).flat_map(across).collect::<Vec<_>>(), 40_000);
    }

    #[test]
    fn crossings_are_counted() {
        fn check(links: &[(usize, usize)], expect: usize) {
            let routes = links.iter().map(|(from, to)| vec![*from, *to]).collect();
            let layers = Layers { rows: vec![vec![0, 1, 2], vec![3, 4, 5]], routes, vertices: 6 };
            let (_, below) = layers.neighbours();
            assert_eq!(layers.crossings(&below), expect, "{links:?}");
        }
        check(&[(0, 3), (1, 4), (2, 5)], 0);
        check(&[(0, 5), (1, 4), (2, 3)], 3);
        check(&[(0, 3), (0, 5), (1, 4), (1, 3), (2, 3)], 4);
    }

    #[test]
    fn a_row_is_not_wider_than_the_picture() {
        check(5, &[], 2, &[&[0, 1], &[2, 3], &[4]]);
    }

    #[test]
    fn what_is_needed_late_is_drawn_late() {
        // 3 is needed only by 2, in the last row.
        check(4, &[(0, 1), (1, 2), (3, 2)], 3, &[&[0], &[1, 3], &[2]]);
    }

    #[test]
    fn crossings_are_avoided() {
        check(4, &[(0, 3), (1, 2)], 2, &[&[0, 1], &[3, 2]]);
    }

    #[test]
    fn a_circle_is_opened_where_the_first_node_is() {
        check(2, &[(0, 1), (1, 0), (1, 1), (7, 0)], 2, &[&[0], &[1]]);
    }

    #[test]
    fn a_line_that_follows_from_others_is_left_out_and_long_ones_have_bends() {
        let layers = layers(&[10; 5], &[(0, 1), (1, 2), (0, 2), (2, 3), (4, 0), (4, 3)], 0, 10);
        assert_eq!(layers.routes.len(), 4, "{layers:?}");
        let layers = super::layers(&[10; 4], &[(0, 1), (1, 2), (0, 3), (3, 2), (2, 0)], 0, 10);
        assert_eq!(layers.rows.len(), 4, "one node per row");
        assert_eq!(layers.vertices, 4 + 2, "two lines pass a row each: {layers:?}");
    }
}
