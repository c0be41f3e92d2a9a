//! Cases in the Test Anything Protocol, version 14.

use std::io::{self, Write};

use heat_yaml::one_line;

use super::contents::{CaseOutcome, Report};

/// Writes the cases of a report.
///
/// # Errors
/// If the output is closed or full.
pub fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "TAP version 14")?;
    writeln!(out, "1..{}", report.cases.len())?;
    for (index, case) in report.cases.iter().enumerate() {
        // A number sign begins a directive.
        let title =
            one_line(&format!("{}: {}", case.suite, case.name)).replace('\\', "\\\\").replace('#', "\\#");
        let number = index + 1;
        match &case.outcome {
            CaseOutcome::Passed => writeln!(out, "ok {number} - {title}")?,
            CaseOutcome::Skipped(reason) => {
                writeln!(out, "ok {number} - {title} # SKIP {}", one_line(reason))?;
            }
            CaseOutcome::Failed(reason) => {
                writeln!(out, "not ok {number} - {title}\n  ---\n  message: |")?;
                for line in reason.lines() {
                    writeln!(out, "    {}", one_line(line))?;
                }
                writeln!(out, "  ...")?;
            }
        }
    }
    Ok(())
}
