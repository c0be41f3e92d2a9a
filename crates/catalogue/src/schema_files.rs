//! A catalogue on disk: a folder of schema files with `releases.yaml`, `services.yaml`, `constraints.yaml`, `history.yaml` and
//! `past.yaml`.
//!
//! Everything in the folder is read, and every problem is reported: a broken file never prevents the others from being read.
//! `heat-model` interprets the contents of the files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use heat_history::{History, Past, load_history, load_past};
use heat_lint::{Tables, lint_custom_constraints, lint_file};
use heat_model::ResourceTypes;
use heat_model::load::{
    Loaded, SchemaFile, load_custom_constraints, load_releases, load_schema, load_services,
};
use heat_model::{CustomConstraintTable, ReleaseTable, ResourceType, ServiceTable};
use heat_yaml::{Diagnostic, Severity, Source};
use walkdir::{DirEntry, WalkDir};

use crate::built_in;
use crate::catalogue::Catalogue;
use crate::guests::Guests;
use crate::input;
use crate::io_error::describe;
use crate::threads;
use crate::type_files::TypeFiles;

/// The file name of the release table, in the catalogue's folder.
pub const RELEASES: &str = "releases.yaml";

/// The file name of the services, in the catalogue's folder.
pub const SERVICES: &str = "services.yaml";

/// The file name of the custom constraints, in the catalogue's folder.
pub const CONSTRAINTS: &str = "constraints.yaml";

/// The file name of the changes in every release, in the catalogue's folder.
pub const HISTORY: &str = "history.yaml";

/// The file name of the schemas of earlier releases, in the catalogue's folder.
pub const PAST: &str = "past.yaml";

/// The names of the files in a catalogue's folder that are not schemas.
pub const TABLES: [&str; 5] = [RELEASES, SERVICES, CONSTRAINTS, HISTORY, PAST];

/// A catalogue as read from its folder.
#[derive(Debug, Default)]
pub struct SchemaFiles {
    /// The schemas by type name, sorted.
    pub files: TypeFiles,
    /// The release table.
    pub releases: ReleaseTable,
    /// The services of the catalogue's own table, and those of Heat.
    pub services: ServiceTable,
    /// `true` if the catalogue has a table of services.
    pub has_services: bool,
    /// The custom constraints.
    pub custom_constraints: CustomConstraintTable,
    /// The changes in every release.
    pub history: History,
    /// The schemas of earlier releases.
    pub past: Past,
    /// The plug-ins whose schemas were added, with tables of their own.
    pub guests: Guests,
    /// The constraints that schemas can name, if there are more than in the table: a plug-in's schemas can also name Heat's.
    pub known_constraints: Option<CustomConstraintTable>,
    /// `true` if the tables that rules use are those of the built-in catalogue.
    pub has_built_in_tables: bool,
    /// All problems in the files.
    pub diagnostics: Vec<Diagnostic>,
    /// `true` if a file or folder could not be read at all.
    pub unreadable: bool,
}

/// The built-in table of Heat's releases.
fn releases_of_heat() -> &'static ReleaseTable {
    static TABLE: LazyLock<ReleaseTable> = LazyLock::new(|| {
        built_in::source(RELEASES).map(|source| load_releases(&source).0).unwrap_or_default()
    });
    &TABLE
}

impl SchemaFiles {
    /// Reads the folder of a catalogue.
    #[must_use]
    pub fn read(folder: &Path) -> Self {
        let mut read = Self::default();
        let schemas = || {
            let (paths, unreadable) = schema_paths(folder);
            (unreadable, load(&paths))
        };
        // Reading the tables takes as long as reading about thirty schemas.
        let ((unreadable, schemas), ()) = threads::both(schemas, || read.tables(folder));
        read.take_unreadable_paths(unreadable);
        read.take_schemas(schemas);
        read.know_constraints_of_heat();
        read
    }

    /// Reads the tables of the built-in catalogue; its schemas are read when they are needed.
    #[must_use]
    pub fn built_in() -> Self {
        Self { files: TypeFiles::built_in(), ..Self::built_in_with_tables_alone() }
    }

    /// Reads the tables of the built-in catalogue, without any schemas.
    #[must_use]
    pub fn built_in_with_tables_alone() -> Self {
        let mut read = Self::default();
        read.built_in_tables();
        read
    }

    /// Reads the tables of a catalogue, without any schemas.
    #[must_use]
    pub fn read_tables(folder: &Path) -> Self {
        let mut read = Self::default();
        read.tables(folder);
        read
    }

    /// Reads some schema files, or all in some folders, with the tables of the catalogue to which they belong.
    #[must_use]
    pub fn read_some(paths: &[PathBuf], catalogue: &Path) -> Self {
        let mut read = Self::default();
        read.tables(catalogue);
        let mut schemas = Vec::new();
        for path in paths {
            if path.is_dir() {
                schemas.extend(read.schema_paths(path));
            } else if is_in(path, catalogue) && input::leads_out(path, catalogue).is_some() {
                read.take_unreadable(input::link_out(path));
            } else {
                schemas.push(path.clone());
            }
        }
        read.take_schemas(load(&schemas));
        read.know_constraints_of_heat();
        read
    }

    /// Reads a schema file alone.
    #[must_use]
    pub fn read_file(path: &Path) -> Self {
        let mut read = Self::default();
        read.take_schemas(load(&[path.to_path_buf()]));
        read
    }

    /// Reads a schema from its text.
    pub fn read_text(&mut self, source: &Arc<Source>) {
        self.take_schema(load_schema(source));
        self.files.sort();
    }

    /// Reads a schema file again after it changed, and returns the type that it describes. Returns `None` if that is not
    /// sufficient, because the file is new, was removed, is broken, or now describes a different type; then everything has to be
    /// read again.
    pub fn reread(&mut self, path: &Path) -> Option<String> {
        let shown = path.display().to_string();
        let (name, old) = self.files.iter().find(|(_, file)| same_file(file.source.name(), &shown))?;
        let (name, shown) = (name.to_owned(), old.source.name().to_owned());
        let source = Source::from_bytes(shown, input::read(path, input::MAX_TEXT).ok()?).ok()?;
        let loaded = load_schema(&source);
        let file = loaded.file.filter(|file| file.schema.name == name && loaded.diagnostics.is_empty())?;
        if !self.diagnostics.is_empty() {
            return None;
        }
        self.files.insert(name.clone(), file);
        Some(name)
    }

    /// Returns whether the catalogue contains errors that make it unusable.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.unreadable || self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// The catalogue, without the texts from which it was read.
    #[must_use]
    pub fn catalogue(&self) -> Catalogue {
        Catalogue {
            types: self.files.iter().map(|(name, file)| (name.to_owned(), file.schema.clone())).collect(),
            releases: self.releases.clone(),
            services: self.services.clone(),
            custom_constraints: self.custom_constraints.clone(),
            history: self.history.clone(),
            past: self.past.clone(),
            guests: self.guests.clone(),
        }
    }

    /// Converts the files to the catalogue, and drops the texts from which it was read.
    #[must_use]
    pub fn into_catalogue(self) -> Catalogue {
        let files = self.files.into_iter();
        let (types, trees): (_, Vec<_>) =
            files.map(|(name, SchemaFile { schema, root, .. })| ((name, schema), root)).unzip();
        threads::drop_later(trees);
        Catalogue {
            types,
            releases: self.releases,
            services: self.services,
            custom_constraints: self.custom_constraints,
            history: self.history,
            past: self.past,
            guests: self.guests,
        }
    }

    fn tables(&mut self, folder: &Path) {
        self.load_tables(|read, table| read.optional_source(&folder.join(table)));
    }

    fn built_in_tables(&mut self) {
        self.load_tables(|_, table| built_in::source(table));
    }

    /// Loads the tables that exist.
    fn load_tables(&mut self, source: impl Fn(&mut Self, &str) -> Option<Arc<Source>>) {
        let mut found;
        let mut built_in = 0;
        let mut source = |read: &mut Self, table: &str| {
            let source = source(read, table)?;
            built_in += usize::from(table != PAST && built_in::is_text_of(table, source.text()));
            Some(source)
        };
        if let Some(source) = source(self, RELEASES) {
            (self.releases, found) = load_releases(&source);
            self.diagnostics.append(&mut found);
        }
        let own = source(self, SERVICES);
        self.has_services = own.is_some();
        let is_other = |heat: &Arc<Source>| own.as_ref().is_none_or(|own| own.text() != heat.text());
        let heat = built_in::source(SERVICES).filter(is_other);
        for source in own.into_iter().chain(heat) {
            let (services, mut found) = load_services(&source);
            self.services.services.extend(services.services);
            self.diagnostics.append(&mut found);
        }
        if let Some(source) = source(self, CONSTRAINTS) {
            (self.custom_constraints, found) = load_custom_constraints(&source);
            self.diagnostics.append(&mut found);
            self.diagnostics.extend(lint_custom_constraints(&source, &self.custom_constraints));
        }
        if let Some(source) = source(self, HISTORY) {
            (self.history, found) = load_history(&source, &self.releases);
            self.diagnostics.append(&mut found);
        }
        if let Some(source) = source(self, PAST) {
            (self.past, found) = load_past(&source, &self.releases);
            self.diagnostics.append(&mut found);
        }
        self.has_built_in_tables = built_in == TABLES.len() - 1;
    }

    fn schema_paths(&mut self, folder: &Path) -> Vec<PathBuf> {
        let (paths, unreadable) = schema_paths(folder);
        self.take_unreadable_paths(unreadable);
        paths
    }

    fn take_unreadable_paths(&mut self, unreadable: Vec<Diagnostic>) {
        self.unreadable |= !unreadable.is_empty();
        self.diagnostics.extend(unreadable);
    }

    fn take_schemas(&mut self, schemas: Vec<Result<Loaded, Diagnostic>>) {
        for loaded in schemas {
            match loaded {
                Ok(loaded) => self.take_schema(loaded),
                Err(diagnostic) => self.take_unreadable(diagnostic),
            }
        }
        self.files.sort();
    }

    fn take_schema(&mut self, loaded: Loaded) {
        self.diagnostics.extend(loaded.diagnostics);
        let Some(file) = loaded.file else { return };
        if let Some(first) = self.files.get(&file.schema.name) {
            self.diagnostics.push(described_twice(first, &file));
            return;
        }
        self.files.insert(file.schema.name.clone(), file);
    }

    fn optional_source(&mut self, path: &Path) -> Option<Arc<Source>> {
        if fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
            return None;
        }
        // The tables are in the catalogue's own folder.
        if path.parent().is_some_and(|folder| input::leads_out(path, folder).is_some()) {
            self.take_unreadable(input::link_out(path));
            return None;
        }
        self.source(path)
    }

    fn source(&mut self, path: &Path) -> Option<Arc<Source>> {
        read_source(path).map_err(|diagnostic| self.take_unreadable(diagnostic)).ok()
    }

    fn take_unreadable(&mut self, diagnostic: Diagnostic) {
        self.unreadable = true;
        self.diagnostics.push(diagnostic);
    }

    /// The tables for the rules. If a table is missing, the rules that need it report nothing.
    #[must_use]
    pub fn tables_for_rules(&self) -> Tables<'_> {
        let (releases, constraints) = (&self.releases, &self.custom_constraints);
        Tables {
            releases: (!releases.releases.is_empty()).then_some(releases),
            heat_releases: (!self.is_of_heat()).then(releases_of_heat),
            services: self.has_services.then_some(&self.services),
            custom_constraints: self
                .known_constraints
                .as_ref()
                .or((!constraints.constraints.is_empty()).then_some(constraints)),
            history: (!self.history.releases.is_empty()).then_some(&self.history),
            types: self.types().collect(),
            heat_types: self.known_types_of_heat(),
            examples: None,
        }
    }

    /// All types, by name.
    pub fn types(&self) -> impl Iterator<Item = (&str, &ResourceType)> {
        self.files.iter().map(|(name, file)| (name, &file.schema))
    }

    /// The type of this name.
    #[must_use]
    pub fn get_type(&self, name: &str) -> Option<&ResourceType> {
        self.files.get(name).map(|file| &file.schema)
    }

    /// All findings of the rules, in the order of the types. The schemas of a guest are checked with its own tables.
    #[must_use]
    pub fn lint(&self, tables: &Tables<'_>) -> Vec<Diagnostic> {
        self.lint_files(&self.files.values().collect::<Vec<_>>(), tables)
    }

    /// Like [`SchemaFiles::lint`], but skips the built-in catalogue if all of it is unchanged, because it is known to have no
    /// findings. A test ensures that; types may have been added to the catalogue, but none replaced.
    #[must_use]
    pub fn lint_own(&self, tables: &Tables<'_>) -> Vec<Diagnostic> {
        let (built_in, own): (Vec<_>, Vec<_>) = self.files.values().partition(|file| {
            built_in::is_text_of(&built_in::path_of(&file.schema.name), file.source.text())
        });
        let is_whole = self.has_built_in_tables && built_in.len() == built_in::schemas().len();
        if is_whole { self.lint_files(&own, tables) } else { self.lint(tables) }
    }

    fn lint_files(&self, files: &[&SchemaFile], tables: &Tables<'_>) -> Vec<Diagnostic> {
        let found = threads::map(files, |file| match self.guests.of_type(&file.schema.name) {
            Some(guest) => lint_file(file, &guest.tables(tables)),
            None => lint_file(file, tables),
        });
        found.into_iter().flatten().collect()
    }
}

/// Reads schema files, on all cores.
fn load(paths: &[PathBuf]) -> Vec<Result<Loaded, Diagnostic>> {
    threads::map(paths, |path| read_source(path).map(|source| load_schema(&source)))
}

/// The schema files below a folder, and the errors for paths that cannot be read. Both are sorted, so that findings have the same
/// order everywhere.
pub fn schema_paths(folder: &Path) -> (Vec<PathBuf>, Vec<Diagnostic>) {
    let (mut paths, mut unreadable) = (Vec::new(), Vec::new());
    let mut entries = WalkDir::new(folder).follow_links(true).sort_by_file_name().into_iter();
    while let Some(entry) = entries.next() {
        match entry {
            // Links within the catalogue are followed. Files outside of it belong to others.
            Ok(entry) if entry.depth() > 0 && leads_out(&entry, folder) => {
                unreadable.push(input::link_out(entry.path()));
                if entry.file_type().is_dir() {
                    entries.skip_current_dir();
                }
            }
            Ok(entry) => {
                let is_table = entry.depth() == 1 && TABLES.iter().any(|table| entry.file_name() == *table);
                let is_yaml = entry.path().extension().is_some_and(|extension| extension == "yaml");
                if is_yaml && !is_table {
                    paths.push(entry.into_path());
                }
            }
            Err(error) => {
                let path = error.path().unwrap_or(folder).display().to_string();
                let message = match error.loop_ancestor() {
                    Some(ancestor) => {
                        format!(
                            "the symbolic link points to `{}`, a folder that contains it",
                            ancestor.display()
                        )
                    }
                    None => error.io_error().map_or_else(|| error.to_string(), describe),
                };
                unreadable.push(Diagnostic::error("unreadable-file", message).in_file(path));
            }
        }
    }
    (paths, unreadable)
}

fn leads_out(entry: &DirEntry, folder: &Path) -> bool {
    entry.path_is_symlink() && input::leads_out(entry.path(), folder).is_some()
}

/// Returns whether a path is written as one in a folder.
fn is_in(path: &Path, folder: &Path) -> bool {
    let around = path.parent().and_then(|around| around.canonicalize().ok());
    around.zip(folder.canonicalize().ok()).is_some_and(|(around, folder)| around.starts_with(folder))
}

/// The diagnostic for a type that a second file describes.
pub fn described_twice(first: &SchemaFile, second: &SchemaFile) -> Diagnostic {
    let type_name = heat_model::SchemaPath::root().join("type");
    Diagnostic::error("duplicate-type", format!("`{}` is described in two files", second.schema.name))
        .with_label(&second.source, second.value_span(&type_name), "described again here")
        .with_label(&first.source, first.value_span(&type_name), "first described here")
        .with_help("keep one of the two files, or rename its type")
}

/// The text of a file.
pub fn read_source(path: &Path) -> Result<Arc<Source>, Diagnostic> {
    let bytes = input::read(path, input::MAX_TEXT).map_err(|error| error.at(path))?;
    Source::from_bytes(path.display().to_string(), bytes)
}

/// Returns whether two paths name the same file, even if only one of them is absolute.
fn same_file(known: &str, given: &str) -> bool {
    known == given
        || (Path::new(given).is_absolute()
            && Path::new(known).canonicalize().is_ok_and(|path| path == Path::new(given)))
}

/// The path of a type's schema in its catalogue: `OS/Nova/Server.yaml` for `OS::Nova::Server`.
#[must_use]
pub fn path_of_type(name: &str) -> PathBuf {
    let mut path: PathBuf = name.split("::").collect();
    path.as_mut_os_string().push(".yaml");
    path
}

impl ResourceTypes for SchemaFiles {
    fn find(&self, name: &str) -> Option<&ResourceType> {
        self.files.get(name).map(|file| &file.schema)
    }

    fn names(&self) -> Vec<&str> {
        let schemas = self.files.values().map(|file| &file.schema);
        schemas
            .filter(|schema| !schema.support_status.is_hidden())
            .map(|schema| schema.name.as_str())
            .collect()
    }

    fn custom_constraints(&self) -> Option<&CustomConstraintTable> {
        Some(&self.custom_constraints).filter(|table| !table.constraints.is_empty())
    }
}
