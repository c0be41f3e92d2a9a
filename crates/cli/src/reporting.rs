//! Reports of findings, in the form that all checks share: the format, further reports in files, the rules to report, and the
//! findings for which the command fails.

use std::path::PathBuf;

use heat_catalogue::io_error::describe;
use heat_catalogue::output;
use heat_report::finding::Rank;
use heat_report::{Format, Report, RuleSet, statistics, text};
use heat_template_check::{FailOn, Selection};
use heat_yaml::Severity;

use crate::outcome::{Failure, Outcome};
use crate::session::Session;

/// Options for reporting findings.
#[derive(Debug, Clone, Default)]
pub struct ReportOptions {
    /// The format.
    pub format: Format,
    /// Further reports, each with its format.
    pub reports: Vec<(Format, PathBuf)>,
    /// `true` if only the numbers of findings are reported, by rule.
    pub counts_alone: bool,
    /// The findings for which the command fails; by default, those that the settings name.
    pub fail_on: Option<FailOn>,
    /// The rules that are reported.
    pub selection: Selection,
    /// The set of rules, if its pages are in the docs.
    pub rules: Option<RuleSet>,
}

impl ReportOptions {
    /// Writes a report: to files first, because the reader of the output may close it before its end.
    ///
    /// # Errors
    /// If a file cannot be written, or the output is closed.
    pub(crate) fn write(&self, report: &Report<'_>, session: &mut Session) -> Result<(), Failure> {
        for (format, path) in &self.reports {
            let mut text = Vec::new();
            heat_report::write(report, *format, false, &mut text)?;
            output::write(path, &text).map_err(|error| {
                Failure::unreadable(format!("`{}` cannot be written: {}", path.display(), describe(&error)))
            })?;
        }
        let color = session.color_out;
        match self.format {
            _ if self.counts_alone => {
                statistics::write(report, self.format == Format::Json, color, &mut session.out)?;
            }
            Format::Text => {
                let rule_url = self.rule_url(session);
                text::write_linked(&report.findings, color, rule_url.as_deref(), &mut session.out)?;
                if !session.is_quiet {
                    text::write_summary(report, color, &mut session.out)?;
                }
            }
            format => heat_report::write(report, format, color, &mut session.out)?,
        }
        Ok(())
    }
}

impl ReportOptions {
    /// Returns whether a report in this format is written.
    pub(crate) fn writes(&self, format: Format) -> bool {
        self.format == format || self.reports.iter().any(|(written, _)| *written == format)
    }

    /// The address of the page about a rule, with `{code}` in place of its id, if the terminal shows links.
    fn rule_url(&self, session: &Session) -> Option<String> {
        let docs_url = session.docs_url.filter(|_| session.shows_links)?;
        Some(format!("{docs_url}{}", self.rules?.page_url("{code}")))
    }
}

/// The severity of a finding of a check.
pub(crate) fn severity(rank: Rank) -> Severity {
    match rank {
        Rank::Critical => Severity::Error,
        Rank::Major | Rank::Minor => Severity::Warning,
        Rank::Harmless | Rank::Note => Severity::Note,
    }
}

/// The outcome of a check: whether it could read everything, and whether a finding makes it fail.
pub(crate) fn outcome(is_readable: bool, report: &Report<'_>) -> Outcome {
    match (is_readable, report.findings.iter().any(|finding| finding.fails)) {
        (false, _) => Outcome::Unreadable,
        (true, true) => Outcome::Findings,
        (true, false) => Outcome::Done,
    }
}

/// Sets for each finding whether the command fails because of it.
pub(crate) fn judge(report: &mut Report<'_>, fail_on: FailOn) {
    for finding in &mut report.findings {
        finding.fails = fail_on.includes(severity(finding.rank));
    }
}
