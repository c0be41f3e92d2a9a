//! Changes of a text by fixes, in the format of `diff -u`.

use std::fmt::Write as _;

use heat_yaml::Source;
use indexmap::IndexSet;

use crate::fix::{AppliedFix, FixedText};

/// Number of unchanged lines that are shown around a change.
const CONTEXT: usize = 2;

/// Returns the changes of a text in the format of `diff -u`. Fixes stay within their lines. The heading of each hunk names the
/// rules, and the applicability of their fixes.
pub fn unified(source: &Source, fixed: &FixedText) -> String {
    let name = source.name();
    let (old, new): (Vec<&str>, Vec<&str>) = (source.text().lines().collect(), fixed.text.lines().collect());
    let changed: Vec<usize> = (0..old.len()).filter(|line| old.get(*line) != new.get(*line)).collect();
    let mut text = format!("--- {name}\n+++ {name}\n");
    let mut rest = changed.as_slice();
    let mut applied = fixed.applied.as_slice();
    while let Some(first) = rest.first() {
        // Changes whose context lines meet are in one hunk.
        let meets = |pair: &[usize]| matches!(pair, [left, right] if right - left <= 2 * CONTEXT);
        let count = 1 + rest.windows(2).take_while(|pair| meets(pair)).count();
        let (together, others) = rest.split_at(count);
        let last = together.last().unwrap_or(first);
        let (start, end) = (first.saturating_sub(CONTEXT), (last + CONTEXT + 1).min(old.len()));
        // Fixes and hunks are in the order of the text.
        let is_before =
            |end: usize| move |each: &AppliedFix| source.line_column(each.edit.span.start).line <= end;
        let (_, from) = applied.split_at(applied.partition_point(is_before(start)));
        let (here, after) = from.split_at(from.partition_point(is_before(end)));
        applied = after;
        let _ = writeln!(text, "@@ -{0},{1} +{0},{1} @@ {2}", start + 1, end - start, heading(here));
        let mut next_changed = together.iter().peekable();
        let mut line = start;
        while line < end {
            if next_changed.next_if_eq(&&line).is_none() {
                let _ = writeln!(text, " {}", old.get(line).copied().unwrap_or_default());
                line += 1;
                continue;
            }
            let mut block = 1;
            while next_changed.next_if_eq(&&(line + block)).is_some() {
                block += 1;
            }
            for (sign, lines) in [('-', &old), ('+', &new)] {
                for changed in lines.iter().skip(line).take(block) {
                    let _ = writeln!(text, "{sign}{changed}");
                }
            }
            line += block;
        }
        rest = others;
    }
    text
}

/// Returns the heading for the fixes in some lines.
fn heading(applied: &[AppliedFix]) -> String {
    let names = applied.iter().map(|each| format!("{} ({})", each.rule, each.applicability.as_str()));
    names.collect::<IndexSet<_>>().into_iter().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use heat_yaml::{Applicability, Edit, Span};

    use super::*;

    #[test]
    fn changes_are_shown_with_their_surroundings() {
        let check = |old: &str, changed: &[(usize, &str)], expect: &str| {
            let mut text = old.to_owned();
            let mut applied = Vec::new();
            for (at, new) in changed {
                text.replace_range(*at..=*at, new);
                let edit = Edit { span: Span::new(*at, at + 1), text: (*new).to_owned() };
                applied.push(AppliedFix { rule: "rule", applicability: Applicability::Safe, edit });
            }
            let fixed = FixedText { text, applied };
            assert_eq!(unified(&Source::new("a", old), &fixed), expect);
        };
        check(
            "1\n2\n3\n4\n5\n6\n7\n8\n9\n",
            &[(6, "x"), (16, "y")],
            "--- a\n+++ a\n@@ -2,5 +2,5 @@ rule (safe)\n 2\n 3\n-4\n+x\n 5\n 6\n@@ -7,3 +7,3 @@ rule (safe)\n 7\n 8\n-9\n+y\n",
        );
        check("1\n2\n", &[(0, "x"), (2, "y")], "--- a\n+++ a\n@@ -1,2 +1,2 @@ rule (safe)\n-1\n-2\n+x\n+y\n");
    }
}
