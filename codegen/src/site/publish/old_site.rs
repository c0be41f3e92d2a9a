//! The files of the old site that the new one has as well.
//!
//! A file whose contents are the same is linked and not written again. That takes a file system less time than a new file, and a
//! file that did not change keeps its time: programs that copy or cache a site go by it.

use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

use crate::input;

/// The file in the site's folder that lists the files that the tool wrote.
pub const MANIFEST: &str = ".heat-codegen";

/// The old site.
#[derive(Debug, Default)]
pub(super) struct OldSite {
    folder: PathBuf,
    /// The files that the tool wrote there.
    pub(super) own: BTreeSet<PathBuf>,
    /// A new file, for its owner and permissions.
    new: Option<Metadata>,
}

impl OldSite {
    /// The site in a folder. `new` is a file that was written now.
    pub(super) fn read(folder: &Path, new: &Path) -> Self {
        let manifest = input::read(&folder.join(MANIFEST), input::MAX_DATA).unwrap_or_default();
        let manifest = String::from_utf8(manifest).unwrap_or_default();
        let own = manifest.lines().filter(|line| !line.starts_with('#')).map(PathBuf::from);
        Self { folder: folder.to_path_buf(), own: own.collect(), new: fs::metadata(new).ok() }
    }

    /// Makes `to` the file of the old site at a path, if that has these contents; whether it was done.
    pub(super) fn link(&self, path: &str, contents: &[u8], to: &Path) -> bool {
        self.own.contains(Path::new(path)) && {
            let from = self.folder.join(path);
            self.is_as_new(&from, contents.len())
                && input::read(&from, contents.len() as u64).is_ok_and(|old| old == contents)
                && fs::hard_link(&from, to).is_ok()
        }
    }

    /// Whether a file of this size is what a new one would be: of the same owner, with the same permissions, and with no other
    /// name, under which somebody could change it.
    #[cfg(unix)]
    fn is_as_new(&self, path: &Path, size: usize) -> bool {
        use std::os::unix::fs::MetadataExt;
        let Some((new, old)) = self.new.as_ref().zip(fs::symlink_metadata(path).ok()) else { return false };
        let of = |file: &Metadata| (file.mode(), file.uid(), file.gid(), file.nlink());
        old.is_file() && old.len() == size as u64 && of(&old) == of(new)
    }

    #[cfg(not(unix))]
    fn is_as_new(&self, _: &Path, _: usize) -> bool {
        false
    }
}
