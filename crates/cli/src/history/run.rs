//! The command `history`: from the names of releases to the file with the changes in each.

use std::path::Path;

use heat_catalogue::input;
use heat_catalogue::schema_files::{PAST, SchemaFiles};
use heat_history::History;
use heat_import::files;
use heat_model::ReleaseTable;
use heat_report::text::counted;
use heat_yaml::one_line;

use super::{record, series};
use crate::outcome::{CommandResult, Failure, Outcome};
use crate::session::Session;

/// Compares each release with the previous one, and writes the changes to the file. With `is_check`, it only reports how the file
/// differs.
///
/// # Errors
/// If there is no release table, or the output is closed.
pub fn run(releases: &[String], path: &Path, is_check: bool, session: &mut Session) -> CommandResult {
    let table = read_table(session)?;
    let series = match series::read(releases, &table) {
        Ok(series) => series,
        Err(errors) => {
            session.draw(&errors)?;
            return Ok(Outcome::Unreadable);
        }
    };
    let history = record::history(&series, &table);
    let past = heat_schema_text::past(&record::past(&series));
    let texts = [(path.to_owned(), heat_schema_text::history(&history)), (path.with_file_name(PAST), past)];
    if is_check {
        let checked = texts.iter().map(|(path, text)| check(path, text, session));
        let worst = checked.collect::<Result<Vec<_>, _>>()?.into_iter().max();
        return Ok(worst.unwrap_or(Outcome::Done));
    }
    for (path, text) in &texts {
        if let Err(error) = files::write(path, text, &session.schemas) {
            session.draw(&[error])?;
            return Ok(Outcome::Unreadable);
        }
    }
    write_summary(&history, &table, session)?;
    Ok(Outcome::Done)
}

/// The releases that define the order of versions.
fn read_table(session: &mut Session) -> Result<ReleaseTable, Failure> {
    let files = SchemaFiles::read_tables(&session.schemas);
    let table = files.releases;
    if table.releases.is_empty() {
        session.draw(&files.diagnostics)?;
        let message = format!("there is no release table in `{}`", session.schemas.display());
        let help = "set a catalogue that has `releases.yaml` with --schemas DIR";
        return Err(Failure::unreadable(message).with_help(help));
    }
    Ok(table)
}

/// Reports the differences between the file and its expected text.
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
