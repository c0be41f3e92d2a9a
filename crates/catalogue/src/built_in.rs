//! The catalogue in the program itself: all types of Heat, with their releases, constraints and history.
//!
//! Whoever checks templates has no checkout of this project. The program reads these files as it reads those of a folder.

use std::sync::Arc;

use heat_yaml::Source;

/// The files of the catalogue's folder by their paths in it, with their texts, sorted.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/built_in.rs"));

/// The folder that the names of these files begin with.
const FOLDER: &str = "<built-in>";

/// A file of the built-in catalogue, by its path in the catalogue's folder.
pub(crate) fn source(path: &str) -> Option<Arc<Source>> {
    let index = FILES.binary_search_by_key(&path, |(path, _)| path).ok()?;
    Some(read(FILES[index]))
}

/// All files of the built-in catalogue that are in a folder of its folder: its schemas.
pub(crate) fn schemas() -> Vec<(&'static str, &'static str)> {
    FILES.iter().filter(|(path, _)| path.contains('/')).copied().collect()
}

/// The text of a file, with its name.
pub(crate) fn read((path, text): (&str, &str)) -> Arc<Source> {
    Source::new(format!("{FOLDER}/{path}"), text)
}
