//! The command `import`, from its arguments to the files that it writes.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests say what must hold by panicking")]

use std::cell::RefCell;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use clap::Parser;
use heat_catalogue::SchemaFiles;
use heat_codegen::commands::schemas::import::{ImportArgs, run};
use heat_codegen::outcome::{Failure, Outcome};
use heat_codegen::session::Session;
use heat_history::prose::Reduction;
use heat_import::TypeFacts;
use heat_import::merge::merge;
use heat_model::load::load_schema;
use heat_schema_text::schema_file;
use heat_yaml::Source;

const FACTS: &str = r#"{
  "heat_version": "27.0.1",
  "types": {
    "My::Key": {"python_class": "my.Key", "support_status": {"status": "SUPPORTED", "version": "2014.1"}},
    "My::Token": {
      "description": "Upstream's own words.",
      "properties": {
        "length": {"type": "Integer", "default": 32, "description": "Upstream again."},
        "kind": {"type": "String", "support_status": {"status": "DEPRECATED", "version": "5.0.0", "message": "Gone."}}
      }
    }
  },
  "errors": []
}"#;

const ALL_NEW: &str = "\
new      My::Key
new      My::Token
Heat 27.0.1: 2 types; 2 new, 0 changed, 0 gone, 0 unchanged";

const NOTHING_NEW: &str = "Heat 27.0.1: 2 types; 0 new, 0 changed, 0 gone, 2 unchanged";

#[derive(Parser)]
struct Cli {
    #[command(flatten)]
    args: ImportArgs,
}

#[derive(Clone, Default)]
struct Buffer(Rc<RefCell<Vec<u8>>>);

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A folder for a test, which contains the facts.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("import").join(test);
        if folder.exists() {
            fs::remove_dir_all(&folder).unwrap();
        }
        fs::create_dir_all(&folder).unwrap();
        let folder = Self(folder);
        folder.write("facts.json", FACTS);
        folder
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.0.join(path)).unwrap()
    }

    /// All files except the facts, sorted.
    fn files(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut folders = vec![self.0.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    found.push(path.strip_prefix(&self.0).unwrap().display().to_string());
                }
            }
        }
        found.retain(|path| path != "facts.json");
        found.sort();
        found
    }

    /// Imports the facts, and compares the output with the expected one.
    #[track_caller]
    fn check(&self, options: &[&str], outcome: Outcome, expect: &str) {
        let facts = self.0.join("facts.json").display().to_string();
        let out = self.0.join("schemas").display().to_string();
        let mut arguments = vec!["import", "--out", &out];
        if !options.contains(&"--python") {
            arguments.extend(["--json", &facts]);
        }
        arguments.extend(options);
        let args = Cli::try_parse_from(arguments).unwrap_or_else(|error| panic!("{error}")).args;
        let said = Buffer::default();
        let mut session =
            Session::new(PathBuf::from("schemas"), Box::new(said.clone()), Box::new(said.clone()));
        let result = run(&args, &mut session).unwrap_or_else(|failure| match failure {
            Failure::Unreadable(explanation) => {
                writeln!(session.err, "error: {}", explanation.message).unwrap();
                Outcome::Unreadable
            }
            other => panic!("{other:?}"),
        });
        let said = String::from_utf8(said.0.borrow().clone()).unwrap();
        let said = said.replace(&format!("{}/", self.0.display()), "");
        let lines: Vec<&str> = said.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        assert_eq!(lines, expect.lines().map(str::trim_end).collect::<Vec<_>>(), "\n{said}");
        assert_eq!(result, outcome);
    }
}

#[test]
fn a_new_folder_gets_all_types_without_texts() {
    let folder = Folder::new("fresh");
    folder.check(&["--check"], Outcome::Findings, ALL_NEW);
    assert_eq!(folder.files(), Vec::<String>::new());
    folder.check(&[], Outcome::Done, ALL_NEW);
    assert_eq!(folder.files(), ["schemas/My/Key.yaml", "schemas/My/Token.yaml"]);
    insta::assert_snapshot!("fresh", folder.read("schemas/My/Token.yaml"));
    folder.check(&["--check"], Outcome::Done, NOTHING_NEW);
    folder.check(&[], Outcome::Done, NOTHING_NEW);
}

#[test]
fn texts_of_heat_are_imported_on_request() {
    let folder = Folder::new("keep");
    folder.check(&["--descriptions", "keep"], Outcome::Done, ALL_NEW);
    let text = folder.read("schemas/My/Token.yaml");
    assert!(text.contains("description: Upstream's own words.") && text.contains("message: Gone."), "{text}");
    // An import without texts does not remove existing ones.
    folder.check(&[], Outcome::Done, NOTHING_NEW);
}

const TOKEN: &str = "\
# My comment.
type: My::Token
description: My own words.
properties:
  length: {type: integer, default: 16, description: How long.}   # in characters
  # No longer there.
  old: {type: any}
examples:
  - {title: One, template: 'resources: {}'}
accepted_findings:
  - {rule: example-invalid, reason: It is short.}
";

#[test]
fn a_merge_lists_what_changed_and_keeps_the_rest() {
    let folder = Folder::new("merge");
    folder.write("schemas/tokens.yaml", TOKEN);
    folder.write("schemas/My/Old.yaml", "type: My::Old\n");
    let changes = "\
new      My::Key
gone     My::Old (kept; --prune removes it)
changed  My::Token
  new      properties.kind
  changed  properties.length.default: 16 → 32
  gone     properties.old
Heat 27.0.1: 2 types; 1 new, 1 changed, 1 gone, 0 unchanged";
    folder.check(&["--check"], Outcome::Findings, changes);
    assert_eq!(folder.read("schemas/tokens.yaml"), TOKEN);
    folder.check(&[], Outcome::Done, changes);
    assert_eq!(folder.files(), ["schemas/My/Key.yaml", "schemas/My/Old.yaml", "schemas/tokens.yaml"]);
    insta::assert_snapshot!("merge", folder.read("schemas/tokens.yaml"));
    let rest = "gone     My::Old\nHeat 27.0.1: 2 types; 0 new, 0 changed, 1 gone, 2 unchanged";
    folder.check(&["--prune"], Outcome::Done, rest);
    assert_eq!(folder.files(), ["schemas/My/Key.yaml", "schemas/tokens.yaml"]);
}

#[test]
fn folders_that_become_empty_are_removed() {
    let folder = Folder::new("prune");
    folder.write("schemas/Your/Old/Type.yaml", "type: Your::Old::Type\n");
    let expect = "\
new      My::Key
new      My::Token
gone     Your::Old::Type
Heat 27.0.1: 2 types; 2 new, 0 changed, 1 gone, 0 unchanged";
    folder.check(&["--prune"], Outcome::Done, expect);
    assert!(!folder.0.join("schemas/Your").exists());
}

#[test]
fn a_broken_schema_is_left_alone_and_nothing_is_pruned() {
    let folder = Folder::new("broken");
    let broken = "type: My::Token\nentity: [red]\n";
    folder.write("schemas/My/Token.yaml", broken);
    folder.write("schemas/My/Old.yaml", "type: My::Old\n");
    folder.write("schemas/My/Key.yaml/file", "");
    folder.check(
        &["--prune"],
        Outcome::Unreadable,
        "\
error[unreadable-file]: expected a file, found a folder
 --> schemas/My/Key.yaml
error[invalid-type]: `entity` is a string, not a list
 --> schemas/My/Token.yaml:2:9
  |
2 | entity: [red]
  |         ^^^^^ expected a string
error[not-imported]: `My::Key` is not imported: there is something else at the path of its file
 --> schemas/My/Key.yaml
error[not-imported]: `My::Token` is not imported: its file has errors
 --> schemas/My/Token.yaml
gone     My::Old (kept, because not everything could be read)
Heat 27.0.1: 2 types; 0 new, 0 changed, 1 gone, 0 unchanged",
    );
    assert_eq!(folder.read("schemas/My/Token.yaml"), broken);
}

#[test]
fn unreadable_inputs_are_named() {
    let folder = Folder::new("unreadable");
    let check = |options: &[&str], expect: &str| folder.check(options, Outcome::Unreadable, expect);
    check(
        &["--python", "no/such/python"],
        "\
error[no-introspection]: the interpreter cannot be started: there is no such program
 --> no/such/python
  = help: use the Python of the environment with Heat, such as `venv/bin/python`",
    );
    // A program that is not Python prints no facts.
    check(
        &["--python", "echo"],
        "error[invalid-facts]: not JSON: invalid number at line 1 column 2\n --> echo",
    );
    let facts = folder.0.join("facts.json");
    fs::remove_file(&facts).unwrap();
    check(&[], "error[unreadable-file]: there is no such file or folder\n --> facts.json");
    fs::create_dir(&facts).unwrap();
    check(&[], "error[unreadable-file]: expected a file, found a folder\n --> facts.json");
    fs::remove_dir(&facts).unwrap();
    fs::write(&facts, b"{\n\xff}").unwrap();
    check(
        &[],
        "error[invalid-utf8]: line 2 is not UTF-8 text\n --> facts.json\n  = help: save the file as UTF-8",
    );
    folder.write("facts.json", FACTS);
    folder.write("schemas", "a file");
    check(&[], "error: `schemas` is not a folder");
}

#[test]
fn other_types_are_written_if_one_fails() {
    let folder = Folder::new("unwritable");
    // The path of the folder of the `Your` types is that of a file.
    folder.write("schemas/Your", "a file");
    folder.write("facts.json", r#"{"My::Key": [{}], "Your::Key": [{}]}"#);
    folder.check(
        &[],
        Outcome::Unreadable,
        "\
error[unwritable-file]: the file cannot be written: expected a folder, found a file
 --> schemas/Your/Key.yaml
new      My::Key
new      Your::Key
2 types; 2 new, 0 changed, 0 gone, 0 unchanged
note: what has errors was left out, and everything else was written",
    );
    assert_eq!(folder.files(), ["schemas/My/Key.yaml", "schemas/Your"]);
}

#[test]
fn the_catalogue_reads_back_and_is_unchanged_by_its_own_facts() {
    let files = SchemaFiles::read(&crate::support::project().join("schemas"));
    assert!(!files.has_errors());
    assert!(files.files.len() > 200);
    for (name, file) in files.files {
        let mut written = load_schema(&Source::new(name.as_str(), schema_file(&file.schema)));
        assert_eq!(written.diagnostics.len(), 0, "{name}");
        let schema = written.file.take().unwrap().schema;
        assert_eq!(schema, file.schema, "{name}");
        // The facts of a type do not change its text.
        let mut facts = TypeFacts::from(schema);
        Reduction::ShortestFacts.of_type(&mut facts.schema);
        let merged = merge(&file, &facts);
        assert_eq!((merged.text, merged.schema), (None, file.schema), "{name}");
    }
}
