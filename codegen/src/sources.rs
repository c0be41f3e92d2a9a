//! Sources of a site: the catalogue, the types that are added to it, and `docs.yaml` with the settings of the site.

use std::path::{Path, PathBuf};

use heat_catalogue::SchemaFiles;
use heat_import::own_types;
use heat_report::Failure;
use heat_site::DocsFile;
use heat_site::docs_file::FILE;

/// Locations of a site's sources.
#[derive(Debug, Clone)]
pub struct Sources {
    /// The folder of the schemas; `None` if only the built-in catalogue is read.
    schemas: Option<PathBuf>,
    /// Files and folders that add types to the catalogue.
    types: Vec<PathBuf>,
    /// The file with the settings of the site, if there is one.
    docs: Option<PathBuf>,
}

impl Sources {
    /// Sources with this folder of schemas, or with only the built-in catalogue, and with additional types. By default, the file
    /// with the settings is the one beside `place`, the folder where schemas are or would be.
    ///
    /// # Errors
    /// If there is no file of that name.
    pub fn new(
        schemas: Option<PathBuf>,
        place: &Path,
        types: Vec<PathBuf>,
        docs: Option<&Path>,
    ) -> Result<Self, Failure> {
        let beside = place.with_file_name(FILE);
        let docs = match docs {
            Some(named) if !named.is_file() => {
                return Err(Failure::unreadable(format!("there is no file `{}`", named.display()))
                    .with_help("--docs names the settings of the site, `docs.yaml`"));
            }
            Some(named) => Some(named.to_path_buf()),
            None => beside.is_file().then_some(beside),
        };
        Ok(Self { schemas, types, docs })
    }

    /// The settings of the site. Errors in them are added to those in the schemas.
    fn docs(&self, files: &mut SchemaFiles) -> Option<DocsFile> {
        match DocsFile::read(self.docs.as_ref()?) {
            Ok(docs) => Some(docs),
            Err(found) => {
                files.diagnostics.extend(found);
                None
            }
        }
    }

    /// Reads the schemas, with everything that is added to them, and the settings of the site. The schemas contain all errors.
    ///
    /// # Errors
    /// If there is no folder of schemas.
    pub fn read(&self) -> Result<(SchemaFiles, Option<DocsFile>), Failure> {
        let mut wrong = SchemaFiles::default();
        let docs = self.docs(&mut wrong);
        let own = self.schemas.as_deref().map(|folder| {
            if folder.is_dir() { Ok(SchemaFiles::read(folder)) } else { Err(no_catalogue(folder)) }
        });
        let product = docs.as_ref().and_then(|docs| docs.product.as_deref()).unwrap_or_default();
        let with_heat = docs.as_ref().is_some_and(|docs| docs.heat);
        let mut files = match own.transpose()? {
            None => SchemaFiles::built_in(),
            Some(own) if with_heat && !own.is_of_heat() => own.beside_heat(product),
            Some(mut own) => {
                own.add_used_constraints();
                own
            }
        };
        files.diagnostics.append(&mut wrong.diagnostics);
        for (docs, plug_in) in docs.iter().flat_map(|docs| docs.plug_ins.iter().map(move |each| (docs, each)))
        {
            let found = match docs.check_plug_in(plug_in) {
                Some(missing) => vec![missing],
                None => own_types::add_of(&plug_in.types, &plug_in.product, &mut files),
            };
            files.diagnostics.extend(found);
        }
        for path in &self.types {
            // The project's own schemas can also be the ones that are added to those of Heat.
            let product = if self.is_beside_docs(path) { product } else { "" };
            let found = own_types::add_of(path, product, &mut files);
            files.diagnostics.extend(found);
        }
        Ok((files, docs))
    }

    fn is_beside_docs(&self, path: &Path) -> bool {
        let folder = |path: &Path| path.canonicalize().ok()?.parent().map(Path::to_path_buf);
        self.docs.as_deref().is_some_and(|docs| path.is_dir() && folder(docs) == folder(path))
    }

    /// The title that the settings give to the docs.
    ///
    /// # Errors
    /// All errors in the settings.
    pub fn title(&self) -> Result<Option<String>, Vec<heat_yaml::Diagnostic>> {
        let docs = self.docs.as_deref().map(DocsFile::read).transpose()?;
        Ok(docs.and_then(|docs| docs.title))
    }

    /// The folder of the schemas; `None` if only the built-in catalogue is read.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.schemas.as_deref()
    }

    /// The folders and files with schemas.
    pub fn schemas(&self) -> impl Iterator<Item = &Path> {
        self.schemas.iter().chain(&self.types).map(PathBuf::as_path)
    }

    /// The file with the settings.
    #[must_use]
    pub fn docs_path(&self) -> Option<&Path> {
        self.docs.as_deref()
    }
}

/// The failure for a folder of schemas that does not exist.
#[must_use]
pub fn no_catalogue(folder: &Path) -> Failure {
    let message = if folder.exists() {
        format!("`{}` is not a folder", folder.display())
    } else {
        format!("there is no folder `{}`", folder.display())
    };
    Failure::unreadable(message).with_help("set the catalogue's folder with --schemas DIR")
}
