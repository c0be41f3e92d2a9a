//! Installing plug-ins in the folders from which engines load them, while running engines have loaded earlier versions.
//!
//! An engine maps the file of a library into its memory. Writing into that file, as `cp` does, changes the engine's memory: the
//! next instruction that it reads from there may end the process. So the new file replaces the old one under its name, and the
//! old one continues to exist for running engines until they end.

use std::fs;
use std::path::{Path, PathBuf};

use heat_catalogue::output;
use heat_yaml::one_line;

use super::build::module;
use super::library::Library;
use crate::outcome::{CommandResult, Failure, Outcome};
use crate::session::Session;

/// The folders in which Heat looks for plug-ins by default.
const PLUGIN_DIRS: [&str; 4] =
    ["/usr/lib64/heat", "/usr/lib/heat", "/usr/local/lib/heat", "/usr/local/lib64/heat"];

/// Options of an installation.
#[derive(Debug, Clone)]
pub struct InstallOptions {
    /// The files to install, as `plugin build` writes them.
    pub files: Vec<PathBuf>,
    /// The folder; by default, the first one of Heat's own that exists.
    pub to: Option<PathBuf>,
}

/// A file that Heat is known to load.
struct LoadableFile {
    name: String,
    bytes: Vec<u8>,
    /// `true` if the file loads another one, which has to be installed before it.
    is_shim: bool,
}

/// Installs the files, each atomically: an engine that starts meanwhile finds the old file or the new one.
///
/// # Errors
/// If Heat would not load a file, or a file cannot be written. Nothing is installed if one of the files is invalid.
pub fn install(options: &InstallOptions, session: &mut Session) -> CommandResult {
    let folder = folder(options.to.as_deref())?;
    let mut files =
        options.files.iter().map(|file| checked(file)).collect::<Result<Vec<LoadableFile>, Failure>>()?;
    files.sort_by_key(|file| file.is_shim);
    let mut has_changed = false;
    for file in &files {
        let path = folder.join(&file.name);
        let shown = one_line(&path.display().to_string());
        if fs::read(&path).is_ok_and(|there| there == file.bytes) {
            writeln!(session.out, "{shown} is there already")?;
            continue;
        }
        output::replace_durably(&path, &file.bytes)
            .map_err(|error| Failure::unreadable(format!("`{shown}` cannot be written: {error}")))?;
        has_changed = true;
        writeln!(session.out, "installed {shown}")?;
    }
    if has_changed {
        writeln!(session.out, "restart the engine: one that runs keeps the version that it has loaded")?;
    }
    Ok(Outcome::Done)
}

/// The folder to install to, which must exist: an engine would not look into one with a misspelt name.
fn folder(to: Option<&Path>) -> Result<PathBuf, Failure> {
    let exists = |folder: &&Path| folder.is_dir();
    match to {
        Some(to) => Some(to).filter(exists).map(Path::to_path_buf).ok_or_else(|| {
            let shown = one_line(&to.display().to_string());
            Failure::unreadable(format!("`{shown}` is not a folder"))
                .with_help("create it, and name it in `plugin_dirs` in heat.conf")
        }),
        None => PLUGIN_DIRS.iter().map(Path::new).find(exists).map(Path::to_path_buf).ok_or_else(|| {
            Failure::refused(format!(
                "none of Heat's folders for plug-ins exists: {}",
                PLUGIN_DIRS.join(", ")
            ))
            .with_help("name a folder of `plugin_dirs` in heat.conf with --to DIR")
        }),
    }
}

/// Reads a file, and checks that Heat would load it by its name.
fn checked(path: &Path) -> Result<LoadableFile, Failure> {
    let shown = one_line(&path.display().to_string());
    let bytes =
        fs::read(path).map_err(|error| Failure::unreadable(format!("`{shown}` cannot be read: {error}")))?;
    let part =
        |part: Option<&std::ffi::OsStr>| part.and_then(|part| part.to_str()).unwrap_or_default().to_owned();
    let (name, stem, extension) = (part(path.file_name()), part(path.file_stem()), part(path.extension()));
    match extension.as_str() {
        "so" | "library" => {
            let library = Library::read(&bytes)
                .map_err(|why| Failure::refused(format!("`{shown}` cannot be loaded by Heat: {why}")))?;
            let module = module(&library)?;
            if module != stem {
                return Err(Failure::refused(format!("`{shown}` has the module `{module}`, not `{stem}`"))
                    .with_help(format!("name the file {module}.{extension}")));
            }
        }
        "py" => {}
        _ => {
            return Err(Failure::refused(format!("`{shown}` is not a plug-in file"))
                .with_help("`plugin build` writes NAME.so, or NAME.py and NAME.library"));
        }
    }
    Ok(LoadableFile { name, bytes, is_shim: extension == "py" })
}
