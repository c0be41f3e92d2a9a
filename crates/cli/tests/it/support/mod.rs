//! Runs the command, and creates catalogues for a test.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests say what must hold by panicking")]

pub(crate) mod cargo;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::thread::{self, ThreadId};

use heat_catalogue::{Catalogue, SchemaFiles};

/// The folder of the project.
pub(crate) fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap()
}

/// The project's own catalogue; read once for all tests.
pub(crate) fn catalogue() -> Catalogue {
    static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
        let files = SchemaFiles::read(&project().join("schemas"));
        assert!(!files.has_errors(), "{:?}", files.diagnostics);
        files.into_catalogue()
    });
    CATALOGUE.clone()
}

/// The folder of a fixture.
pub(crate) fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

/// The command, set up to run in a folder, without environment variables that could change its output.
pub(crate) fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heat-codegen"));
    command.current_dir(folder).args(arguments).env_clear().stdin(Stdio::null());
    command
}

/// The result of a run of the command.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl std::fmt::Display for Ran {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "exit code {}", self.code)?;
        for (name, text) in [("out", &self.out), ("err", &self.err)] {
            if !text.is_empty() {
                write!(f, "--- {name}\n{text}")?;
            }
        }
        Ok(())
    }
}

/// Runs the command in a folder.
pub(crate) fn run_in(folder: &Path, arguments: &[&str]) -> Ran {
    let output = command(folder, arguments).output().unwrap();
    // The output must not contain the path of the test folder.
    let text = |bytes| String::from_utf8(bytes).unwrap().replace(&folder.display().to_string(), "[FOLDER]");
    Ran { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

/// Runs the command on the catalogue of the tests.
pub(crate) fn run(arguments: &[&str]) -> Ran {
    run_in(&fixture("catalogue"), arguments)
}

/// Runs the command in a folder, with the types in the catalogue of the tests alone.
pub(crate) fn run_with_catalogue(folder: &Path, arguments: &[&str]) -> Ran {
    let schemas = fixture("catalogue").join("schemas");
    run_in(folder, &[&["--schemas", schemas.to_str().unwrap(), "--only-own-types"], arguments].concat())
}

/// Creates an empty folder for one test. The folder of all tests looks like a repository of its own, so that the command does not
/// look for a catalogue or for settings in this project.
pub(crate) fn folder(name: &str) -> PathBuf {
    reserve(name);
    let repository = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli");
    fs::create_dir_all(repository.join(".git")).unwrap();
    let folder = repository.join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Panics if another test has a folder of the same name, because tests run concurrently.
fn reserve(name: &str) {
    static OWNERS: LazyLock<Mutex<HashMap<String, ThreadId>>> = LazyLock::new(Mutex::default);
    let mut owners = OWNERS.lock().unwrap_or_else(PoisonError::into_inner);
    let this = thread::current().id();
    let owner = *owners.entry(name.to_owned()).or_insert(this);
    assert_eq!(owner, this, "two tests use the folder {name}");
}

/// Writes a file, and creates its folders.
pub(crate) fn write(path: &Path, contents: impl AsRef<[u8]>) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, contents).unwrap();
}
