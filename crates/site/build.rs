//! Lists the templates and the files of the checker for browsers, so that they can be embedded in the program.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("templates").canonicalize()?;
    println!("cargo::rerun-if-changed={}", folder.display());
    // Templates that others extend or use come first, because an error that names two templates is reported for the first.
    let mut templates: Vec<(bool, PathBuf)> = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "html") {
            templates.push((fs::read_to_string(&path)?.starts_with("{% extends"), path));
        }
    }
    templates.sort();
    let mut list = String::from("&[\n");
    for (_, path) in &templates {
        let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        writeln!(list, "    ({name:?}, include_str!({:?})),", utf8(path)?)?;
    }
    list.push_str("]\n");
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("templates.rs"), list)?;
    checker()
}

/// The folder to which `browser-build --pack` writes the checker's files for published programs.
const CHECKER: &str = "checker";

/// Lists the files of the checker, if the folder contains them.
fn checker() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join(CHECKER);
    let mut files = Vec::new();
    // A package that was built without the checker has no such folder.
    if folder.is_dir() {
        println!("cargo::rerun-if-changed={}", folder.display());
        for entry in fs::read_dir(&folder)? {
            files.push(entry?.path());
        }
    }
    files.sort();
    let mut list = String::from("&[\n");
    for path in &files {
        let Some(name) = path.file_name().and_then(|name| name.to_str()?.strip_suffix(".gz")) else {
            continue;
        };
        writeln!(list, "    ({name:?}, include_bytes!({:?})),", utf8(path)?)?;
    }
    list.push_str("]\n");
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("checker.rs"), list)?;
    Ok(())
}

fn utf8(path: &Path) -> Result<&str, String> {
    path.to_str().ok_or_else(|| "the path of the templates is not UTF-8".to_owned())
}
