//! The files of the old site that the new one has as well.
//!
//! A file whose contents are the same is linked and not written again. That takes a file system less time than a new file, and a
//! file that did not change keeps its time: programs that copy or cache a site go by it.

use std::collections::BTreeSet;
#[cfg(unix)]
use std::fs::OpenOptions;
use std::fs::{self, Metadata};
use std::io;
#[cfg(unix)]
use std::io::Read as _;
use std::path::{Path, PathBuf};

use heat_catalogue::input;
#[cfg(unix)]
use rustix::fs::OFlags;

/// The file in the site's folder that lists the files that the tool wrote.
pub const MANIFEST: &str = ".heat-codegen";

/// The old site.
#[derive(Debug, Default)]
pub(super) struct OldSite {
    folder: PathBuf,
    /// The files that the tool wrote there.
    pub(super) own: BTreeSet<String>,
    /// A new file, for its owner and permissions.
    new: Option<Metadata>,
}

impl OldSite {
    /// The site in a folder. `new` is a file that was written now.
    pub(super) fn read(folder: &Path, new: &Path) -> Self {
        let manifest = input::read(&folder.join(MANIFEST), input::MAX_DATA).unwrap_or_default();
        let manifest = String::from_utf8(manifest).unwrap_or_default();
        let own = manifest.lines().filter(|line| !line.starts_with('#')).map(str::to_owned);
        Self { folder: folder.to_path_buf(), own: own.collect(), new: fs::metadata(new).ok() }
    }

    /// Makes `to` the file of the old site at a path, if that has these contents; whether it was done.
    pub(super) fn link(&self, path: &str, contents: &[u8], to: &Path) -> bool {
        self.own.contains(path) && {
            let from = self.folder.join(path);
            self.has(&from, contents).unwrap_or_default() && fs::hard_link(&from, to).is_ok()
        }
    }

    /// Whether a file has these contents and is otherwise what a new one would be: of the same owner, with the same permissions, and
    /// with no other name, under which somebody could change it.
    #[cfg(unix)]
    fn has(&self, path: &Path, contents: &[u8]) -> io::Result<bool> {
        use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
        let Some(new) = &self.new else { return Ok(false) };
        // Neither the target of a link, nor a pipe that blocks.
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
        let file = OpenOptions::new().read(true).custom_flags(flags.bits().cast_signed()).open(path)?;
        let old = file.metadata()?;
        let of = |file: &Metadata| (file.mode(), file.uid(), file.gid(), file.nlink());
        if !old.is_file() || old.len() != contents.len() as u64 || of(&old) != of(new) {
            return Ok(false);
        }
        let mut bytes = Vec::with_capacity(contents.len());
        file.take(old.len()).read_to_end(&mut bytes)?;
        Ok(bytes == contents)
    }

    #[cfg(not(unix))]
    fn has(&self, _: &Path, _: &[u8]) -> io::Result<bool> {
        Ok(false)
    }
}
