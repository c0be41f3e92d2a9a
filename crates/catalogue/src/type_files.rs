//! The schema files of a catalogue, by the types that they describe.

use std::sync::OnceLock;

use heat_model::load::{SchemaFile, load_schema};
use indexmap::IndexMap;

use crate::{built_in, threads};

/// The stack of the threads that read schemas, in bytes.
const STACK_SIZE: usize = 2 << 20;

/// Schema files by the name of their type, in their order.
///
/// A file that is built into the program is read at the first request for it: most commands about templates use a few of some 200
/// types, and reading all takes longer than everything else that they do.
#[derive(Debug, Clone, Default)]
pub struct TypeFiles {
    files: IndexMap<String, TypeFile>,
}

/// A schema file, which may not have been read yet.
#[derive(Debug, Clone)]
enum TypeFile {
    Read(Box<SchemaFile>),
    BuiltIn(BuiltIn),
}

/// A file of the built-in catalogue: its path and its text. A test ensures that each describes a type, without problems.
#[derive(Debug, Clone)]
struct BuiltIn {
    file: (&'static str, &'static str),
    read: OnceLock<Option<Box<SchemaFile>>>,
}

impl BuiltIn {
    fn get(&self) -> Option<&SchemaFile> {
        let read = || load_schema(&built_in::read(self.file)).file.map(Box::new);
        self.read.get_or_init(read).as_deref()
    }
}

impl TypeFile {
    fn get(&self) -> Option<&SchemaFile> {
        match self {
            Self::Read(file) => Some(file),
            Self::BuiltIn(file) => file.get(),
        }
    }

    fn into_file(self) -> Option<SchemaFile> {
        match self {
            Self::Read(file) => Some(*file),
            Self::BuiltIn(file) => {
                file.get();
                file.read.into_inner().flatten().map(|file| *file)
            }
        }
    }
}

impl TypeFiles {
    /// Files of the built-in catalogue by type, sorted; none is read yet.
    pub(crate) fn built_in() -> Self {
        let file = |file: (&'static str, &'static str)| {
            let unread = BuiltIn { file, read: OnceLock::new() };
            (built_in::type_of(file.0), TypeFile::BuiltIn(unread))
        };
        let mut all = Self { files: built_in::schemas().into_iter().map(file).collect() };
        all.sort();
        all
    }

    /// Reads the files that have not been read. Where two threads need the same file, one waits for the other: so these are no
    /// threads of the pool, which would begin other work meanwhile.
    fn read_all(&self) {
        let is_unread = |file: &&BuiltIn| file.read.get().is_none();
        let built_in = self.files.values().filter_map(|file| match file {
            TypeFile::Read(_) => None,
            TypeFile::BuiltIn(file) => Some(file),
        });
        let unread: Vec<&BuiltIn> = built_in.filter(is_unread).collect();
        if unread.len() > 1 {
            threads::map_with_stack(&unread, STACK_SIZE, |file| file.get().is_some());
        }
    }

    /// The number of types.
    #[must_use]
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Returns whether there is no type.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The file that describes a type.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&SchemaFile> {
        self.files.get(name)?.get()
    }

    /// Returns whether a file describes this type.
    #[must_use]
    pub fn contains_key(&self, name: &str) -> bool {
        self.files.contains_key(name)
    }

    /// The names of the types.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// All files.
    pub fn values(&self) -> impl Iterator<Item = &SchemaFile> {
        self.iter().map(|(_, file)| file)
    }

    /// All files with the names of their types.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &SchemaFile)> {
        self.read_all();
        self.files.iter().filter_map(|(name, file)| Some((name.as_str(), file.get()?)))
    }

    /// All files, without the names of their types.
    pub fn into_values(self) -> impl Iterator<Item = SchemaFile> {
        self.into_iter().map(|(_, file)| file)
    }

    /// Adds the file of a type, or replaces it.
    pub fn insert(&mut self, name: String, file: SchemaFile) {
        self.files.insert(name, TypeFile::Read(Box::new(file)));
    }

    /// Adds the types of another catalogue; a type of both is described by the other one's file.
    pub(crate) fn extend(&mut self, other: Self) {
        self.files.extend(other.files);
    }

    /// Removes the types that a condition on their names does not hold for.
    pub fn retain(&mut self, keep: impl Fn(&str) -> bool) {
        self.files.retain(|name, _| keep(name));
    }

    /// Sorts the files by type.
    pub fn sort(&mut self) {
        self.files.sort_unstable_keys();
    }
}

impl IntoIterator for TypeFiles {
    type Item = (String, SchemaFile);
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.read_all();
        let files = self.files.into_iter();
        files.filter_map(|(name, file)| Some((name, file.into_file()?))).collect::<Vec<_>>().into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_files_are_read_when_they_are_needed() {
        let files = TypeFiles::built_in();
        let unread = |file: &&TypeFile| matches!(file, TypeFile::BuiltIn(file) if file.read.get().is_none());
        let check = |count: usize| assert_eq!(files.files.values().filter(unread).count(), count);
        check(files.len());
        assert!(files.contains_key("OS::Nova::Server") && files.keys().is_sorted());
        check(files.len());
        assert_eq!(
            files.get("OS::Nova::Server").map(|file| file.schema.name.as_str()),
            Some("OS::Nova::Server")
        );
        check(files.len() - 1);
        assert_eq!(files.values().count(), files.len());
        check(0);
    }

    #[test]
    fn the_file_of_a_project_replaces_a_built_in_one() {
        let file = |name: &str| {
            let text = format!("type: {name}\ndescription: Of the project.\n");
            load_schema(&heat_yaml::Source::new("x.yaml", text)).file.unwrap()
        };
        let mut files = TypeFiles::built_in();
        let known = files.len();
        for name in ["OS::Nova::Server", "My::Own"] {
            files.insert(name.to_owned(), file(name));
        }
        files.sort();
        let (own, built_in): (Vec<_>, Vec<_>) =
            files.into_iter().partition(|(_, file)| file.source.name() == "x.yaml");
        let names: Vec<&str> = own.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            (names.as_slice(), built_in.len()),
            (["My::Own", "OS::Nova::Server"].as_slice(), known - 1)
        );
    }
}
