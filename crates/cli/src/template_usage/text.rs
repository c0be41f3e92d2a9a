//! Uses of changes, for people and for programs.

use std::collections::BTreeSet;
use std::io::{self, Write};

use heat_diff::{Finding, Severity};
use heat_yaml::one_line;
use serde::Serialize;

use super::impact::Impact;
use super::usage::{Usage, UsedItem};

/// Writes one line per use, and a second one if its effect is known.
///
/// # Errors
/// If the output is closed or full.
pub fn write(usages: &[Usage], findings: &[Finding], color: bool, out: &mut dyn Write) -> io::Result<()> {
    for usage in usages {
        let Some(finding) = findings.get(usage.finding) else { continue };
        let word = usage.severity.as_str();
        let style = style(usage.severity);
        let word = if color { format!("{style}{word}{style:#}") } else { word.to_owned() };
        let (file, place) = (one_line(&usage.file), (usage.line, usage.column));
        let (words, message) = (one_line(&usage.words()), one_line(&finding.message));
        writeln!(out, "{file}:{}:{}: {word}[{}]: {words}: {message}", place.0, place.1, finding.rule.id)?;
        if let Some(words) = usage.impact.words() {
            writeln!(out, "    {}", one_line(&words))?;
        }
    }
    Ok(())
}

fn style(severity: Severity) -> anstyle::Style {
    match severity {
        Severity::Breaking => anstyle::AnsiColor::Red.on_default().bold(),
        Severity::Dangerous => anstyle::AnsiColor::Yellow.on_default().bold(),
        Severity::Policy => anstyle::AnsiColor::Magenta.on_default().bold(),
        Severity::Safe | Severity::Docs => anstyle::Style::new().bold(),
    }
}

impl Usage {
    /// The use in words: `` resource `server` gives `flavor` ``.
    #[must_use]
    pub fn words(&self) -> String {
        let name = &self.resource;
        let gives = if self.is_certain { "gives" } else { "may use" };
        match &self.what {
            UsedItem::Type => format!("resource `{name}` is of type `{}`", self.resource_type),
            UsedItem::Property { path } => format!("resource `{name}` {gives} `{path}`"),
            UsedItem::LeftOut { path } => format!("resource `{name}` does not set `{path}`"),
            UsedItem::Attribute { name: Some(attribute) } => format!("attribute `{attribute}` of `{name}`"),
            UsedItem::Attribute { name: None } => format!("the attributes of `{name}`"),
            UsedItem::Properties if matches!(self.impact, Impact::May(_)) => {
                format!("the properties of resource `{name}` may be affected")
            }
            UsedItem::Properties => format!("the properties of resource `{name}` are affected"),
            UsedItem::Rule if matches!(self.impact, Impact::May(_)) => {
                format!("resource `{name}` may violate a validation rule")
            }
            UsedItem::Rule => format!("resource `{name}` violates a validation rule"),
            UsedItem::Group => format!("resource `{name}` {gives} the properties of a group"),
        }
    }
}

impl Impact {
    /// Heat's error message, if it is known.
    #[must_use]
    pub fn words(&self) -> Option<String> {
        match self {
            Self::Fails(why) => Some(format!("refused: {why}")),
            Self::May(Some(why)) => Some(format!("may be refused: {why}")),
            Self::Uses | Self::May(None) => None,
        }
    }
}

/// A summary of the uses in a number of templates, in one line.
#[must_use]
pub fn summary(usages: &[Usage], count: usize) -> String {
    let noun = if count == 1 { "template" } else { "templates" };
    let files: BTreeSet<&str> = usages.iter().map(|usage| usage.file.as_str()).collect();
    let counts: Vec<String> = Severity::ALL
        .into_iter()
        .map(|severity| (severity, usages.iter().filter(|usage| usage.severity == severity).count()))
        .filter(|(_, count)| *count > 0)
        .map(|(severity, count)| format!("{count} {severity}"))
        .collect();
    match files.len() {
        0 => format!("no uses of the changes in {count} {noun}"),
        1 => format!("1 of {count} {noun} is affected: {}", counts.join(", ")),
        using => format!("{using} of {count} {noun} are affected: {}", counts.join(", ")),
    }
}

/// The JSON about a use.
#[derive(Debug, Serialize)]
pub struct Entry<'a> {
    /// The template.
    pub file: &'a str,
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// The severity of the change.
    pub severity: &'static str,
    /// The rule that found the change.
    pub rule: &'static str,
    /// The fingerprint of the change.
    pub fingerprint: String,
    /// The resource.
    pub resource: &'a str,
    /// The resource's type.
    #[serde(rename = "type")]
    pub resource_type: &'a str,
    /// The used item.
    pub what: &'a UsedItem,
    /// The effect on the template.
    pub impact: &'a Impact,
    /// The change, in one line.
    pub message: &'a str,
}

/// The uses with the facts about the changes, in the same order.
#[must_use]
pub fn entries<'a>(usages: &'a [Usage], findings: &'a [Finding]) -> Vec<Entry<'a>> {
    let entry = |usage: &'a Usage| {
        let finding = findings.get(usage.finding)?;
        Some(Entry {
            file: &usage.file,
            line: usage.line,
            column: usage.column,
            severity: usage.severity.as_str(),
            rule: finding.rule.id,
            fingerprint: finding.fingerprint(),
            resource: &usage.resource,
            resource_type: &usage.resource_type,
            what: &usage.what,
            impact: &usage.impact,
            message: &finding.message,
        })
    };
    usages.iter().filter_map(entry).collect()
}
