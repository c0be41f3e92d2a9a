//! Findings as JUnit XML, which the test reports of many services read: one suite per subject or file, one case per finding. Cases that
//! the command tried have a suite per subject, too.

use std::fmt::Write as _;
use std::io::{self, Write};

use heat_html::escaped_in_element;
use heat_yaml::is_steering;
use heat_yaml::render::{self, RenderStyle};
use indexmap::IndexMap;

use super::contents::{Case, CaseOutcome, Report};
use super::finding::{Excerpt, Finding};

/// A case of the report.
enum Entry<'a> {
    Finding(&'a Finding<'a>),
    Case(&'a Case),
}

impl Entry<'_> {
    fn is_skipped(&self) -> bool {
        match self {
            Self::Finding(finding) => finding.accepted.is_some(),
            Self::Case(case) => matches!(case.outcome, CaseOutcome::Skipped(_)),
        }
    }

    fn has_failed(&self) -> bool {
        match self {
            Self::Finding(finding) => finding.accepted.is_none() && finding.fails,
            Self::Case(case) => matches!(case.outcome, CaseOutcome::Failed(_)),
        }
    }

    fn xml(&self) -> String {
        match self {
            Self::Finding(finding) => case(finding),
            Self::Case(tried) => tried_case(tried),
        }
    }
}

/// Writes a report as JUnit XML. Findings for which the command does not fail are cases that passed; accepted ones are skipped.
///
/// # Errors
/// If the output is closed or full.
pub fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut suites: IndexMap<&str, Vec<Entry<'_>>> = IndexMap::new();
    for finding in report.findings.iter().filter(|_| !report.has_cases_alone) {
        suites.entry(suite(finding)).or_default().push(Entry::Finding(finding));
    }
    for case in &report.cases {
        suites.entry(&case.suite).or_default().push(Entry::Case(case));
    }
    let title = attribute(&report.title);
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<testsuites name=\"{title}\" {}>", counts(suites.values().flatten()))?;
    for (name, cases) in &suites {
        writeln!(out, "  <testsuite name=\"{}\" {}>", attribute(name), counts(cases.iter()))?;
        for entry in cases {
            out.write_all(entry.xml().as_bytes())?;
        }
        writeln!(out, "  </testsuite>")?;
    }
    if suites.is_empty() {
        // Some readers treat a report without cases as one that was not written.
        writeln!(out, "  <testsuite name=\"{SCHEMAS}\" {}>", counts([].iter()))?;
        writeln!(out, "    <testcase classname=\"{SCHEMAS}\" name=\"{}\"/>", attribute(report.nothing))?;
        writeln!(out, "  </testsuite>")?;
    }
    writeln!(out, "</testsuites>")
}

/// The name of the suite for findings without a subject and a file.
const SCHEMAS: &str = "schemas";

fn suite<'a>(finding: &Finding<'a>) -> &'a str {
    finding.subject.or(finding.location.map(|place| place.file)).unwrap_or(SCHEMAS)
}

fn counts<'a>(entries: impl Iterator<Item = &'a Entry<'a>> + Clone) -> String {
    // The single case that represents a report without findings.
    let tests = entries.clone().count().max(1);
    let skipped = entries.clone().filter(|entry| entry.is_skipped()).count();
    let failures = entries.filter(|entry| entry.has_failed()).count();
    format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\"")
}

/// The name of a test case: the rule, and the location in the suite.
fn name(finding: &Finding<'_>) -> String {
    let region = finding.location.and_then(|place| place.region);
    match (finding.subject, finding.path, region) {
        (Some(_), "", _) | (None, _, None) => finding.rule.to_owned(),
        (Some(_), path, _) => format!("{} {path}", finding.rule),
        (None, _, Some(region)) => format!("{} {}:{}", finding.rule, region.line, region.column),
    }
}

fn case(finding: &Finding<'_>) -> String {
    let (class, name) = (attribute(suite(finding)), attribute(&name(finding)));
    let mut xml = format!("    <testcase classname=\"{class}\" name=\"{name}\"");
    if let Some(place) = &finding.location {
        _ = write!(xml, " file=\"{}\"", attribute(place.file));
        if let Some(region) = place.region {
            _ = write!(xml, " line=\"{}\"", region.line);
        }
    }
    let severity = finding.severity;
    let outcome = match finding.accepted {
        Some(accepted) => {
            format!(">\n      <skipped message=\"{}\"/>\n    </testcase>\n", attribute(&accepted.words()))
        }
        None if finding.fails => format!(
            ">\n      <failure type=\"{severity}\" message=\"{}\">{}</failure>\n    </testcase>\n",
            attribute(&finding.message),
            text(&details(finding))
        ),
        None => format!(
            ">\n      <system-out>{}{}</system-out>\n    </testcase>\n",
            text(&format!("{severity}: {}\n", finding.message)),
            text(&details(finding))
        ),
    };
    xml + &outcome
}

fn tried_case(case: &Case) -> String {
    let start =
        format!("    <testcase classname=\"{}\" name=\"{}\"", attribute(&case.suite), attribute(&case.name));
    let (element, reason) = match &case.outcome {
        CaseOutcome::Passed => return start + "/>\n",
        CaseOutcome::Failed(reason) => ("failure", reason),
        CaseOutcome::Skipped(reason) => ("skipped", reason),
    };
    let (first, rest) = reason.split_once('\n').unwrap_or((reason, ""));
    if rest.is_empty() {
        return format!("{start}>\n      <{element} message=\"{}\"/>\n    </testcase>\n", attribute(first));
    }
    let (first, whole) = (attribute(first), text(reason));
    format!("{start}>\n      <{element} message=\"{first}\">{whole}</{element}>\n    </testcase>\n")
}

/// The details of a finding: the lines of the files, and the sections.
fn details(finding: &Finding<'_>) -> String {
    let mut details = String::new();
    match finding.excerpt {
        Excerpt::None => {}
        // The drawing contains the notes and the help.
        Excerpt::Source(diagnostic) => details = render::text([diagnostic], RenderStyle::default()),
        Excerpt::Change(change) => {
            for line in change.lines {
                _ = writeln!(details, "{} {}", line.mark.character(), line.text);
            }
            for note in finding.notes {
                _ = writeln!(details, "{note}");
            }
        }
    }
    for section in finding.sections {
        _ = writeln!(details, "{}:\n{}", section.title, section.text.trim_end());
    }
    details
}

/// Escapes a text as the content of an element. Characters that XML does not allow are replaced.
fn text(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match (escaped_in_element(character), character) {
            (Some(escape), _) => escaped.push_str(escape),
            // The log of a workflow would interpret these as the beginning of a command.
            (None, ':') if escaped.rsplit('\n').next().is_none_or(|line| line.trim().is_empty()) => {
                escaped.push_str("&#58;");
            }
            (None, '[') if escaped.ends_with("##") => escaped.push_str("&#91;"),
            (None, '\t' | '\n') => escaped.push(character),
            (None, _) if is_steering(character) => escaped.push(char::REPLACEMENT_CHARACTER),
            (None, _) => escaped.push(character),
        }
    }
    escaped
}

/// Escapes a text as the value of an attribute, where line breaks would be read as spaces.
fn attribute(value: &str) -> String {
    text(value).replace('"', "&quot;").replace('\n', "&#10;").replace('\t', "&#9;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_xml_forbids_are_replaced() {
        assert_eq!(
            text("a<b>&\u{1b}[1m\r\n\u{ffff}\"]]>"),
            "a&lt;b&gt;&amp;\u{fffd}[1m&#13;\n\u{fffd}\"]]&gt;"
        );
        assert_eq!(attribute("a\"b\nc\td"), "a&quot;b&#10;c&#9;d");
    }
}
