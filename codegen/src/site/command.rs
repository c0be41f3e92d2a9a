//! The command `build`: the reference docs as a folder of files.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use heat_yaml::{Diagnostic, Severity};

use super::publish::Publisher;
use super::words::thousands;
use super::{Built, Guide, HiddenItems, SiteOptions, Templates, build, built_in_assets, read_assets};
use crate::commands::{CommandResult, Failure, Outcome, Session};
use crate::report;
use crate::schema_files::SchemaFiles;

/// The arguments of `build`.
#[derive(Debug, Clone, Args)]
pub struct BuildArgs {
    /// Where the site goes.
    #[arg(long, value_name = "DIR", default_value = "target/site")]
    pub out: PathBuf,
    /// Templates to use in place of the built-in ones of the same names.
    #[arg(long, value_name = "DIR")]
    pub templates: Option<PathBuf>,
    /// Guide pages and assets to use in place of, or beside, the built-in ones: the folders `guide` and `assets` in it.
    #[arg(long, value_name = "DIR")]
    pub site: Option<PathBuf>,
    /// The address under which the site will be reached.
    #[arg(long, value_name = "URL", value_parser = base_url)]
    pub base_url: Option<String>,
    /// Where HIDDEN things have a place.
    #[command(flatten)]
    pub hidden: HiddenArgs,
}

/// Where HIDDEN things have a place on the site; by default, only where it says what each release did.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct HiddenArgs {
    /// Show HIDDEN things too: the operators' edition.
    #[arg(long, conflicts_with = "no_hidden_names")]
    include_hidden: bool,
    /// Leave the names of HIDDEN things out of the release pages, the comparison and the feed as well.
    #[arg(long)]
    no_hidden_names: bool,
}

impl From<HiddenArgs> for HiddenItems {
    fn from(args: HiddenArgs) -> Self {
        match (args.include_hidden, args.no_hidden_names) {
            (true, _) => Self::Everywhere,
            (false, true) => Self::Nowhere,
            (false, false) => Self::InHistory,
        }
    }
}

/// A site's address, with a `/` at its end.
fn base_url(text: &str) -> Result<String, String> {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    if host.is_none_or(|host| host.is_empty() || host.starts_with('/')) {
        return Err("an address starts with https:// or http:// and a host".to_owned());
    }
    if text.contains(['?', '#', '"', '<', '>']) || text.contains(char::is_whitespace) {
        return Err("an address that others can be appended to has no `?`, `#`, quotes or spaces".to_owned());
    }
    Ok(if text.ends_with('/') { text.to_owned() } else { format!("{text}/") })
}

/// How long each step took.
#[derive(Debug, Clone, Copy, Default)]
pub struct Timings {
    /// Reading and checking the schemas.
    pub load: Duration,
    /// Rendering the pages, and writing each as it is done.
    pub render: Duration,
    /// Putting them in place of the old ones.
    pub publish: Duration,
}

/// Runs `build`.
///
/// # Errors
/// When the site cannot be built; then nothing was published.
pub fn run(args: &BuildArgs, session: &mut Session) -> CommandResult {
    let start = Instant::now();
    let files = session.read()?;
    let unreadable = files.unreadable;
    let mut diagnostics = files.diagnostics.clone();
    diagnostics.extend(files.lint(&files.tables_for_rules()));
    stop_at_errors(&diagnostics, unreadable, session)?;
    refuse_folders(&files, args, session)?;
    let load = start.elapsed();

    let start = Instant::now();
    let (site, publisher) = (|| {
        let templates = Templates::load(args.templates.as_deref())?;
        let options = site_options(args)?;
        let publisher = Publisher::new(&args.out)?;
        let site = build(files.into_catalogue(), &options, &templates, &publisher)?;
        Ok((site, publisher))
    })()
    .map_err(|error| refused(error, session))?;
    stop_at_errors(&site.diagnostics, false, session)?;
    let render = start.elapsed();

    let start = Instant::now();
    publisher.finish().map_err(|error| refused(error, session))?;
    let timings = Timings { load, render, publish: start.elapsed() };
    let warnings = diagnostics.iter().filter(|found| found.severity == Severity::Warning).count();
    summary(&site, warnings, timings, &args.out, session)?;
    Ok(Outcome::Done)
}

/// Refuses what would wipe a site, or fill the catalogue with pages.
fn refuse_folders(files: &SchemaFiles, args: &BuildArgs, session: &Session) -> Result<(), Failure> {
    let schemas = session.schemas.display();
    if files.files.is_empty() {
        return Err(Failure::unreadable(format!(
            "there are no schema files in `{schemas}`, so nothing was published"
        ))
        .with_help("their names end in `.yaml`; name the catalogue's folder with --schemas DIR"));
    }
    let inside = |inner: &Path, outer: &Path| match (inner.canonicalize(), outer.canonicalize()) {
        (Ok(inner), Ok(outer)) => inner.starts_with(outer),
        _ => false,
    };
    if inside(&args.out, &session.schemas) || inside(&session.schemas, &args.out) {
        return Err(Failure::refused(format!(
            "the site would go into the catalogue `{schemas}`, or around it"
        ))
        .with_help("choose another folder with --out"));
    }
    Ok(())
}

/// Draws the errors, if there are any, and says that nothing was published.
fn stop_at_errors(
    diagnostics: &[Diagnostic],
    unreadable: bool,
    session: &mut Session,
) -> Result<(), Failure> {
    let errors: Vec<Diagnostic> =
        diagnostics.iter().filter(|found| found.severity == Severity::Error).cloned().collect();
    if errors.is_empty() {
        return Ok(());
    }
    report::text::write(&errors, session.color_err, &mut session.err)?;
    let message = format!("{} in the way, so nothing was published", count(errors.len(), "error"));
    Err(if unreadable { Failure::unreadable(message) } else { Failure::refused(message) })
}

/// What is added to the catalogue, as the arguments say.
///
/// # Errors
/// A file of the site's folder that cannot be read.
pub fn site_options(args: &BuildArgs) -> Result<SiteOptions, Diagnostic> {
    let mut guide = Guide::built_in();
    let mut assets = built_in_assets();
    if let Some(folder) = &args.site {
        if !folder.is_dir() {
            return Err(Diagnostic::error("unreadable-file", "there is no such folder")
                .in_file(folder.display().to_string()));
        }
        guide.replace_with(Guide::read(folder)?);
        for asset in read_assets(folder)? {
            match assets.iter_mut().find(|known| known.path == asset.path) {
                Some(known) => *known = asset,
                None => assets.push(asset),
            }
        }
    }
    Ok(SiteOptions { guide, assets, base_url: args.base_url.clone(), hidden: args.hidden.into() })
}

/// Draws what is in the way and says that nothing was published.
fn refused(error: Diagnostic, session: &mut Session) -> Failure {
    let unreadable = error.code == "unreadable-file" || error.code == "unwritable";
    if let Err(error) = report::text::write(&[error], session.color_err, &mut session.err) {
        return error.into();
    }
    let message = "nothing was published";
    if unreadable { Failure::unreadable(message) } else { Failure::refused(message) }
}

/// One line on what was built, and where to open it.
fn summary(
    site: &Built,
    warnings: usize,
    timings: Timings,
    out: &Path,
    session: &mut Session,
) -> Result<(), Failure> {
    let counts = site.counts;
    let hidden = if counts.hidden_types == 0 {
        String::new()
    } else {
        format!(" ({} HIDDEN left out)", thousands(counts.hidden_types))
    };
    let total = timings.load + timings.render + timings.publish;
    writeln!(
        session.out,
        "{} types{hidden}, {} properties, {} attributes, {} pages, {} in {} (load {}, render {}, publish {}): open {}",
        thousands(counts.types),
        thousands(counts.properties),
        thousands(counts.attributes),
        thousands(counts.pages),
        count(warnings, "warning"),
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

fn count(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {what}{plural}", thousands(number))
}

#[cfg(test)]
mod tests {
    use super::base_url;

    #[test]
    fn addresses_end_with_a_slash() {
        assert_eq!(
            base_url("https://docs.example.org/heat"),
            Ok("https://docs.example.org/heat/".to_owned())
        );
        assert!(base_url("docs.example.org").is_err());
        assert!(base_url("https://").is_err());
        assert!(base_url("https://x.org/?a").is_err());
    }
}
