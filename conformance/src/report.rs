//! Report of the result of a replay.

use std::fmt::Write as _;

use crate::deviations::Deviation;
use crate::replay::{DifferingVector, Replay, Score};

const HEADER: [&str; 7] = ["family", "vectors", "agree", "differ", "listed", "not judged", "% agree"];

/// The table, the reasons why vectors could not be compared, and the errors in reading files.
#[must_use]
pub fn summary(replay: &Replay) -> String {
    let mut rows = vec![HEADER.map(str::to_owned)];
    rows.extend(replay.scores.iter().map(|(family, score)| row(family, score)));
    if replay.scores.len() > 1 {
        rows.push(row("total", &total(replay)));
    }
    let widths: Vec<usize> = (0..HEADER.len())
        .map(|column| rows.iter().map(|row| row.get(column).map_or(0, String::len)).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for row in &rows {
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            // Names are aligned left, numbers right. Writing to a string cannot fail.
            let _ = match column {
                0 => write!(text, "{cell:<width$}"),
                _ => write!(text, "  {cell:>width$}"),
            };
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    let reasons: Vec<_> = replay
        .scores
        .iter()
        .flat_map(|(family, score)| {
            score.not_judged.iter().map(move |(reason, count)| (family, reason, count))
        })
        .collect();
    if !reasons.is_empty() {
        text.push_str("\nnot judged:\n");
    }
    for (family, reason, count) in reasons {
        let _ = writeln!(text, "  {count:>5}  {family}: {reason}");
    }
    text
}

fn row(family: &str, score: &Score) -> [String; 7] {
    let not_judged = score.not_judged.values().sum::<usize>();
    [
        family.to_owned(),
        score.vectors().to_string(),
        score.agree.to_string(),
        score.unlisted().to_string(),
        score.listed().to_string(),
        not_judged.to_string(),
        percent(score.agree, score.vectors() - not_judged),
    ]
}

fn total(replay: &Replay) -> Score {
    let mut total = Score::default();
    for score in replay.scores.values() {
        total.agree += score.agree;
        total.differing.extend(score.differing.iter().cloned());
        for (reason, count) in &score.not_judged {
            *total.not_judged.entry(reason.clone()).or_default() += count;
        }
    }
    total
}

/// A percentage with two decimals, rounded down, so that only a complete match is 100.
fn percent(part: usize, whole: usize) -> String {
    match (part * 10_000).checked_div(whole) {
        Some(share) => format!("{}.{:02}", share / 100, share % 100),
        None => "-".to_owned(),
    }
}

/// Describes a difference, with Heat's answer and ours.
#[must_use]
pub fn difference(differing: &DifferingVector, deviations: &[Deviation]) -> String {
    let DifferingVector { site, vector, differences, deviation } = differing;
    let mut text = format!("{site}: {} {}\n  input: {}\n", vector.family, vector.source, vector.input);
    for difference in differences {
        let _ = writeln!(
            text,
            "  {}\n    Heat: {}\n    here: {}",
            difference.part, difference.heat, difference.ours
        );
    }
    if let Some(known) = deviation.and_then(|position| deviations.get(position)) {
        let _ = writeln!(text, "  listed: {}", known.reason);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use indexmap::IndexMap;

    #[test]
    fn a_share_is_rounded_down() {
        fn check(part: usize, whole: usize, expect: &str) {
            assert_eq!(percent(part, whole), expect);
        }
        check(1, 1, "100.00");
        check(99_999, 100_000, "99.99");
        check(0, 0, "-");
        check(1, 3, "33.33");
    }

    #[test]
    fn the_table_is_aligned() {
        let mut some = Score { agree: 10, ..Score::default() };
        some.not_judged.insert("because".to_owned(), 2);
        let scores = IndexMap::from([("long_name".to_owned(), some), ("x".to_owned(), Score::default())]);
        let text = summary(&Replay { scores, unreadable: Vec::new() });
        let expect = "\
family     vectors  agree  differ  listed  not judged  % agree
long_name       12     10       0       0           2   100.00
x                0      0       0       0           0        -
total           12     10       0       0           2   100.00

not judged:
      2  long_name: because
";
        assert_eq!(text, expect);
    }
}
