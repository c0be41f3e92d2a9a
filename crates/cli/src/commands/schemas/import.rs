//! `import`: imports schemas from an installed Heat.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use heat_import::facts::Descriptions;

use crate::importing::{self, FactsSource, Options};
use crate::outcome::{CommandResult, Failure};
use crate::plugin;
use crate::plugin::check::Named;
use crate::session::Session;

/// Examples, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Examples:
  heat-codegen import --python venv/bin/python
  heat-codegen import --python venv/bin/python --out schemas --check
  heat-codegen import --python venv/bin/python --plugin my_plugin.py --descriptions keep
  heat-codegen import --json facts.json --out new-schemas --descriptions keep

The interpreter is that of an environment with openstack-heat; it needs no cloud and no configuration. In a folder \
that has schemas already, facts are updated and everything else stays as it is: descriptions, messages, examples, \
accepted findings, comments. Plug-ins are those of Heat's default folders; with --plugin, only the types of that file \
are imported, wherever it is. With --check it compares the schemas with the installed Heat, and writes nothing. An \
interpreter is stopped after 5 minutes, or when it has printed 64 MiB. Exits with 0 on success, with 1 if --check finds \
differences, with 2 if something could not be read or written.";

/// The arguments of `import`.
#[derive(Debug, Clone, Args)]
pub struct ImportArgs {
    #[command(flatten)]
    from: FactsArgs,
    /// Only import the types of a plug-in: a file, in Python or compiled, a folder, an installed package or distribution, or those of a
    /// `heat.conf`; can be repeated.
    #[arg(long, value_name = "PLUGIN", conflicts_with = "json")]
    plugin: Vec<PathBuf>,
    /// Replace a library that is not installed by a stand-in: the name of a module, or `missing` for all that the plug-ins import. Facts
    /// that rest on it are left out, and reported; can be repeated.
    #[arg(long, value_name = "MODULE", requires = "plugin")]
    stub: Vec<String>,
    /// The folder of schemas to write to; it is created if necessary [default: the catalogue's folder].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The handling of descriptions and messages [default: `keep` with --plugin, `drop` for Heat's own types].
    #[arg(long, value_enum)]
    descriptions: Option<DescriptionsArg>,
    /// Remove the files of types that Heat no longer has.
    #[arg(long, conflicts_with = "plugin")]
    prune: bool,
    /// Only compare the schemas with Heat: write nothing, list the differences, and fail if there are any.
    #[arg(long, conflicts_with = "prune")]
    check: bool,
}

/// The source of the facts.
#[derive(Debug, Clone, Args)]
#[group(required = true, multiple = false)]
struct FactsArgs {
    /// The Python interpreter of an environment with Heat.
    #[arg(long, value_name = "PYTHON")]
    python: Option<PathBuf>,
    /// A facts file, such as the recording of a release.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// The handling of the texts of the types' authors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DescriptionsArg {
    /// Import descriptions and the messages of support statuses.
    Keep,
    /// Only import facts.
    Drop,
}

impl From<DescriptionsArg> for Descriptions {
    fn from(named: DescriptionsArg) -> Self {
        match named {
            DescriptionsArg::Keep => Self::Keep,
            DescriptionsArg::Drop => Self::Drop,
        }
    }
}

/// The treatment of descriptions by default: the catalogue has its own words for Heat's types, and a plug-in those of its author.
fn default_descriptions(args: &ImportArgs) -> Descriptions {
    if args.plugin.is_empty() { Descriptions::Drop } else { Descriptions::Keep }
}

/// Runs `import`.
///
/// # Errors
/// If there are no facts, or the output is closed.
pub fn run(args: &ImportArgs, session: &mut Session) -> CommandResult {
    let options = Options {
        folder: args.out.clone().unwrap_or_else(|| session.schemas.clone()),
        descriptions: args.descriptions.map_or_else(|| default_descriptions(args), Descriptions::from),
        prune: args.prune,
        check: args.check,
        is_partial: !args.plugin.is_empty(),
    };
    if let (false, Some(python)) = (args.plugin.is_empty(), &args.from.python) {
        let named = Named { plugins: args.plugin.clone(), python: python.clone(), stubs: args.stub.clone() };
        let facts = plugin::check::facts(&named, options.descriptions)?;
        return importing::take(&facts, &options, session);
    }
    let from = match (&args.from.python, &args.from.json) {
        (Some(interpreter), _) => FactsSource::Interpreter(interpreter),
        (None, Some(file)) => FactsSource::File(file),
        (None, None) => {
            return Err(Failure::unreadable("there is nothing to import from")
                .with_help("name an interpreter with --python, or a file of facts with --json"));
        }
    };
    importing::run(from, &options, session)
}
