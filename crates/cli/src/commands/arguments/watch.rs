//! The option `--watch`: a command runs again when one of the files that it reads changes.
//!
//! Before the first run, these are the files that the arguments name. After each run, the session adds the files that were read,
//! because a template can name files anywhere in its project.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use codegen::canonical_path;
use heat_template_check::settings::FILE as SETTINGS_FILE;

use crate::commands::ending;
use crate::inputs::changes::{Changes, Depth};
use crate::inputs::paths::folders_below;
use crate::inputs::source::is_standard_input;
use crate::outcome::{CommandResult, Failure, Outcome};
use crate::session::Session;

/// Option to run a command again when its files change.
#[derive(Debug, Clone, Copy, Default, Args)]
pub(crate) struct WatchArgs {
    /// Run again with every change of the files, until Ctrl-C. In a terminal, the screen is cleared before each run.
    #[arg(long)]
    watch: bool,
}

/// Files that a command reads, as far as its arguments name them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Watched {
    /// The files and folders.
    pub(crate) inputs: Vec<PathBuf>,
    /// Extensions of the files in the folders that are watched; if empty, all files that are not hidden.
    pub(crate) endings: &'static [&'static str],
    /// Files that the command writes itself: changes of them cause no new run.
    pub(crate) outputs: Vec<PathBuf>,
}

/// The sequence that moves the cursor to the first line and clears the screen from there.
const CLEAR: &[u8] = b"\x1b[H\x1b[2J";

/// The maximum number of changed files that are named.
const MAX_NAMED: usize = 3;

impl WatchArgs {
    /// Runs a command, once or with every change.
    ///
    /// # Errors
    /// Errors of the command if it runs once; otherwise if the output is closed or files cannot be watched.
    pub(crate) fn run(
        self,
        watched: &Watched,
        session: &mut Session,
        command: impl Fn(&mut Session) -> CommandResult,
    ) -> CommandResult {
        if !self.watch {
            return command(session);
        }
        if watched.inputs.iter().any(|path| is_standard_input(path)) {
            return Err(Failure::unreadable("--watch cannot watch the standard input")
                .with_help("name the files: `heat-codegen validate FILE --watch`"));
        }
        let mut changes = Changes::new()?;
        let mut relevant = Relevant::of(watched);
        loop {
            // Watching starts before reading, so that no change in between is missed.
            relevant.folders = watched.folders();
            let around = relevant.named.iter().filter_map(|path| path.parent());
            watch_all(&mut changes, &around.map(Path::to_path_buf).collect())?;
            watch_all(&mut changes, &relevant.folders)?;
            clear_screen()?;
            let began = Instant::now();
            session.files_read.clear();
            match command(session) {
                Ok(_) => {}
                Err(Failure::Output(error)) => return Err(error.into()),
                Err(failure) => _ = ending::report(&failure, session),
            }
            session.out.flush()?;
            relevant.files = session.files_read.iter().map(|path| canonical_path(path)).collect();
            let around = relevant.files.iter().filter_map(|path| path.parent());
            watch_all(&mut changes, &around.map(Path::to_path_buf).collect())?;
            if relevant.files.iter().any(|path| is_newer(path, began)) {
                continue;
            }
            session.note("waiting for changes; stop with Ctrl-C")?;
            let seen = loop {
                let Some(paths) = changes.next() else { return Ok(Outcome::Done) };
                let paths: BTreeSet<PathBuf> = paths.into_iter().filter(|path| relevant.has(path)).collect();
                if !paths.is_empty() {
                    break paths;
                }
            };
            session.note(&format!("{} changed", names(&seen)))?;
        }
    }
}

impl Watched {
    /// The folders in which new files are watched for.
    fn folders(&self) -> BTreeSet<PathBuf> {
        let folders = self.inputs.iter().filter(|path| path.is_dir()).flat_map(|path| folders_below(path));
        folders.map(|folder| canonical_path(&folder)).collect()
    }
}

/// Decides whether a change causes a new run.
struct Relevant {
    /// The files that were read.
    files: BTreeSet<PathBuf>,
    /// The files and folders that the arguments name. The parent folder is watched, because an editor can replace a file, and a
    /// watch on the file itself would stay on the old one.
    named: BTreeSet<PathBuf>,
    /// The folders in which new files are watched for.
    folders: BTreeSet<PathBuf>,
    endings: &'static [&'static str],
    outputs: Vec<PathBuf>,
}

impl Relevant {
    fn of(watched: &Watched) -> Self {
        Self {
            files: BTreeSet::new(),
            named: watched.inputs.iter().map(|path| canonical_path(path)).collect(),
            folders: BTreeSet::new(),
            endings: watched.endings,
            outputs: watched.outputs.iter().map(|path| canonical_path(path)).collect(),
        }
    }

    fn has(&self, path: &Path) -> bool {
        if self.outputs.iter().any(|output| path.starts_with(output)) {
            return false;
        }
        if self.files.contains(path) || self.named.contains(path) {
            return true;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name == SETTINGS_FILE {
            return true;
        }
        let is_hidden = name.starts_with('.') || name.ends_with('~');
        let end = path.extension().and_then(OsStr::to_str);
        let has_ending =
            self.endings.is_empty() || path.is_dir() || end.is_some_and(|end| self.endings.contains(&end));
        let is_inside = path.parent().is_some_and(|parent| self.folders.contains(parent));
        is_inside && has_ending && !is_hidden
    }
}

fn watch_all(changes: &mut Changes, folders: &BTreeSet<PathBuf>) -> Result<(), Failure> {
    folders
        .iter()
        .filter(|folder| folder.is_dir())
        .try_for_each(|folder| changes.watch(folder, Depth::Folder))
}

/// Returns whether a file changed after a moment.
fn is_newer(path: &Path, moment: Instant) -> bool {
    let changed = path.metadata().and_then(|metadata| metadata.modified()).ok();
    changed.and_then(|changed| changed.elapsed().ok()).is_some_and(|age| age < moment.elapsed())
}

/// The names of some files, up to a maximum number.
fn names(paths: &BTreeSet<PathBuf>) -> String {
    let names = paths.iter().take(MAX_NAMED).filter_map(|path| path.file_name());
    let names: Vec<String> = names.map(|name| format!("`{}`", name.to_string_lossy())).collect();
    let more = paths.len().saturating_sub(MAX_NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", names.join(", "))
}

/// Clears the screen, but keeps the scrollback. Without a terminal, nothing happens.
fn clear_screen() -> io::Result<()> {
    let mut out = io::stdout();
    let is_dumb = std::env::var_os("TERM").is_some_and(|name| name == "dumb");
    if !out.is_terminal() || is_dumb {
        return Ok(());
    }
    out.write_all(CLEAR)?;
    out.flush()
}
