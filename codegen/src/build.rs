//! The build of the docs: from a catalogue's folder to the published site, with a summary line.

use std::path::Path;
use std::time::{Duration, Instant};

use heat_catalogue::{SchemaFiles, threads};
use heat_lint::{ParsedExamples, Tables};
use heat_report::Failure;
use heat_site::BuildResult;
use heat_site::OldReleases;
use heat_site::SiteSettings;
use heat_site::build::{AfterBuild, render};
use heat_site::thousands;
use heat_yaml::{Diagnostic, Severity};

use crate::console::Console;
use crate::publish::Publisher;
use crate::sources::Sources;

/// The time that each step took.
#[derive(Debug, Clone, Copy, Default)]
struct Timings {
    /// Reading and checking the schemas.
    load: Duration,
    /// Rendering the pages, and writing each as soon as it is rendered.
    render: Duration,
    /// Replacing the old site.
    publish: Duration,
}

/// Builds the site from sources, and publishes it to a folder.
///
/// # Errors
/// If the site cannot be built; in that case nothing was published.
pub fn build(
    settings: &SiteSettings,
    sources: &Sources,
    out: &Path,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let start = Instant::now();
    // While the folder is listed, only one core has something to do.
    let (read, (templates, options)) =
        threads::both(|| sources.read(), || threads::both(|| settings.templates(), || settings.options()));
    let (files, docs) = read?;
    let unreadable = files.unreadable;
    let mut diagnostics = files.diagnostics.clone();
    let parsed = ParsedExamples::default();
    diagnostics.extend(files.lint_own(&Tables { examples: Some(&parsed), ..files.tables_for_rules() }));
    stop_at_errors(&diagnostics, unreadable, console)?;
    refuse_folders(&files, out, sources)?;
    let load = start.elapsed();

    let start = Instant::now();
    let prepared = templates.and_then(|templates| Ok((templates, options?)));
    let (templates, options) = prepared.map_err(|error| refused(error, console))?;
    let options = match settings.fitted(options, docs.as_ref(), &files) {
        Ok(options) => options,
        Err(found) => return stop_at_errors(&found, false, console),
    };
    let has_checker = options.checker.is_some();
    let undrawn = match options.stack_graph {
        Some(_) => 0,
        None => options.architectures.list.iter().filter(|each| each.graph.is_none()).count(),
    };
    let publisher = Publisher::new(out).map_err(|error| refused(error, console))?;
    let catalogue = files.into_catalogue();
    let earlier = catalogue.past.releases.len();
    let recorded = catalogue.history.releases.len();
    let rendered = render(catalogue, parsed, &options, &templates, &publisher, AfterBuild::Leave);
    let site = rendered.map_err(|error| refused(error, console))?;
    stop_at_errors(&site.diagnostics, false, console)?;
    let render = start.elapsed();

    let start = Instant::now();
    publisher.finish().map_err(|error| refused(error, console))?;
    let timings = Timings { load, render, publish: start.elapsed() };
    let warnings = diagnostics.iter().filter(|found| found.severity == Severity::Warning).count();
    summary(&site, warnings, timings, (sources, out), console)?;
    if matches!(settings.old_releases, OldReleases::None) && earlier > 0 {
        writeln!(
            console.err,
            "the pages of {earlier} earlier releases are left out: `heat-codegen build --releases all` writes them"
        )?;
    }
    if matches!(settings.old_releases, OldReleases::All(_)) && earlier == 0 && recorded > 1 {
        writeln!(
            console.err,
            "there are no pages of earlier releases: `past.yaml` has what types were then, and `heat-codegen history` writes it"
        )?;
    }
    if undrawn > 0 {
        let pictures = count(undrawn, "architecture has no picture", "architectures have no pictures");
        writeln!(console.err, "{pictures}: `heat-codegen build` draws them")?;
    }
    if !has_checker {
        writeln!(
            console.err,
            "*Check a template* is left out: `cargo run -p browser-build`, in a checkout, compiles its checker"
        )?;
    }
    Ok(())
}

/// Refuses folders that would delete a site, or fill the catalogue with pages.
fn refuse_folders(files: &SchemaFiles, out: &Path, sources: &Sources) -> Result<(), Failure> {
    let schemas = sources.folder().unwrap_or(Path::new("built-in")).display();
    if files.files.is_empty() {
        return Err(Failure::unreadable(format!(
            "there are no schema files in `{schemas}`; nothing was published"
        ))
        .with_help("their names end in `.yaml`; set the catalogue's folder with --schemas DIR"));
    }
    let inside = |inner: &Path, outer: &Path| match (inner.canonicalize(), outer.canonicalize()) {
        (Ok(inner), Ok(outer)) => inner.starts_with(outer),
        _ => false,
    };
    let mut folders = sources.schemas().filter(|path| path.is_dir());
    if let Some(folder) = folders.find(|folder| inside(out, folder) || inside(folder, out)) {
        return Err(Failure::refused(format!(
            "the site's folder is inside the catalogue `{}`, or contains it",
            folder.display()
        ))
        .with_help("choose another folder with --out"));
    }
    Ok(())
}

/// Draws the errors, if there are any, and reports that nothing was published.
fn stop_at_errors(
    diagnostics: &[Diagnostic],
    unreadable: bool,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let errors: Vec<Diagnostic> =
        diagnostics.iter().filter(|found| found.severity == Severity::Error).cloned().collect();
    if errors.is_empty() {
        return Ok(());
    }
    console.draw(&errors)?;
    let message = format!("{} in the way; nothing was published", count(errors.len(), "error", "errors"));
    Err(if unreadable { Failure::unreadable(message) } else { Failure::refused(message) })
}

/// Draws the error and reports that nothing was published.
fn refused(error: Diagnostic, console: &mut Console<'_>) -> Failure {
    let unreadable = error.code == "unreadable-file" || error.code == "unwritable";
    if let Err(error) = console.draw(&[error]) {
        return error.into();
    }
    let message = "nothing was published";
    if unreadable { Failure::unreadable(message) } else { Failure::refused(message) }
}

/// Writes a line with the counts, and the file to open.
fn summary(
    site: &BuildResult,
    warnings: usize,
    timings: Timings,
    (sources, out): (&Sources, &Path),
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let counts = site.counts;
    let hidden = if counts.hidden_types == 0 {
        String::new()
    } else {
        format!(" ({} HIDDEN omitted)", thousands(counts.hidden_types))
    };
    let total = timings.load + timings.render + timings.publish;
    let source = if sources.folder().is_none() { "the built-in catalogue: " } else { "" };
    writeln!(
        console.out,
        "{source}{}{hidden}, {}, {}, {}, {} in {} (load {}, render {}, publish {}): open {}",
        count(counts.types, "type", "types"),
        count(counts.properties, "property", "properties"),
        count(counts.attributes, "attribute", "attributes"),
        count(counts.pages, "page", "pages"),
        count(warnings, "warning", "warnings"),
        milliseconds(total),
        milliseconds(timings.load),
        milliseconds(timings.render),
        milliseconds(timings.publish),
        out.join("index.html").display(),
    )?;
    Ok(())
}

fn milliseconds(duration: Duration) -> String {
    format!("{} ms", thousands(usize::try_from(duration.as_millis()).unwrap_or(usize::MAX)))
}

fn count(number: usize, one: &str, many: &str) -> String {
    format!("{} {}", thousands(number), if number == 1 { one } else { many })
}
