//! What a command found, in the one form that all writers take.

use std::borrow::Cow;

use anstyle::{AnsiColor, Style};
use heat_yaml::{Diagnostic, Severity};

/// A finding of any command: a mistake in a file, or a change between two states of it.
#[derive(Debug, Clone)]
pub struct Finding<'a> {
    /// The id of the rule that found it.
    pub rule: &'static str,
    /// How bad it is, in the command's own word: `error`, `breaking`.
    pub severity: &'static str,
    /// How bad it is, for what ranks the findings of all commands.
    pub rank: Rank,
    /// Whether the command fails for it.
    pub fails: bool,
    /// What it is about, where its place does not say that: a resource type.
    pub subject: Option<&'a str>,
    /// Where in the subject; empty for all of it.
    pub path: &'a str,
    /// What is the matter, in one line, with no full stop.
    pub message: Cow<'a, str>,
    /// Where it is.
    pub place: Option<Place<'a>>,
    /// Other places that belong to it.
    pub related: Vec<Place<'a>>,
    /// Facts about it, one per line.
    pub notes: &'a [String],
    /// What to do about it.
    pub help: Option<&'a str>,
    /// What is shown of the files.
    pub excerpt: Excerpt<'a>,
    /// What else there is to be shown of it.
    pub sections: &'a [Section],
    /// What it is known by, whatever happens around it.
    pub fingerprint: Fingerprint,
    /// Why it is accepted, if it is.
    pub accepted: Option<Accepted<'a>>,
}

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// Something fails.
    Critical,
    /// Something is likely wrong.
    Major,
    /// Something is against the rules.
    Minor,
    /// Nothing is wrong.
    Harmless,
    /// Something to know.
    Note,
}

/// A place in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place<'a> {
    /// The file's path.
    pub file: &'a str,
    /// Where in the file; none for all of it.
    pub region: Option<Region>,
    /// Whether it is about whole lines, so that columns say no more.
    pub is_whole_lines: bool,
    /// What is there, in a few words; may be empty.
    pub message: &'a str,
}

/// A stretch of a file: lines and columns count from 1, columns in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Region {
    /// The first line.
    pub line: usize,
    /// The column in it.
    pub column: usize,
    /// The last line and the column in it, behind the last character; none where only the beginning is known.
    pub end: Option<(usize, usize)>,
}

/// What is shown of the files.
#[derive(Debug, Clone, Copy)]
pub enum Excerpt<'a> {
    /// Nothing.
    None,
    /// The lines of one state, with carets: those that a diagnostic is drawn with.
    Source(&'a Diagnostic),
    /// The lines that differ between two states.
    Change(Change<'a>),
}

/// Two states of a place.
#[derive(Debug, Clone, Copy)]
pub struct Change<'a> {
    /// The file and line of the old state, where it has one.
    pub before: Option<(&'a str, usize)>,
    /// The file and line of the new state, where it has one.
    pub after: Option<(&'a str, usize)>,
    /// The lines, the old ones first.
    pub lines: &'a [Line],
}

/// A line of one of two states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// What it is.
    pub mark: Mark,
    /// Its number in the file of its side.
    pub number: Option<usize>,
    /// The line.
    pub text: String,
}

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Only the old state has it.
    Removed,
    /// Only the new state has it.
    Added,
    /// It only says where the others belong.
    Context,
    /// It stands for lines that are not shown.
    LeftOut,
}

/// A text that belongs to a finding: a template that shows what it does, or the lines of those that are concerned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// What it is, in a few words.
    pub title: String,
    /// The language of the text, such as `yaml`; none where it is prose.
    pub language: Option<&'static str>,
    /// The text.
    pub text: String,
}

/// What a finding is known by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fingerprint {
    /// How it is made: fingerprints of one kind can be compared.
    pub kind: &'static str,
    /// The fingerprint.
    pub value: String,
}

/// Why a finding is accepted.
#[derive(Debug, Clone, Copy)]
pub struct Accepted<'a> {
    /// The reason.
    pub reason: &'a str,
    /// The release that ends it.
    pub expires: &'a str,
}

impl Rank {
    /// SARIF's word.
    #[must_use]
    pub fn level(self) -> &'static str {
        match self {
            Self::Critical => "error",
            Self::Major | Self::Minor => "warning",
            Self::Harmless | Self::Note => "note",
        }
    }

    /// How it looks in a terminal.
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
    /// The character in front of such a line.
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
    /// What it is about and what is the matter, in one line.
    #[must_use]
    pub fn headline(&self) -> String {
        match self.subject {
            Some(subject) => format!("{subject}: {}", self.message),
            None => self.message.clone().into_owned(),
        }
    }

    /// The subject and the path in it, as one: `OS::Nova::Server.properties.flavor`.
    #[must_use]
    pub fn full_path(&self) -> Option<String> {
        Some(full_path(self.subject?, self.path))
    }

    /// What it says beyond its message, one per line.
    pub fn remarks(&self) -> impl Iterator<Item = String> + '_ {
        let notes = self.notes.iter().map(|note| format!("note: {note}"));
        notes.chain(self.help.iter().map(|help| format!("help: {help}")))
    }
}

impl Accepted<'_> {
    /// The reason, and until when it holds.
    #[must_use]
    pub fn words(&self) -> String {
        format!("{} (until {})", self.reason, self.expires)
    }
}

/// A path in a subject, behind its name: `OS::Nova::Server.properties.flavor`.
#[must_use]
pub fn full_path(subject: &str, path: &str) -> String {
    let dot = if path.is_empty() || path.starts_with('[') { "" } else { "." };
    format!("{subject}{dot}{path}")
}
