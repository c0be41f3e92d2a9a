//! The files of the old site that the new one also has.
//!
//! A file whose contents are the same is linked and not written again. This takes less time, and an unchanged file keeps its
//! modification time, by which programs that copy or cache a site recognise it.

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

/// The old site, whose files can be reused.
#[derive(Debug, Default)]
pub(super) struct OldSite {
    folder: PathBuf,
    /// The files in the site's folder that the tool wrote.
    pub(super) own: BTreeSet<String>,
    /// Metadata of a new file, for its owner and permissions.
    new: Option<Metadata>,
}

impl OldSite {
    /// Reads the site in a folder. `new` is a file of the new site.
    pub(super) fn read(folder: &Path, new: &Path) -> Self {
        let manifest = input::read(&folder.join(MANIFEST), input::MAX_DATA).unwrap_or_default();
        let manifest = String::from_utf8(manifest).unwrap_or_default();
        let own = manifest.lines().filter(|line| !line.starts_with('#')).map(str::to_owned);
        Self { folder: folder.to_path_buf(), own: own.collect(), new: fs::metadata(new).ok() }
    }

    /// Links the old site's file at a path to `to`, if it has these contents. Returns whether it was linked.
    pub(super) fn link(&self, path: &str, contents: &[u8], to: &Path) -> bool {
        self.own.contains(path) && {
            let from = self.folder.join(path);
            self.has(&from, contents).unwrap_or_default() && fs::hard_link(&from, to).is_ok()
        }
    }

    /// Returns whether a file has these contents and is otherwise like a new one: it has the same owner and permissions, and no
    /// other name through which somebody could change it.
    #[cfg(unix)]
    fn has(&self, path: &Path, contents: &[u8]) -> io::Result<bool> {
        use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
        let Some(new) = &self.new else { return Ok(false) };
        // Opens neither the target of a link, nor a pipe that blocks.
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
