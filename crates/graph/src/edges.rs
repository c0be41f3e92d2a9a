//! Operations on edges between numbered nodes: removing cycles and redundant edges, neighbours and heights.

use heat_model::steps::step;

/// Returns the edges without those that would close a cycle. In a cycle, the node with the lowest number is at the top.
pub(super) fn acyclic(count: usize, edges: &[(usize, usize)]) -> Vec<(usize, usize)> {
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

/// Returns the transitive reduction: the edges without those that follow from others. The edges must not contain a cycle.
pub(super) fn reduced(count: usize, edges: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let below = below(count, edges);
    let heights = heights(count, edges);
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|node| heights[*node]);
    // `reached`: the nodes that can be reached from a node; `further`: those that can be reached from its direct successors.
    let mut reached = vec![Bits::new(count); count];
    let mut further = vec![Bits::new(count); count];
    for node in order {
        let mut far = Bits::new(count);
        for next in &below[node] {
            step();
            far.add(&reached[*next]);
        }
        let mut all = far.clone();
        for next in &below[node] {
            all.set(*next);
        }
        (reached[node], further[node]) = (all, far);
    }
    edges.iter().copied().filter(|(from, to)| !further[*from].has(*to)).collect()
}

/// A set of nodes.
#[derive(Clone)]
struct Bits(Vec<u64>);

impl Bits {
    fn new(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)])
    }

    fn set(&mut self, node: usize) {
        self.0[node / 64] |= 1 << (node % 64);
    }

    fn has(&self, node: usize) -> bool {
        self.0[node / 64] >> (node % 64) & 1 == 1
    }

    fn add(&mut self, others: &Self) {
        for (own, other) in self.0.iter_mut().zip(&others.0) {
            *own |= other;
        }
    }
}

/// Returns the nodes that the edges from each node lead to.
pub(super) fn below(count: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut below = vec![Vec::new(); count];
    for (from, to) in edges {
        below[*from].push(*to);
    }
    below
}

/// Returns the nodes from which edges lead to each node.
pub(super) fn above(count: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut above = vec![Vec::new(); count];
    for (from, to) in edges {
        above[*to].push(*from);
    }
    above
}

/// The length of the longest chain below each node, in edges. The edges must not contain a cycle.
pub(super) fn heights(count: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let (above, below) = (above(count, edges), below(count, edges));
    let mut open: Vec<usize> = below.iter().map(Vec::len).collect();
    let mut heights = vec![0; count];
    let mut ready: Vec<usize> = (0..count).filter(|node| open[*node] == 0).collect();
    while let Some(node) = ready.pop() {
        for from in &above[node] {
            step();
            heights[*from] = heights[*from].max(heights[node] + 1);
            open[*from] -= 1;
            if open[*from] == 0 {
                ready.push(*from);
            }
        }
    }
    heights
}
