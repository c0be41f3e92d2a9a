//! Tests of `plugin`: a new plug-in compiles, passes its tests, and has no findings, and the built files are those that Heat
//! loads. `tests/engine` tests that Heat does load them.
//!
//! The tests that compile a plug-in are ignored by default: `cargo test -p heat-codegen --test it -- --ignored plugin::`.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use std::fs;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{folder, project, run_in, write};

/// Creates a plug-in that depends on this checkout.
fn new_plugin(test: &str, name: &str, options: &[&str]) -> PathBuf {
    let folder = folder(&format!("plugin-{test}"));
    let project = project().display().to_string();
    let ran = run_in(&folder, &[&["plugin", "new", name, "--project", project.as_str()], options].concat());
    assert_eq!(ran.code, 0, "{ran}");
    let created = folder.join(name);
    // The versions are those that this project was compiled with, so nothing is downloaded.
    fs::copy(Path::new(&project).join("Cargo.lock"), created.join("Cargo.lock")).unwrap();
    // With the project's profile, the dependencies are already compiled.
    let manifest = fs::read_to_string(Path::new(&project).join("Cargo.toml")).unwrap();
    let profile: String =
        manifest.split_inclusive("\n\n").filter(|part| part.contains("[profile.dev")).collect();
    assert!(profile.contains("[profile.dev]\n"), "{manifest}");
    write(&folder.join(".cargo/config.toml"), &profile);
    created
}

/// A program in the folder of a plug-in, with the cargo of this test; dependencies of several plug-ins are compiled only once.
fn prepared(program: &str, folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command
        .args(arguments)
        .current_dir(folder)
        .env("CARGO", env!("CARGO"))
        .env("CARGO_NET_OFFLINE", "true")
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap());
    command
}

fn cargo(folder: &Path, arguments: &[&str]) -> String {
    let output = prepared(env!("CARGO"), folder, arguments).output().unwrap();
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    assert!(output.status.success(), "cargo {arguments:?}:\n{text}");
    text
}

/// Builds a plug-in without optimization, and returns the exit code and both outputs.
fn build(folder: &Path, options: &[&str]) -> (Option<i32>, String) {
    let arguments = [&["plugin", "build", "--debug"], options].concat();
    let output = prepared(env!("CARGO_BIN_EXE_heat-codegen"), folder, &arguments).output().unwrap();
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    (output.status.code(), text)
}

/// The names of the files in a folder, sorted.
fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
#[ignore = "compiles a crate: `.ci/run` runs it"]
fn a_new_plugin_compiles_and_has_no_findings() {
    let created = new_plugin("new", "acme-vault", &["--type", "Acme::HTTPVault"]);
    let added = run_in(&created, &["plugin", "add-type", "Acme::Store"]);
    assert_eq!(added.code, 0, "{added}");
    let tests = cargo(&created, &["test"]);
    assert!(tests.contains("4 passed") && tests.contains("2 passed"), "{tests}");
    cargo(&created, &["clippy", "--all-targets", "--", "-D", "warnings"]);
    // The crate is below this project's folder, whose style is not that of a new crate.
    write(&created.join("rustfmt.toml"), "");
    cargo(&created, &["fmt", "--check"]);
    let ran = run_in(&created, &["check"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran}");
}

#[test]
fn files_of_others_are_not_overwritten() {
    let folder = folder("plugin-used");
    write(&folder.join("vault/notes.txt"), "mine");
    let project = project().canonicalize().unwrap();
    let ran = run_in(&folder, &["plugin", "new", "vault", "--project", &project.display().to_string()]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.starts_with("error: `vault` already exists\n"), "{ran}");
    assert_eq!(fs::read_dir(folder.join("vault")).unwrap().count(), 1);
    // Without the option, the project is the checkout in which the command runs.
    let other = folder.join("other");
    let ran =
        run_in(&project.join("codegen"), &["plugin", "new", "vault", "--path", &other.display().to_string()]);
    assert_eq!(ran.code, 0, "{ran}");
    let manifest = fs::read_to_string(other.join("Cargo.toml")).unwrap();
    let path = project.join("crates/plugin").display().to_string();
    assert!(manifest.contains(&format!("path = \"{path}\" }}")), "{manifest}");
}

#[test]
fn a_type_is_added_to_a_crate_once() {
    let created = new_plugin("add-type", "store", &[]);
    let add = |options: &[&str]| run_in(&created, &[&["plugin", "add-type"], options].concat());
    let ran = add(&["My::Custom::HTTPCheck"]);
    let expect =
        ["schemas/My/Custom/HTTPCheck.yaml", "src/http_check.rs", "tests/http_check.rs", "src/lib.rs"];
    let written: Vec<&str> = ran.out.lines().filter_map(|line| line.strip_prefix("wrote ./")).collect();
    assert_eq!((ran.code, written.as_slice()), (0, expect.as_slice()), "{ran}");
    let library = fs::read_to_string(created.join("src/lib.rs")).unwrap();
    assert!(library.ends_with("export!(store, [HTTPCheck, Store]);\n"), "{library}");
    let again = add(&["My::Custom::HTTPCheck"]);
    assert_eq!(again.code, 1, "{again}");
    assert!(again.err.starts_with("error: `./schemas/My/Custom/HTTPCheck.yaml` already exists\n"), "{again}");
    assert_eq!(fs::read_to_string(created.join("src/lib.rs")).unwrap(), library);
    assert_eq!(add(&["not a name"]).code, 1);
    let elsewhere = run_in(&created, &["plugin", "add-type", "My::A", "--path", "src"]);
    assert_eq!(elsewhere.code, 2, "{elsewhere}");
}

#[test]
fn a_folder_that_is_no_checkout_is_refused() {
    let folder = folder("plugin-project");
    let ran = run_in(&folder, &["plugin", "new", "vault", "--project", "."]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.starts_with("error: `.` is not a checkout of this project\n"), "{ran}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
#[ignore = "compiles a crate: `.ci/run` runs it"]
fn a_build_writes_what_heat_loads() {
    let created = new_plugin("build", "my-store", &[]);
    // The profile of a workspace can make panics end the process: a plug-in is compiled so that they do not.
    let manifest = created.join("Cargo.toml");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text + "\n[profile.dev]\npanic = \"abort\"\n").unwrap();
    let (code, text) = build(&created, &["--wheel"]);
    assert_eq!(code, Some(0), "{text}");
    let written = files(&created.join("target/plugin"));
    assert_eq!(written.len(), 2, "{written:?}");
    assert!(written[0].starts_with("my_store-0.1.0-cp39-abi3-"), "{written:?}");
    assert_eq!(written[1], "my_store.so");
    // The library would only run with the version of Python that it names.
    let library = fs::read(created.join("target/plugin/my_store.so")).unwrap();
    let names_python = library.windows(9).any(|window| window == b"libpython");
    assert!(!names_python, "the library needs a certain Python");
    let wheel = fs::read(created.join("target/plugin").join(&written[0])).unwrap();
    let mut wheel = zip::ZipArchive::new(Cursor::new(wheel)).unwrap();
    let mut unpacked = Vec::new();
    wheel
        .by_name("my_store-0.1.0.data/data/lib/heat/my_store.so")
        .unwrap()
        .read_to_end(&mut unpacked)
        .unwrap();
    assert!(unpacked == library, "the wheel has another library");
    let mut record = String::new();
    wheel.by_name("my_store-0.1.0.dist-info/RECORD").unwrap().read_to_string(&mut record).unwrap();
    assert_eq!(record.lines().count(), wheel.len(), "{record}");

    // Installing replaces a file without writing into it: processes that have mapped the old one still have it.
    let installed = folder("plugin-installed");
    let there = installed.join("my_store.so");
    fs::write(&there, "an earlier version").unwrap();
    let mapped = fs::File::open(&there).unwrap();
    let install = |arguments: &[&str]| {
        let all = [
            &["plugin", "install", "target/plugin/my_store.so", "--to", installed.to_str().unwrap()],
            arguments,
        ];
        run_in(&created, &all.concat())
    };
    let ran = install(&[]);
    assert!(
        ran.code == 0 && ran.out.contains("installed ") && ran.out.contains("restart the engine"),
        "{ran}"
    );
    assert!(fs::read(&there).unwrap() == library, "another library was installed");
    assert_eq!(std::io::read_to_string(mapped).unwrap(), "an earlier version");
    assert_eq!(files(&installed), ["my_store.so"]);
    let again = install(&[]);
    assert!(again.code == 0 && again.out.contains("is there already"), "{again}");
    // If one file is invalid, nothing is installed.
    fs::copy(&there, created.join("renamed.so")).unwrap();
    fs::write(&there, "an earlier version").unwrap();
    let refused = install(&["renamed.so"]);
    assert!(
        refused.code == 1 && refused.err.contains("`renamed.so` has the module `my_store`, not `renamed`"),
        "{refused}"
    );
    assert_eq!(fs::read_to_string(&there).unwrap(), "an earlier version");

    // With a shim, the library alone must not be found.
    let (code, text) = build(&created, &["--shim"]);
    assert_eq!(code, Some(0), "{text}");
    let written = files(&created.join("target/plugin"));
    assert_eq!(written[1..], ["my_store.library", "my_store.py"]);
}

#[test]
#[ignore = "compiles a crate: `.ci/run` runs it"]
fn what_cannot_be_built_is_explained() {
    let created = new_plugin("unbuilt", "unbuilt", &[]);
    let edit = |file: &str, from: &str, to: &str| {
        let path = created.join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file} has no {from}");
        fs::write(&path, text.replace(from, to)).unwrap();
    };
    let check = |expect: &str| {
        let (code, text) = build(&created, &[]);
        assert_eq!(code, Some(1), "{text}");
        assert!(text.contains(expect), "{text}");
    };
    edit("src/lib.rs", "heat_plugin_python::export!(unbuilt, [Unbuilt]);\n", "");
    check("error: the library is not a module of Python\n");
    edit("src/lib.rs", "Updatable::Value =>", "");
    check("error: the plug-in does not compile\n");
    fs::rename(created.join("src/lib.rs"), created.join("src/main.rs")).unwrap();
    edit("Cargo.toml", "[lib]\nname = \"unbuilt\"\ncrate-type = [\"cdylib\", \"rlib\"]\n", "");
    check("error: no library targets found in package `unbuilt`\n");
}

#[test]
fn only_what_heat_loads_is_installed() {
    let folder = folder("plugin-install");
    for (name, expect) in [
        ("cut.so", "error: `cut.so` cannot be loaded by Heat: it is not a shared library of Linux"),
        (
            "notes.txt",
            "error: `notes.txt` is not a plug-in file\n  help: `plugin build` writes NAME.so, or NAME.py and NAME.library",
        ),
    ] {
        write(&folder.join(name), "text");
        let ran = run_in(&folder, &["plugin", "install", name, "--to", "."]);
        assert!(ran.code == 1 && ran.err.contains(expect), "{ran}");
    }
    let ran = run_in(&folder, &["plugin", "install", "cut.so", "--to", "nowhere"]);
    assert!(ran.code != 0 && ran.err.contains("`nowhere` is not a folder"), "{ran}");
    write(&folder.join("plain.py"), "");
    fs::create_dir(folder.join("to")).unwrap();
    assert_eq!(run_in(&folder, &["plugin", "install", "plain.py", "--to", "to"]).code, 0);
    assert_eq!(files(&folder.join("to")), ["plain.py"]);
}
