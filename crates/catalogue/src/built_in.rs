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

/// Whether a source is a file of the built-in catalogue, by its name and its text.
pub(crate) fn contains(file: &Source) -> bool {
    let path = file.name().strip_prefix(FOLDER).and_then(|path| path.strip_prefix('/'));
    let index = path.and_then(|path| FILES.binary_search_by_key(&path, |(path, _)| path).ok());
    index.is_some_and(|index| FILES[index].1 == file.text())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema_files::SchemaFiles;

    #[test]
    fn the_rules_find_nothing_in_it() {
        let files = SchemaFiles::built_in();
        let found = files.lint(&files.tables_for_rules());
        assert!(found.is_empty(), "{found:?}");
        assert!(files.files.values().all(|file| contains(&file.source)));
    }

    #[test]
    fn a_file_of_its_own_is_not_in_it() {
        let (path, text) = schemas()[0];
        let check = |name: String, text: &str, expect: bool| {
            assert_eq!(contains(&Source::new(name.as_str(), text)), expect, "{name}");
        };
        check(format!("{FOLDER}/{path}"), text, true);
        check(format!("{FOLDER}/{path}"), "type: My::Own\n", false);
        check(path.to_owned(), text, false);
    }
}
