//! Layers: every node is below what it depends on, no layer is wider than the picture, and few lines cross.
//!
//! Layers are filled from the top, the longest chains first, as in list scheduling: a layer has only as many nodes as fit into
//! its width. A line that passes a layer has a bend there, so that lines go around nodes. The order within the layers comes from
//! the barycentres of the neighbours.

use std::cmp::Reverse;

/// The width of a bend.
pub(super) const BEND_WIDTH: i32 = 10;

/// The number of sweeps that look for fewer crossings, for graphs of a size that people draw.
const SWEEPS: usize = 16;

/// The number of vertices above which one sweep has to do: counting crossings takes the square of their number.
const LARGE: usize = 400;

/// Nodes and bends in layers. Vertices below the number of nodes are nodes, the others bends.
#[derive(Debug, Default)]
pub(super) struct Layers {
    /// The vertices of each layer from left to right, the top one first.
    pub(super) rows: Vec<Vec<usize>>,
    /// The vertices of each line from top to bottom, one per layer.
    pub(super) routes: Vec<Vec<usize>>,
    /// The number of vertices.
    pub(super) vertices: usize,
}

/// Puts nodes of these widths into layers. `gap` is the distance between two of them, and `widest` the width of a layer.
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

/// The edges without those that would close a circle. In a circle, the node that comes first is on top.
fn acyclic(count: usize, edges: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut edges: Vec<(usize, usize)> =
        edges.iter().copied().filter(|(from, to)| from != to && *from < count && *to < count).collect();
    edges.sort_unstable();
    edges.dedup();
    let mut open = vec![0_usize; count];
    let mut below = vec![Vec::new(); count];
    for (from, to) in &edges {
        open[*to] += 1;
        below[*from].push(*to);
    }
    let mut place: Vec<Option<usize>> = vec![None; count];
    for position in 0..count {
        let mut waiting = (0..count).filter(|node| place[*node].is_none());
        let free = waiting.clone().find(|node| open[*node] == 0).or_else(|| waiting.next());
        let Some(node) = free else { break };
        place[node] = Some(position);
        for next in &below[node] {
            open[*next] = open[*next].saturating_sub(1);
        }
    }
    edges.retain(|(from, to)| place[*from] < place[*to]);
    edges
}

/// The edges without those that follow from others.
fn reduced(count: usize, edges: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let heights = heights(count, edges);
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|node| heights[*node]);
    let mut reaches = vec![vec![false; count]; count];
    for node in order {
        let mut below = vec![false; count];
        for (_, next) in edges.iter().filter(|(from, _)| *from == node) {
            below[*next] = true;
            for (far, is_reached) in below.iter_mut().enumerate() {
                *is_reached |= reaches[*next][far];
            }
        }
        reaches[node] = below;
    }
    let follows = |from: usize, to: usize| {
        edges.iter().any(|(start, between)| *start == from && *between != to && reaches[*between][to])
    };
    edges.iter().copied().filter(|(from, to)| !follows(*from, *to)).collect()
}

/// The length of the longest chain below each node, in edges. The edges have no circle.
fn heights(count: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut heights = vec![0; count];
    for _ in 0..count {
        let mut changed = false;
        for (from, to) in edges {
            if heights[*from] <= heights[*to] {
                heights[*from] = heights[*to] + 1;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    heights
}

/// The layer of each node.
fn assigned(widths: &[i32], edges: &[(usize, usize)], gap: i32, widest: i32) -> Vec<usize> {
    let count = widths.len();
    let heights = heights(count, edges);
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|node| Reverse(heights[*node]));
    let mut used: Vec<i32> = Vec::new();
    let mut row_of = vec![0; count];
    for node in &order {
        let above = edges.iter().filter(|(_, to)| to == node).map(|(from, _)| row_of[*from] + 1);
        let mut row = above.max().unwrap_or(0);
        while used.get(row).is_some_and(|used| *used > 0 && used + widths[*node] > widest) {
            row += 1;
        }
        used.resize(used.len().max(row + 1), 0);
        used[row] += widths[*node] + gap;
        row_of[*node] = row;
    }
    // What many need is close to them, unless it needs as many itself.
    for node in order.iter().rev() {
        let below = edges.iter().filter(|(from, _)| from == node).map(|(_, to)| row_of[*to]);
        let (fewest, outgoing) = (below.clone().min(), below.count());
        let incoming = edges.iter().filter(|(_, to)| to == node).count();
        let Some(lowest) = fewest.filter(|_| outgoing > incoming) else { continue };
        let fits = |row: &usize| used[*row] == 0 || used[*row] + widths[*node] <= widest;
        if let Some(row) = (row_of[*node] + 1..lowest).rev().find(fits) {
            used[row_of[*node]] -= widths[*node] + gap;
            used[row] += widths[*node] + gap;
            row_of[*node] = row;
        }
    }
    // A layer that everything has left is none.
    let kept: Vec<usize> = (0..used.len()).filter(|row| row_of.contains(row)).collect();
    row_of.iter().map(|row| kept.iter().position(|kept| kept == row).unwrap_or(0)).collect()
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

    /// Looks for an order with few crossings.
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
        for step in 0..count {
            let row = if downwards { step } else { count - 1 - step };
            let place = self.positions();
            // In thousandths; a vertex without neighbours stays where it is.
            let centre = |vertex: &usize| match neighbours[*vertex].as_slice() {
                [] => place[*vertex] * 1000,
                near => near.iter().map(|other| place[*other] * 1000).sum::<usize>() / near.len(),
            };
            let mut sorted = std::mem::take(&mut self.rows[row]);
            sorted.sort_by_key(centre);
            self.rows[row] = sorted;
        }
    }

    /// The place of each vertex in its row, of a row as wide as 100.
    fn positions(&self) -> Vec<usize> {
        let mut place = vec![0; self.vertices];
        for row in &self.rows {
            for (index, vertex) in row.iter().enumerate() {
                place[*vertex] = (2 * index + 1) * 50 / row.len();
            }
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
        let of_row = |row: &Vec<usize>| {
            let mut lines: Vec<(usize, usize)> = Vec::new();
            let mut crossings = 0;
            for vertex in row {
                for next in &below[*vertex] {
                    let line = (place[*vertex], place[*next]);
                    crossings += lines.iter().filter(|other| other.0 < line.0 && other.1 > line.1).count();
                    lines.push(line);
                }
            }
            crossings
        };
        self.rows.iter().map(of_row).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of a graph of nodes that are all 10 wide, of which `per_row` fit into one.
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
