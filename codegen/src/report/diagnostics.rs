//! Diagnostics as findings.

use std::collections::HashMap;

use heat_diff::fingerprint;
use heat_yaml::{Diagnostic, Label, Source, Span};

use super::finding::{Excerpt, Finding, Fingerprint, Fix, Place, Region};

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
        diagnostic.file.as_deref().map(|file| Place {
            file,
            region: None,
            is_whole_lines: false,
            message: "",
        })
    };
    Finding {
        rule: diagnostic.code,
        severity: diagnostic.severity.as_str(),
        rank: diagnostic.severity.into(),
        fails: true,
        subject: None,
        path: "",
        message: diagnostic.message.as_str().into(),
        place: places.next().or_else(whole_file),
        related: places.collect(),
        notes: &diagnostic.notes,
        help: diagnostic.help.as_deref(),
        fix: fix(diagnostic),
        tags: diagnostic.tags,
        excerpt: Excerpt::Source(diagnostic),
        sections: &[],
        fingerprint: Fingerprint { kind: KIND, value: fingerprints.of(diagnostic) },
        accepted: None,
    }
}

fn place(label: &Label) -> Place<'_> {
    let region = Some(region(&label.source, label.span));
    Place { file: label.source.name(), region, is_whole_lines: false, message: &label.message }
}

fn region(source: &Source, span: Span) -> Region {
    let [start, end] = [span.start, span.end].map(|offset| source.line_column(offset));
    Region { line: start.line, column: start.column, end: Some((end.line, end.column)) }
}

/// The change that fixes a finding, which is in the text of its first place.
fn fix(diagnostic: &Diagnostic) -> Option<Fix<'_>> {
    let (fix, label) = (diagnostic.fix.as_ref()?, diagnostic.labels.first()?);
    Some(Fix {
        region: region(&label.source, fix.edit.span),
        text: &fix.edit.text,
        applicability: fix.applicability,
    })
}

/// Fingerprints of diagnostics that do not change when lines above them do, so that a viewer recognises them.
#[derive(Default)]
struct Fingerprints {
    seen: HashMap<String, u32>,
}

impl Fingerprints {
    fn of(&mut self, diagnostic: &Diagnostic) -> String {
        let line = diagnostic.labels.first().map(|label| {
            let start = label.source.line_column(label.span.start);
            label.source.line(start.line).trim()
        });
        let file = diagnostic.file_name().unwrap_or_default();
        let mut bytes = Vec::new();
        for text in [diagnostic.code, file].into_iter().chain(line).chain([diagnostic.message.as_str()]) {
            bytes.extend_from_slice(text.as_bytes());
            // No text contains this character, so the parts cannot run together.
            bytes.push(0xff);
        }
        let hash = fingerprint(&bytes);
        let count = self.seen.entry(hash.clone()).or_default();
        *count += 1;
        format!("{hash}:{count}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heat_yaml::{Severity, Source, Span};

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
        assert_eq!(fingerprints("zero: 0\none: 1\ntwo: 2\n"), [first, second]);
    }
}
