//! Findings of all commands, in the form that all writers take.

use std::borrow::Cow;

use anstyle::{AnsiColor, Style};
use heat_yaml::{Applicability, Diagnostic, Severity};

/// A finding of any command: an error in a file, or a change between two versions of it.
#[derive(Debug, Clone)]
pub struct Finding<'a> {
    /// The id of the rule that found it.
    pub rule: &'static str,
    /// The severity, in the command's own terms: `error`, `breaking`.
    pub severity: &'static str,
    /// The severity on a scale that all commands share.
    pub rank: Rank,
    /// Whether the command fails for it.
    pub fails: bool,
    /// The subject, if the place does not say it: a resource type.
    pub subject: Option<&'a str>,
    /// The path in the subject; empty for all of it.
    pub path: &'a str,
    /// What is wrong, in one line, with no full stop.
    pub message: Cow<'a, str>,
    /// Where it is.
    pub location: Option<Location<'a>>,
    /// Other related places.
    pub related: Vec<Location<'a>>,
    /// Facts about it, one per line.
    pub notes: &'a [String],
    /// What to do about it.
    pub help: Option<&'a str>,
    /// What can be changed to fix it.
    pub fix: Option<Fix<'a>>,
    /// The groups of findings that it belongs to, for programs.
    pub tags: &'static [&'static str],
    /// The lines of the files to show.
    pub excerpt: Excerpt<'a>,
    /// Further sections to show.
    pub sections: &'a [Section],
    /// Its fingerprint, which does not depend on the surroundings.
    pub fingerprint: Fingerprint,
    /// Why it is accepted, if it is accepted.
    pub accepted: Option<Acceptance<'a>>,
}

/// The severity of a finding.
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

/// A place in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Location<'a> {
    /// The file's path.
    pub file: &'a str,
    /// The region in the file; `None` for all of it.
    pub region: Option<Region>,
    /// Whether it is about whole lines, so that columns add nothing.
    pub is_whole_lines: bool,
    /// A label in a few words; can be empty.
    pub message: &'a str,
}

/// A region of a file: lines and columns count from 1, columns in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Region {
    /// The first line.
    pub line: usize,
    /// The column in it.
    pub column: usize,
    /// The last line and the column after the last character; `None` if only the beginning is known.
    pub end: Option<(usize, usize)>,
}

/// A change that fixes a finding, in the file of its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fix<'a> {
    /// What is replaced.
    pub region: Region,
    /// The new text.
    pub text: &'a str,
    /// How certain it is.
    pub applicability: Applicability,
}

/// The lines of the files to show.
#[derive(Debug, Clone, Copy)]
pub enum Excerpt<'a> {
    /// Nothing.
    None,
    /// The lines of one version, with carets: those of a diagnostic.
    Source(&'a Diagnostic),
    /// The lines that differ between two versions.
    Change(Change<'a>),
}

/// Two versions of a place.
#[derive(Debug, Clone, Copy)]
pub struct Change<'a> {
    /// The file and line of the old version, if it has one.
    pub before: Option<(&'a str, usize)>,
    /// The file and line of the new version, if it has one.
    pub after: Option<(&'a str, usize)>,
    /// The lines, the old ones first.
    pub lines: &'a [Line],
}

/// A line of one of two versions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The kind of line.
    pub mark: Mark,
    /// Its number in the file of its side.
    pub number: Option<usize>,
    /// The line.
    pub text: String,
}

/// The kind of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Only the old version has it.
    Removed,
    /// Only the new version has it.
    Added,
    /// It only shows where the others belong.
    Context,
    /// It replaces lines that are not shown.
    LeftOut,
}

/// A text that belongs to a finding: a template that demonstrates it, or the lines of the affected ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// The title.
    pub title: String,
    /// The language of the text, such as `yaml`; `None` for prose.
    pub language: Option<&'static str>,
    /// The text.
    pub text: String,
}

/// The fingerprint of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fingerprint {
    /// The version of the algorithm: only fingerprints of the same kind can be compared.
    pub kind: &'static str,
    /// The fingerprint.
    pub value: String,
}

/// Why a finding is accepted.
#[derive(Debug, Clone, Copy)]
pub struct Acceptance<'a> {
    /// The reason.
    pub reason: &'a str,
    /// The release in which it expires.
    pub expires: &'a str,
}

impl Rank {
    /// The SARIF level.
    #[must_use]
    pub fn level(self) -> &'static str {
        match self {
            Self::Critical => "error",
            Self::Major | Self::Minor => "warning",
            Self::Harmless | Self::Note => "note",
        }
    }

    /// The style in a terminal.
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

impl From<heat_diff::Severity> for Rank {
    fn from(severity: heat_diff::Severity) -> Self {
        match severity {
            heat_diff::Severity::Breaking => Self::Critical,
            heat_diff::Severity::Dangerous => Self::Major,
            heat_diff::Severity::Policy => Self::Minor,
            heat_diff::Severity::Safe => Self::Harmless,
            heat_diff::Severity::Docs => Self::Note,
        }
    }
}

impl Mark {
    /// The character at the start of such a line.
    #[must_use]
    pub fn character(self) -> char {
        match self {
            Self::Removed => '-',
            Self::Added => '+',
            Self::Context | Self::LeftOut => ' ',
        }
    }
}

impl Finding<'_> {
    /// The subject and the message, in one line.
    #[must_use]
    pub fn headline(&self) -> String {
        match self.subject {
            Some(subject) => format!("{subject}: {}", self.message),
            None => self.message.clone().into_owned(),
        }
    }

    /// The subject and the path in it, joined: `OS::Nova::Server.properties.flavor`.
    #[must_use]
    pub fn full_path(&self) -> Option<String> {
        Some(full_path(self.subject?, self.path))
    }

    /// The remarks besides the message, one per line.
    pub fn remarks(&self) -> impl Iterator<Item = String> + '_ {
        let notes = self.notes.iter().map(|note| format!("note: {note}"));
        notes.chain(self.help.iter().map(|help| format!("help: {help}")))
    }
}

impl Acceptance<'_> {
    /// The reason, and when it expires.
    #[must_use]
    pub fn words(&self) -> String {
        format!("{} (until {})", self.reason, self.expires)
    }
}

/// A path in a subject, after its name: `OS::Nova::Server.properties.flavor`.
#[must_use]
pub fn full_path(subject: &str, path: &str) -> String {
    let dot = if path.is_empty() || path.starts_with('[') { "" } else { "." };
    format!("{subject}{dot}{path}")
}
