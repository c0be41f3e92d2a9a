//! Putting a finished site in place, all at once.
//!
//! The files are written into a folder beside the site's, which then takes its place in one step: a crash or a full
//! disk midway leaves the old site as it was. A manifest in the site's folder says which files are the tool's; all
//! others are carried over and never removed.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use heat_yaml::Diagnostic;
use walkdir::WalkDir;

use super::SiteFile;

/// The file that lists what the tool wrote, in the site's folder.
pub const MANIFEST: &str = ".heat-codegen";

const MANIFEST_HEAD: &str = "# The files that heat-codegen wrote here, and may remove. Others are left alone.\n";

/// Puts the files of a site in place.
///
/// # Errors
/// Whatever keeps the site from being written. The old site is then as it was.
pub fn publish(files: &[SiteFile], out: &Path) -> Result<(), Diagnostic> {
    let place = Place::new(out)?;
    let lock = place.lock()?;
    let foreign = place.foreign_files(files)?;
    place.remove_leftovers()?;
    let done = place.stage(files, &foreign).and_then(|()| place.swap());
    if done.is_err() {
        // What could not be put in place is of no use; the error that kept it from that is the one to report.
        _ = fs::remove_dir_all(&place.staging);
    }
    drop(lock);
    // Another run may have taken the lock meanwhile: then the file is its own to remove.
    _ = fs::remove_file(&place.lock);
    done
}

/// The site's folder, with the folder that is to take its place.
struct Place {
    out: PathBuf,
    staging: PathBuf,
    lock: PathBuf,
}

impl Place {
    fn new(out: &Path) -> Result<Self, Diagnostic> {
        if out.exists() && !out.is_dir() {
            return Err(Diagnostic::error("unwritable", "a file where the site's folder is to be")
                .in_file(out.display().to_string())
                .with_help("move it away, or choose another folder with --out"));
        }
        if let Some(parent) = out.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            fs::create_dir_all(parent).map_err(|error| failed(parent, "could not be made", &error))?;
        }
        // A symbolic link stays one: what it leads to is what changes.
        let out = if out.exists() {
            out.canonicalize().map_err(|error| failed(out, "could not be found", &error))?
        } else {
            out.to_path_buf()
        };
        let Some(name) = out.file_name().map(|name| name.to_string_lossy().into_owned()) else {
            return Err(Diagnostic::error("unwritable", "not a folder that a site can take the place of")
                .in_file(out.display().to_string())
                .with_help("name a folder of its own with --out"));
        };
        let beside = |suffix: &str| out.with_file_name(format!(".{name}.{suffix}"));
        Ok(Self { staging: beside("heat-codegen"), lock: beside("heat-codegen.lock"), out })
    }

    /// Keeps other runs from publishing into the same folder.
    fn lock(&self) -> Result<File, Diagnostic> {
        let file = File::create(&self.lock).map_err(|error| failed(&self.lock, "could not be written", &error))?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(fs::TryLockError::WouldBlock) => {
                Err(Diagnostic::error("unwritable", "another heat-codegen is publishing here right now")
                    .in_file(self.out.display().to_string()))
            }
            // Where files cannot be locked, two runs at once are the user's to avoid.
            Err(fs::TryLockError::Error(_)) => Ok(file),
        }
    }

    /// The files in the site's folder that the tool did not write.
    fn foreign_files(&self, files: &[SiteFile]) -> Result<Vec<PathBuf>, Diagnostic> {
        if !self.out.exists() {
            return Ok(Vec::new());
        }
        let manifest = fs::read_to_string(self.out.join(MANIFEST)).unwrap_or_default();
        let own: BTreeSet<&Path> = manifest.lines().filter(|line| !line.starts_with('#')).map(Path::new).collect();
        let new: BTreeSet<&Path> = files.iter().map(|file| Path::new(file.path.as_str())).collect();
        let mut foreign = Vec::new();
        for entry in WalkDir::new(&self.out).min_depth(1).sort_by_file_name() {
            let entry = entry.map_err(|error| {
                Diagnostic::error("unreadable-file", error.to_string()).in_file(self.out.display().to_string())
            })?;
            let Ok(path) = entry.path().strip_prefix(&self.out) else { continue };
            if entry.file_type().is_dir() || path == Path::new(MANIFEST) || own.contains(path) {
                continue;
            }
            // In its place, or in the place of one of the folders around it, or as a folder around a new file.
            let in_the_way = path.ancestors().any(|part| new.contains(part))
                || new.iter().any(|file| file.ancestors().skip(1).any(|part| part == path));
            if in_the_way {
                return Err(Diagnostic::error("unwritable", "a file that this tool did not write is in the site's way")
                    .in_file(entry.path().display().to_string())
                    .with_help("move it away, or choose another folder with --out"));
            }
            foreign.push(path.to_path_buf());
        }
        Ok(foreign)
    }

    /// Removes what a run that was interrupted left behind.
    fn remove_leftovers(&self) -> Result<(), Diagnostic> {
        match fs::remove_dir_all(&self.staging) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(failed(&self.staging, "is left from an earlier run and could not be removed", &error))
            }
            _ => Ok(()),
        }
    }

    /// Writes all that is to be in the folder into the one beside it.
    fn stage(&self, files: &[SiteFile], foreign: &[PathBuf]) -> Result<(), Diagnostic> {
        let folders: BTreeSet<PathBuf> =
            files.iter().map(|file| Path::new(&file.path)).chain(foreign.iter().map(PathBuf::as_path))
                .filter_map(Path::parent)
                .map(|folder| self.staging.join(folder))
                .collect();
        for folder in std::iter::once(&self.staging).chain(&folders) {
            fs::create_dir_all(folder).map_err(|error| failed(folder, "could not be made", &error))?;
        }
        if let Ok(metadata) = fs::metadata(&self.out) {
            // The new folder is as open or closed as the old one.
            fs::set_permissions(&self.staging, metadata.permissions())
                .map_err(|error| failed(&self.staging, "could not be given its permissions", &error))?;
        }
        write_files(files, &self.staging)?;
        for path in foreign {
            let (from, to) = (self.out.join(path), self.staging.join(path));
            carry(&from, &to).map_err(|error| failed(&from, "could not be carried over", &error))?;
        }
        let mut manifest = MANIFEST_HEAD.to_owned();
        for file in files {
            manifest.push_str(&file.path);
            manifest.push('\n');
        }
        let path = self.staging.join(MANIFEST);
        fs::write(&path, manifest).map_err(|error| failed(&path, "could not be written", &error))
    }

    /// Puts the new folder in the place of the old one, and removes the old one.
    fn swap(&self) -> Result<(), Diagnostic> {
        let in_place = |error: io::Error| {
            failed(&self.out, "could not be put in place", &error)
                .with_help("the folder itself is replaced: choose one that is no mount point")
        };
        if !self.out.exists() {
            return fs::rename(&self.staging, &self.out).map_err(in_place);
        }
        exchange(&self.staging, &self.out).map_err(in_place)?;
        // From here on the new site is in place; what is left of the old one is only in the way.
        _ = fs::remove_dir_all(&self.staging);
        Ok(())
    }
}

/// Exchanges two folders in one step.
#[cfg(target_os = "linux")]
fn exchange(new: &Path, old: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    match renameat_with(CWD, new, CWD, old, RenameFlags::EXCHANGE) {
        Ok(()) => Ok(()),
        // Some file systems cannot do it.
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => exchange_by_renaming(new, old),
        Err(error) => Err(error.into()),
    }
}

/// Exchanges two folders.
#[cfg(not(target_os = "linux"))]
fn exchange(new: &Path, old: &Path) -> io::Result<()> {
    exchange_by_renaming(new, old)
}

/// Exchanges two folders in three steps. Between the first two there is none; when the second fails, the first is
/// taken back.
fn exchange_by_renaming(new: &Path, old: &Path) -> io::Result<()> {
    let aside = new.with_extension("old");
    fs::rename(old, &aside)?;
    if let Err(error) = fs::rename(new, old) {
        fs::rename(&aside, old)?;
        return Err(error);
    }
    fs::rename(&aside, new)
}

/// Puts a file that is not the tool's into the new folder, without taking it from the old one.
fn carry(from: &Path, to: &Path) -> io::Result<()> {
    #[cfg(unix)]
    if from.is_symlink() {
        return std::os::unix::fs::symlink(fs::read_link(from)?, to);
    }
    fs::hard_link(from, to).or_else(|_| fs::copy(from, to).map(|_| ()))
}

/// Writes files below a folder, on as many threads as the machine has.
fn write_files(files: &[SiteFile], folder: &Path) -> Result<(), Diagnostic> {
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            let path = folder.join(&file.path);
            fs::write(&path, &file.contents).map_err(|error| failed(&path, "could not be written", &error))?;
        }
        Ok(())
    };
    let threads = thread::available_parallelism().map_or(1, usize::from).min(8);
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let own = work();
        others
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .fold(own, Result::and)
    })
}

fn failed(path: &Path, what: &str, error: &io::Error) -> Diagnostic {
    Diagnostic::error("unwritable", format!("{what}: {error}")).in_file(path.display().to_string())
}
