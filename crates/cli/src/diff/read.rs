//! Reading both sides. A file that is the same on both sides is read and parsed once, and known to be unchanged.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use heat_catalogue::input::{self, ReadError};
use heat_catalogue::schema_files::{
    CONSTRAINTS, HISTORY, PAST, RELEASES, SERVICES, described_twice, read_source, schema_paths,
};
use heat_catalogue::threads;
use heat_import::facts::{Descriptions, Facts};
use heat_model::load::{SchemaFile, load_custom_constraints, load_releases, load_schema};
use heat_model::{CustomConstraintTable, ReleaseTable};
use heat_yaml::{Diagnostic, ParseOptions, Source};

use super::contents::{ReadFile, Records, Schema, Side, TableFile};
use super::side::{Origin, ReleaseSide, Revision};
use crate::git::{Blob, slashes};
use crate::history::series::version_in_name;
use crate::outcome::Failure;

/// Reads the base and the head.
pub(super) fn sides([base, head]: &[Origin; 2]) -> Result<[Side; 2], Failure> {
    let (before, after) = (Listing::of(base)?, Listing::of(head)?);
    let after = after.read(head, None)?;
    let before = before.read(base, Some(&after))?;
    Ok([before, after])
}

/// The contents of a side that have to be read.
enum Listing<'a> {
    Facts(&'a Path),
    Release(&'a ReleaseSide),
    Files { files: Vec<ListedFile<'a>>, unreadable: Vec<Diagnostic>, exists: bool, records: Records },
}

/// A file to read.
struct ListedFile<'a> {
    /// The file's path in the catalogue's folder.
    key: String,
    /// The file's path for display.
    path: String,
    content: Content<'a>,
}

enum Content<'a> {
    Path(PathBuf),
    Blob(Blob, &'a Revision),
}

impl<'a> Listing<'a> {
    fn of(origin: &'a Origin) -> Result<Self, Failure> {
        match origin {
            Origin::Facts(path) => Ok(Self::Facts(path)),
            Origin::Folder(folder) => Ok(Self::of_folder(folder)),
            Origin::Revision(revision) => Self::of_revision(revision),
            Origin::Release(release) => Ok(Self::Release(release)),
        }
    }

    fn of_folder(folder: &Path) -> Self {
        let (schemas, mut unreadable) = schema_paths(folder);
        let tables = [RELEASES, CONSTRAINTS].map(|table| folder.join(table));
        // A table may be missing; a dangling link is reported.
        let mut tables: Vec<PathBuf> =
            tables.into_iter().filter(|table| fs::symlink_metadata(table).is_ok()).collect();
        tables.retain(|table| {
            let leads_out = input::leads_out(table, folder).is_some();
            unreadable.extend(leads_out.then(|| input::link_out(table)));
            !leads_out
        });
        let files = tables.into_iter().chain(schemas).map(|path| ListedFile {
            key: slashes(path.strip_prefix(folder).unwrap_or(&path)),
            path: path.display().to_string(),
            content: Content::Path(path),
        });
        let has = |name: &str| folder.join(name).is_file();
        let records = Records { has_history: has(HISTORY), has_past: has(PAST) };
        Self::Files { files: files.collect(), unreadable, exists: folder.is_dir(), records }
    }

    fn of_revision(revision: &'a Revision) -> Result<Self, Failure> {
        let blobs = revision.repository.files(&revision.commit)?;
        let exists = !blobs.is_empty();
        let is_yaml = |path: &str| Path::new(path).extension().is_some_and(|extension| extension == "yaml");
        let has = |name: &str| blobs.iter().any(|blob| blob.path == name);
        let records = Records { has_history: has(HISTORY), has_past: has(PAST) };
        let wanted = blobs
            .into_iter()
            .filter(|blob| is_yaml(&blob.path) && ![HISTORY, PAST, SERVICES].contains(&blob.path.as_str()));
        let files = wanted.map(|blob| ListedFile {
            key: blob.path.clone(),
            path: revision.folder.join(&blob.path).display().to_string(),
            content: Content::Blob(blob, revision),
        });
        Ok(Self::Files { files: files.collect(), unreadable: Vec::new(), exists, records })
    }

    fn read(self, origin: &Origin, other: Option<&Side>) -> Result<Side, Failure> {
        let mut side = Side { name: origin.name(), ..Side::default() };
        match self {
            Self::Facts(path) => side.take_facts(path),
            Self::Release(release) => side.take_release(release),
            Self::Files { files, unreadable, exists, records } => {
                side.records = records;
                side.diagnostics = unreadable;
                side.exists = exists;
                side.is_catalogue = true;
                side.take_files(&files, other)?;
            }
        }
        Ok(side)
    }
}

impl Side {
    fn take_facts(&mut self, path: &Path) {
        let shown = path.display().to_string();
        let text = input::read(path, input::MAX_DATA).map_err(|error| error.at(path));
        match text.and_then(|bytes| Source::from_bytes(shown.as_str(), bytes)) {
            Ok(source) => {
                let facts = Facts::read(&shown, source.text(), Descriptions::Keep);
                self.diagnostics = facts.diagnostics;
                self.version = facts.heat_version.or_else(|| version_in_name(path));
                let types = facts.types.into_iter().map(|(name, facts)| {
                    (name, Schema::Facts { facts: Box::new(facts), path: shown.clone() })
                });
                self.types = types.collect();
                self.exists = true;
            }
            Err(diagnostic) => self.diagnostics.push(diagnostic),
        }
    }

    /// Takes the types of a release of the history. It has no tables of its own, because the catalogue's tables are newer.
    fn take_release(&mut self, release: &ReleaseSide) {
        let types = release.types.iter().map(|(name, file)| {
            let path = file.source.name().to_owned();
            (name.clone(), Schema::File { file: Arc::clone(file), path })
        });
        self.types = types.collect();
        self.releases = release.releases.clone();
        self.constraints = release.constraints.clone();
        self.exists = true;
    }

    fn take_files(&mut self, files: &[ListedFile<'_>], other: Option<&Self>) -> Result<(), Failure> {
        let known = |listed: &ListedFile<'_>| other.and_then(|other| other.by_path.get(&listed.key));
        let same = |listed: &ListedFile<'_>| {
            let known = known(listed)?;
            (known.id.as_deref() == Some(listed.blob()?)).then_some(&known.file)
        };
        let changed: Vec<&ListedFile<'_>> = files.iter().filter(|listed| same(listed).is_none()).collect();
        let texts = texts(&changed)?;
        let read = threads::map(files, |listed| match same(listed) {
            Some(file) => Read::Schema(Some(Arc::clone(file)), Vec::new()),
            None => Read::of(listed, &texts, known(listed)),
        });
        for (listed, read) in files.iter().zip(read) {
            match read {
                Read::Schema(file, diagnostics) => {
                    self.diagnostics.extend(diagnostics);
                    if let Some(file) = file {
                        self.take_schema(listed, file);
                    }
                }
                Read::Releases(source, (releases, diagnostics)) => {
                    self.releases = releases;
                    self.take_table(RELEASES, listed, &source);
                    self.diagnostics.extend(diagnostics);
                }
                Read::Constraints(source, (constraints, diagnostics)) => {
                    self.constraints = constraints;
                    self.take_table(CONSTRAINTS, listed, &source);
                    self.diagnostics.extend(diagnostics);
                }
                Read::Unreadable(diagnostic) => self.diagnostics.push(diagnostic),
            }
        }
        self.types.sort_unstable_keys();
        Ok(())
    }

    fn take_table(&mut self, name: &'static str, listed: &ListedFile<'_>, source: &Arc<Source>) {
        let root = heat_yaml::parse(source, &ParseOptions::default()).root;
        self.tables.extend(root.map(|root| TableFile {
            name,
            path: listed.path.clone(),
            source: Arc::clone(source),
            root,
        }));
    }

    fn take_schema(&mut self, listed: &ListedFile<'_>, file: Arc<SchemaFile>) {
        let known = ReadFile { id: listed.blob().map(str::to_owned), file: Arc::clone(&file) };
        self.by_path.insert(listed.key.clone(), known);
        if let Some(Schema::File { file: first, .. }) = self.types.get(&file.schema.name) {
            self.diagnostics.push(described_twice(first, &file));
            return;
        }
        let name = file.schema.name.clone();
        self.types.insert(name, Schema::File { file, path: listed.path.clone() });
    }
}

/// The contents of the blobs among some files, each read once; `None` for those that are too large.
fn texts(files: &[&ListedFile<'_>]) -> Result<HashMap<String, Option<Vec<u8>>>, Failure> {
    let mut seen = HashSet::new();
    let mut wanted: Vec<&str> = Vec::new();
    let mut repository = None;
    for listed in files {
        if let Content::Blob(blob, revision) = &listed.content
            && !blob.is_link
            && seen.insert(blob.id.as_str())
        {
            wanted.push(&blob.id);
            repository = Some(&revision.repository);
        }
    }
    let Some(repository) = repository else { return Ok(HashMap::new()) };
    let contents = repository.contents(&wanted, input::MAX_TEXT)?;
    Ok(wanted.into_iter().map(str::to_owned).zip(contents).collect())
}

/// The result of reading a file.
enum Read {
    Schema(Option<Arc<SchemaFile>>, Vec<Diagnostic>),
    Releases(Arc<Source>, (ReleaseTable, Vec<Diagnostic>)),
    Constraints(Arc<Source>, (CustomConstraintTable, Vec<Diagnostic>)),
    Unreadable(Diagnostic),
}

impl Read {
    fn of(
        listed: &ListedFile<'_>,
        texts: &HashMap<String, Option<Vec<u8>>>,
        known: Option<&ReadFile>,
    ) -> Self {
        let source = match listed.source(texts) {
            Ok(source) => source,
            Err(diagnostic) => return Self::Unreadable(diagnostic),
        };
        if listed.key == RELEASES {
            let loaded = load_releases(&source);
            return Self::Releases(source, loaded);
        }
        if listed.key == CONSTRAINTS {
            let loaded = load_custom_constraints(&source);
            return Self::Constraints(source, loaded);
        }
        if let Some(known) = known
            && known.file.source.text() == source.text()
        {
            return Self::Schema(Some(Arc::clone(&known.file)), Vec::new());
        }
        let loaded = load_schema(&source);
        Self::Schema(loaded.file.map(Arc::new), loaded.diagnostics)
    }
}

impl ListedFile<'_> {
    /// The object id of the file's content, if it comes from a revision.
    fn blob(&self) -> Option<&str> {
        match &self.content {
            Content::Blob(blob, _) => Some(&blob.id),
            Content::Path(_) => None,
        }
    }

    fn source(&self, texts: &HashMap<String, Option<Vec<u8>>>) -> Result<Arc<Source>, Diagnostic> {
        match &self.content {
            Content::Path(path) => read_source(path),
            Content::Blob(blob, revision) => {
                let name = format!("{}:{}", revision.commit.revision, self.path);
                if blob.is_link {
                    let message = "a symbolic link, which is not followed in a revision";
                    return Err(Diagnostic::error("unreadable-file", message).in_file(name));
                }
                match texts.get(&blob.id) {
                    Some(None) => Err(ReadError::TooLarge(input::MAX_TEXT).at(Path::new(&name))),
                    text => Source::from_bytes(name, text.cloned().flatten().unwrap_or_default()),
                }
            }
        }
    }
}
