//! Statistics: the number of findings of each rule, in place of the findings.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};

use anstyle::Style;
use serde_json::json;

use crate::contents::Report;
use crate::finding::{Finding, Rank};
use crate::json_text;
use crate::text::{Pen, write_summary};

/// Statistics of one rule.
struct Count {
    rule: &'static str,
    severity: &'static str,
    rank: Rank,
    findings: usize,
    fixable: usize,
}

/// Writes the number of findings of each rule, most severe and most frequent first: one line or, as JSON, one object per rule.
///
/// # Errors
/// If the output is closed or full.
pub fn write(report: &Report<'_>, is_json: bool, color: bool, out: &mut dyn Write) -> io::Result<()> {
    let counts = counts(&report.findings);
    let summary =
        |rule: &str| report.rules.iter().find(|known| known.id == rule).map_or("", |known| known.summary);
    if is_json {
        let counts: Vec<_> = counts
            .iter()
            .map(|count| {
                json!({
                    "code": count.rule,
                    "severity": count.severity,
                    "count": count.findings,
                    "fixable": count.fixable,
                    "summary": summary(count.rule),
                })
            })
            .collect();
        return out.write_all(json_text::pretty(&counts)?.as_bytes());
    }
    let width = |length: fn(&Count) -> usize| counts.iter().map(length).max().unwrap_or_default();
    let number_width = width(|count| count.findings.to_string().len());
    let severity_width = width(|count| count.severity.len());
    let rule_width = width(|count| count.rule.len());
    let pen = Pen { color };
    for Count { rule, severity, rank, findings, fixable } in &counts {
        let severity = pen.styled(&format!("{severity:severity_width$}"), rank.style());
        let mark = if *fixable > 0 { "[*]" } else { "[ ]" };
        let mark =
            pen.styled(mark, if *fixable > 0 { anstyle::AnsiColor::Cyan.on_default() } else { Style::new() });
        writeln!(out, "{findings:number_width$}  {severity}  {mark}  {rule:rule_width$}  {}", summary(rule))?;
    }
    if counts.iter().any(|count| count.fixable > 0) {
        writeln!(out, "[*] some findings of this rule can be fixed")?;
    }
    write_summary(report, color, out)
}

/// The statistics of the rules that have findings.
fn counts(findings: &[Finding<'_>]) -> Vec<Count> {
    let mut counts: BTreeMap<(&str, Rank), Count> = BTreeMap::new();
    for finding in findings {
        let Finding { rule, severity, rank, .. } = *finding;
        let count =
            counts.entry((rule, rank)).or_insert(Count { rule, severity, rank, findings: 0, fixable: 0 });
        count.findings += 1;
        count.fixable += usize::from(finding.fix.is_some());
    }
    let mut counts: Vec<_> = counts.into_values().collect();
    counts.sort_by_key(|count| (count.rank, Reverse(count.findings), count.rule));
    counts
}

#[cfg(test)]
mod tests {
    use heat_yaml::{Diagnostic, Severity};

    use super::*;
    use crate::diagnostics::findings;

    #[test]
    fn rules_are_counted_most_severe_and_most_frequent_first() {
        let error = |code| Diagnostic::error(code, "x").in_file("a.yaml");
        let warning = Diagnostic::new(Severity::Warning, "unused-condition", "x").in_file("a.yaml");
        let found =
            [warning.clone(), error("unknown-property"), warning, error("unknown-property"), error("syntax")];
        let report = Report { findings: findings(&found), files: 1, ..Report::default() };
        let written = |is_json| {
            let mut out = Vec::new();
            write(&report, is_json, false, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let lines: Vec<String> = written(false).lines().map(str::to_owned).collect();
        let starts = [
            "2  error    [ ]  unknown-property",
            "1  error    [ ]  syntax",
            "2  warning  [ ]  unused-condition",
        ];
        for (line, start) in lines.iter().zip(starts) {
            assert!(line.starts_with(start), "{line}");
        }
        assert_eq!(lines[3], "3 errors, 2 warnings in 1 of 1 file");
        let counts: serde_json::Value = serde_json::from_str(&written(true)).unwrap();
        assert_eq!(
            (counts[0]["code"].as_str(), counts[0]["count"].as_u64()),
            (Some("unknown-property"), Some(2))
        );
    }
}
