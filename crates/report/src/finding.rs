//! Findings of all commands, in the form that all writers take.

use std::borrow::Cow;

use anstyle::{AnsiColor, Style};
use heat_yaml::{Applicability, Diagnostic, Severity};

/// A finding of any command: an error in a file, or a change between two versions of it.
#[derive(Debug, Clone)]
pub struct Finding<'a> {
    /// Id of the rule that the finding is from.
    pub rule: &'static str,
    /// Severity of the finding, in the command's own terms: `error`, `breaking`.
    pub severity: &'static str,
    /// Severity of the finding on a scale that all commands share.
    pub rank: Rank,
    /// `true` if the command fails because of the finding.
    pub fails: bool,
    /// Subject of the finding, if its location does not name it: a resource type.
    pub subject: Option<&'a str>,
    /// Path of the affected part in the subject; empty for all of it.
    pub path: &'a str,
    /// Description of the problem in one line, with no full stop.
    pub message: Cow<'a, str>,
    /// Location of the problem.
    pub location: Option<Location<'a>>,
    /// Other locations that explain the problem.
    pub related: Vec<Location<'a>>,
    /// Facts about the problem, one per line.
    pub notes: &'a [String],
    /// Advice about the problem: what to do.
    pub help: Option<&'a str>,
    /// The change that fixes the problem.
    pub fix: Option<Fix<'a>>,
    /// The error that Heat reports for the problem, if it has a page.
    pub heat_error: Option<HeatError<'a>>,
    /// The groups of findings that the finding belongs to, for programs.
    pub tags: &'static [&'static str],
    /// The lines of files to show with the finding.
    pub excerpt: Excerpt<'a>,
    /// Further texts to show with the finding.
    pub sections: &'a [Section],
    /// Fingerprint of the finding, which does not depend on the surrounding lines.
    pub fingerprint: Fingerprint,
    /// The acceptance of the finding, if it is accepted.
    pub accepted: Option<Acceptance<'a>>,
}

/// The severity of a finding, on a scale that all commands share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// An error: something fails.
    Critical,
    /// A warning: something is probably wrong.
    Major,
    /// A violation of a policy.
    Minor,
    /// Nothing is wrong.
    Harmless,
    /// Information only.
    Note,
}

/// A file, or a region of it, with a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Location<'a> {
    /// Path of the file.
    pub file: &'a str,
    /// Region of the file; `None` for all of it.
    pub region: Option<Region>,
    /// `true` if the location is about whole lines, so that columns add nothing.
    pub is_whole_lines: bool,
    /// Text of the label, in a few words; can be empty.
    pub message: &'a str,
}

/// A region of a file: lines and columns count from 1, columns in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Region {
    /// First line of the region.
    pub line: usize,
    /// Column in the first line where the region begins.
    pub column: usize,
    /// Last line of the region and the column after its last character; `None` if only the beginning is known.
    pub end: Option<(usize, usize)>,
}

/// A change that fixes a finding, in the file of the finding's location.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fix<'a> {
    /// The region that the fix replaces.
    pub region: Region,
    /// The replacement text.
    pub text: &'a str,
    /// Degree of certainty that the fix is right.
    pub applicability: Applicability,
}

/// An error of Heat that the docs explain.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct HeatError<'a> {
    /// Id of the error's page, by which `explain` shows it.
    pub id: &'a str,
    /// Address of the page, if the address of the published docs is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// The lines of files that are shown with a finding.
#[derive(Debug, Clone, Copy)]
pub enum Excerpt<'a> {
    /// No lines are shown.
    None,
    /// The lines of one version, with carets: those of a diagnostic.
    Source(&'a Diagnostic),
    /// The lines that differ between two versions.
    Change(Change<'a>),
}

/// Two versions of the affected lines.
#[derive(Debug, Clone, Copy)]
pub struct Change<'a> {
    /// File and line in the old version, if the lines exist in it.
    pub before: Option<(&'a str, usize)>,
    /// File and line in the new version, if the lines exist in it.
    pub after: Option<(&'a str, usize)>,
    /// Lines of both versions, the old ones first.
    pub lines: &'a [Line],
}

/// A line of one of two versions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Version of the file that has the line.
    pub mark: Mark,
    /// Number of the line in the file of its version.
    pub number: Option<usize>,
    /// Text of the line.
    pub text: String,
}

/// Versions of a file that have a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Only the old version has the line.
    Removed,
    /// Only the new version has the line.
    Added,
    /// Both versions have the line, which shows where the others belong.
    Context,
    /// The line represents lines that are not shown.
    LeftOut,
}

/// A text that belongs to a finding: a template that demonstrates it, or the lines of the affected ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Title of the section.
    pub title: String,
    /// Language of the section's text, such as `yaml`; `None` for prose.
    pub language: Option<&'static str>,
    /// Text of the section.
    pub text: String,
}

/// A value by which viewers recognise a finding when the lines around it change.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fingerprint {
    /// Version of the fingerprint's algorithm: only fingerprints of the same kind can be compared. Empty if there is none.
    pub kind: &'static str,
    /// Value of the fingerprint.
    pub value: String,
}

/// Reason for accepting a finding, and its expiry.
#[derive(Debug, Clone, Copy)]
pub struct Acceptance<'a> {
    /// The reason for accepting the finding.
    pub reason: &'a str,
    /// The release in which the acceptance expires.
    pub expires: &'a str,
}

impl Rank {
    /// The level of this rank in SARIF.
    #[must_use]
    pub fn level(self) -> &'static str {
        match self {
            Self::Critical => "error",
            Self::Major | Self::Minor => "warning",
            Self::Harmless | Self::Note => "note",
        }
    }

    /// The style of this rank in a terminal.
    #[must_use]
    pub fn style(self) -> Style {
        match self {
            Self::Critical => AnsiColor::Red.on_default().bold(),
            Self::Major => AnsiColor::Yellow.on_default().bold(),
            Self::Minor => AnsiColor::Magenta.on_default().bold(),
            Self::Harmless => AnsiColor::Green.on_default().bold(),
            Self::Note => Style::new().bold(),
        }
    }
}

impl From<Severity> for Rank {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Error => Self::Critical,
            Severity::Warning => Self::Major,
            Severity::Note => Self::Note,
        }
    }
}

impl From<heat_history::Severity> for Rank {
    fn from(severity: heat_history::Severity) -> Self {
        match severity {
            heat_history::Severity::Breaking => Self::Critical,
            heat_history::Severity::Dangerous => Self::Major,
            heat_history::Severity::Policy => Self::Minor,
            heat_history::Severity::Safe => Self::Harmless,
            heat_history::Severity::Docs => Self::Note,
        }
    }
}

impl Mark {
    /// The character at the start of a line with this mark.
    #[must_use]
    pub fn character(self) -> char {
        match self {
            Self::Removed => '-',
            Self::Added => '+',
            Self::Context | Self::LeftOut => ' ',
        }
    }
}

impl<'a> Finding<'a> {
    /// A finding with only a message: it has no location and no details, and no command fails because of it.
    ///
    /// ```
    /// use heat_report::finding::{Finding, Rank};
    ///
    /// let found = Finding::new("property-removed", "breaking", Rank::Critical, "a property was removed");
    /// let found = Finding { subject: Some("OS::Nova::Server"), path: "properties.name", ..found };
    /// assert_eq!(found.headline(), "OS::Nova::Server: a property was removed");
    /// ```
    #[must_use]
    pub fn new(
        rule: &'static str,
        severity: &'static str,
        rank: Rank,
        message: impl Into<Cow<'a, str>>,
    ) -> Self {
        Self {
            rule,
            severity,
            rank,
            fails: false,
            subject: None,
            path: "",
            message: message.into(),
            location: None,
            related: Vec::new(),
            notes: &[],
            help: None,
            fix: None,
            heat_error: None,
            tags: &[],
            excerpt: Excerpt::None,
            sections: &[],
            fingerprint: Fingerprint::default(),
            accepted: None,
        }
    }
}

impl Finding<'_> {
    /// The subject and the message of the finding, in one line.
    #[must_use]
    pub fn headline(&self) -> String {
        match self.subject {
            Some(subject) => format!("{subject}: {}", self.message),
            None => self.message.clone().into_owned(),
        }
    }

    /// The subject of the finding and the path in it, joined: `OS::Nova::Server.properties.flavor`.
    #[must_use]
    pub fn full_path(&self) -> Option<String> {
        Some(full_path(self.subject?, self.path))
    }

    /// The remarks about the finding besides its message, one per line.
    pub fn remarks(&self) -> impl Iterator<Item = String> + '_ {
        let notes = self.notes.iter().map(|note| format!("note: {note}"));
        notes.chain(self.help.iter().map(|help| format!("help: {help}")))
    }
}

impl Acceptance<'_> {
    /// The reason for accepting the finding and the expiry, in words.
    #[must_use]
    pub fn words(&self) -> String {
        format!("{} (until {})", self.reason, self.expires)
    }
}

/// A path in a subject, after the subject's name: `OS::Nova::Server.properties.flavor`.
#[must_use]
pub fn full_path(subject: &str, path: &str) -> String {
    let dot = if path.is_empty() || path.starts_with('[') { "" } else { "." };
    format!("{subject}{dot}{path}")
}
