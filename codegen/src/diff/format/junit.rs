//! What changed, as JUnit's XML, which test reports of many services read: a suite a type, a case a finding.

use std::fmt::Write as _;
use std::io::{self, Write};

use heat_yaml::is_steering;
use indexmap::IndexMap;

use crate::diff::report::{Allowed, Entry, Report};

/// A finding, and whether it is allowed.
type Case<'a> = (&'a Entry, Option<&'a Allowed>);

/// Writes a report as JUnit's XML. What does not fail the comparison is a case that passed, what is allowed one that was
/// skipped.
///
/// # Errors
/// When the output is closed or full.
pub(super) fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    let mut suites: IndexMap<&str, Vec<Case<'_>>> = IndexMap::new();
    let allowed = report.allowed.iter().map(|allowed| (&allowed.entry, Some(allowed)));
    for case in report.listed().map(|entry| (entry, None)).chain(allowed) {
        suites.entry(&case.0.resource_type).or_default().push(case);
    }
    let name = attribute(&format!("heat-codegen diff: {} → {}", report.before, report.after));
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(
        out,
        "<testsuites name=\"{name}\" {}>",
        counts(report, &suites.values().flatten().copied().collect::<Vec<_>>())
    )?;
    for (resource_type, cases) in &suites {
        writeln!(out, "  <testsuite name=\"{}\" {}>", attribute(resource_type), counts(report, cases))?;
        for (entry, allowed) in cases {
            out.write_all(case(report, entry, *allowed).as_bytes())?;
        }
        writeln!(out, "  </testsuite>")?;
    }
    if suites.is_empty() {
        // Some readers take a report without cases for one that was not written.
        writeln!(
            out,
            "  <testsuite name=\"schemas\" tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"0\">"
        )?;
        writeln!(out, "    <testcase classname=\"schemas\" name=\"no changes\"/>")?;
        writeln!(out, "  </testsuite>")?;
    }
    writeln!(out, "</testsuites>")
}

fn counts(report: &Report, cases: &[Case<'_>]) -> String {
    // The one case that stands for there being none.
    let tests = cases.len().max(1);
    let skipped = cases.iter().filter(|(_, allowed)| allowed.is_some()).count();
    let failures =
        cases.iter().filter(|(entry, allowed)| allowed.is_none() && report.is_failure(entry)).count();
    format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\"")
}

fn case(report: &Report, entry: &Entry, allowed: Option<&Allowed>) -> String {
    let path = if entry.path.is_empty() { String::new() } else { format!(" {}", entry.path) };
    let name = attribute(&format!("{}{path}", entry.rule.id));
    let mut xml = format!("    <testcase classname=\"{}\" name=\"{name}\"", attribute(&entry.resource_type));
    if let Some(place) = entry.place() {
        _ = write!(xml, " file=\"{}\"", attribute(&place.path));
        if let Some(region) = place.region {
            _ = write!(xml, " line=\"{}\"", region.line);
        }
    }
    let message = attribute(&entry.message);
    let details = text(&details(entry));
    if let Some(allowed) = allowed {
        let reason = attribute(&format!("{} (until {})", allowed.reason, allowed.expires));
        _ = write!(xml, ">\n      <skipped message=\"{reason}\"/>\n    </testcase>\n");
    } else if report.is_failure(entry) {
        let severity = entry.severity;
        _ = write!(
            xml,
            ">\n      <failure type=\"{severity}\" message=\"{message}\">{details}</failure>\n    </testcase>\n"
        );
    } else {
        _ = write!(
            xml,
            ">\n      <system-out>{}</system-out>\n    </testcase>\n",
            text(&format!("{}: {}\n", entry.severity, entry.message)) + &details
        );
    }
    xml
}

/// The lines of both sides, and what follows.
fn details(entry: &Entry) -> String {
    let mut details = String::new();
    for line in &entry.lines {
        _ = writeln!(details, "{} {}", line.mark.character(), line.text);
    }
    for note in &entry.notes {
        _ = writeln!(details, "{note}");
    }
    for section in &entry.sections {
        _ = writeln!(details, "{}:\n{}", section.title, section.text.trim_end());
    }
    details
}

/// Text in an element. What XML has no characters for is replaced.
fn text(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\t' | '\n' => escaped.push(character),
            // A bare one would be read as a line feed.
            '\r' => escaped.push_str("&#13;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push(char::REPLACEMENT_CHARACTER),
            // The log of a workflow would take these for the beginning of a command.
            ':' if escaped.rsplit('\n').next().is_none_or(|line| line.trim().is_empty()) => {
                escaped.push_str("&#58;");
            }
            '[' if escaped.ends_with("##") => escaped.push_str("&#91;"),
            steering if is_steering(steering) => escaped.push(char::REPLACEMENT_CHARACTER),
            other => escaped.push(other),
        }
    }
    escaped
}

/// Text in an attribute, where line breaks would be read as spaces.
fn attribute(value: &str) -> String {
    text(value).replace('"', "&quot;").replace('\n', "&#10;").replace('\t', "&#9;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_has_no_characters_for_is_replaced() {
        assert_eq!(
            text("a<b>&\u{1b}[1m\r\n\u{ffff}\"]]>"),
            "a&lt;b&gt;&amp;\u{fffd}[1m&#13;\n\u{fffd}\"]]&gt;"
        );
        assert_eq!(attribute("a\"b\nc\td"), "a&quot;b&#10;c&#9;d");
    }
}
