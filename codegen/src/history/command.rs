//! The command `history`.

use std::path::{Path, PathBuf};

use clap::Args;
use heat_model::{History, ReleaseTable};
use heat_yaml::one_line;

use super::{record, series};
use crate::commands::{CommandResult, Failure, Outcome, Session};
use crate::import::files;
use crate::input;
use crate::report;
use crate::report::text::counted;
use crate::schema_files::{HISTORY, SchemaFiles};
use crate::yaml_text;

/// An example, for the command's help.
pub const AFTER_HELP: &str = "\
Examples:
  heat-codegen history releases
  heat-codegen history releases --check
  heat-codegen history releases 28.0.0=schemas

Each release is a file of facts, such as `import` reads, or a folder of schemas, named after its version; a folder of \
these stands for all of them. They are compared in the order of the release table, each with the one before; the first \
one is the baseline. Exits with 0 on success, with 1 if --check finds a difference, with 2 if something could not be \
read or written.";

/// The arguments of `history`.
#[derive(Debug, Clone, Args)]
pub struct HistoryArgs {
    /// The releases: files of facts, folders of schemas, or folders of these.
    #[arg(required = true, value_name = "[VERSION=]PATH")]
    releases: Vec<String>,
    /// The file to write to [default: history.yaml of the catalogue].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write nothing; fail if the file is out of date.
    #[arg(long)]
    check: bool,
}

/// Runs `history`.
///
/// # Errors
/// When there is no release table, or the output is closed.
pub fn run(args: &HistoryArgs, session: &mut Session) -> CommandResult {
    let table = read_table(session)?;
    let series = match series::read(&args.releases, &table) {
        Ok(series) => series,
        Err(errors) => {
            report::text::write(&errors, session.color_err, &mut session.err)?;
            return Ok(Outcome::Unreadable);
        }
    };
    let history = record::history(&series, &table);
    let text = yaml_text::history(&history);
    let path = args.out.clone().unwrap_or_else(|| session.schemas.join(HISTORY));
    if args.check {
        return check(&path, &text, session);
    }
    if let Err(error) = files::write(&path, &text, &session.schemas) {
        report::text::write(&[error], session.color_err, &mut session.err)?;
        return Ok(Outcome::Unreadable);
    }
    write_summary(&history, &table, session)?;
    Ok(Outcome::Done)
}

/// The releases by which versions are ordered.
fn read_table(session: &mut Session) -> Result<ReleaseTable, Failure> {
    let files = SchemaFiles::read_tables(&session.schemas);
    let table = files.releases;
    if table.releases.is_empty() {
        report::text::write(&files.diagnostics, session.color_err, &mut session.err)?;
        let message = format!("there is no release table in `{}`", session.schemas.display());
        let help = "name a catalogue that has `releases.yaml` with --schemas DIR";
        return Err(Failure::unreadable(message).with_help(help));
    }
    Ok(table)
}

/// Says where the file and what it should be part.
fn check(path: &Path, text: &str, session: &mut Session) -> CommandResult {
    let shown = one_line(&path.display().to_string());
    let found = input::read(path, input::MAX_DATA).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let Some(found) = found else {
        let message = format!("`{shown}` cannot be read");
        return Err(Failure::unreadable(message).with_help("to write it, omit --check"));
    };
    if found == text {
        writeln!(session.out, "{shown} is up to date")?;
        return Ok(Outcome::Done);
    }
    let same = found.lines().zip(text.lines()).take_while(|(one, other)| one == other).count();
    let line = |text: &str| {
        text.lines().nth(same).map_or_else(|| "nothing more".to_owned(), |line| one_line(line.trim()))
    };
    let (there, should, number) = (line(&found), line(text), same + 1);
    writeln!(session.out, "{shown}:{number}: the file is out of date")?;
    writeln!(session.out, "  found     {there}")?;
    writeln!(session.out, "  should be {should}")?;
    Ok(Outcome::Findings)
}

fn write_summary(history: &History, table: &ReleaseTable, session: &mut Session) -> std::io::Result<()> {
    for release in &history.releases {
        let name = table.get(&release.version).map(|release| one_line(&release.name)).unwrap_or_default();
        let version = one_line(&release.version);
        let changes: usize = release.changes.values().map(Vec::len).sum();
        let types = release.changes.len();
        if release.changes.is_empty() && !release.types.is_empty() {
            writeln!(session.out, "{version:<8} {name:<8} {} types", release.types.len())?;
        } else {
            writeln!(
                session.out,
                "{version:<8} {name:<8} {} in {}",
                counted(changes, "change"),
                counted(types, "type")
            )?;
        }
    }
    Ok(())
}
