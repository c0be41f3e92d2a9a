//! The resource types that the server knows, and their schema files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use heat_catalogue::catalogue::find_release;
use heat_catalogue::guests::Guest;
use heat_catalogue::schema_files::{SchemaFiles, TABLES};
use heat_catalogue::template_version::newest_version;
use heat_hot_language::HotVersion;
use heat_html::page_urls::release_slug;
use heat_import::own_types;
use heat_lint::lint_file;
use heat_model::ResourceTypes;
use heat_model::load::load_schema;
use heat_model::{ReleaseTable, ResourceType};
use heat_report::Failure;
use heat_yaml::{Diagnostic, Source, sort_diagnostics};
use indexmap::IndexMap;

/// The catalogue, with its folder if it has one.
#[derive(Clone, Default)]
pub struct Catalogue {
    files: Arc<SchemaFiles>,
    folder: Option<PathBuf>,
    /// The files and folders that add types to the catalogue.
    added: Vec<PathBuf>,
    /// `true` if the catalogue contains the types of Heat in addition to those of the folder.
    has_heat: bool,
    /// The types of projects, created at the first request for them.
    of_projects: Arc<Mutex<IndexMap<ProjectKey, Arc<ProjectTypes>>>>,
}

/// Settings of a project about types: a release, and files with types.
type ProjectKey = (Option<String>, Vec<PathBuf>);

/// The types for the templates of a project whose settings name a release or files with types.
#[derive(Debug, Default)]
pub(super) struct ProjectTypes {
    types: IndexMap<String, ResourceType>,
    /// The names of the types that the settings add, which have no page.
    added: BTreeSet<String>,
    /// The release; `None` for the newest.
    pub(super) release: Option<ProjectRelease>,
}

/// The release of Heat that the templates of a project are for.
#[derive(Debug)]
pub(super) struct ProjectRelease {
    /// The release in words: `18.0.0 (Yoga)`.
    pub(super) words: String,
    /// The newest version of HOT that the release knows; `None` if that is not recorded.
    pub(super) newest_version: Option<HotVersion>,
    /// The folder of the release's pages on a site: `yoga/`; empty for the newest release.
    pub(super) folder: String,
}

/// The types that a document can name.
#[derive(Debug, Clone)]
pub(super) enum KnownTypes<'a> {
    /// The types of the catalogue, in its newest release.
    Catalogue(&'a SchemaFiles),
    /// The types that the settings of the project ask for.
    Project(Arc<ProjectTypes>),
}

impl KnownTypes<'_> {
    /// The types in the form that checks use.
    pub(super) fn as_types(&self) -> &(dyn ResourceTypes + Sync) {
        match self {
            Self::Catalogue(files) => *files,
            Self::Project(project) => &project.types,
        }
    }

    /// The type with this name, which can be an old one.
    pub(super) fn find(&self, name: &str) -> Option<&ResourceType> {
        self.as_types().find_by_any_name(name)
    }

    /// Returns whether a site about these types has a page for the type with this name.
    pub(super) fn has_page(&self, name: &str) -> bool {
        match self {
            Self::Catalogue(files) => files.get_type(name).is_some(),
            Self::Project(project) => project.types.contains_key(name) && !project.added.contains(name),
        }
    }

    /// The types that are shown.
    pub(super) fn visible(&self) -> impl Iterator<Item = &ResourceType> {
        let types = self.as_types();
        types.names().into_iter().filter_map(|name| types.find(name))
    }

    /// The release that the types belong to; `None` for the newest.
    pub(super) fn release(&self) -> Option<&ProjectRelease> {
        match self {
            Self::Catalogue(_) => None,
            Self::Project(project) => project.release.as_ref(),
        }
    }
}

/// The folder of a release's pages on a site. The newest release has none, because the site itself is about it.
fn folder(version: &str, table: &ReleaseTable) -> String {
    if table.newest().is_some_and(|newest| newest.version == version) {
        return String::new();
    }
    let names = table.releases.iter().map(|release| (release.version.as_str(), release.name.as_str()));
    format!("{}/", release_slug(version, names))
}

impl Catalogue {
    /// The catalogue that was read from a folder with this absolute path, or is built in.
    #[must_use]
    pub fn new(files: SchemaFiles, folder: Option<&Path>) -> Self {
        Self { files: Arc::new(files), folder: folder.map(Path::to_path_buf), ..Self::default() }
    }

    /// Sets whether the catalogue contains the types of Heat in addition to those of its folder, for reading it again in the same
    /// way.
    #[must_use]
    pub fn with_heat(self, has_heat: bool) -> Self {
        Self { has_heat, ..self }
    }

    /// Sets the files and folders that added types to the catalogue, for reading them again when the catalogue changes.
    #[must_use]
    pub fn with_types(self, added: Vec<PathBuf>) -> Self {
        Self { added, ..self }
    }

    /// All types, as they were read.
    pub(super) fn types(&self) -> &SchemaFiles {
        &self.files
    }

    /// The types of a project whose settings name a release or files with types; `None` if they name neither.
    ///
    /// # Errors
    /// If there is no such release, it is not recorded, or a file cannot be read.
    pub(super) fn of_project(
        &self,
        release: Option<&str>,
        types: Vec<PathBuf>,
    ) -> Result<Option<Arc<ProjectTypes>>, Failure> {
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
        let mut added = BTreeSet::new();
        for (name, schema) in own.into_catalogue().types {
            if !catalogue.types.contains_key(&name) {
                added.insert(name.clone());
                catalogue.types.insert(name, schema);
            }
        }
        let mut known_release = None;
        if let Some(asked) = release {
            let release = find_release(&catalogue.releases, asked)?;
            known_release = Some(ProjectRelease {
                words: format!("{} ({})", release.version, release.name),
                newest_version: newest_version(&release.version, &catalogue.releases),
                folder: folder(&release.version, &catalogue.releases),
            });
            let then = catalogue.as_of(&release.version, None);
            catalogue = then.map_err(|error| Failure::refused(error.to_string()))?;
        }
        catalogue.types.sort_unstable_keys();
        let types = Arc::new(ProjectTypes { types: catalogue.types, added, release: known_release });
        known.insert(key, Arc::clone(&types));
        Ok(Some(types))
    }

    /// The types that are shown.
    pub(super) fn visible(&self) -> impl Iterator<Item = &ResourceType> {
        self.files.types().map(|(_, schema)| schema).filter(|schema| !schema.is_hidden())
    }

    /// The file of a type's schema; `None` if the schema is built in.
    pub(super) fn path_of(&self, name: &str) -> Option<&str> {
        let path = self.files.files.get(name)?.source.name();
        Path::new(path).is_absolute().then_some(path)
    }

    /// Returns whether a path is that of a schema in the catalogue's folder.
    pub(super) fn has_schema(&self, path: &Path) -> bool {
        let Some(folder) = &self.folder else { return false };
        let is_yaml = path.extension().is_some_and(|extension| extension == "yaml");
        let Some(inner) = path.strip_prefix(folder).ok().filter(|_| is_yaml) else { return false };
        !TABLES.iter().any(|table| inner == Path::new(table))
    }

    /// The findings for the schema in a text, as `check` reports them.
    pub(super) fn check_schema(&self, source: &Arc<Source>) -> Vec<Diagnostic> {
        let loaded = load_schema(source);
        let mut found = loaded.diagnostics;
        if let Some(file) = loaded.file {
            let around = self.files.tables_for_rules();
            let guest = self.guest_of(&file.schema.name);
            let mut tables = guest.map_or_else(|| around.clone(), |guest| guest.tables(&around));
            tables.types.insert(&file.schema.name, &file.schema);
            found.extend(lint_file(&file, &tables));
        }
        sort_diagnostics(&mut found);
        found
    }

    /// The plug-in that a type belongs to. A new type belongs to the plug-in of the folder.
    fn guest_of(&self, type_name: &str) -> Option<&Guest> {
        let guests = &self.files.guests;
        let folder = self.folder.as_deref().filter(|_| !self.files.files.contains_key(type_name));
        let is_in_folder = |name: &String| {
            folder.zip(self.path_of(name)).is_some_and(|(folder, path)| Path::new(path).starts_with(folder))
        };
        guests.of_type(type_name).or_else(|| guests.iter().find(|guest| guest.types.iter().any(is_in_folder)))
    }

    /// Reads the catalogue again, if a file of its folder changed.
    pub(super) fn refresh(&mut self, path: &Path) -> bool {
        let around = self.folder.as_ref().filter(|folder| path.starts_with(folder));
        let Some(folder) = around else { return false };
        let mut files = SchemaFiles::read(folder);
        if self.has_heat {
            files = files.beside_heat("");
        }
        // The files were valid when the server started. Errors in them since then do not affect the rest of the catalogue.
        _ = own_types::add(&self.added, &mut files);
        self.files = Arc::new(files);
        self.of_projects = Arc::default();
        true
    }
}
