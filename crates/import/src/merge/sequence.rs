//! The changes between two lists.

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

/// The maximum number of pairs of items to compare. Beyond that, only equal items at both ends are kept.
const MAX_PAIRS: usize = 1 << 20;

/// The steps from one list to the other, keeping as many items as possible.
pub(super) fn steps<T: PartialEq>(old: &[T], new: &[T], alike: impl Fn(&T, &T) -> bool) -> Vec<Step> {
    let start = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (old_rest, new_rest) = (&old[start..], &new[start..]);
    let end = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(old, new)| old == new).count();
    let (old_rest, new_rest) = (&old_rest[..old_rest.len() - end], &new_rest[..new_rest.len() - end]);
    let middle = if old_rest.len().saturating_mul(new_rest.len()) <= MAX_PAIRS {
        middle_steps(old_rest, new_rest, alike)
    } else {
        (0..old_rest.len()).map(Step::Gone).chain((0..new_rest.len()).map(Step::New)).collect()
    };
    let same = (0..start).map(|at| Step::Same(at, at));
    let ends = (0..end).rev().map(|back| Step::Same(old.len() - 1 - back, new.len() - 1 - back));
    same.chain(middle.into_iter().map(|step| step.moved(start))).chain(ends).collect()
}

impl Step {
    /// The same step in lists that have the given number of items before it.
    fn moved(self, by: usize) -> Self {
        match self {
            Self::Same(at, to) => Self::Same(at + by, to + by),
            Self::Changed(at, to) => Self::Changed(at + by, to + by),
            Self::Gone(at) => Self::Gone(at + by),
            Self::New(to) => Self::New(to + by),
        }
    }
}

fn middle_steps<T: PartialEq>(old: &[T], new: &[T], alike: impl Fn(&T, &T) -> bool) -> Vec<Step> {
    let lengths = common_lengths(old, new);
    let mut steps = Vec::new();
    let (mut at, mut to) = (0, 0);
    let (mut gone, mut added) = (Vec::new(), Vec::new());
    while at < old.len() || to < new.len() {
        if at < old.len() && to < new.len() && old[at] == new[to] {
            pair(&mut steps, (&mut gone, old), (&mut added, new), &alike);
            steps.push(Step::Same(at, to));
            (at, to) = (at + 1, to + 1);
        } else if to == new.len() || (at < old.len() && lengths[at + 1][to] >= lengths[at][to + 1]) {
            gone.push(at);
            at += 1;
        } else {
            added.push(to);
            to += 1;
        }
    }
    pair(&mut steps, (&mut gone, old), (&mut added, new), &alike);
    steps
}

/// Between two items that stay, a new item that is similar to a removed one replaces it.
fn pair<T>(
    steps: &mut Vec<Step>,
    (gone, old): (&mut Vec<usize>, &[T]),
    (added, new): (&mut Vec<usize>, &[T]),
    alike: &impl Fn(&T, &T) -> bool,
) {
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

/// For each pair of indices, the length of the longest common subsequence of the rests of both lists.
fn common_lengths<T: PartialEq>(old: &[T], new: &[T]) -> Vec<Vec<usize>> {
    let mut lengths = vec![vec![0; new.len() + 1]; old.len() + 1];
    for at in (0..old.len()).rev() {
        for to in (0..new.len()).rev() {
            lengths[at][to] = if old[at] == new[to] {
                lengths[at + 1][to + 1] + 1
            } else {
                lengths[at + 1][to].max(lengths[at][to + 1])
            };
        }
    }
    lengths
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
