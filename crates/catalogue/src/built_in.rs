//! The catalogue built into the program: all types of Heat, with their releases, constraints and history.
//!
//! Users who check templates have no checkout of this project. The program reads these files like those of a folder.

use std::sync::Arc;

use heat_yaml::Source;

/// The files of the catalogue's folder by their paths in it, with their texts, sorted.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/built_in.rs"));

/// The folder with which the names of these files begin.
const FOLDER: &str = "<built-in>";

/// The file at a path in the folder of the built-in catalogue.
pub(crate) fn source(path: &str) -> Option<Arc<Source>> {
    let index = FILES.binary_search_by_key(&path, |(path, _)| path).ok()?;
    Some(read(FILES[index]))
}

/// All files of the built-in catalogue that are in a folder of its folder: its schemas.
pub(crate) fn schemas() -> Vec<(&'static str, &'static str)> {
    FILES.iter().filter(|(path, _)| path.contains('/')).copied().collect()
}

/// The source of a file: its text, with its name.
pub(crate) fn read((path, text): (&str, &str)) -> Arc<Source> {
    Source::new(format!("{FOLDER}/{path}"), text)
}

/// Returns whether a text is that of the built-in catalogue's file at this path in the catalogue's folder.
pub(crate) fn is_text_of(path: &str, text: &str) -> bool {
    let index = FILES.binary_search_by_key(&path, |(path, _)| path).ok();
    index.is_some_and(|index| FILES[index].1 == text)
}

/// The type that a built-in file at this path describes.
pub(crate) fn type_of(path: &str) -> String {
    path.trim_end_matches(".yaml").replace('/', "::")
}

/// The path of the file in which the built-in catalogue would describe a type.
pub(crate) fn path_of(type_name: &str) -> String {
    format!("{}.yaml", type_name.replace("::", "/"))
}

#[cfg(test)]
mod tests {
    use heat_model::load::load_schema;

    use super::*;
    use crate::schema_files::SchemaFiles;

    #[test]
    fn the_rules_find_nothing_in_it() {
        let files = SchemaFiles::built_in();
        let found = files.lint(&files.tables_for_rules());
        assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn each_file_describes_the_type_of_its_path_without_problems() {
        for file in schemas() {
            let loaded = load_schema(&read(file));
            assert!(loaded.diagnostics.is_empty(), "{loaded:?}");
            assert_eq!(loaded.file.map(|file| path_of(&file.schema.name)).as_deref(), Some(file.0));
        }
    }

    #[test]
    fn what_is_built_in_need_not_be_checked_again() {
        let check = |text: &str| {
            let mut files = SchemaFiles::built_in();
            files.read_text(&Source::new("own.yaml", text));
            let tables = files.tables_for_rules();
            let [own, all] = [files.lint_own(&tables), files.lint(&tables)]
                .map(|found| found.into_iter().map(|found| found.message).collect::<Vec<_>>());
            assert_eq!(own, all, "{text}");
            own.len()
        };
        assert_ne!(check("type: My::Own\nproperties: {a: {type: string}}\n"), 0);
        check("type: OS::Neutron::Subnet\ndescription: Replaces a type that examples of others use.\n");
    }
}
