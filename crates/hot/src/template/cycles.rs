//! Resources that form a cycle.
//!
//! Heat reports that there is a cycle, together with all resources that wait for it. Here each group of resources that wait for
//! each other is reported separately, by one cycle in it: the shortest through its first resource.

use std::collections::VecDeque;

use heat_yaml::Span;

/// Resources that each resource depends on, with the spans of the references.
pub(super) type Needs = Vec<Vec<(usize, Span)>>;

/// Links of a cycle: each resource, with the span of its reference to the next. The last refers to the first.
pub(super) type Links = Vec<(usize, Span)>;

/// Returns one cycle for each group of resources that depend on each other, in the order of their first resources. The time is
/// proportional to the number of references.
pub(super) fn cycles(needs: &Needs) -> Vec<Links> {
    let groups = groups(needs);
    let mut first: Vec<Option<usize>> = vec![None; needs.len()];
    let mut starts = Vec::new();
    for (resource, group) in groups.iter().enumerate() {
        if let Some(first) = first.get_mut(*group)
            && first.is_none()
        {
            *first = Some(resource);
            starts.push(resource);
        }
    }
    let mut search = Search { needs, groups: &groups, from: vec![None; needs.len()] };
    starts.into_iter().filter_map(|start| search.shortest(start)).collect()
}

/// Returns the number of each resource's group: two resources that depend on each other, directly or indirectly, have the same.
/// This is Tarjan's algorithm without recursion, because a cycle can be as long as a template.
fn groups(needs: &Needs) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let count = needs.len();
    let mut found = vec![NONE; count];
    let mut lowest = vec![NONE; count];
    let mut groups = vec![NONE; count];
    let mut number = 0;
    // Resources that were found, but have no group yet.
    let mut stack = Vec::new();
    for root in 0..count {
        if found[root] != NONE {
            continue;
        }
        // Resources on the path from the root, with the number of their dependencies that were visited.
        let mut way = vec![(root, 0)];
        while let Some((resource, done)) = way.last_mut() {
            let resource = *resource;
            if *done == 0 {
                found[resource] = number;
                lowest[resource] = number;
                number += 1;
                stack.push(resource);
            }
            if let Some((needed, _)) = needs[resource].get(*done) {
                *done += 1;
                if found[*needed] == NONE {
                    way.push((*needed, 0));
                } else if groups[*needed] == NONE {
                    lowest[resource] = lowest[resource].min(found[*needed]);
                }
                continue;
            }
            way.pop();
            if let Some((before, _)) = way.last() {
                lowest[*before] = lowest[*before].min(lowest[resource]);
            }
            if lowest[resource] == found[resource] {
                while let Some(member) = stack.pop() {
                    groups[member] = resource;
                    if member == resource {
                        break;
                    }
                }
            }
        }
    }
    groups
}

struct Search<'n> {
    needs: &'n Needs,
    groups: &'n [usize],
    /// For each resource that was reached, the resource that refers to it, and the span of the reference.
    from: Vec<Option<(usize, Span)>>,
}

impl Search<'_> {
    /// The shortest cycle through a resource, within its group.
    fn shortest(&mut self, start: usize) -> Option<Links> {
        let mut next = VecDeque::from([start]);
        while let Some(resource) = next.pop_front() {
            for (needed, span) in &self.needs[resource] {
                if self.groups[*needed] != self.groups[start] || self.from[*needed].is_some() {
                    continue;
                }
                self.from[*needed] = Some((resource, *span));
                if *needed == start {
                    return Some(self.way_back(start));
                }
                next.push_back(*needed);
            }
        }
        None
    }

    fn way_back(&self, start: usize) -> Links {
        let mut links = Vec::new();
        let mut at = start;
        while let Some((resource, span)) = self.from[at] {
            links.push((resource, span));
            at = resource;
            if at == start {
                break;
            }
        }
        links.reverse();
        links
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In `edges`, `0>1` means that resource 0 depends on 1.
    fn check(edges: &str, expect: &str) {
        let mut needs: Needs = vec![Vec::new(); 8];
        for edge in edges.split(' ') {
            let (resource, needed) = edge.split_once('>').unwrap();
            needs[resource.parse::<usize>().unwrap()].push((needed.parse().unwrap(), Span::default()));
        }
        let found = cycles(&needs);
        let shown =
            |links: &Links| links.iter().map(|(resource, _)| resource.to_string()).collect::<String>();
        assert_eq!(found.iter().map(shown).collect::<Vec<_>>().join(" "), expect, "{edges}");
    }

    #[test]
    fn each_group_has_its_shortest_cycle() {
        check("0>1 1>2", "");
        check("0>0", "0");
        check("0>1 1>0 2>3 3>4 4>2", "01 234");
        // Resources that wait for a cycle, or that a cycle waits for, are not in it.
        check("0>1 1>2 2>1 2>5", "12");
        check("0>1 1>2 2>3 3>0 2>0", "012");
        check("3>2 2>3 0>7 7>0 1>1", "07 1 23");
    }

    #[test]
    fn a_cycle_can_be_as_long_as_a_template() {
        let count = 100_000;
        let needs: Needs = (0..count).map(|at| vec![((at + 1) % count, Span::default())]).collect();
        let found = cycles(&needs);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].len(), count);
        assert!(found[0].iter().map(|(resource, _)| *resource).eq(0..count));
    }
}
