//! Runs that find nothing to do without reading the list.
//!
//! Nearly all runs find that everything has been done, and a list can be long. So such a run remembers the list and the folder of what has been
//! done by what the file system says of them, and while both stay as they are, the next run has nothing to read. A list that is
//! written, a state that is added or removed, by whomever, changes the time of its file or folder, which cannot be set back.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::files::PRIVATE;

/// Name of the file in the folder of what has been done. Names of deployments do not begin with a dot.
const NAME: &str = ".idle";

/// Age from which the time of a change identifies it: two changes within one tick of the system's clock have the same time.
const SETTLED: Duration = Duration::from_millis(100);

/// The list and the folder of what has been done, as they were before they were read.
#[derive(Debug)]
pub(crate) struct Unread(String);

impl Unread {
    /// Takes down what the file system says. `None` if that is no proof: the last change was just now, or its time has no fractions of a second.
    pub(crate) fn new(list: &Path, folder: &Path) -> Option<Self> {
        // Another version may find something to do.
        let version = env!("CARGO_PKG_VERSION");
        Some(Self(format!("{version}\n{}\n{}\n", identity(list)?, identity(folder)?)))
    }

    /// The number of deployments in the list, if all of them were done when the list and the folder were like this.
    pub(crate) fn all_done(&self, folder: &Path) -> Option<usize> {
        let remembered = fs::read_to_string(folder.join(NAME)).ok()?;
        remembered.strip_prefix(&self.0)?.strip_suffix('\n')?.parse().ok()
    }

    /// Remembers that all deployments of the list have been done.
    pub(crate) fn remember(&self, folder: &Path, count: usize) -> io::Result<()> {
        // In place, which does not change the folder. Half a text is like none.
        let mut file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .mode(PRIVATE)
            .open(folder.join(NAME))?;
        file.write_all(format!("{}{count}\n", self.0).as_bytes())
    }
}

/// Identity of a state of a file or folder: device, inode, size and time of its last change. `None` if the next change might have the same.
#[expect(clippy::disallowed_methods, reason = "the age of a file, which nothing else depends on")]
fn identity(path: &Path) -> Option<String> {
    let metadata = fs::metadata(path).ok()?;
    let (seconds, fraction) = (metadata.ctime(), metadata.ctime_nsec());
    let changed = Duration::new(u64::try_from(seconds).ok()?, u32::try_from(fraction).ok()?);
    let age = SystemTime::now().duration_since(UNIX_EPOCH + changed).ok()?;
    let is_settled = fraction != 0 && age > SETTLED;
    let (device, inode, size) = (metadata.dev(), metadata.ino(), metadata.size());
    is_settled.then(|| format!("{device} {inode} {size} {seconds}.{fraction}"))
}
