//! Editing a schema makes cargo rebuild the code derived from it.
//!
//! Ignored by default, because it compiles a crate: `cargo test -p heat-plugin --test rebuild -- --ignored`.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

const SCHEMA: &str = "\
type: My::Custom::Lamp
description: A lamp.
properties:
  colour:
    type: string
    description: Its colour.
    constraints:
      - allowed_values: [red]
";

const PROGRAM: &str = r#"
#[derive(heat_plugin::HeatResource)]
#[heat(schema = "schemas/Lamp.yaml")]
struct Lamp;

fn main() {
    let colours: Vec<_> = lamp::Colour::ALL.iter().map(ToString::to_string).collect();
    println!("{}", colours.join(" "));
}
"#;

#[test]
#[ignore = "compiles a crate: `.ci/run` runs it"]
fn an_edited_schema_causes_a_rebuild() {
    let plugin = Path::new(env!("CARGO_MANIFEST_DIR"));
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (package, target) = (scratch.join("rebuild"), scratch.parent().unwrap());
    fs::create_dir_all(package.join("src")).unwrap();
    fs::create_dir_all(package.join("schemas")).unwrap();
    let root = plugin.join("../..");
    let workspace = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    // The profile with which the dependencies are compiled already.
    let profile: String =
        workspace.split_inclusive("\n\n").filter(|part| part.contains("[profile.dev")).collect();
    let manifest = format!(
        "[package]\nname = \"rebuild\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [dependencies]\nheat-plugin = {{ path = {plugin:?} }}\n\n[workspace]\n\n{profile}"
    );
    fs::write(package.join("Cargo.toml"), manifest).unwrap();
    // The versions with which the workspace is tested.
    fs::copy(root.join("Cargo.lock"), package.join("Cargo.lock")).unwrap();
    fs::write(package.join("src/main.rs"), PROGRAM).unwrap();
    let schema = package.join("schemas/Lamp.yaml");
    // The output of the program.
    let run = || {
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(["run", "--quiet", "--offline"]).current_dir(&package);
        // The folder of the workspace, which has the dependencies already.
        let output = cargo.env("CARGO_TARGET_DIR", target).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };

    fs::write(&schema, SCHEMA).unwrap();
    assert_eq!(run(), "red\n");
    fs::write(&schema, SCHEMA.replace("[red]", "[red, green]")).unwrap();
    assert_eq!(run(), "red green\n");
}
