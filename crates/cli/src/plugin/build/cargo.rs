//! Compiling a plug-in with cargo, whose messages name the file of the library.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

use crate::outcome::Failure;

/// The package of a plug-in in the output of `cargo metadata`.
#[derive(Debug, Deserialize)]
pub(super) struct Package {
    id: String,
    pub(super) name: String,
    pub(super) version: String,
    pub(super) description: Option<String>,
    pub(super) license: Option<String>,
}

/// A compiled plug-in.
#[derive(Debug)]
pub(super) struct CompiledPlugin {
    pub(super) package: Package,
    pub(super) library: PathBuf,
    /// The oldest Python 3 whose stable interface the plug-in uses, by its minor version; `None` if it is for one version of
    /// Python.
    pub(super) oldest_python: Option<u32>,
}

/// A message of `cargo build`.
#[derive(Debug, Deserialize)]
struct Message {
    reason: String,
    package_id: Option<String>,
    target: Option<Target>,
    #[serde(default)]
    filenames: Vec<PathBuf>,
    #[serde(default)]
    features: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Target {
    name: String,
    crate_types: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

/// Compiles the plug-in in a folder. Cargo's output for people is written to the standard error.
pub(super) fn compile(folder: &Path, debug: bool) -> Result<CompiledPlugin, Failure> {
    let here = folder.canonicalize().unwrap_or_default();
    if !here.ancestors().any(|folder| folder.join("Cargo.toml").is_file()) {
        return Err(Failure::unreadable("there is no `Cargo.toml` here or in a folder above")
            .with_help("run it in the folder of a plug-in; `heat-codegen plugin new NAME` creates one"));
    }
    let mut build = cargo(&here);
    build.args(["rustc", "--lib", "--message-format", "json-render-diagnostics"]);
    // Cargo only optimizes a library together with its dependencies if it does not also compile an `rlib` of it, which the tests
    // need.
    build.args(["--crate-type", "cdylib"]);
    // Whatever the workspace's profile sets, a panic must not end the engine.
    if debug {
        build.env("CARGO_PROFILE_DEV_PANIC", "unwind");
    } else {
        // Without symbols, the file is a quarter as large.
        build
            .arg("--release")
            .env("CARGO_PROFILE_RELEASE_PANIC", "unwind")
            .env("CARGO_PROFILE_RELEASE_STRIP", "symbols");
    }
    let output = run(build, "the plug-in does not compile")?;
    // The last library is the plug-in, because it may depend on another plug-in.
    let (id, library) = output.lines().filter_map(library).next_back().ok_or_else(|| {
        Failure::refused("what was compiled is not a library that Heat can load")
            .with_help("build it on Linux, where Heat runs")
    })?;
    let oldest_python = output.lines().find_map(oldest_python);
    let mut metadata = cargo(&here);
    metadata.args(["metadata", "--no-deps", "--format-version", "1"]);
    let metadata: Metadata = serde_json::from_str(&run(metadata, "cargo does not know the package")?)
        .map_err(|error| {
            Failure::unreadable(format!("the answer of `cargo metadata` cannot be read: {error}"))
        })?;
    let package = metadata.packages.into_iter().find(|package| package.id == id);
    package.map(|package| CompiledPlugin { package, library, oldest_python }).ok_or_else(|| {
        Failure::refused("the library that was compiled does not belong to a package of this workspace")
    })
}

/// The cargo that runs this program, or else the user's.
fn cargo(folder: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(folder).stdin(Stdio::null()).stderr(Stdio::inherit());
    cargo
}

/// Runs a command that must succeed, and returns its output.
fn run(mut command: Command, failed: &str) -> Result<String, Failure> {
    let output =
        command.output().map_err(|error| Failure::unreadable(format!("cargo cannot be started: {error}")))?;
    if !output.status.success() {
        return Err(Failure::refused(failed));
    }
    String::from_utf8(output.stdout)
        .map_err(|_| Failure::unreadable("the output of cargo is not valid UTF-8"))
}

/// The package and the file of a library that Python can load, if the message is about one.
fn library(message: &str) -> Option<(String, PathBuf)> {
    let message: Message = serde_json::from_str(message).ok()?;
    let is_library = |target: &Target| target.crate_types.iter().any(|kind| kind == "cdylib");
    if message.reason != "compiler-artifact" || !message.target.as_ref().is_some_and(is_library) {
        return None;
    }
    let file = message.filenames.into_iter().find(|file| file.extension().is_some_and(|end| end == "so"))?;
    Some((message.package_id?, file))
}

/// The oldest Python for which `PyO3` was compiled, if the message is about `PyO3`. Its features name the stable interface, and
/// the feature of a version enables those of all later ones.
fn oldest_python(message: &str) -> Option<u32> {
    let message: Message = serde_json::from_str(message).ok()?;
    let is_pyo3 =
        message.reason == "compiler-artifact" && message.target.is_some_and(|target| target.name == "pyo3");
    let features = message.features.iter().filter(|_| is_pyo3);
    features.filter_map(|feature| feature.strip_prefix("abi3-py3")?.parse().ok()).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(message: &str, expect: Option<(&str, &str)>) {
        let found = library(message);
        let found = found.as_ref().and_then(|(id, file)| Some((id.as_str(), file.to_str()?)));
        assert_eq!(found, expect, "{message}");
    }

    #[test]
    fn the_library_is_found_among_the_messages() {
        let artifact = r#"{"reason":"compiler-artifact","package_id":"v 1","target":{"name":"v","crate_types":["cdylib","rlib"]},
            "filenames":["/t/libv.rlib","/t/libv.so"]}"#;
        check(artifact, Some(("v 1", "/t/libv.so")));
        check(&artifact.replace("cdylib", "dylib"), None);
        check(&artifact.replace("compiler-artifact", "compiler-message"), None);
        check(r#"{"reason":"build-finished","success":true}"#, None);
        check("warning: not JSON", None);
    }

    #[test]
    fn the_oldest_python_is_that_of_pyo3() {
        let check =
            |message: &str, expect: Option<u32>| assert_eq!(oldest_python(message), expect, "{message}");
        let artifact = r#"{"reason":"compiler-artifact","target":{"name":"pyo3","crate_types":["lib"]},
            "features":["abi3","abi3-py310","abi3-py39","macros"]}"#;
        check(artifact, Some(9));
        check(&artifact.replace(",\"abi3-py39\"", ""), Some(10));
        check(&artifact.replace("\"pyo3\"", "\"other\""), None);
        check(r#"{"reason":"build-finished","success":true}"#, None);
    }
}
