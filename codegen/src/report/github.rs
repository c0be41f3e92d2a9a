//! Findings as GitHub's workflow commands, which its pages show as annotations on the lines concerned.

use std::io::{self, Write};

use heat_yaml::{Diagnostic, Severity, printable};

/// Writes a workflow command a finding.
///
/// # Errors
/// When the output is closed or full.
pub fn write(diagnostics: &[Diagnostic], out: &mut dyn Write) -> io::Result<()> {
    for diagnostic in diagnostics {
        writeln!(out, "{}", command(diagnostic))?;
    }
    Ok(())
}

fn command(diagnostic: &Diagnostic) -> String {
    let name = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let mut properties = Vec::new();
    if let Some(file) = diagnostic.file_name() {
        properties.push(format!("file={}", escape_property(file)));
    }
    if let Some(label) = diagnostic.labels.first() {
        let (start, end) = super::ends(label);
        properties.push(format!("line={}", start.line));
        // GitHub takes columns only where the place is within one line.
        if start.line == end.line {
            properties.push(format!("endLine={},col={},endColumn={}", end.line, start.column, end.column));
        } else {
            properties.push(format!("endLine={}", end.line));
        }
    }
    properties.push(format!("title={}", escape_property(diagnostic.code)));
    let lines: Vec<String> =
        std::iter::once(diagnostic.message.clone()).chain(super::remarks(diagnostic)).collect();
    format!("::{name} {}::{}", properties.join(","), escape(&lines.join("\n")))
}

/// A message, without what would end a command, or steer the terminal that the log may be shown in.
pub(crate) fn escape(text: &str) -> String {
    printable(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property's value, without what would end it.
pub(crate) fn escape_property(text: &str) -> String {
    escape(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use heat_yaml::{Source, Span};

    fn check(diagnostic: &Diagnostic, expect: &str) {
        assert_eq!(command(diagnostic), expect);
    }

    #[test]
    fn what_would_end_a_command_is_escaped() {
        let source = Source::new("a,b:c%.yaml", "one: 1\ntwo: 2\n");
        check(
            &Diagnostic::error("duplicate-key", "100% wrong: twice\nover, that is")
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
            &Diagnostic::new(Severity::Note, "x", "y").with_label(&source, Span::new(0, 9), ""),
            "::notice file=a.yaml,line=1,endLine=2,title=x::y",
        );
        check(&Diagnostic::new(Severity::Warning, "x", "y"), "::warning title=x::y");
    }
}
