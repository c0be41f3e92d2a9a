//! State that every command receives: the location of the catalogue, and the handles to write to.
//!
//! A command receives its arguments and the [`Session`], writes to the session's handles, and ends with an [`Outcome`] or a
//! [`Failure`]. Nothing bypasses the handles, so that a closed pipe is detected in one place.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use codegen::{Console, no_catalogue};
use heat_catalogue::io_error::describe;
use heat_catalogue::past_examples::ExampleReader;
use heat_catalogue::{SchemaFiles, output};
use heat_hot::fault::Problem;
use heat_import::own_types;
use heat_report::json_text;
use heat_template_files::Examples;
use heat_yaml::{Diagnostic, Severity, one_line};
use serde::Serialize;

use crate::earlier_release::as_of;
use crate::outcome::{Failure, Outcome};

/// The location of the catalogue, and the handles for output.
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own on the command line")]
pub struct Session {
    /// The catalogue's folder. Commands that write schemas write them there, even if it does not exist yet.
    pub schemas: PathBuf,
    /// `true` if the built-in catalogue is read instead of the folder: no folder was named, and there is none at the default
    /// path.
    pub is_built_in: bool,
    /// `true` if commands about templates and types only know the types of the folder, and not also those of Heat.
    pub has_only_own_types: bool,
    /// Files and folders that add types to the catalogue, for commands about templates and types.
    pub types: Vec<PathBuf>,
    /// The release for commands about templates and types, by name or version; by default, the newest.
    pub release: Option<String>,
    /// `true` if notes and summaries are omitted: all output except results and findings.
    pub is_quiet: bool,
    /// The files that the command has read, besides those that its arguments name.
    pub files_read: BTreeSet<PathBuf>,
    /// The address of the published docs, ending with `/`, if it is known.
    pub docs_url: Option<&'static str>,
    /// `true` if the terminal on which results are shown supports links.
    pub shows_links: bool,
    /// Handle for results.
    pub out: Box<dyn Write>,
    /// Handle for everything else.
    pub err: Box<dyn Write>,
    /// `true` if results are coloured.
    pub color_out: bool,
    /// `true` if output other than results is coloured.
    pub color_err: bool,
}

impl Session {
    /// A session with a catalogue's folder, and with handles that support no colours.
    #[must_use]
    pub fn new(schemas: PathBuf, out: Box<dyn Write>, err: Box<dyn Write>) -> Self {
        Self {
            schemas,
            is_built_in: false,
            has_only_own_types: false,
            types: Vec::new(),
            release: None,
            is_quiet: false,
            files_read: BTreeSet::new(),
            docs_url: None,
            shows_links: false,
            out,
            err,
            color_out: false,
            color_err: false,
        }
    }

    /// Reads the catalogue, which may be the built-in one; the result contains its problems.
    ///
    /// # Errors
    /// If there is no such folder.
    pub fn read(&self) -> Result<SchemaFiles, Failure> {
        self.reader()()
    }

    /// Returns a function that reads the catalogue. It can be sent to another thread; the session cannot.
    pub(crate) fn reader(&self) -> impl Fn() -> Result<SchemaFiles, Failure> + Send + use<> {
        let (folder, is_built_in) = (self.schemas.clone(), self.is_built_in);
        move || if is_built_in { Ok(SchemaFiles::built_in()) } else { read_folder(&folder) }
    }

    /// Reads the catalogue's folder, for a command that is about its files; the result contains its problems.
    ///
    /// # Errors
    /// If there is no such folder.
    pub fn read_folder(&self) -> Result<SchemaFiles, Failure> {
        read_folder(&self.schemas)
    }

    /// Reads the types that templates can have: those of Heat and of the catalogue, with the added ones, as of the release. The
    /// problems in the files are drawn on the error handle, and the rest is returned. The outcome says whether everything could
    /// be read.
    ///
    /// # Errors
    /// If there is no such folder or release, if a path of `--types` is invalid, or if the error handle is closed.
    pub fn read_leniently(&mut self) -> Result<(SchemaFiles, Outcome), Failure> {
        self.read_as_of(Some(&Examples))
    }

    /// Like [`Self::read_leniently`], for commands about templates: the types that were different in an earlier release have no examples.
    ///
    /// # Errors
    /// See [`Self::read_leniently`].
    pub(crate) fn read_for_templates(&mut self) -> Result<(SchemaFiles, Outcome), Failure> {
        self.read_as_of(None)
    }

    fn read_as_of(
        &mut self,
        examples: Option<&dyn ExampleReader>,
    ) -> Result<(SchemaFiles, Outcome), Failure> {
        let (files, outcome) = self.read_of_newest()?;
        let files = match &self.release {
            Some(release) => as_of(files, release, examples)?,
            None => files,
        };
        Ok((files, outcome))
    }

    /// Reads the types that templates can have, as of the newest release, with the record of the earlier ones.
    ///
    /// # Errors
    /// See [`Self::read_leniently`].
    pub(crate) fn read_of_newest(&mut self) -> Result<(SchemaFiles, Outcome), Failure> {
        self.read_of_newest_with(&[])
    }

    /// Reads the types that templates can have, as of the newest release, with those that a project adds to them.
    ///
    /// # Errors
    /// See [`Self::read_leniently`].
    pub(crate) fn read_of_newest_with(
        &mut self,
        added: &[PathBuf],
    ) -> Result<(SchemaFiles, Outcome), Failure> {
        let mut files = self.read()?;
        if !self.is_built_in && !self.has_only_own_types {
            files = files.beside_heat("");
        }
        if let Err(found) = own_types::add(&[&self.types, added].concat(), &mut files) {
            self.draw(&found)?;
            return Err(Failure::unreadable("the types of --types could not be read"));
        }
        let outcome = self.draw_errors(&files)?;
        Ok((files, outcome))
    }

    /// Reads the catalogue's own files, to show parts of them: problems are drawn on the error handle.
    ///
    /// # Errors
    /// If there is no such folder, or if the error handle is closed.
    pub(crate) fn read_own(&mut self) -> Result<SchemaFiles, Failure> {
        let files = self.read()?;
        self.draw_errors(&files)?;
        Ok(files)
    }

    /// Draws the errors of a catalogue.
    fn draw_errors(&mut self, files: &SchemaFiles) -> Result<Outcome, Failure> {
        let is_error = |diagnostic: &&Diagnostic| diagnostic.severity == Severity::Error;
        let errors: Vec<Diagnostic> = files.diagnostics.iter().filter(is_error).cloned().collect();
        self.draw(&errors)?;
        Ok(match (files.unreadable, errors.is_empty()) {
            (true, _) => Outcome::Unreadable,
            (false, false) => Outcome::Findings,
            (false, true) => Outcome::Done,
        })
    }

    /// Runs a command whose results are written to a file, without colours. If the command fails, the file stays as it is.
    ///
    /// # Errors
    /// Errors of the command, or if the file cannot be written.
    pub(crate) fn with_file(
        &mut self,
        path: &Path,
        command: impl FnOnce(&mut Self) -> Result<Outcome, Failure>,
    ) -> Result<Outcome, Failure> {
        let (outcome, written) = self.captured(command);
        let outcome = outcome?;
        output::write(path, &written).map_err(|error| {
            Failure::unreadable(format!("`{}` cannot be written: {}", path.display(), describe(&error)))
        })?;
        Ok(outcome)
    }

    /// Runs a command whose results are not written, without colours. Returns what it returned, and its results.
    pub(crate) fn captured<T>(&mut self, command: impl FnOnce(&mut Self) -> T) -> (T, Vec<u8>) {
        let written = Written::default();
        let handle = std::mem::replace(&mut self.out, Box::new(written.clone()));
        let color = std::mem::replace(&mut self.color_out, false);
        let shows_links = std::mem::take(&mut self.shows_links);
        let returned = command(self);
        (self.out, self.color_out, self.shows_links) = (handle, color, shows_links);
        (returned, written.0.take())
    }

    /// Writes a note about the work to the error handle, unless the session is quiet.
    ///
    /// # Errors
    /// If the handle is closed.
    pub(crate) fn note(&mut self, note: &str) -> io::Result<()> {
        if self.is_quiet {
            return Ok(());
        }
        // In a terminal, results appear above the notes about them.
        self.out.flush()?;
        writeln!(self.err, "note: {}", one_line(note))
    }

    /// Names the catalogue that was read, if there are errors that depend on it.
    ///
    /// # Errors
    /// If the handle is closed.
    pub(crate) fn name_catalogue(&mut self, diagnostics: &[Diagnostic]) -> io::Result<()> {
        if diagnostics.iter().all(|found| found.code != Problem::UnknownType.id()) {
            return Ok(());
        }
        if diagnostics.iter().any(|found| found.message.contains("(AWS::")) {
            self.note("Heat has few types of AWS: `heat-codegen list AWS::` lists them")?;
        }
        let folder = self.schemas.display();
        let note = match (self.is_built_in, self.has_only_own_types) {
            (true, _) => {
                "the known resource types are those of Heat; --types adds those of a cloud".to_owned()
            }
            (false, false) => {
                format!(
                    "the known resource types are those of Heat and of `{folder}`; --types adds those of a cloud"
                )
            }
            (false, true) => {
                format!("the known resource types are those of `{folder}` alone, because of --only-own-types")
            }
        };
        self.note(&note)
    }

    /// The handles for a build of the docs.
    pub(crate) fn console(&mut self) -> Console<'_> {
        Console { out: &mut *self.out, err: &mut *self.err, color_err: self.color_err }
    }

    /// Draws problems on the error handle.
    ///
    /// # Errors
    /// If the handle is closed.
    pub fn draw(&mut self, diagnostics: &[Diagnostic]) -> io::Result<()> {
        heat_report::text::draw(diagnostics, self.color_err, &mut self.err)
    }

    /// Writes data as readable JSON.
    pub(crate) fn write_json<T: Serialize>(&mut self, data: &T) -> io::Result<()> {
        self.out.write_all(json_text::pretty(data)?.as_bytes())
    }

    /// Reads the catalogue for a command that needs all of it.
    ///
    /// # Errors
    /// If it contains errors; they have been drawn on the error handle.
    pub fn read_strictly(&mut self) -> Result<SchemaFiles, Failure> {
        let (files, outcome) = self.read_leniently()?;
        let message = "the catalogue has errors; nothing was written";
        match outcome {
            Outcome::Done => Ok(files),
            Outcome::Findings => Err(Failure::refused(message)),
            Outcome::Unreadable => Err(Failure::unreadable(message)),
        }
    }
}

/// Output of a command, until it is written to a file.
#[derive(Clone, Default)]
struct Written(Rc<RefCell<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn read_folder(folder: &Path) -> Result<SchemaFiles, Failure> {
    if folder.is_dir() { Ok(SchemaFiles::read(folder)) } else { Err(no_catalogue(folder)) }
}
