//! Arguments of all commands that report findings: the format, further reports, the rules to report, and the findings to fail
//! for.

use std::path::PathBuf;

use clap::Args;
use heat_report::{Format, RuleSet};
use heat_template_check::{FailOn, PatternError, Selection};
use heat_yaml::Severity;

use super::choices::{Choice, one_of};
use super::formats::{REPORT_FORMATS, report_file};
use crate::commands::candidates;
use crate::outcome::Failure;
use crate::reporting::ReportOptions;

/// Options of the report: its format, its files, and the findings to fail for.
#[derive(Debug, Clone, Args)]
pub(crate) struct FindingsArgs {
    /// The format of the report.
    #[arg(long, value_parser = one_of(&REPORT_FORMATS), default_value = "text", help_heading = REPORT)]
    format: Format,
    /// Also write the report to a file, such as `sarif=findings.sarif`; can be repeated.
    #[arg(long = "report", value_name = "FORMAT=FILE", value_parser = report_file(&REPORT_FORMATS), help_heading = REPORT)]
    reports: Vec<(Format, PathBuf)>,
    /// The least severe findings to fail for, with exit code 1 [default: error].
    #[arg(
        long,
        value_name = "SEVERITY",
        value_parser = one_of(&FAIL_ON),
        value_delimiter = ',',
        overrides_with = "fail_on",
        help_heading = REPORT
    )]
    fail_on: Vec<FailOn>,
    /// Only report warnings of these rules, comma-separated: ids, or their beginnings with a `*`. Errors are always reported.
    #[arg(long, value_name = "RULES", value_delimiter = ',', add = candidates::rules(), help_heading = REPORT)]
    select: Vec<String>,
    /// Report no warnings of these rules, comma-separated.
    #[arg(long, value_name = "RULES", value_delimiter = ',', add = candidates::rules(), help_heading = REPORT)]
    ignore: Vec<String>,
    /// Count the findings of each rule instead of listing them, as text or JSON.
    #[arg(long, help_heading = REPORT)]
    statistics: bool,
}

const REPORT: &str = "Report";

/// The findings that make a command fail.
const FAIL_ON: [Choice<FailOn>; 4] = [
    (FailOn::Error, "error", "Errors alone"),
    (FailOn::Warning, "warning", "Errors and warnings"),
    (FailOn::Note, "note", "All findings"),
    (FailOn::Nothing, "none", "Never fail because of findings"),
];

impl FindingsArgs {
    /// The files of further reports.
    pub(crate) fn outputs(&self) -> Vec<PathBuf> {
        self.reports.iter().map(|(_, path)| path.clone()).collect()
    }

    /// Returns whether rules are selected or ignored.
    pub(crate) fn names_rules(&self) -> bool {
        !self.select.is_empty() || !self.ignore.is_empty()
    }

    /// The options for reporting findings of these rules.
    ///
    /// # Errors
    /// If there is no such rule, or the format cannot represent counts.
    pub(crate) fn options(
        &self,
        rules: &(impl Iterator<Item = (&'static str, Severity)> + Clone),
        listed_by: &str,
        set: Option<RuleSet>,
    ) -> Result<ReportOptions, Failure> {
        if self.statistics && !matches!(self.format, Format::Text | Format::Json) {
            return Err(Failure::unreadable("--statistics is text or JSON")
                .with_help("write the other format to a file: --report FORMAT=FILE"));
        }
        let mut selection = Selection::default();
        let refused = |PatternError { message, help, .. }: PatternError| {
            let help = help.unwrap_or_else(|| format!("`{listed_by}` lists all rules"));
            Failure::unreadable(message).with_help(help)
        };
        for pattern in &self.select {
            selection.select(pattern, rules.clone()).map_err(refused)?;
        }
        for pattern in &self.ignore {
            selection.ignore(pattern, rules.clone()).map_err(refused)?;
        }
        Ok(ReportOptions {
            format: self.format,
            reports: self.reports.clone(),
            counts_alone: self.statistics,
            fail_on: FailOn::least(&self.fail_on),
            selection,
            rules: set,
        })
    }
}
