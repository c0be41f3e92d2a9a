//! The resource types that the server knows, and the schema files that they come from.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use heat_catalogue::catalogue::find_release;
use heat_catalogue::schema_files::{SchemaFiles, TABLES};
use heat_import::own_types;
use heat_lint::lint_file;
use heat_model::ResourceType;
use heat_model::load::load_schema;
use heat_report::Failure;
use heat_yaml::{Diagnostic, Source, sort_diagnostics};
use indexmap::IndexMap;

/// The catalogue, with its folder if it has one.
#[derive(Clone, Default)]
pub struct Catalogue {
    files: Arc<SchemaFiles>,
    folder: Option<PathBuf>,
    /// What adds types to it.
    added: Vec<PathBuf>,
    /// Whether the types of Heat are beside those of the folder.
    has_heat: bool,
    /// The types of projects, made when they are first asked for.
    of_projects: Arc<Mutex<IndexMap<ProjectKey, ProjectTypes>>>,
}

/// What the settings of a project say about types: a release, and files with types.
type ProjectKey = (Option<String>, Vec<PathBuf>);

/// The types that the templates of a project can have.
pub(super) type ProjectTypes = Arc<IndexMap<String, ResourceType>>;

impl Catalogue {
    /// The catalogue that was read from a folder with this absolute path, or is built in.
    #[must_use]
    pub fn new(files: SchemaFiles, folder: Option<&Path>) -> Self {
        Self { files: Arc::new(files), folder: folder.map(Path::to_path_buf), ..Self::default() }
    }

    /// The catalogue of a folder that has the types of Heat beside it: it is read again in the same way.
    #[must_use]
    pub fn with_heat(self, has_heat: bool) -> Self {
        Self { has_heat, ..self }
    }

    /// The catalogue with the files and folders that have added types to it: it is read again when one of them changes.
    #[must_use]
    pub fn with_types(self, added: Vec<PathBuf>) -> Self {
        Self { added, ..self }
    }

    /// All types, as they were read.
    pub(super) fn types(&self) -> &SchemaFiles {
        &self.files
    }

    /// The types of a project whose settings name a release or files with types; none if they name neither.
    ///
    /// # Errors
    /// If there is no such release, it is not recorded, or a file cannot be read.
    pub(super) fn of_project(
        &self,
        release: Option<&str>,
        types: Vec<PathBuf>,
    ) -> Result<Option<ProjectTypes>, Failure> {
        if release.is_none() && types.is_empty() {
            return Ok(None);
        }
        let key = (release.map(str::to_owned), types);
        let mut known = self.of_projects.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(types) = known.get(&key) {
            return Ok(Some(Arc::clone(types)));
        }
        let (_, types) = &key;
        let mut own = SchemaFiles::default();
        own_types::add(types, &mut own).map_err(|found| {
            let reasons: Vec<String> = found.into_iter().map(|found| found.message).collect();
            Failure::unreadable(format!("the types of the settings cannot be read: {}", reasons.join("; ")))
        })?;
        let mut catalogue = self.files.catalogue();
        for (name, schema) in own.into_catalogue().types {
            catalogue.types.entry(name).or_insert(schema);
        }
        if let Some(release) = release {
            let version = find_release(&catalogue.releases, release)?.version.clone();
            catalogue = catalogue.as_of(&version).map_err(|error| Failure::refused(error.to_string()))?;
        }
        let types = Arc::new(catalogue.types);
        known.insert(key, Arc::clone(&types));
        Ok(Some(types))
    }

    /// The type of this name.
    pub(super) fn find(&self, name: &str) -> Option<&ResourceType> {
        self.files.get_type(name)
    }

    /// The types that are shown.
    pub(super) fn visible(&self) -> impl Iterator<Item = &ResourceType> {
        self.files.types().map(|(_, schema)| schema).filter(|schema| !schema.is_hidden())
    }

    /// The file of a type's schema; none if it is built in.
    pub(super) fn path_of(&self, name: &str) -> Option<&str> {
        let path = self.files.files.get(name)?.source.name();
        Path::new(path).is_absolute().then_some(path)
    }

    /// Whether a path is that of a schema in the catalogue's folder.
    pub(super) fn has_schema(&self, path: &Path) -> bool {
        let Some(folder) = &self.folder else { return false };
        let is_yaml = path.extension().is_some_and(|extension| extension == "yaml");
        let Some(inner) = path.strip_prefix(folder).ok().filter(|_| is_yaml) else { return false };
        !TABLES.iter().any(|table| inner == Path::new(table))
    }

    /// What is wrong with the schema in a text, as `check` reports it.
    pub(super) fn check_schema(&self, source: &Arc<Source>) -> Vec<Diagnostic> {
        let loaded = load_schema(source);
        let mut found = loaded.diagnostics;
        if let Some(file) = loaded.file {
            let mut tables = self.files.tables_for_rules();
            tables.types.insert(&file.schema.name, &file.schema);
            found.extend(lint_file(&file, &tables));
        }
        sort_diagnostics(&mut found);
        found
    }

    /// Reads the catalogue again, if a file of its folder changed.
    pub(super) fn refresh(&mut self, path: &Path) -> bool {
        let around = self.folder.as_ref().filter(|folder| path.starts_with(folder));
        let Some(folder) = around else { return false };
        let mut files = SchemaFiles::read(folder);
        if self.has_heat {
            files = files.beside_heat("");
        }
        // They were read when the server started; what has become wrong with them since takes nothing from the catalogue.
        _ = own_types::add(&self.added, &mut files);
        self.files = Arc::new(files);
        self.of_projects = Arc::default();
        true
    }
}
