//! Building a plug-in: its library with the name of Heat's module, a shim that reports a library that Python refuses, and a wheel
//! that pip installs in the folder where Heat looks for plug-ins.

mod cargo;
mod platform;
mod wheel;

use std::fs;
use std::path::{Path, PathBuf};

use heat_catalogue::output;
use heat_yaml::one_line;

use super::library::Library;
use crate::outcome::{CommandResult, Failure, Outcome};
use crate::session::Session;

const SHIM: &str = include_str!("shim.py.in");

/// Options of a build.
#[derive(Debug, Clone)]
pub struct BuildOptions {
    /// The folder to write to.
    pub out: PathBuf,
    /// Whether to compile without optimization, and to keep the symbols.
    pub debug: bool,
    /// Whether a Python module loads the library.
    pub shim: bool,
    /// Whether to write a wheel, too.
    pub wheel: bool,
}

/// Compiles the plug-in in the current folder, and writes its files.
///
/// # Errors
/// If it does not compile, has no module for Python, or a file cannot be written.
pub fn build(options: &BuildOptions, session: &mut Session) -> CommandResult {
    let compiled = cargo::compile(options.debug)?;
    let bytes = fs::read(&compiled.library).map_err(|error| {
        Failure::unreadable(format!("`{}` cannot be read: {error}", compiled.library.display()))
    })?;
    let library = Library::read(&bytes).map_err(|why| {
        Failure::refused(format!("`{}` cannot be loaded by Heat: {why}", compiled.library.display()))
    })?;
    let module = module(&library)?;
    let files = files(module, bytes, options.shim);
    for (name, bytes) in &files {
        write(&options.out.join(name), bytes, session)?;
    }
    if options.shim {
        remove_library_without_shim(&options.out, module)?;
    }
    let shown: Vec<String> =
        files.iter().map(|(name, _)| one_line(&options.out.join(name).display().to_string())).collect();
    writeln!(
        session.out,
        "to install the plug-in, run `{} plugin install {}`, and restart the engine; do not copy over a file that an engine has loaded",
        heat_report::program::NAME,
        shown.join(" ")
    )?;
    if options.wheel {
        let (platform, others) = platform::tag(&library);
        let wheel = wheel::pack(&compiled, &platform, &files)?;
        write(&options.out.join(&wheel.file_name), &wheel.bytes, session)?;
        if !others.is_empty() {
            let others = one_line(&others.join(", "));
            writeln!(
                session.out,
                "it needs {others}, which not every Linux has: the wheel is for systems like this one"
            )?;
        }
        writeln!(
            session.out,
            "`pip install` puts the plug-in into `lib/heat` of the environment: /usr/local/lib/heat for the Python of the system; \
             for a virtual environment, set `plugin_dirs` to that folder"
        )?;
    }
    Ok(Outcome::Done)
}

/// The name of the Python module in a library.
pub(super) fn module(library: &Library) -> Result<&str, Failure> {
    match library.modules.as_slice() {
        [module] if module == "setup" => {
            Err(Failure::refused("Heat skips modules with the name `setup`").with_help("rename the library"))
        }
        [module] => Ok(module),
        [] => Err(Failure::refused("the library is not a module of Python")
            .with_help("export the types: heat_plugin_python::export!(name, [Type])")),
        several => Err(Failure::refused(format!(
            "the library has several modules of Python, {}: Heat loads one",
            several.join(", ")
        ))),
    }
}

/// The files that Heat loads, by name.
fn files(module: &str, library: Vec<u8>, shim: bool) -> Vec<(String, Vec<u8>)> {
    if !shim {
        return vec![(format!("{module}.so"), library)];
    }
    let name = format!("{module}.library");
    let text = SHIM.replace("@library@", &name);
    vec![(name, library), (format!("{module}.py"), text.into_bytes())]
}

/// Removes the library of an earlier build, because Python would load it instead of the shim.
fn remove_library_without_shim(folder: &Path, module: &str) -> Result<(), Failure> {
    let path = folder.join(format!("{module}.so"));
    match fs::remove_file(&path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Failure::unreadable(format!("`{}` cannot be removed: {error}", path.display())))
        }
        _ => Ok(()),
    }
}

fn write(path: &Path, bytes: &[u8], session: &mut Session) -> Result<(), Failure> {
    let shown = one_line(&path.display().to_string());
    output::replace(path, bytes)
        .map_err(|error| Failure::unreadable(format!("`{shown}` cannot be written: {error}")))?;
    Ok(writeln!(session.out, "wrote {shown}, {} kB", bytes.len().div_ceil(1000))?)
}
