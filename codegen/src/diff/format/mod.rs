//! The forms of a report on what changed.

mod text;

use std::io::{self, Write};

use clap::ValueEnum;

use super::report::Report;

/// The forms of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Format {
    /// For people: the lines of both sides.
    #[default]
    Text,
}

/// Writes a report.
///
/// # Errors
/// When the output is closed or full.
pub fn write(report: &Report, format: Format, color: bool, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Text => text::write(report, color, out),
    }
}
