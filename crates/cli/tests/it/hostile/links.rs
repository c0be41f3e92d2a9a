//! Symbolic links, pipes and endless files in place of schemas: files outside the catalogue are neither read nor changed.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test says what must hold by panicking")]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder with a catalogue, `schemas`, and, in `outside`, a secret and a schema.
struct Folder(PathBuf);

const SCHEMA: &str = "type: My::Token\ndescription: Makes a token.\n";
const SECRET: &str = "password: hunter2\ntype: [secret\n";

impl Folder {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("links-{name}"));
        _ = fs::remove_dir_all(&path);
        for folder in ["schemas/My", "outside/Other"] {
            fs::create_dir_all(path.join(folder)).unwrap();
        }
        fs::write(path.join("schemas/My/Token.yaml"), SCHEMA).unwrap();
        fs::write(path.join("outside/secret"), SECRET).unwrap();
        fs::write(path.join("outside/Other/Thing.yaml"), SCHEMA.replace("My::Token", "Other::Thing"))
            .unwrap();
        Self(path)
    }

    fn link(&self, target: &str, link: &str) {
        symlink(self.0.join(target), self.0.join(link)).unwrap();
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_heat-codegen"))
            .args(arguments)
            .current_dir(&self.0)
            .output()
            .unwrap()
    }

    /// Runs a command that must refuse a link out of the catalogue, and must not print the target's contents.
    fn check_refused(&self, arguments: &[&str]) {
        let output = self.run(arguments);
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains("points outside the catalogue"), "{arguments:?}: {said}");
        assert!(!said.contains("hunter2") && !said.contains("Other::Thing"), "{arguments:?}: {said}");
        self.check_untouched();
    }

    fn check_untouched(&self) {
        assert_eq!(fs::read_to_string(self.0.join("outside/secret")).unwrap(), SECRET);
        assert_eq!(fs::read_dir(self.0.join("outside/Other")).unwrap().count(), 1);
        assert_eq!(fs::read_dir(self.0.join("outside")).unwrap().count(), 2);
    }

    /// Checks that all commands that read a catalogue refuse a link out of it.
    fn check_commands(&self) {
        fs::create_dir_all(self.0.join("old")).unwrap();
        for arguments in [
            &["check"][..],
            &["build", "--out", "site"],
            &["diff", "old", "schemas"],
            &["diff", "schemas", "old"],
            &["export", "--format", "json-schema"],
            &["list"],
        ] {
            self.check_refused(arguments);
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn links_out_of_the_catalogue_are_refused() {
    for (target, link) in [
        ("outside/secret", "schemas/My/Secret.yaml"),
        ("outside/Other", "schemas/Other"),
        ("outside/Other/Thing.yaml", "schemas/My/Thing.yaml"),
        ("outside/secret", "schemas/releases.yaml"),
        ("outside/secret", "schemas/constraints.yaml"),
    ] {
        let folder = Folder::new("out");
        folder.link(target, link);
        folder.check_commands();
    }
    let folder = Folder::new("named");
    folder.link("outside/secret", "schemas/My/Secret.yaml");
    folder.check_refused(&["check", "schemas/My/Secret.yaml"]);
}

#[test]
fn links_within_the_catalogue_are_followed() {
    let folder = Folder::new("within");
    fs::create_dir_all(folder.0.join("schemas/parts")).unwrap();
    fs::rename(folder.0.join("schemas/My/Token.yaml"), folder.0.join("schemas/parts/Token.yml")).unwrap();
    symlink("../parts/Token.yml", folder.0.join("schemas/My/Token.yaml")).unwrap();
    let output = folder.run(&["list", "--only-own-types"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "My::Token");
    // The catalogue itself can be a link.
    folder.link("schemas", "linked");
    let output = folder.run(&["--schemas", "linked", "list", "--only-own-types"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "My::Token");
}

#[test]
fn an_import_stays_in_the_catalogue() {
    let facts = r#"{"heat_version": "27.0.0", "types": {}}"#;
    for (target, link) in [("outside/Other", "schemas/Other"), ("outside", "schemas/My/more")] {
        let folder = Folder::new("import");
        folder.link(target, link);
        fs::write(folder.0.join("facts.json"), facts).unwrap();
        folder.run(&["import", "--json", "facts.json", "--prune"]);
        folder.check_untouched();
    }
}

#[test]
fn endless_files_are_refused_immediately() {
    let folder = Folder::new("endless");
    symlink("/dev/zero", folder.0.join("schemas/My/Zero.yaml")).unwrap();
    assert_eq!(folder.run(&["check"]).status.code(), Some(2));
    fs::remove_file(folder.0.join("schemas/My/Zero.yaml")).unwrap();

    fs::File::create(folder.0.join("schemas/My/Sparse.yaml")).unwrap().set_len(1 << 40).unwrap();
    let output = folder.run(&["check"]);
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(said.contains("too-large") && said.contains("the allowed"), "{said}");
    fs::remove_file(folder.0.join("schemas/My/Sparse.yaml")).unwrap();

    let pipe = folder.0.join("schemas/My/Pipe.yaml");
    if Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()) {
        for arguments in [&["check"][..], &["check", "schemas/My/Pipe.yaml"], &["diff", "schemas", "outside"]]
        {
            assert_eq!(folder.run(arguments).status.code(), Some(2), "{arguments:?}");
        }
    }
}

#[test]
fn allowances_are_not_written_through_a_dangling_link() {
    let folder = Folder::new("allowances");
    fs::create_dir_all(folder.0.join("old/My")).unwrap();
    fs::write(
        folder.0.join("old/My/Token.yaml"),
        format!("{SCHEMA}properties:\n  a:\n    type: string\n    description: A text.\n"),
    )
    .unwrap();
    folder.link("outside/new", "schema-diff.yaml");
    let arguments =
        ["diff", "old", "schemas", "--init-allowances", "--reason", "It is meant.", "--expires", "28.0.0"];
    let output = folder.run(&arguments);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("broken symbolic link"), "{said}");
    assert_eq!(output.status.code(), Some(2), "{said}");
    folder.check_untouched();
    // A link to a file is intentional.
    fs::write(folder.0.join("real.yaml"), "").unwrap();
    fs::remove_file(folder.0.join("schema-diff.yaml")).unwrap();
    folder.link("real.yaml", "schema-diff.yaml");
    assert_eq!(folder.run(&arguments).status.code(), Some(0));
    assert!(fs::read_to_string(folder.0.join("real.yaml")).unwrap().contains("It is meant."));
    assert!(folder.0.join("schema-diff.yaml").is_symlink());
}
