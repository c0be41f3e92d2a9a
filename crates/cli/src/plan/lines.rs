//! The lines in which two texts differ.

use heat_import::sequence::{self, Step};

/// The maximum number of lines that are compared one by one: in longer texts, all lines between the first and the last difference
/// are treated as changed.
const MAX_COMPARED: usize = 400;

/// The maximum number of lines that are shown.
const MAX_SHOWN: usize = 24;

/// Number of equal lines that are shown around differing ones.
const CONTEXT: usize = 1;

/// A line of one of two texts, or of both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    /// The sign: `-` for a line of the old text only, `+` for a line of the new text only, ` ` for a line of both, `…` for lines
    /// that are not shown.
    pub(super) sign: char,
    pub(super) text: String,
}

/// The lines that differ, and the lines next to them.
pub(super) fn changed(old: &str, new: &str) -> Vec<Line> {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let all = compared(&old, &new);
    let is_near = |index: usize| {
        let from = index.saturating_sub(CONTEXT);
        all.iter().skip(from).take(index + CONTEXT + 1 - from).any(|(sign, _)| *sign != ' ')
    };
    let mut shown = Vec::new();
    let mut left_out = 0;
    for (index, (sign, text)) in all.iter().enumerate() {
        if !is_near(index) || shown.len() >= MAX_SHOWN {
            left_out += 1;
            continue;
        }
        if left_out > 0 && !shown.is_empty() {
            shown.push(Line { sign: '…', text: String::new() });
        }
        left_out = 0;
        shown.push(Line { sign: *sign, text: (*text).to_owned() });
    }
    if shown.len() >= MAX_SHOWN && left_out > 0 {
        shown.push(Line { sign: '…', text: String::new() });
    }
    shown
}

/// All lines of both texts, each with its sign.
fn compared<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<(char, &'t str)> {
    let steps = sequence::steps(old, new, |old, new| old.max(new) <= MAX_COMPARED);
    let signed = steps.into_iter().map(|step| match step {
        Step::Same(at, _) => (' ', old[at]),
        Step::Gone(at) => ('-', old[at]),
        Step::New(to) => ('+', new[to]),
    });
    signed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(old: &str, new: &str, expect: &[&str]) {
        let found: Vec<String> =
            changed(old, new).iter().map(|line| format!("{}{}", line.sign, line.text)).collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn changed_lines_are_shown_with_their_neighbours() {
        check("a\nb\nc\nd\ne", "a\nb\nx\nd\ne", &[" b", "-c", "+x", " d"]);
        check("a\nb\nc\nd\ne\nf", "x\nb\nc\nd\ne\ny", &["-a", "+x", " b", "…", " e", "-f", "+y"]);
        check("", "a\nb", &["+a", "+b"]);
        check("a", "a", &[]);
    }

    #[test]
    fn long_texts_are_cut_off() {
        let text =
            |letter: &str| (0..1000).map(|line| format!("{letter}{line}")).collect::<Vec<_>>().join("\n");
        assert_eq!(changed(&text("a"), &text("b")).len(), MAX_SHOWN + 1);
    }
}
