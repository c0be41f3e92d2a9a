//! Findings as GitHub's workflow commands, which its pages show as annotations of the affected lines.

use std::io::{self, Write};

use heat_yaml::printable;

use super::finding::{Finding, Location, Rank};

/// Writes one workflow command per finding that is not accepted.
///
/// # Errors
/// If the output is closed or full.
pub fn write(findings: &[Finding<'_>], out: &mut dyn Write) -> io::Result<()> {
    for finding in findings.iter().filter(|finding| finding.accepted.is_none()) {
        writeln!(out, "{}", command(finding))?;
    }
    Ok(())
}

/// The kind of annotation that a finding becomes.
#[must_use]
pub fn kind(rank: Rank) -> &'static str {
    match rank {
        Rank::Critical => "error",
        Rank::Major | Rank::Minor => "warning",
        Rank::Harmless | Rank::Note => "notice",
    }
}

fn command(finding: &Finding<'_>) -> String {
    let mut properties = finding.location.as_ref().map(place).unwrap_or_default();
    // If severities have their own names, the kind of the annotation is less precise.
    let title = if finding.severity == finding.rank.level() {
        finding.rule.to_owned()
    } else {
        format!("{}: {}", finding.severity, finding.rule)
    };
    properties.push(format!("title={}", escape_property(&title)));
    let lines: Vec<String> = std::iter::once(finding.headline()).chain(finding.remarks()).collect();
    format!("::{} {}::{}", kind(finding.rank), properties.join(","), escape(&lines.join("\n")))
}

fn place(place: &Location<'_>) -> Vec<String> {
    let mut properties = vec![format!("file={}", escape_property(place.file))];
    let Some(region) = place.region else { return properties };
    properties.push(format!("line={}", region.line));
    if let Some((end_line, end_column)) = region.end {
        properties.push(format!("endLine={end_line}"));
        // GitHub accepts columns only if the region is within one line.
        if region.line == end_line && !place.is_whole_lines {
            properties.push(format!("col={},endColumn={end_column}", region.column));
        }
    }
    properties
}

/// A message, without characters that would end a command, or control the terminal that shows the log.
fn escape(text: &str) -> String {
    printable(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property of a command, without characters that would end it.
fn escape_property(text: &str) -> String {
    escape(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::super::diagnostics::findings;
    use super::*;
    use heat_yaml::{Diagnostic, Severity, Source, Span};

    fn check(diagnostic: Diagnostic, expect: &str) {
        assert_eq!(command(&findings(&[diagnostic])[0]), expect);
    }

    #[test]
    fn command_delimiters_are_escaped() {
        let source = Source::new("a,b:c%.yaml", "one: 1\ntwo: 2\n");
        check(
            Diagnostic::error("duplicate-key", "100% wrong: twice\nover, that is")
                .with_label(&source, Span::new(7, 10), "here")
                .with_help("keep one"),
            "::error file=a%2Cb%3Ac%25.yaml,line=2,endLine=2,col=1,endColumn=4,title=duplicate-key::\
             100%25 wrong: twice%0Aover, that is%0Ahelp: keep one",
        );
    }

    #[test]
    fn a_place_of_several_lines_has_no_columns() {
        let source = Source::new("a.yaml", "one: 1\ntwo: 2\n");
        check(
            Diagnostic::new(Severity::Note, "x", "y").with_label(&source, Span::new(0, 9), ""),
            "::notice file=a.yaml,line=1,endLine=2,title=x::y",
        );
        check(Diagnostic::new(Severity::Warning, "x", "y"), "::warning title=x::y");
    }
}
