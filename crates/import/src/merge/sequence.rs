//! Changes between two lists, in which new items can replace similar ones.

use crate::sequence;

/// A step from the old list to the new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// The item is in both: its index in the old list and in the new one.
    Same(usize, usize),
    /// The item replaces another one.
    Changed(usize, usize),
    /// The item is only in the old list.
    Gone(usize),
    /// The item is only in the new list.
    New(usize),
}

/// The maximum number of pairs of items to compare. Above it, only equal items at both ends are kept, and no item replaces another.
const MAX_PAIRS: usize = 1 << 20;

/// The steps from one list to the other, keeping as many items as possible. A new item replaces an old one that is similar.
pub(super) fn steps<T: PartialEq>(old: &[T], new: &[T], alike: impl Fn(&T, &T) -> bool) -> Vec<Step> {
    let mut steps = Vec::new();
    let (mut gone, mut added) = (Vec::new(), Vec::new());
    for step in sequence::steps(old, new, |old, new| old.saturating_mul(new) <= MAX_PAIRS) {
        match step {
            sequence::Step::Gone(at) => gone.push(at),
            sequence::Step::New(to) => added.push(to),
            sequence::Step::Same(at, to) => {
                pair(&mut steps, (&mut gone, old), (&mut added, new), &alike);
                steps.push(Step::Same(at, to));
            }
        }
    }
    pair(&mut steps, (&mut gone, old), (&mut added, new), &alike);
    steps
}

/// Pairs removed items with similar new ones, between two items that stay.
fn pair<T>(
    steps: &mut Vec<Step>,
    (gone, old): (&mut Vec<usize>, &[T]),
    (added, new): (&mut Vec<usize>, &[T]),
    alike: &impl Fn(&T, &T) -> bool,
) {
    if gone.len().saturating_mul(added.len()) > MAX_PAIRS {
        steps.extend(gone.drain(..).map(Step::Gone).chain(added.drain(..).map(Step::New)));
    }
    for to in added.drain(..) {
        match gone.iter().position(|at| alike(&old[*at], &new[to])) {
            Some(place) => {
                steps.extend(gone.drain(..place).map(Step::Gone));
                steps.push(Step::Changed(gone.remove(0), to));
            }
            None => steps.push(Step::New(to)),
        }
    }
    steps.extend(gone.drain(..).map(Step::Gone));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(old: &str, new: &str, expect: &str) {
        let (old, new): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
        let shown: String = steps(&old, &new, char::eq_ignore_ascii_case)
            .into_iter()
            .map(|step| match step {
                Step::Same(at, _) => format!("={}", old[at]),
                Step::Changed(at, to) => format!("{}>{}", old[at], new[to]),
                Step::Gone(at) => format!("-{}", old[at]),
                Step::New(to) => format!("+{}", new[to]),
            })
            .collect::<Vec<_>>()
            .join(" ");
        assert_eq!(shown, expect, "{old:?} to {new:?}");
    }

    #[test]
    fn as_many_items_as_possible_are_kept() {
        check("abc", "abc", "=a =b =c");
        check("bc", "abc", "+a =b =c");
        check("abc", "ac", "=a -b =c");
        check("abc", "axc", "=a +x -b =c");
        check("abc", "", "-a -b -c");
        check("", "ab", "+a +b");
    }

    #[test]
    fn similar_items_replace_each_other() {
        check("abc", "aBc", "=a b>B =c");
        check("ab", "AxB", "a>A +x b>B");
        check("xab", "B", "-x -a b>B");
    }
}
