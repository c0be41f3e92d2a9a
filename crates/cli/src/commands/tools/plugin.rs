//! `plugin`: starts, builds, checks and installs plug-ins in Rust.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::commands::arguments::findings::FindingsArgs;
use crate::outcome::{CommandResult, Failure, Outcome};
use crate::plugin::add_type::{self, NewType};
use crate::plugin::build::{self, BuildOptions};
use crate::plugin::check::{self, EngineKind, Named, TestOptions};
use crate::plugin::dev::{self, DevOptions};
use crate::plugin::heats;
use crate::plugin::install::{self, InstallOptions};
use crate::plugin::new::{self, NewPlugin};
use crate::plugin::report::{self, ReportOptions};
use crate::session::Session;

/// Examples, for the command's help.
pub(crate) const AFTER_HELP: &str = "\
Examples:
  heat-codegen plugin new vault --project ~/heat-codegen
  heat-codegen plugin dev --python venv/bin/python
  heat-codegen plugin build
  heat-codegen plugin check target/plugin/vault.so --python venv/bin/python
  heat-codegen plugin test token_plugin.py --python venv/bin/python
  sudo heat-codegen plugin install target/plugin/vault.so --to /usr/lib/heat";

const AFTER_NEW: &str = "\
Examples:
  heat-codegen plugin new vault --project ~/heat-codegen
  heat-codegen plugin new token --schema schemas/My/Custom/Token.yaml --project ~/heat-codegen
  heat-codegen plugin new acme-vault --type Acme::Vault --path plugins/vault --project ~/heat-codegen

The crate compiles, and its tests pass without Python: a schema, the life cycle of a type that keeps a text, tests, a workflow for \
CI, and a README with the commands. With --schema, it begins with a schema that exists, such as one that `import` wrote, and with a life \
cycle that creates nothing yet. It depends on the crates heat-plugin and heat-plugin-python, which are not published: their sources are \
those of the checkout of this project that --project names, or in which the command runs.";

const AFTER_ADD_TYPE: &str = "\
Examples:
  heat-codegen plugin add-type My::Custom::Volume
  heat-codegen plugin add-type --schema ~/schemas/My/Custom/Volume.yaml

Writes a schema, a module with a life cycle that creates nothing yet, and tests, and adds the type to `export!` in src/lib.rs. Files that \
exist are not overwritten.";

const AFTER_BUILD: &str = "\
Examples:
  heat-codegen plugin build
  heat-codegen plugin build --wheel
  heat-codegen plugin build --shim --out dist

Runs `cargo build` in the current folder and writes NAME.so, where NAME is the module that `export!` names: `plugin install` puts it \
into a folder of `plugin_dirs` in heat.conf. One file runs on Python 3.9 and all later versions. With --shim, it writes NAME.py \
and NAME.library: if Python refuses the library, the module logs the reason and registers nothing, instead of stopping the engine. With \
--wheel, it also packs the same files for `pip install`, which puts them into `lib/heat` of the environment.";

const AFTER_DEV: &str = "\
Examples:
  heat-codegen plugin dev --python venv/bin/python
  heat-codegen plugin dev --heat 27 --port 0
  heat-codegen plugin dev token_plugin.py --python venv/bin/python

Runs Heat's engine and its API in one process, with the plug-in: without Keystone and a message broker, and with a database in a file. A \
plug-in in Rust is built as `plugin build --debug` builds it; one in Python is loaded from where it is. With each change of the sources, \
the plug-in is built and the engine restarted; stacks are kept, also until the next time. If it does not compile, the engine that runs \
goes on. Prints the commands that create a stack, and follows the log: what the plug-in logs, warnings, errors, and the ends of actions. \
Anybody on this machine can use the API. Needs Heat 27 or later. Ends with Ctrl-C; exits with 1 if the port is taken, with 2 if the \
interpreter cannot be used.";

const AFTER_CHECK: &str = "\
Examples:
  heat-codegen plugin check target/plugin/vault.so --python venv/bin/python
  heat-codegen plugin check /etc/heat/heat.conf --python /usr/bin/python3 --schemas schemas
  heat-codegen plugin check . --stub missing --python venv/bin/python

PLUGIN is a file, compiled or in Python; a folder as `plugin_dirs` names it; the folder of a whole project, of which the modules that define \
a mapping are loaded, as if the project were installed; an installed package or distribution; or a heat.conf, whose `plugin_dirs` are \
taken. The interpreter is that of an environment with openstack-heat; it needs no cloud and no configuration. All files are loaded in one \
process, as an engine loads them: this runs the code of the plug-ins, with your rights. What Heat then says of each type is compared with its schema in the catalogue's folder, or else with \
that within the library, as `import --check` does. Also reports what stops an engine: a library that Python refuses, two files with one \
module, a file that is not named like its module. Exits with 0 if there is nothing to report, with 1 if there are findings, with 2 if \
the interpreter cannot be used.";

const AFTER_TEST: &str = "\
Examples:
  heat-codegen plugin test token_plugin.py --python venv/bin/python
  heat-codegen plugin test target/plugin/vault.so --engine --steps --python venv/bin/python
  heat-codegen plugin test plugins --python venv/bin/python --format junit > report.xml

Each plug-in is loaded as by `plugin check`. Its classes are read: parameters of handlers that Heat does not call so, handlers that the \
schema needs, attributes that nothing resolves, a `validate` that leaves out its base class, names that this Heat or the module does not \
have, clients and custom constraints that do not exist, types of Heat that are replaced. Then resources of each type live in Heat, with \
stand-ins for the clients of services: they are created, changed, suspended, checked and deleted, also if a call fails or the service has \
lost them. With --engine, each type also lives in a whole engine, as `plugin dev` runs it: this needs Heat 27 or later, and has no \
services. --heat names releases of Heat. `heat-codegen explain ID` explains a finding. Exits with 0 if there are no findings of \
--fail-on, with 1 if there are, with 2 if the interpreter cannot be used.";

const AFTER_REPORT: &str = "\
Examples:
  heat-codegen plugin report plugins --from 26 --to 27
  heat-codegen plugin report . --stub missing --from 26 --to 27 --since v1.2.0 > report.md
  heat-codegen plugin report acme-heat --to venv/bin/python

Writes Markdown for a pull request: what both Heats load and what `plugin test` finds with each, first what only the newer one has; with \
--since, how the types changed since a revision of the sources, as `diff` says it; and what `check` finds in the schemas of the types. \
HEAT is an interpreter or a release: `27`, `27.0.1`, `2026.2`, `hibiscus`. Releases are installed from the package index into the cache of \
the user. Exits with 1 if the newer Heat finds errors or a change breaks users, with 2 if an interpreter cannot be used.";

const AFTER_INSTALL: &str = "\
Examples:
  sudo heat-codegen plugin install target/plugin/vault.so --to /usr/lib/heat
  sudo heat-codegen plugin install dist/vault.py dist/vault.library

Puts the files into a folder in which Heat looks for plug-ins: one of `plugin_dirs` in heat.conf. An engine that runs has mapped the \
file of an earlier version into its memory: to write into that file, as `cp` does, may end it without a word. So each file is written \
beside the old one, and then takes its name; engines keep the version that they have loaded until they are restarted.";

/// The arguments of `plugin`.
#[derive(Debug, Clone, Args)]
pub struct PluginArgs {
    #[command(subcommand)]
    command: PluginCommand,
}

#[derive(Debug, Clone, Subcommand)]
enum PluginCommand {
    /// Create a crate to start a plug-in from.
    #[command(after_help = AFTER_NEW)]
    New(NewArgs),
    /// Add a resource type to the crate of a plug-in.
    #[command(name = "add-type", after_help = AFTER_ADD_TYPE)]
    AddType(AddTypeArgs),
    /// Compile the plug-in in the current folder, and write the files that Heat loads.
    #[command(after_help = AFTER_BUILD)]
    Build(BuildArgs),
    /// Run an engine with the plug-in, and build and load it again with every change.
    #[command(after_help = AFTER_DEV)]
    Dev(DevArgs),
    /// Load plug-ins into an installed Heat, which runs them, and compare their types with their schemas.
    #[command(after_help = AFTER_CHECK)]
    Check(NamedArgs),
    /// Load plug-ins into an installed Heat, and report where their classes break Heat's contract.
    #[command(after_help = AFTER_TEST)]
    Test(TestArgs),
    /// Write a page about plug-ins for a release of Heat: what loads, what breaks, what changed in their types.
    #[command(after_help = AFTER_REPORT)]
    Report(ReportArgs),
    /// Put the files of a plug-in where Heat loads them, while engines run.
    #[command(after_help = AFTER_INSTALL)]
    Install(InstallArgs),
}

/// The arguments of `plugin new`.
#[derive(Debug, Clone, Args)]
struct NewArgs {
    /// The name of the crate, such as `vault`. Heat's module has the same name, with `_` instead of `-`.
    #[arg(value_name = "NAME")]
    name: String,
    /// The folder to create [default: NAME].
    #[arg(long, value_name = "DIR")]
    path: Option<PathBuf>,
    /// The name of the resource type [default: `My::Custom::Name`].
    #[arg(long = "type", value_name = "TYPE", conflicts_with = "schema")]
    resource_type: Option<String>,
    /// Begin with this schema, instead of that of a type that keeps a text.
    #[arg(long, value_name = "FILE")]
    schema: Option<PathBuf>,
    /// The checkout of this project whose crates are used [default: the one around the current folder].
    #[arg(long, value_name = "DIR")]
    project: Option<PathBuf>,
}

/// The arguments of `plugin add-type`.
#[derive(Debug, Clone, Args)]
struct AddTypeArgs {
    /// The name of the resource type, such as `My::Custom::Volume`.
    #[arg(value_name = "TYPE", required_unless_present = "schema", conflicts_with = "schema")]
    resource_type: Option<String>,
    /// Begin with this schema, such as one that `import` wrote.
    #[arg(long, value_name = "FILE")]
    schema: Option<PathBuf>,
    /// The folder of the crate.
    #[arg(long, value_name = "DIR", default_value = ".")]
    path: PathBuf,
}

/// The arguments of `plugin build`.
#[derive(Debug, Clone, Args)]
struct BuildArgs {
    /// The folder to write to.
    #[arg(long, value_name = "DIR", default_value = "target/plugin")]
    out: PathBuf,
    /// Compile without optimization, and keep the symbols: this is faster, but the file is many times larger.
    #[arg(long)]
    debug: bool,
    /// Load the library from a small module in Python, which survives if Python refuses it.
    #[arg(long)]
    shim: bool,
    /// Also write a wheel.
    #[arg(long)]
    wheel: bool,
}

/// The arguments of `plugin dev`.
#[derive(Debug, Clone, Args)]
struct DevArgs {
    /// The crate of a plug-in in Rust, or a file or folder with plug-ins in Python.
    #[arg(value_name = "PATH", default_value = ".")]
    path: PathBuf,
    /// The Python interpreter of an environment with Heat.
    #[arg(long, value_name = "PYTHON", default_value = "python3")]
    python: PathBuf,
    /// A release of Heat, such as `27`: it is installed into an environment of its own if it is not there yet, with the interpreter of
    /// --python.
    #[arg(long, value_name = "RELEASE")]
    heat: Option<String>,
    /// The port of the API; 0 takes a free one.
    #[arg(long, value_name = "PORT", default_value_t = 8004)]
    port: u16,
    /// The folder with the database, the log and the configuration [default: `target/heat` in the crate, or one in the cache of the user].
    #[arg(long, value_name = "DIR")]
    state: Option<PathBuf>,
}

/// The plug-ins that a command loads.
#[derive(Debug, Clone, Args)]
struct NamedArgs {
    /// Plug-ins: files, compiled or in Python, folders, installed packages or distributions, or a `heat.conf`.
    #[arg(value_name = "PLUGIN", required = true)]
    plugins: Vec<PathBuf>,
    /// The Python interpreter of an environment with Heat.
    #[arg(long, value_name = "PYTHON", default_value = "python3")]
    python: PathBuf,
    /// Releases of Heat, such as `27,26`: each is installed into an environment of its own if it is not there yet, with the interpreter
    /// of --python.
    #[arg(long, value_name = "RELEASE", value_delimiter = ',')]
    heat: Vec<String>,
    /// Replace a library that is not installed by a stand-in: the name of a module, or `missing` for all that the plug-ins import. Facts
    /// that rest on it are reported; can be repeated.
    #[arg(long, value_name = "MODULE")]
    stub: Vec<String>,
}

impl NamedArgs {
    /// The plug-ins, with each Heat that loads them.
    fn named(&self, session: &mut Session) -> Result<Vec<Named>, Failure> {
        let with =
            |python: PathBuf| Named { plugins: self.plugins.clone(), python, stubs: self.stub.clone() };
        if self.heat.is_empty() {
            return Ok(vec![with(self.python.clone())]);
        }
        let interpreters = self.heat.iter().map(|heat| heats::interpreter(heat, &self.python, session));
        interpreters.map(|interpreter| interpreter.map(with)).collect()
    }
}

/// The arguments of `plugin test`.
#[derive(Debug, Clone, Args)]
struct TestArgs {
    #[command(flatten)]
    named: NamedArgs,
    /// A Python module with a function `clients(name)` that returns a stand-in for a client, or None.
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,
    /// Also live each type in an engine, over Heat's API: a stack with the minimal template is created, read, updated, checked, suspended,
    /// resumed and deleted. What needs a service of a cloud does not run.
    #[arg(
        long,
        value_name = "KIND",
        value_enum,
        value_delimiter = ',',
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "convergence"
    )]
    engine: Vec<EngineArg>,
    /// List each step in the lives of resources, also those that could not run.
    #[arg(long)]
    steps: bool,
    #[command(flatten)]
    findings: FindingsArgs,
}

/// The kinds of engines.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum EngineArg {
    /// The engine that Heat uses by default.
    Convergence,
    /// The engine with `convergence_engine = false`.
    Legacy,
}

impl From<EngineArg> for EngineKind {
    fn from(named: EngineArg) -> Self {
        match named {
            EngineArg::Convergence => Self::Convergence,
            EngineArg::Legacy => Self::Legacy,
        }
    }
}

/// The arguments of `plugin report`.
#[derive(Debug, Clone, Args)]
struct ReportArgs {
    /// Plug-ins: files, compiled or in Python, folders, installed packages or distributions, or a `heat.conf`.
    #[arg(value_name = "PLUGIN", required = true)]
    plugins: Vec<PathBuf>,
    /// The Heat that the plug-ins are to work with: an interpreter, or a release, which is installed if it is not there yet.
    #[arg(long, value_name = "HEAT")]
    to: String,
    /// The Heat that they work with today.
    #[arg(long, value_name = "HEAT")]
    from: Option<String>,
    /// Also compare their types with those of this git revision of their sources.
    #[arg(long, value_name = "REVISION")]
    since: Option<String>,
    /// The Python interpreter with which releases of Heat are installed.
    #[arg(long, value_name = "PYTHON", default_value = "python3")]
    python: PathBuf,
    /// Replace a library that is not installed by a stand-in: the name of a module, or `missing` for all that the plug-ins import; can be
    /// repeated.
    #[arg(long, value_name = "MODULE")]
    stub: Vec<String>,
}

/// The arguments of `plugin install`.
#[derive(Debug, Clone, Args)]
struct InstallArgs {
    /// The files that `plugin build` wrote.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The folder to install to [default: the first of Heat's own that exists].
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
}

/// Runs `plugin`.
///
/// # Errors
/// Errors of its subcommands.
pub fn run(args: &PluginArgs, session: &mut Session) -> CommandResult {
    match &args.command {
        PluginCommand::New(args) => {
            let plugin = NewPlugin {
                name: args.name.clone(),
                folder: args.path.clone(),
                resource_type: args.resource_type.clone(),
                schema: args.schema.clone(),
                project: args.project.clone(),
            };
            new::create(&plugin, session)
        }
        PluginCommand::AddType(args) => {
            let new = NewType {
                resource_type: args.resource_type.clone(),
                schema: args.schema.clone(),
                folder: args.path.clone(),
            };
            add_type::add(&new, session)
        }
        PluginCommand::Build(args) => {
            let options =
                BuildOptions { out: args.out.clone(), debug: args.debug, shim: args.shim, wheel: args.wheel };
            build::build(&options, session)
        }
        PluginCommand::Dev(args) => {
            let python = match &args.heat {
                Some(heat) => heats::interpreter(heat, &args.python, session)?,
                None => args.python.clone(),
            };
            let options =
                DevOptions { path: args.path.clone(), python, port: args.port, state: args.state.clone() };
            dev::dev(&options, session)
        }
        PluginCommand::Check(args) => {
            let mut outcome = Outcome::Done;
            for named in args.named(session)? {
                outcome = outcome.max(check::check(&named, session)?);
            }
            Ok(outcome)
        }
        PluginCommand::Test(args) => {
            let rules = check::RULES.into_iter();
            let report = args.findings.options(&rules, "heat-codegen plugin test --help", None)?;
            let options = TestOptions {
                named: args.named.named(session)?,
                answers: args.answers.clone(),
                engines: args.engine.iter().copied().map(EngineKind::from).collect(),
                steps: args.steps,
                report,
            };
            check::test(&options, session)
        }
        PluginCommand::Report(args) => {
            let mut interpreter = |heat: &String| heats::interpreter(heat, &args.python, session);
            let (to, from) = (interpreter(&args.to)?, args.from.as_ref().map(&mut interpreter).transpose()?);
            let to = Named { plugins: args.plugins.clone(), python: to, stubs: args.stub.clone() };
            report::report(&ReportOptions { to, from, since: args.since.clone() }, session)
        }
        PluginCommand::Install(args) => {
            let options = InstallOptions { files: args.files.clone(), to: args.to.clone() };
            install::install(&options, session)
        }
    }
}
