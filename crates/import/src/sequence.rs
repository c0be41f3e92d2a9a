//! Changes between two lists, such as the lines of two texts, that keep as many items as possible.
//!
//! The caller decides which removed and new items are treated as one changed item.

/// A step from the old list to the new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The item is in both lists: the index in the old one and in the new one.
    Same(usize, usize),
    /// The item is only in the old list, at this index.
    Gone(usize),
    /// The item is only in the new list, at this index.
    New(usize),
}

/// The steps from one list to the other, along a longest common subsequence.
///
/// The time and memory of a comparison grow with the product of the lengths between the first and the last difference. If
/// `is_small` refuses these lengths, only the equal items at both ends stay.
#[must_use]
pub fn steps<T: PartialEq>(old: &[T], new: &[T], is_small: impl Fn(usize, usize) -> bool) -> Vec<Step> {
    let start = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (old_rest, new_rest) = (&old[start..], &new[start..]);
    let end = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(old, new)| old == new).count();
    let (old_rest, new_rest) = (&old_rest[..old_rest.len() - end], &new_rest[..new_rest.len() - end]);
    let middle = if is_small(old_rest.len(), new_rest.len()) {
        middle_steps(old_rest, new_rest)
    } else {
        (0..old_rest.len()).map(Step::Gone).chain((0..new_rest.len()).map(Step::New)).collect()
    };
    let same = (0..start).map(|at| Step::Same(at, at));
    let ends = (0..end).rev().map(|back| Step::Same(old.len() - 1 - back, new.len() - 1 - back));
    same.chain(middle.into_iter().map(|step| step.moved(start))).chain(ends).collect()
}

impl Step {
    /// The step for lists with `by` more items before it.
    fn moved(self, by: usize) -> Self {
        match self {
            Self::Same(at, to) => Self::Same(at + by, to + by),
            Self::Gone(at) => Self::Gone(at + by),
            Self::New(to) => Self::New(to + by),
        }
    }
}

fn middle_steps<T: PartialEq>(old: &[T], new: &[T]) -> Vec<Step> {
    let width = new.len() + 1;
    let lengths = common_lengths(old, new);
    let mut steps = Vec::new();
    let (mut at, mut to) = (0, 0);
    while at < old.len() || to < new.len() {
        if at < old.len() && to < new.len() && old[at] == new[to] {
            steps.push(Step::Same(at, to));
            (at, to) = (at + 1, to + 1);
        } else if to == new.len()
            || (at < old.len() && lengths[(at + 1) * width + to] >= lengths[at * width + to + 1])
        {
            steps.push(Step::Gone(at));
            at += 1;
        } else {
            steps.push(Step::New(to));
            to += 1;
        }
    }
    steps
}

/// The length of the longest common subsequence of the rest of both lists, for each pair of indices, row by row.
fn common_lengths<T: PartialEq>(old: &[T], new: &[T]) -> Vec<usize> {
    let width = new.len() + 1;
    let mut lengths = vec![0; (old.len() + 1) * width];
    for at in (0..old.len()).rev() {
        for to in (0..new.len()).rev() {
            lengths[at * width + to] = if old[at] == new[to] {
                lengths[(at + 1) * width + to + 1] + 1
            } else {
                lengths[(at + 1) * width + to].max(lengths[at * width + to + 1])
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
        let show = |step| match step {
            Step::Same(at, _) => format!("={}", old[at]),
            Step::Gone(at) => format!("-{}", old[at]),
            Step::New(to) => format!("+{}", new[to]),
        };
        let found = steps(&old, &new, |old, new| old * new < 20);
        assert_eq!(found.into_iter().map(show).collect::<Vec<_>>().join(" "), expect, "{old:?} to {new:?}");
    }

    #[test]
    fn as_many_items_as_possible_stay() {
        check("abc", "abc", "=a =b =c");
        check("bc", "abc", "+a =b =c");
        check("abc", "ac", "=a -b =c");
        check("abc", "axc", "=a -b +x =c");
        check("abcd", "bxdy", "-a =b -c +x =d +y");
        check("abc", "", "-a -b -c");
        check("", "ab", "+a +b");
    }

    #[test]
    fn long_lists_only_keep_what_both_ends_have_in_common() {
        check("abcdz", "axbcyz", "=a +x =b =c -d +y =z");
        check("abbbbbz", "axbbbxz", "=a -b -b -b -b -b +x +b +b +b +x =z");
    }
}
