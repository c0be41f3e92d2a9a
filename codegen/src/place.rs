//! The folder in which the program is run: its catalogue, and whether it has the sources of the docs.

use std::path::{Path, PathBuf};

/// The value of `--schemas` that selects the catalogue within the program.
const BUILT_IN: &str = "built-in";

/// The catalogue's folder, and whether the built-in catalogue is read instead. By default, it is the folder `schemas` here or in
/// the nearest folder above within the repository, or that of the workspace if cargo runs the tool from a different folder, or
/// else the built-in catalogue.
#[must_use]
pub fn catalogue(named: Option<PathBuf>) -> (PathBuf, bool) {
    let here = PathBuf::from("schemas");
    if let Some(named) = named {
        return if named == Path::new(BUILT_IN) && !named.exists() { (here, true) } else { (named, false) };
    }
    if let Some(found) = std::env::current_dir().ok().and_then(|current| nearest_catalogue(&current)) {
        return (found, false);
    }
    let workspace = std::env::var_os("CARGO_MANIFEST_DIR")
        .and_then(|package| Path::new(&package).parent().map(|workspace| workspace.join("schemas")));
    workspace.filter(|folder| folder.is_dir()).map_or((here, true), |folder| (folder, false))
}

/// The folder `schemas` here, or in the nearest folder above, up to the root of the repository: `../../schemas`.
fn nearest_catalogue(current: &Path) -> Option<PathBuf> {
    let mut here = PathBuf::new();
    let is_repository = current.ancestors().any(|folder| folder.join(".git").exists());
    for folder in current.ancestors() {
        if folder.join("schemas").is_dir() {
            return Some(here.join("schemas"));
        }
        if !is_repository || folder.join(".git").exists() {
            return None;
        }
        here.push("..");
    }
    None
}

/// Returns whether a catalogue's folder is part of a checkout of the docs: the templates of the pages and the guide are beside
/// it.
///
/// In a checkout, the program without a command builds the docs, because `cargo run` is the first thing that people do there. The
/// repository of a plug-in also has schemas, often with templates for stacks beside them, but no templates of pages.
#[must_use]
pub fn has_docs(schemas: &Path) -> bool {
    let around = schemas.parent().unwrap_or(Path::new(""));
    around.join("templates/index.html").is_file() && around.join("site/guide").is_dir()
}
