//! The command `import`.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use heat_yaml::{Diagnostic, Severity, Source, one_line};

use super::facts::{Descriptions, Facts};
use super::merge::Extent;
use super::plan::{Fate, Plan, TypePlan};
use super::{files, python};
use crate::commands::{CommandResult, Failure, Outcome, Session};
use crate::input;
use crate::report;

/// An example, for the command's help.
pub const AFTER_HELP: &str = "\
Examples:
  heat-codegen import --python venv/bin/python
  heat-codegen import --python venv/bin/python --out schemas --check
  heat-codegen import --json facts.json --out new-schemas --descriptions keep

The interpreter is that of an environment with openstack-heat; it needs no cloud and no configuration. In a folder \
that has schemas already, facts are updated and everything else stays as it is: descriptions, messages, examples, \
accepted findings, comments. With --check it compares the schemas with the installed Heat, and writes nothing. An \
interpreter is stopped after 5 minutes, or when it has printed 64 MiB. Exits with 0 on success, with 1 if --check finds \
differences, with 2 if something could not be read or written.";

/// The arguments of `import`.
#[derive(Debug, Clone, Args)]
pub struct ImportArgs {
    #[command(flatten)]
    from: From,
    /// The folder of schemas to write to, which need not exist [default: the catalogue's folder].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// What to do with Heat's own descriptions and messages.
    #[arg(long, value_enum, default_value_t)]
    descriptions: Descriptions,
    /// Remove the files of types that Heat no longer has.
    #[arg(long)]
    prune: bool,
    /// Compare the schemas with Heat: write nothing, list the differences, and fail if there are any.
    #[arg(long, conflicts_with = "prune")]
    check: bool,
}

/// Where the facts come from.
#[derive(Debug, Clone, Args)]
#[group(required = true, multiple = false)]
struct From {
    /// The Python interpreter of an environment that has Heat.
    #[arg(long, value_name = "PYTHON")]
    python: Option<PathBuf>,
    /// A file of facts, such as the recording of a release.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// Runs `import`.
///
/// # Errors
/// When there are no facts, or the output is closed.
pub fn run(args: &ImportArgs, session: &mut Session) -> CommandResult {
    let folder = args.out.clone().unwrap_or_else(|| session.schemas.clone());
    if folder.exists() && !folder.is_dir() {
        let message = format!("`{}` is not a folder", folder.display());
        return Err(Failure::unreadable(message).with_help("name a folder of schemas with --out DIR"));
    }
    let facts = match read_facts(&args.from) {
        Ok((file, json)) => Facts::read(&file, &json, args.descriptions),
        Err(error) => {
            report::text::write(&[error], session.color_err, &mut session.err)?;
            return Ok(Outcome::Unreadable);
        }
    };
    let mut plan = Plan::new(&facts, &folder);
    if !args.check {
        carry_out(&mut plan, &folder, args.prune);
    }
    report::text::write(&plan.diagnostics, session.color_err, &mut session.err)?;
    if facts.types.is_empty() {
        return Ok(Outcome::Unreadable);
    }
    for change in &plan.types {
        write_change(change, args, plan.is_incomplete, session)?;
    }
    write_summary(&facts, &plan, session)?;
    let failed = plan.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    Ok(if failed {
        Outcome::Unreadable
    } else if args.check && !plan.types.is_empty() {
        Outcome::Findings
    } else {
        Outcome::Done
    })
}

/// The facts as JSON, and what to call the place they come from.
fn read_facts(from: &From) -> Result<(String, String), Diagnostic> {
    if let Some(interpreter) = &from.python {
        return Ok((interpreter.display().to_string(), python::introspect(interpreter)?));
    }
    let path = from.json.as_deref().unwrap_or(Path::new(""));
    let name = path.display().to_string();
    let bytes = input::read(path, input::MAX_DATA).map_err(|error| error.at(path))?;
    let source = Source::from_bytes(name.as_str(), bytes)?;
    Ok((name, source.text().to_owned()))
}

/// Writes and removes files. What fails is noted; the rest is done all the same.
fn carry_out(plan: &mut Plan, folder: &Path, prune: bool) {
    for change in &plan.types {
        let done = match &change.fate {
            Fate::New { text } | Fate::Changed { text, .. } => files::write(&change.path, text, folder),
            // With half of Heat unread, nothing is known to be gone.
            Fate::Gone if prune && !plan.is_incomplete => files::remove(&change.path, folder),
            Fate::Gone => Ok(()),
        };
        plan.diagnostics.extend(done.err());
    }
}

fn write_change(
    change: &TypePlan,
    args: &ImportArgs,
    is_incomplete: bool,
    session: &mut Session,
) -> io::Result<()> {
    let out = &mut session.out;
    let name = one_line(&change.name);
    match &change.fate {
        Fate::New { .. } => writeln!(out, "new      {name}"),
        Fate::Gone => {
            let kept = match (args.prune, is_incomplete) {
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
                    writeln!(out, "  The text of these top-level entries is new; comments in them are lost.")
                }
                Extent::File => {
                    writeln!(out, "  The text of the file is new; comments in it are lost.")
                }
            }
        }
    }
}

fn write_summary(facts: &Facts, plan: &Plan, session: &mut Session) -> io::Result<()> {
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
    let types = facts.types.len();
    writeln!(
        session.out,
        "{heat}{types} types; {new} new, {changed} changed, {gone} gone, {unchanged} unchanged"
    )
}
