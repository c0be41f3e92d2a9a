//! `changes`: lists the changes of resource types between two releases.

use clap::Args;
use heat_catalogue::glob::Glob;
use heat_model::ResourceTypes as _;
use heat_report::Failure;

use crate::commands::arguments::choices::{Choice, one_of};
use crate::commands::arguments::output::OutArgs;
use crate::commands::candidates;
use crate::diff::{self, Format, Options};
use crate::outcome::{CommandResult, Outcome};
use crate::session::Session;

/// Examples, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Examples:
  heat-codegen changes OS::Nova::Server --from yoga --to 2024.1
  heat-codegen changes 'OS::Octavia::*' --from caracal
  heat-codegen changes --from 26.0.0 --format markdown --out changes.md

The releases are those of the catalogue's history: nothing is downloaded, and no checkout is needed. `diff --release OLD NEW` \
compares in the same way, and fails for what breaks templates or stacks.";

/// The arguments of `changes`.
#[derive(Debug, Clone, Args)]
pub struct ChangesArgs {
    /// The resource types; `*` is a wildcard [default: all].
    #[arg(value_name = "TYPE", add = candidates::types())]
    types: Vec<String>,
    /// The earlier release, by name, code name or version [default: the oldest that is recorded].
    #[arg(long, value_name = "RELEASE", add = candidates::releases())]
    from: Option<String>,
    /// The later release [default: the newest].
    #[arg(long, value_name = "RELEASE", add = candidates::releases())]
    to: Option<String>,
    /// Also list changes of descriptions and examples, which are only counted by default.
    #[arg(long)]
    all: bool,
    /// The format of the list.
    #[arg(long, value_parser = one_of(&FORMATS), default_value = "text")]
    format: Format,
    #[command(flatten)]
    out: OutArgs,
}

/// The formats of a list of changes.
const FORMATS: [Choice<Format>; 4] = [
    (Format::Text, "text", "Text with the lines of both releases"),
    (Format::Markdown, "markdown", "Markdown"),
    (Format::Html, "html", "A self-contained HTML file"),
    (Format::Json, "json", "A JSON document; `export --format diff-report` writes its JSON Schema"),
];

/// Runs `changes`.
///
/// # Errors
/// If there is no such type or release, or the output is closed.
pub fn run(args: &ChangesArgs, session: &mut Session) -> CommandResult {
    let asked: Vec<&str> = args.from.iter().chain(&args.to).map(String::as_str).collect();
    let types: Vec<Glob> = args.types.iter().map(|name| Glob::new(name)).collect();
    session.has_only_own_types |= diff::is_of_plug_in(&asked, &types, session)?;
    let (files, _) = session.read_of_newest()?;
    // A type is compared under its current name.
    let types =
        args.types.iter().map(|name| files.find_by_any_name(name).map_or(name, |schema| &schema.name));
    let types = types.map(|name| Glob::new(name)).collect();
    let recorded = || files.past.releases.last().map(|release| release.version.clone());
    let newest = || files.releases.newest().map(|release| release.version.clone());
    let none = || Failure::unreadable("the catalogue has no history of releases");
    let from = args.from.clone().or_else(recorded).ok_or_else(none)?;
    let to = args.to.clone().or_else(newest).ok_or_else(none)?;
    let options = Options {
        between: Some([from, to]),
        types,
        format: args.format,
        lists_docs: args.all,
        fail_on: Some(Vec::new()),
        ..Options::default()
    };
    args.out.with(session, |session| {
        diff::run(&options, session)?;
        Ok(Outcome::Done)
    })
}
