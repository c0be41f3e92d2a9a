//! Diagnostics as findings.

use std::collections::HashMap;
use std::sync::Arc;

use heat_history::FactsHash;
use heat_yaml::{Diagnostic, Label, Source, Span};

use super::finding::{Excerpt, Finding, Fingerprint, Fix, Location, Region};

/// The version of the algorithm for fingerprints of diagnostics.
const KIND: &str = "heatFinding/v1";

/// Converts diagnostics to findings, in the same order; a command fails for each of them.
#[must_use]
pub fn findings<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>) -> Vec<Finding<'a>> {
    let mut fingerprints = Fingerprints::default();
    diagnostics.into_iter().map(|diagnostic| finding(diagnostic, &mut fingerprints)).collect()
}

fn finding<'a>(diagnostic: &'a Diagnostic, fingerprints: &mut Fingerprints) -> Finding<'a> {
    let mut places = diagnostic.labels.iter().map(place);
    let whole_file = || {
        diagnostic.file.as_deref().map(|file| Location {
            file,
            region: None,
            is_whole_lines: false,
            message: "",
        })
    };
    let severity = diagnostic.severity;
    Finding {
        fails: true,
        location: places.next().or_else(whole_file),
        related: places.collect(),
        notes: &diagnostic.notes,
        help: diagnostic.help.as_deref(),
        fix: fix(diagnostic),
        tags: diagnostic.tags,
        excerpt: Excerpt::Source(diagnostic),
        fingerprint: Fingerprint { kind: KIND, value: fingerprints.of(diagnostic) },
        ..Finding::new(diagnostic.code, severity.as_str(), severity.into(), diagnostic.message.as_str())
    }
}

fn place(label: &Label) -> Location<'_> {
    let region = Some(region(&label.source, label.span));
    Location { file: label.source.name(), region, is_whole_lines: false, message: &label.message }
}

fn region(source: &Source, span: Span) -> Region {
    let [start, end] = [span.start, span.end].map(|offset| source.line_column(offset));
    Region { line: start.line, column: start.column, end: Some((end.line, end.column)) }
}

/// The change that fixes a finding, which is in the source of its first location.
fn fix(diagnostic: &Diagnostic) -> Option<Fix<'_>> {
    let (fix, label) = (diagnostic.fix.as_ref()?, diagnostic.labels.first()?);
    Some(Fix {
        region: region(&label.source, fix.edit.span),
        text: &fix.edit.text,
        applicability: fix.applicability,
    })
}

/// Fingerprints of diagnostics that stay the same when lines above them change, so that a viewer recognises them.
#[derive(Default)]
struct Fingerprints {
    seen: HashMap<FactsHash, u32>,
    /// The hashes of the common beginning of all fingerprints with the same rule and line: there can be many findings in one
    /// line, which can be long.
    lines: HashMap<(&'static str, *const Source, usize), FactsHash>,
}

impl Fingerprints {
    fn of(&mut self, diagnostic: &Diagnostic) -> String {
        // No text contains this byte, so the parts cannot run together.
        let with = |hash: FactsHash, text: &str| hash.with(text.as_bytes()).with(&[0xff]);
        let of_file =
            || with(with(FactsHash::default(), diagnostic.code), diagnostic.file_name().unwrap_or_default());
        let start = match diagnostic.labels.first() {
            Some(Label { source, span, .. }) => {
                let line = source.line_column(span.start).line;
                let of_line = || with(of_file(), source.line(line).trim());
                *self.lines.entry((diagnostic.code, Arc::as_ptr(source), line)).or_insert_with(of_line)
            }
            None => of_file(),
        };
        let hash = with(start, &diagnostic.message);
        let count = self.seen.entry(hash).or_default();
        *count += 1;
        format!("{hash}:{count}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heat_yaml::{Severity, Source, Span};

    #[test]
    fn findings_in_one_line_differ_by_their_rules_and_files() {
        let mut fingerprints = Fingerprints::default();
        let mut of = |rule, file: &str, line: &str| {
            let source = Source::new(file, line);
            let found = Diagnostic::new(Severity::Error, rule, "y").with_label(&source, Span::new(0, 1), "");
            fingerprints.of(&found)
        };
        let first = of("x", "a.yaml", "one: 1");
        for (rule, file, line) in
            [("z", "a.yaml", "one: 1"), ("x", "b.yaml", "one: 1"), ("x", "a.yaml", "two: 2")]
        {
            assert_ne!(of(rule, file, line), first, "{rule} {file} {line}");
        }
    }

    #[test]
    fn fingerprints_do_not_depend_on_lines_and_differ_for_equal_findings() {
        let fingerprints = |text: &str| {
            let source = Source::new("a.yaml", text);
            let mut fingerprints = Fingerprints::default();
            let start = text.find("two").unwrap();
            let diagnostic = Diagnostic::new(Severity::Error, "x", "y").with_label(
                &source,
                Span::new(start, start + 3),
                "",
            );
            [fingerprints.of(&diagnostic), fingerprints.of(&diagnostic)]
        };
        let [first, second] = fingerprints("one: 1\ntwo: 2\n");
        assert_ne!(first, second);
        assert_eq!(fingerprints("zero: 0\none: 1\ntwo: 2\n"), [first.clone(), second]);
        // The fingerprints that viewers have stored stay valid: rule, file, line and message, each with a byte after it.
        let facts = heat_history::fingerprint(b"x\xffa.yaml\xfftwo: 2\xffy\xff");
        assert_eq!(first, format!("{facts}:1"));
    }
}
