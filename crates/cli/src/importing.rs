//! An import, from facts to the files that it writes.

use std::io;
use std::path::{Path, PathBuf};

use heat_catalogue::input;
use heat_import::constraint_table::ConstraintPlan;
use heat_import::facts::{Descriptions, Facts};
use heat_import::merge::Extent;
use heat_import::plan::{Fate, Plan, TypePlan};
use heat_import::{files, python};
use heat_report::text::counted;
use heat_schema_text::without_modeline;
use heat_yaml::{Diagnostic, Severity, Source, one_line};

use crate::outcome::{CommandResult, Failure, Outcome};
use crate::session::Session;

/// The source of the facts.
#[derive(Debug, Clone, Copy)]
pub enum FactsSource<'a> {
    /// The Python interpreter of an environment with Heat.
    Interpreter(&'a Path),
    /// A facts file, such as the recording of a release.
    File(&'a Path),
}

/// Options of an import.
#[derive(Debug, Clone)]
pub struct Options {
    /// The folder of schemas to write to, which may not exist yet.
    pub folder: PathBuf,
    /// Treatment of Heat's own descriptions and messages.
    pub descriptions: Descriptions,
    /// `true` if the files of types that Heat no longer has are removed.
    pub prune: bool,
    /// `true` if nothing is written, and the differences are only listed.
    pub check: bool,
    /// `true` if the facts cover only some types, so that the other types of the folder are not treated as removed.
    pub is_partial: bool,
}

/// Imports schemas.
///
/// # Errors
/// If there are no facts, or the output is closed.
pub fn run(from: FactsSource<'_>, options: &Options, session: &mut Session) -> CommandResult {
    match read_facts(from) {
        Ok((file, json)) => take(&Facts::read(&file, &json, options.descriptions), options, session),
        Err(error) => {
            session.draw(&[error])?;
            Ok(Outcome::Unreadable)
        }
    }
}

/// Imports schemas from facts.
///
/// # Errors
/// If the output is closed.
pub fn take(facts: &Facts, options: &Options, session: &mut Session) -> CommandResult {
    let folder = &options.folder;
    if folder.exists() && !folder.is_dir() {
        let message = format!("`{}` is not a folder", folder.display());
        return Err(Failure::unreadable(message).with_help("set a folder of schemas with --out DIR"));
    }
    let mut plan = Plan::new(facts, folder);
    if options.is_partial {
        plan.types.retain(|planned| !matches!(planned.fate, Fate::Gone));
    }
    let constraints =
        ConstraintPlan::new(&facts.constraints, options.descriptions, folder).unwrap_or_else(|found| {
            plan.diagnostics.extend(found);
            None
        });
    if !options.check {
        carry_out(&mut plan, folder, options.prune);
        let written = constraints.as_ref().map(|table| files::write(&table.path, &table.text, folder));
        plan.diagnostics.extend(written.and_then(Result::err));
    }
    session.draw(&plan.diagnostics)?;
    if facts.types.is_empty() && facts.constraints.is_empty() {
        return Ok(Outcome::Unreadable);
    }
    for change in &plan.types {
        write_change(change, options, plan.is_incomplete, session)?;
    }
    let new: &[String] = constraints.as_ref().map(|table| table.new.as_slice()).unwrap_or_default();
    for name in new {
        writeln!(session.out, "new      {} (custom constraint)", one_line(name))?;
    }
    write_summary(facts, &plan, new.len(), session)?;
    let failed = plan.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    let has_written = plan.types.iter().any(|change| !matches!(change.fate, Fate::Gone)) || !new.is_empty();
    if failed && has_written && !options.check {
        session.note("what has errors was left out, and everything else was written")?;
    }
    Ok(if failed {
        Outcome::Unreadable
    } else if options.check && !(plan.types.is_empty() && new.is_empty()) {
        Outcome::Findings
    } else {
        Outcome::Done
    })
}

/// The facts as JSON, and the name of their source.
fn read_facts(from: FactsSource<'_>) -> Result<(String, String), Diagnostic> {
    let path = match from {
        FactsSource::Interpreter(interpreter) => {
            return Ok((interpreter.display().to_string(), python::introspect(interpreter)?));
        }
        FactsSource::File(path) => path,
    };
    let name = path.display().to_string();
    let bytes = input::read(path, input::MAX_DATA).map_err(|error| error.at(path))?;
    let source = Source::from_bytes(name.as_str(), bytes)?;
    Ok((name, source.text().to_owned()))
}

/// Writes and removes files. Failures are recorded, and the remaining files are still processed.
fn carry_out(plan: &mut Plan, folder: &Path, prune: bool) {
    // Editors would report a missing schema if a file named a schema of schema files that does not exist.
    let around = folder.canonicalize().ok().and_then(|folder| folder.parent().map(Path::to_path_buf));
    let around = around.unwrap_or_else(|| folder.parent().unwrap_or(Path::new("")).to_path_buf());
    let has_language = around.join("schema.json").is_file();
    for change in &plan.types {
        let done = match &change.fate {
            Fate::New { text } if !has_language => {
                files::write(&change.path, &without_modeline(text), folder)
            }
            Fate::New { text } | Fate::Changed { text, .. } => files::write(&change.path, text, folder),
            // If parts of Heat could not be read, no type is known to have been removed.
            Fate::Gone if prune && !plan.is_incomplete => files::remove(&change.path, folder),
            Fate::Gone => Ok(()),
        };
        plan.diagnostics.extend(done.err());
    }
}

fn write_change(
    change: &TypePlan,
    options: &Options,
    is_incomplete: bool,
    session: &mut Session,
) -> io::Result<()> {
    let out = &mut session.out;
    let name = one_line(&change.name);
    match &change.fate {
        Fate::New { .. } => writeln!(out, "new      {name}"),
        Fate::Gone => {
            let kept = match (options.prune, is_incomplete) {
                (true, false) => "",
                (true, true) => " (kept, because not everything could be read)",
                (false, _) => " (kept; --prune removes it)",
            };
            writeln!(out, "gone     {name}{kept}")
        }
        Fate::Changed { extent, differences, .. } => {
            writeln!(out, "changed  {name}")?;
            for difference in differences {
                writeln!(out, "  {}", one_line(&difference.to_string()))?;
            }
            match extent {
                Extent::Differences => Ok(()),
                Extent::Entries => {
                    writeln!(out, "  These top-level entries were rewritten; comments in them are lost.")
                }
                Extent::File => {
                    writeln!(out, "  The file was rewritten; comments in it are lost.")
                }
            }
        }
    }
}

fn write_summary(
    facts: &Facts,
    plan: &Plan,
    new_constraints: usize,
    session: &mut Session,
) -> io::Result<()> {
    let count = |is: fn(&Fate) -> bool| plan.types.iter().filter(|change| is(&change.fate)).count();
    let new = count(|fate| matches!(fate, Fate::New { .. }));
    let changed = count(|fate| matches!(fate, Fate::Changed { .. }));
    let gone = count(|fate| matches!(fate, Fate::Gone));
    let heat = facts
        .heat_version
        .as_deref()
        .map(|version| format!("Heat {}: ", one_line(version)))
        .unwrap_or_default();
    let unchanged = plan.unchanged;
    let types = match facts.types.len() {
        1 => "1 type".to_owned(),
        count => format!("{count} types"),
    };
    let constraints = match facts.constraints.len() {
        0 => String::new(),
        count => format!("; {}, {new_constraints} new", counted(count, "custom constraint")),
    };
    writeln!(
        session.out,
        "{heat}{types}; {new} new, {changed} changed, {gone} gone, {unchanged} unchanged{constraints}"
    )
}
