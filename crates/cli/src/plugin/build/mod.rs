//! Building a plug-in: its library with the name of Heat's module, a shim that reports a library that Python refuses, and a wheel
//! that pip installs in the folder where Heat looks for plug-ins.

mod cargo;
mod wheel;

use std::fs;
use std::path::{Path, PathBuf};

use heat_catalogue::output;
use heat_yaml::one_line;

use super::library::Library;
use crate::outcome::{CommandResult, Failure, Outcome};
use crate::session::Session;

const SHIM: &str = include_str!("shim.py.in");

/// Libraries that every Linux with the GNU C library has, among those that PEP 600 allows.
const ON_EVERY_LINUX: [&str; 6] =
    ["libc.so.6", "libdl.so.2", "libgcc_s.so.1", "libm.so.6", "libpthread.so.0", "librt.so.1"];

/// The oldest version of the GNU C library that Rust supports, and the first with a name that all versions of pip know.
const OLDEST_GLIBC: [u32; 2] = [2, 17];

/// Options of a build.
#[derive(Debug, Clone)]
pub struct BuildOptions {
    /// The folder to write to.
    pub out: PathBuf,
    /// `true` if the library is compiled without optimization and keeps its symbols.
    pub debug: bool,
    /// `true` if a Python module loads the library.
    pub shim: bool,
    /// `true` if a wheel is written, too.
    pub wheel: bool,
}

/// Compiles the plug-in in the current folder, and writes its files.
///
/// # Errors
/// If it does not compile, has no module for Python, or a file cannot be written.
pub fn build(options: &BuildOptions, session: &mut Session) -> CommandResult {
    let compiled = cargo::compile(Path::new("."), options.debug)?;
    let (bytes, library) = read(&compiled)?;
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
        let (platform, others) = platform_tag(&library);
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

/// Compiles the plug-in in a folder without optimization. Returns the name of the file that Heat loads, and its contents.
///
/// # Errors
/// If it does not compile, or has no module for Python.
pub(super) fn debug_library(folder: &Path) -> Result<(String, Vec<u8>), Failure> {
    let (bytes, library) = read(&cargo::compile(folder, true)?)?;
    Ok((format!("{}.so", module(&library)?), bytes))
}

fn read(compiled: &cargo::CompiledPlugin) -> Result<(Vec<u8>, Library), Failure> {
    let bytes = fs::read(&compiled.library).map_err(|error| {
        Failure::unreadable(format!("`{}` cannot be read: {error}", compiled.library.display()))
    })?;
    let library = Library::read(&bytes).map_err(|why| {
        Failure::refused(format!("`{}` cannot be loaded by Heat: {why}", compiled.library.display()))
    })?;
    Ok((bytes, library))
}

/// The tag of the platform, in the words of Python's wheels, and the libraries that prevent the plug-in from running on other Linux systems.
fn platform_tag(library: &Library) -> (String, Vec<String>) {
    let machine = &library.machine;
    let is_loader = |name: &str| name.starts_with("ld-linux") || name.starts_with("ld64.so");
    let is_musl = |name: &str| name.starts_with("libc.musl-") || name == "libc.so";
    let others: Vec<String> = library
        .needs
        .iter()
        .filter(|name| !ON_EVERY_LINUX.contains(&name.as_str()) && !is_loader(name) && !is_musl(name))
        .cloned()
        .collect();
    let tag = if !others.is_empty() {
        format!("linux_{machine}")
    } else if library.needs.iter().any(|name| is_musl(name)) {
        format!("musllinux_1_2_{machine}")
    } else {
        let [major, minor] = library.glibc.unwrap_or(OLDEST_GLIBC).max(OLDEST_GLIBC);
        format!("manylinux_{major}_{minor}_{machine}")
    };
    (tag, others)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn check(needs: &[&str], glibc: Option<[u32; 2]>, expect: &str, others: &[&str]) {
        let needs = needs.iter().map(|&name| name.to_owned()).collect();
        let library = Library { modules: Vec::new(), machine: "x86_64".to_owned(), needs, glibc };
        let (tag, found) = platform_tag(&library);
        assert_eq!(
            (tag.as_str(), found.iter().map(String::as_str).collect::<Vec<_>>()),
            (expect, others.to_vec())
        );
    }

    #[test]
    fn the_tag_follows_from_what_is_needed() {
        let usual = ["libgcc_s.so.1", "libc.so.6", "ld-linux-x86-64.so.2"];
        check(&usual, Some([2, 34]), "manylinux_2_34_x86_64", &[]);
        check(&usual, Some([2, 4]), "manylinux_2_17_x86_64", &[]);
        check(&["libc.so"], None, "musllinux_1_2_x86_64", &[]);
        check(&["libc.so.6", "libssl.so.3"], Some([2, 34]), "linux_x86_64", &["libssl.so.3"]);
    }
}
