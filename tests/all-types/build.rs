//! Generates a derive for every schema of the catalogue.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let mut files = Vec::new();
    gather(&package, Path::new("schemas"), &mut files)?;
    files.sort();
    let mut code = String::new();
    let builders = if cfg!(feature = "builders") { ", builders" } else { "" };
    for file in &files {
        let name = type_name(file);
        let _ = writeln!(
            code,
            "/// A resource type.\n#[derive(heat_plugin::HeatResource)]\n#[heat(schema = {file:?}{builders})]\npub struct {name};\n"
        );
    }
    fs::write(out.join("types.rs"), code)?;
    // For the tests: the path and the embedded schema of each.
    let mut list = String::from("vec![\n");
    for file in &files {
        let name = type_name(file);
        let _ = writeln!(list, "    ({file:?}, <all_types::{name} as heat_plugin::HeatResource>::schema()),");
    }
    list.push_str("]\n");
    fs::write(out.join("list.rs"), list)
}

/// The name of the struct, from the path of the file.
fn type_name(file: &str) -> String {
    file.trim_start_matches("schemas/").trim_end_matches(".yaml").replace('/', "")
}

/// The schemas in a folder: the tables of the catalogue are at its top level, the types below.
fn gather(package: &Path, folder: &Path, files: &mut Vec<String>) -> io::Result<()> {
    // A new file changes the modification time of its folder.
    rerun_if_changed(&package.join(folder));
    for entry in fs::read_dir(package.join(folder))? {
        let path = folder.join(entry?.file_name());
        if package.join(&path).is_dir() {
            gather(package, &path, files)?;
        } else if folder != Path::new("schemas")
            && path.extension().is_some_and(|extension| extension == "yaml")
        {
            files.push(path.to_string_lossy().replace('\\', "/"));
        }
    }
    Ok(())
}

fn rerun_if_changed(folder: &Path) {
    println!("cargo::rerun-if-changed={}", folder.display());
}
