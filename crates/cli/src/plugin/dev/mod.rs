//! An engine for a plug-in that is being written: it is built and loaded anew with every change, and the engine keeps its stacks.

mod sources;

use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use heat_catalogue::io_error::describe;
use heat_catalogue::output;
use heat_import::facts::Descriptions;
use heat_yaml::one_line;
use serde_json::json;

use self::sources::{Snapshot, Sources, changed};
use super::check::{self, Named};
use super::engine::{Engine, EngineOptions, EngineState, Home, Serving, template};
use super::{build, heats};
use crate::outcome::{CommandResult, Failure};
use crate::session::Session;

/// Interval at which the sources and the engine are looked at.
const INTERVAL: Duration = Duration::from_millis(250);

/// Options of an engine for a plug-in that is being written.
#[derive(Debug, Clone)]
pub struct DevOptions {
    /// The crate of a plug-in in Rust, or a file or folder in Python.
    pub path: PathBuf,
    /// The interpreter of an environment with Heat.
    pub python: PathBuf,
    /// The port of the API; 0 takes a free one.
    pub port: u16,
    /// The folder with the stacks, the log and the configuration.
    pub state: Option<PathBuf>,
}

/// Runs an engine with a plug-in, and builds and loads the plug-in again with every change, until the process is ended.
///
/// # Errors
/// If there is no plug-in, the interpreter has no Heat, the port is taken, or a file cannot be written.
pub fn dev(options: &DevOptions, session: &mut Session) -> CommandResult {
    if cfg!(not(unix)) {
        return Err(Failure::refused("Heat's engine does not run on this system")
            .with_help("run it on Linux, in WSL or in a container"));
    }
    let sources = sources(&options.path)?;
    let state = match (&options.state, &sources) {
        (Some(state), _) => state.clone(),
        (None, Sources::Crate(folder)) => folder.join("target").join("heat"),
        (None, Sources::Python(path)) => heats::cache()?.join("dev").join(state_name(path)),
    };
    let port = free_port(options.port)?;
    let home = Home::new(&options.python, &state)?;
    let seen = sources.snapshot();
    let mut dev = Dev { sources, seen, home, port, engine: None, began: Instant::now(), has_served: false };
    dev.renew(session)?;
    loop {
        dev.look(session)?;
        session.out.flush()?;
        dev.rebuild_if_changed(session)?;
    }
}

/// The kind of the sources at a path.
fn sources(path: &Path) -> Result<Sources, Failure> {
    let shown = one_line(&path.display().to_string());
    let path = path
        .canonicalize()
        .map_err(|error| Failure::unreadable(format!("`{shown}`: {}", describe(&error))))?;
    if path.join("Cargo.toml").is_file() {
        return Ok(Sources::Crate(path));
    }
    if path.is_file() && path.extension().is_none_or(|end| end != "py") {
        return Err(Failure::refused(format!("`{shown}` is neither a module in Python nor a crate"))
            .with_help("name the folder of the crate: the plug-in is built from its sources"));
    }
    let sources = Sources::Python(path);
    if sources.snapshot().is_empty() {
        return Err(Failure::refused(format!("`{shown}` has no `Cargo.toml` and no modules in Python"))
            .with_help("name the folder of a plug-in; `heat-codegen plugin new NAME` creates one"));
    }
    Ok(sources)
}

/// The name of the folder with the state of a plug-in in Python: that of its path.
fn state_name(path: &Path) -> String {
    let parts: Vec<String> = path.iter().skip(1).map(|part| part.to_string_lossy().into_owned()).collect();
    parts.join("-")
}

/// The port, which no other program may use; a free one for 0.
fn free_port(port: u16) -> Result<u16, Failure> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).and_then(|listener| listener.local_addr());
    listener.map(|address| address.port()).map_err(|error| {
        Failure::refused(format!("port {port} cannot be used: {}", describe(&error)))
            .with_help("end the program that uses it, or choose another port with --port; 0 takes a free one")
    })
}

/// A running session.
struct Dev {
    sources: Sources,
    /// The sources as they were when the plug-in was last built.
    seen: Snapshot,
    home: Home,
    port: u16,
    /// The engine, unless it has ended.
    engine: Option<Engine>,
    /// The time at which the engine was started.
    began: Instant,
    /// `true` if an engine has served before.
    has_served: bool,
}

impl Dev {
    /// Builds the plug-in, and starts an engine with it. The engine that runs is kept if the plug-in does not compile.
    fn renew(&mut self, session: &mut Session) -> Result<(), Failure> {
        let plugin = match self.plugin() {
            Ok(plugin) => plugin,
            Err(failure) => {
                let rest = if self.engine.is_some() {
                    "the engine still has the previous version"
                } else {
                    "no engine runs"
                };
                return say(session, &format!("{}; {rest}. Waiting for the next change", failure.message()));
            }
        };
        self.engine = None;
        self.began = Instant::now();
        let plugins = [plugin];
        let options = EngineOptions {
            plugins: &plugins,
            port: self.port,
            follows_log: true,
            ..EngineOptions::default()
        };
        self.engine = Some(self.home.start(options)?);
        if !self.has_served {
            // Heat's facts take as long as the engine needs to start.
            self.write_templates(&plugins)?;
        }
        Ok(())
    }

    /// The plug-in that the engine loads: a library that was built, or the sources themselves.
    fn plugin(&self) -> Result<PathBuf, Failure> {
        let folder = match &self.sources {
            Sources::Python(path) => return Ok(path.clone()),
            Sources::Crate(folder) => folder,
        };
        let (name, bytes) = build::debug_library(folder)?;
        let path = self.home.state.join("plugins").join(name);
        output::replace(&path, &bytes).map_err(|error| {
            Failure::unreadable(format!("`{}` cannot be written: {}", path.display(), describe(&error)))
        })?;
        Ok(path)
    }

    /// Folder of the minimal templates of the types.
    fn templates(&self) -> PathBuf {
        self.home.state.join("minimal")
    }

    /// Writes a minimal template for each type, and the request that creates a stack with it. There is none for a type whose facts or samples are missing.
    fn write_templates(&self, plugins: &[PathBuf]) -> Result<(), Failure> {
        let named = Named { plugins: plugins.to_vec(), python: self.home.python.clone(), stubs: Vec::new() };
        let facts = check::facts(&named, Descriptions::Drop)?;
        for (name, facts) in &facts.types {
            let Some(template) = template(&facts.schema) else { continue };
            let request = json!({"stack_name": "mine", "template": template});
            let files = [
                ("yaml", heat_schema_text::document(&template.into())),
                ("json", serde_json::to_string_pretty(&request).unwrap_or_default()),
            ];
            for (format, text) in files {
                let path = self.templates().join(format!("{}.{format}", name.replace("::", "-")));
                output::replace(&path, text.as_bytes()).map_err(|error| {
                    Failure::unreadable(format!(
                        "`{}` cannot be written: {}",
                        path.display(),
                        describe(&error)
                    ))
                })?;
            }
        }
        Ok(())
    }

    /// Waits for a while, and reports what has become of the engine.
    fn look(&mut self, session: &mut Session) -> Result<(), Failure> {
        let Some(engine) = &mut self.engine else {
            thread::sleep(INTERVAL);
            return Ok(());
        };
        match engine.wait(INTERVAL) {
            EngineState::Unchanged => Ok(()),
            EngineState::Serves(serving) => self.introduce(&serving, session),
            EngineState::Ended(why) => {
                self.engine = None;
                let log = shown(&self.home.log());
                say(
                    session,
                    &format!("the engine ended ({why}); its log is {log}. Waiting for the next change"),
                )
            }
        }
    }

    /// Prints the address of an engine, and what to do with it.
    fn introduce(&mut self, serving: &Serving, session: &mut Session) -> Result<(), Failure> {
        let seconds = self.began.elapsed().as_secs_f64();
        if self.has_served {
            return say(session, &format!("the engine has restarted in {seconds:.1} s"));
        }
        self.has_served = true;
        let url = &serving.url;
        let Home { heat_version, .. } = &self.home;
        say(session, &format!("Heat {heat_version} serves at {url}, started in {seconds:.1} s"))?;
        let mut templates: Vec<PathBuf> = fs::read_dir(self.templates())
            .map(|entries| entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
            .unwrap_or_default();
        templates.sort();
        let template = templates.iter().find(|path| path.extension().is_some_and(|end| end == "yaml"));
        let [yaml, json] = ["yaml", "json"].map(|format| {
            template.map_or_else(|| format!("template.{format}"), |path| shown(&path.with_extension(format)))
        });
        writeln!(
            session.out,
            "
Create a stack with python-openstackclient and python-heatclient:
  openstack --os-auth-type none --os-endpoint {url} stack create --wait -t {yaml} mine
or with curl:
  curl -H 'Content-Type: application/json' -d @{json} {url}/stacks
  curl {url}/stacks
"
        )?;
        say(session, "waiting for changes; stop with Ctrl-C")
    }

    /// Builds and loads the plug-in again if its sources have changed.
    fn rebuild_if_changed(&mut self, session: &mut Session) -> Result<(), Failure> {
        let mut now = self.sources.snapshot();
        let Some((first, others)) = changed(&self.seen, &now) else { return Ok(()) };
        // Wait until all files are written.
        loop {
            thread::sleep(INTERVAL);
            let later = self.sources.snapshot();
            if later == now {
                break;
            }
            now = later;
        }
        self.seen = now;
        let more = if others == 0 { String::new() } else { format!(" and {others} more") };
        say(session, &format!("{}{more} changed", shown(&first)))?;
        session.out.flush()?;
        self.renew(session)
    }
}

/// A path as it is shown: from the current folder, if it is below that.
fn shown(path: &Path) -> String {
    let here = std::env::current_dir().and_then(|here| here.canonicalize());
    let below = here.ok().and_then(|here| path.strip_prefix(here).ok());
    one_line(&below.unwrap_or(path).display().to_string())
}

/// Prints a line of this program between those of the engine and the compiler.
fn say(session: &mut Session, text: &str) -> Result<(), Failure> {
    writeln!(session.out, "heat-codegen: {text}")?;
    Ok(session.out.flush()?)
}
