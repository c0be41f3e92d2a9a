//! Lists the pages of the errors, so that they can be embedded in the program.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("pages").canonicalize()?;
    let mut paths = Vec::new();
    collect(&folder, &mut paths)?;
    paths.sort();
    let mut list = String::from("&[\n");
    for path in &paths {
        let name: Vec<_> = path.strip_prefix(&folder)?.iter().map(|part| part.to_string_lossy()).collect();
        let path = path.to_str().ok_or("the path of the pages is not UTF-8")?;
        writeln!(list, "    ({:?}, include_str!({path:?})),", name.join("/"))?;
    }
    list.push_str("]\n");
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("built_in.rs"), list)?;
    Ok(())
}

/// Adds the pages below a folder. Cargo runs this again if a folder changes: the files themselves are dependencies of the crate that
/// includes them.
fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, paths)?;
        } else if path.extension().is_some_and(|extension| extension == "md") {
            paths.push(path);
        }
    }
    Ok(())
}
