//! Heat's engine and its API in a process of their own, with plug-ins: no Keystone, no message broker, and the database is a file.
//!
//! The program is the Python package `heat_engine`, which the tests of this project use, too.

mod samples;

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use heat_catalogue::io_error::describe;
use heat_catalogue::output;
use heat_import::python;
use heat_yaml::Diagnostic;

pub(crate) use samples::{second_value, template};

use crate::outcome::Failure;
use crate::temporary_folder::make;

/// The modules of the package, by their file names.
const MODULES: [(&str, &str); 10] = [
    ("__init__.py", include_str!("heat_engine/__init__.py")),
    ("classes.py", include_str!("heat_engine/classes.py")),
    ("configuration.py", include_str!("heat_engine/configuration.py")),
    ("heat_process.py", include_str!("heat_engine/heat_process.py")),
    ("keystone.py", include_str!("heat_engine/keystone.py")),
    ("lives.py", include_str!("heat_engine/lives.py")),
    ("locate.py", include_str!("heat_engine/locate.py")),
    ("log.py", include_str!("heat_engine/log.py")),
    ("rest.py", include_str!("heat_engine/rest.py")),
    ("server.py", include_str!("heat_engine/server.py")),
];

/// Runs a module of the package. Python searches the current folder for modules first, so it is replaced by that of the package.
const BOOTSTRAP: &str = "import importlib, sys
sys.path[0] = sys.argv.pop(1)
importlib.import_module('heat_engine.' + sys.argv.pop(1)).main()";

/// The oldest release whose threads are those of the system: `SQLite` would block green ones, which all run in one thread.
const OLDEST_RELEASE: u32 = 27;

/// Exit code of the server if another program listens on the port.
const PORT_IN_USE: i32 = 3;

/// An interpreter with Heat, and the folder of an engine's files.
#[derive(Debug, Clone)]
pub(crate) struct Home {
    pub(crate) python: PathBuf,
    /// The folder with the database, the log, the configuration and the program.
    pub(crate) state: PathBuf,
    /// The release of Heat.
    pub(crate) heat_version: String,
}

/// Options of an engine.
#[derive(Debug, Default)]
pub(crate) struct EngineOptions<'a> {
    /// Files, folders, packages or distributions; their neighbours are not loaded.
    pub(crate) plugins: &'a [PathBuf],
    /// The port; 0 takes a free one.
    pub(crate) port: u16,
    /// `true` if the engine runs without convergence.
    pub(crate) is_legacy: bool,
    /// `true` if what plug-ins and warnings log is also written to the error output.
    pub(crate) follows_log: bool,
    /// The file of the error output, instead of that of this process.
    pub(crate) errors: Option<File>,
}

impl Home {
    /// Prepares the folder of an engine.
    ///
    /// # Errors
    /// If the interpreter has no Heat, or one that is too old, or the folder cannot be written.
    pub(crate) fn new(python: &Path, state: &Path) -> Result<Self, Failure> {
        let heat_version = version(python).map_err(|problem| refused(&problem))?;
        let major = heat_version.split('.').next().and_then(|number| number.parse().ok());
        if major.is_some_and(|major: u32| major < OLDEST_RELEASE) {
            return Err(Failure::refused(format!(
                "an engine without a database server needs Heat {OLDEST_RELEASE} or later, and this is {heat_version}"
            ))
            .with_help(format!("use the Python of a later Heat with --python, or --heat {OLDEST_RELEASE}")));
        }
        let unwritable = |path: &Path, error: &std::io::Error| {
            Failure::unreadable(format!("`{}` cannot be written: {}", path.display(), describe(error)))
        };
        make(state, true).map_err(|error| unwritable(state, &error))?;
        let state = state.canonicalize().map_err(|error| unwritable(state, &error))?;
        for (name, text) in MODULES {
            let path = state.join("program/heat_engine").join(name);
            output::replace(&path, text.as_bytes()).map_err(|error| unwritable(&path, &error))?;
        }
        Ok(Self { python: python.to_owned(), state, heat_version })
    }

    /// A command that runs a module of the package.
    pub(crate) fn command(&self, module: &str) -> Command {
        let mut command = Command::new(&self.python);
        command.args(["-c", BOOTSTRAP]).arg(self.state.join("program")).arg(module);
        command.env("PYTHONDONTWRITEBYTECODE", "1").env("PYTHONWARNINGS", "ignore");
        command
    }

    /// Log of the engine.
    pub(crate) fn log(&self) -> PathBuf {
        self.state.join("heat.log")
    }

    /// Starts an engine. It ends with this process, whatever ends this one.
    ///
    /// # Errors
    /// If the interpreter cannot be started.
    pub(crate) fn start(&self, options: EngineOptions<'_>) -> Result<Engine, Failure> {
        let mut command = self.command("server");
        command.arg("--state").arg(&self.state).args(["--port", &options.port.to_string()]);
        command.args(["--while-input", "--classes"]);
        for plugin in options.plugins {
            command.arg("--plugin").arg(plugin);
        }
        command.args(options.is_legacy.then_some("--legacy"));
        command.args(options.follows_log.then_some("--follow"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(options.errors.map_or_else(Stdio::inherit, Stdio::from));
        let mut child = command.spawn().map_err(|error| {
            Failure::unreadable(format!("`{}` cannot be started: {error}", self.python.display()))
        })?;
        let (sender, lines) = channel();
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || {
                for line in BufReader::new(output).lines().map_while(Result::ok) {
                    if sender.send(line).is_err() {
                        break;
                    }
                }
            });
        }
        Ok(Engine { input: child.stdin.take(), child, lines })
    }
}

/// An engine.
#[derive(Debug)]
pub(crate) struct Engine {
    child: Child,
    /// Kept open: the engine ends when it is closed.
    #[expect(dead_code, reason = "is held, and never written to")]
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

/// An engine that serves.
#[derive(Debug)]
pub(crate) struct Serving {
    /// The address of the API.
    pub(crate) url: String,
    /// The positions of the classes of plug-ins, as JSON.
    pub(crate) classes: String,
}

/// State of an engine.
#[derive(Debug)]
pub(crate) enum EngineState {
    /// Nothing has happened since it was last asked.
    Unchanged,
    /// The engine serves now.
    Serves(Serving),
    /// The engine ended, for this reason.
    Ended(String),
}

impl Engine {
    /// Waits for news of an engine.
    pub(crate) fn wait(&mut self, time: Duration) -> EngineState {
        let line = match self.lines.recv_timeout(time) {
            Ok(url) => self.lines.recv().ok().map(|classes| Serving { url, classes }),
            Err(RecvTimeoutError::Timeout) => {
                return self.ended().map_or(EngineState::Unchanged, EngineState::Ended);
            }
            Err(RecvTimeoutError::Disconnected) => None,
        };
        if let Some(serving) = line {
            return EngineState::Serves(serving);
        }
        // After its start, the output is that for errors, and the pipe is closed.
        thread::sleep(time);
        self.ended().map_or(EngineState::Unchanged, EngineState::Ended)
    }

    fn ended(&mut self) -> Option<String> {
        self.child.try_wait().ok().flatten().map(reason)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may already have ended.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// The reason for the end of an engine.
fn reason(status: ExitStatus) -> String {
    if status.code() == Some(PORT_IN_USE) {
        "another program listens on its port".to_owned()
    } else {
        status.to_string()
    }
}

/// The release of the Heat that an interpreter can import.
fn version(python: &Path) -> Result<String, Diagnostic> {
    let program = "import heat\nfrom importlib import metadata\nprint(metadata.version('openstack-heat'))";
    let output = python::run_program(python, program)?;
    if let Some(missing) = python::missing_heat(python, &output).filter(|_| !output.status.success()) {
        return Err(missing);
    }
    Ok(python::text(python, output.stdout)?.trim().to_owned())
}

/// A diagnostic as the failure of a command.
fn refused(problem: &Diagnostic) -> Failure {
    let place = problem.file_name().map(|file| format!("`{file}`: ")).unwrap_or_default();
    let failure = Failure::unreadable(format!("{place}{}", problem.message));
    match &problem.help {
        Some(help) => failure.with_help(help.clone()),
        None => failure,
    }
}
