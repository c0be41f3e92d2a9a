//! The arguments of the program: what a build of the docs needs, and nothing else.

use std::ffi::OsString;
use std::path::PathBuf;

use codegen::built_on;
use heat_report::Failure;
use heat_site::{HiddenItems, SiteSettings, base_url, edit_url};
use lexopt::Arg::{Long, Short, Value};
use lexopt::{Parser, ValueExt as _};

use crate::rules;

/// The help of the program.
pub(crate) const HELP: &str = "\
Builds the reference docs of the newest release.

Usage: codegen [build] [OPTIONS]

Options:
  --out DIR             The folder to write the site to [default: target/site]
  --schemas DIR         The folder of the schemas, or `built-in` [default: `schemas`, here or above in the repository]
  --types FILE          Adds types: a schema file, or a folder of them; can be repeated
  --docs FILE           The settings of the site [default: `docs.yaml`, beside the folder of the schemas]
  --html-templates DIR  A folder of HTML templates that replace the built-in ones of the same names
  --site DIR            A folder with subfolders `guide` and `assets`, which replace or extend the built-in ones
  --browser-checker DIR The folder of the checker for browsers [default: target/checker, if it exists]
  --base-url URL        The URL at which the site will be published
  --edit-url TEMPLATE   The URL at which the source of a page can be edited, with {path} in place of the path of its file
  --include-hidden      Include HIDDEN items everywhere: the operators' edition
  --no-hidden-names     Also omit the names of HIDDEN items from the pages about releases
  -h, --help            Print this help

Everything else is in the program `heat-codegen`: pages of earlier releases, a preview, and all other commands. In a checkout,
`cargo run -p heat-codegen -- --help` lists them.
";

/// Request that the program is started for.
pub(crate) enum Request {
    /// A build of the docs.
    Build(Box<Arguments>),
    /// The help.
    Help,
}

/// The arguments of a build.
pub(crate) struct Arguments {
    /// The folder of the schemas, if one is named.
    pub(crate) schemas: Option<PathBuf>,
    /// Files and folders that add types.
    pub(crate) types: Vec<PathBuf>,
    /// The file with the settings of the site, if one is named.
    pub(crate) docs: Option<PathBuf>,
    /// The folder to write the site to.
    pub(crate) out: PathBuf,
    /// The settings of the site, besides its sources.
    pub(crate) settings: SiteSettings,
}

/// Reads the arguments of the process.
///
/// # Errors
/// If an option has no value or an invalid one, or if something other than a build is requested.
pub(crate) fn read() -> Result<Request, Failure> {
    read_from(Parser::from_env())
}

fn read_from(mut parser: Parser) -> Result<Request, Failure> {
    let mut read = Arguments {
        schemas: None,
        types: Vec::new(),
        docs: None,
        out: PathBuf::from("target/site"),
        settings: SiteSettings { built_on: built_on()?, rules: rules::recorded(), ..SiteSettings::default() },
    };
    let settings = &mut read.settings;
    let (mut hidden, mut nameless) = (false, false);
    let mut is_first = true;
    while let Some(argument) = parser.next().map_err(|error| wrong(&error))? {
        match argument {
            Value(word) if is_first && word == "build" => {}
            Short('h') | Long("help") => return Ok(Request::Help),
            Long("out") => read.out = path(&mut parser)?,
            Long("schemas") => read.schemas = Some(path(&mut parser)?),
            Long("types") => read.types.push(path(&mut parser)?),
            Long("docs") => read.docs = Some(path(&mut parser)?),
            Long("html-templates") => settings.templates = Some(path(&mut parser)?),
            Long("site") => settings.site = Some(path(&mut parser)?),
            Long("browser-checker") => settings.checker = Some(path(&mut parser)?),
            Long("base-url") => settings.base_url = Some(url(&mut parser, base_url)?),
            Long("edit-url") => settings.edit_url = Some(url(&mut parser, edit_url)?),
            Long("include-hidden") => hidden = true,
            Long("no-hidden-names") => nameless = true,
            Long(option) => return Err(elsewhere(&format!("--{option}"))),
            Short(option) => return Err(elsewhere(&format!("-{option}"))),
            Value(word) => return Err(elsewhere(&word.to_string_lossy())),
        }
        is_first = false;
    }
    settings.hidden = match (hidden, nameless) {
        (true, true) => {
            return Err(Failure::unreadable("--include-hidden and --no-hidden-names exclude each other"));
        }
        (true, false) => HiddenItems::Everywhere,
        (false, true) => HiddenItems::Nowhere,
        (false, false) => HiddenItems::InHistory,
    };
    if settings.checker.is_none() {
        settings.checker = Some(PathBuf::from("target/checker")).filter(|folder| folder.is_dir());
    }
    Ok(Request::Build(Box::new(read)))
}

/// The value of an option that is a path.
fn path(parser: &mut Parser) -> Result<PathBuf, Failure> {
    parser.value().map(PathBuf::from).map_err(|error| wrong(&error))
}

/// The value of an option that is an address.
fn url(parser: &mut Parser, check: fn(&str) -> Result<String, String>) -> Result<String, Failure> {
    let value: OsString = parser.value().map_err(|error| wrong(&error))?;
    let text = value.string().map_err(|error| wrong(&error))?;
    check(&text).map_err(|message| Failure::unreadable(format!("`{text}` is not an address: {message}")))
}

fn wrong(error: &lexopt::Error) -> Failure {
    Failure::unreadable(error.to_string()).with_help("`--help` lists the options")
}

/// The failure for an argument that only the program with all commands has.
fn elsewhere(argument: &str) -> Failure {
    Failure::unreadable(format!("`codegen` builds the docs and does not know `{argument}`"))
        .with_help("the package `heat-codegen` has all commands: `cargo run -p heat-codegen -- --help`")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the folder and the edition that arguments request, or the error about them.
    fn check(arguments: &[&str], expect: Result<(&str, HiddenItems), &str>) {
        let found = match read_from(Parser::from_args(arguments)) {
            Ok(Request::Build(read)) => Ok((read.out.display().to_string(), read.settings.hidden)),
            Ok(Request::Help) => Err("help".to_owned()),
            Err(failure) => Err(failure.message()),
        };
        assert_eq!(
            found.as_ref().map(|(out, hidden)| (out.as_str(), *hidden)).map_err(String::as_str),
            expect,
            "{arguments:?}"
        );
    }

    #[test]
    fn arguments_are_those_of_a_build() {
        check(&[], Ok(("target/site", HiddenItems::InHistory)));
        check(&["build", "--out=a"], Ok(("a", HiddenItems::InHistory)));
        check(&["--include-hidden", "--out", "b"], Ok(("b", HiddenItems::Everywhere)));
        check(&["--no-hidden-names"], Ok(("target/site", HiddenItems::Nowhere)));
        check(&["--help"], Err("help"));
        check(
            &["--no-hidden-names", "--include-hidden"],
            Err("--include-hidden and --no-hidden-names exclude each other"),
        );
    }

    #[test]
    fn other_commands_are_named_with_their_package() {
        check(&["diff", "main"], Err("`codegen` builds the docs and does not know `diff`"));
        check(&["serve"], Err("`codegen` builds the docs and does not know `serve`"));
        check(&["--releases", "all"], Err("`codegen` builds the docs and does not know `--releases`"));
        check(&["--out", "a", "build"], Err("`codegen` builds the docs and does not know `build`"));
    }
}
