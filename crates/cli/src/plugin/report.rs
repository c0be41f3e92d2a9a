//! The report of a plug-in for a release of Heat: one page of Markdown, for a pull request.
//!
//! It has what two Heats say of the plug-in, how its types changed since a revision of its sources, and what its schemas lack as docs.
//! Each part is that of a command: `plugin test`, `import` and `diff`, and `check`.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::mem;
use std::path::{Path, PathBuf};

use heat_catalogue::SchemaFiles;
use heat_import::facts::{Descriptions, Facts};
use heat_report::markdown_text::{code, prose};
use heat_report::text::counted;
use heat_yaml::{Diagnostic, Severity};

use crate::diff;
use crate::git;
use crate::importing::{self, Options};
use crate::outcome::{CommandResult, Failure, Outcome};
use crate::plugin::check::{self, Named, Verdict, is_same};
use crate::session::Session;
use crate::temporary_folder::TemporaryFolder;

/// The mark at the beginning, by which one comment on a pull request is kept up to date. It is not visible.
const MARK: &str = "<!-- heat-codegen plugin -->";

/// Options of a report.
#[derive(Debug, Clone)]
pub struct ReportOptions {
    /// The plug-ins, with the Heat that they are to work with.
    pub to: Named,
    /// The interpreter of the Heat that they work with today.
    pub from: Option<PathBuf>,
    /// The git revision with which their types are compared.
    pub since: Option<String>,
}

/// Writes a report. It has findings if the newer Heat, or the comparison, has an error.
///
/// # Errors
/// If there is no plug-in or revision of a name, an interpreter has no Heat, or the output is closed.
pub fn report(options: &ReportOptions, session: &mut Session) -> CommandResult {
    let from = options.from.as_ref().map(|python| Named { python: python.clone(), ..options.to.clone() });
    let verdicts: Result<Vec<Verdict>, Diagnostic> =
        from.iter().chain([&options.to]).map(|named| Verdict::of(named, None)).collect();
    let verdicts = match verdicts {
        Ok(verdicts) => verdicts,
        Err(problem) => {
            session.draw(&[problem])?;
            return Ok(Outcome::Unreadable);
        }
    };
    let names: Vec<String> =
        options.to.plugins.iter().map(|name| code(&name.display().to_string())).collect();
    writeln!(session.out, "{MARK}\n# Plug-in report: {}\n", names.join(", "))?;
    write_table(&verdicts, &mut session.out)?;
    write_findings(&verdicts, &mut session.out)?;
    let scratch = TemporaryFolder::new("report")?;
    let head = scratch.path().join("schemas");
    let newest = verdicts.iter().next_back();
    let has_types = match newest {
        Some(verdict) => import(&verdict.facts, &head, session)?,
        None => false,
    };
    let changes = match &options.since {
        Some(since) if has_types => write_changes(since, &options.to, &head, &scratch, session)?,
        _ => Outcome::Done,
    };
    if has_types {
        write_docs(&head, &mut session.out)?;
    }
    let is_wrong = newest.is_some_and(|verdict| count(verdict, Severity::Error) > 0);
    Ok(if is_wrong { changes.max(Outcome::Findings) } else { changes })
}

fn count(verdict: &Verdict, severity: Severity) -> usize {
    verdict.findings.iter().filter(|finding| finding.severity == severity).count()
}

/// Writes the table of the Heats: how much each loads and finds.
fn write_table(verdicts: &[Verdict], out: &mut dyn Write) -> io::Result<()> {
    let mut row = |title: &str, cell: &dyn Fn(&Verdict) -> String| {
        let cells: Vec<String> = verdicts.iter().map(cell).collect();
        writeln!(out, "| {title} | {} |", cells.join(" | "))
    };
    row("", &|verdict| format!("Heat {}", prose(&verdict.heat)))?;
    row("---", &|_| "---".to_owned())?;
    row("Loaded", &|verdict| format!("{} of {}", verdict.loaded, counted(verdict.files, "file")))?;
    row("Resource types", &|verdict| verdict.types.len().to_string())?;
    row("Custom constraints", &|verdict| verdict.facts.constraints.len().to_string())?;
    row("Errors", &|verdict| count(verdict, Severity::Error).to_string())?;
    row("Warnings", &|verdict| count(verdict, Severity::Warning).to_string())
}

/// Writes the findings, first those that only the newer Heat has.
fn write_findings(verdicts: &[Verdict], out: &mut dyn Write) -> io::Result<()> {
    let [from, to] = match verdicts {
        [from, to] => [Some(from), Some(to)],
        [to] => [None, Some(to)],
        _ => return Ok(()),
    };
    let of = |verdict: Option<&Verdict>| verdict.map(|verdict| verdict.findings.clone()).unwrap_or_default();
    let (old, new) = (of(from), of(to));
    let has = |all: &[Diagnostic], finding: &Diagnostic| all.iter().any(|other| is_same(other, finding));
    let heat = |verdict: Option<&Verdict>| verdict.map(|verdict| prose(&verdict.heat)).unwrap_or_default();
    let (added, kept): (Vec<Diagnostic>, Vec<Diagnostic>) =
        new.iter().cloned().partition(|finding| from.is_some() && !has(&old, finding));
    let gone: Vec<Diagnostic> = old.iter().filter(|finding| !has(&new, finding)).cloned().collect();
    write_list(&format!("New with Heat {}", heat(to)), &added, out)?;
    let title = if from.is_some() { "With both".to_owned() } else { format!("With Heat {}", heat(to)) };
    write_list(&title, &kept, out)?;
    write_list(&format!("Only with Heat {}", heat(from)), &gone, out)
}

fn write_list(title: &str, findings: &[Diagnostic], out: &mut dyn Write) -> io::Result<()> {
    if findings.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n## {title}\n")?;
    for finding in findings {
        let file = finding.file_name().unwrap_or_default();
        let place = finding.position().map_or_else(|| file.to_owned(), |at| format!("{file}:{}", at.line));
        let place = if place.is_empty() { String::new() } else { format!("{}: ", code(&place)) };
        let severity = finding.severity.as_str();
        writeln!(out, "- {place}**{severity}** {}: {}", code(finding.code), prose(&finding.message))?;
        for note in &finding.notes {
            writeln!(out, "  - {}", prose(note))?;
        }
    }
    Ok(())
}

/// Imports types into a folder; returns whether there are any. What cannot be read is in the findings already.
fn import(facts: &Facts, folder: &Path, session: &mut Session) -> Result<bool, Failure> {
    let options = Options {
        folder: folder.to_path_buf(),
        descriptions: Descriptions::Keep,
        prune: false,
        check: false,
        is_partial: true,
    };
    let err = mem::replace(&mut session.err, Box::new(io::sink()));
    let (taken, _) = session.captured(|session| importing::take(facts, &options, session));
    session.err = err;
    taken?;
    Ok(!facts.types.is_empty())
}

/// Writes the changes of the types since a revision of the sources.
fn write_changes(
    since: &str,
    named: &Named,
    head: &Path,
    scratch: &TemporaryFolder,
    session: &mut Session,
) -> Result<Outcome, Failure> {
    writeln!(session.out, "\n## Types since {}\n", code(since))?;
    let tree = scratch.path().join("revision");
    let plugins = git::check_out(since, &named.plugins, &tree)?;
    let base = scratch.path().join("base");
    let before = Named { plugins, ..named.clone() };
    if !import(&check::facts(&before, Descriptions::Keep)?, &base, session)? {
        writeln!(session.out, "Heat loads no types of that revision.")?;
        return Ok(Outcome::Done);
    }
    let options = diff::Options {
        base: Some(base.as_os_str().to_owned()),
        head: Some(head.as_os_str().to_owned()),
        format: diff::Format::Markdown,
        ..diff::Options::default()
    };
    let (compared, written) = session.captured(|session| diff::run(&options, session));
    let text = String::from_utf8_lossy(&written).into_owned();
    let shown = [(base.as_path(), since), (head, "the sources now")];
    let text = shown.iter().fold(text, |text, (folder, name)| {
        let folder = folder.display().to_string();
        text.replace(&format!("{folder}/"), "").replace(&folder, name)
    });
    session.out.write_all(text.as_bytes())?;
    compared
}

/// Writes the findings of `check` in the schemas, by rule.
fn write_docs(folder: &Path, out: &mut dyn Write) -> io::Result<()> {
    let files = SchemaFiles::read(folder);
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for finding in files.lint(&files.tables_for_rules()) {
        *counts.entry((finding.severity.as_str(), finding.code)).or_default() += 1;
    }
    writeln!(out, "\n## Docs\n")?;
    if counts.is_empty() {
        return writeln!(out, "Nothing is missing or wrong in the descriptions and schemas.");
    }
    for ((severity, rule), count) in counts {
        writeln!(out, "- {count} × **{severity}** {}", code(rule))?;
    }
    Ok(())
}
