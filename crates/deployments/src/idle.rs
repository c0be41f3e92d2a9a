//! Detection of runs that have nothing to do, without reading the list.
//!
//! In nearly all runs, all deployments are already done, and a list can be long. So such a run stores the identities of the list
//! and of the state folder, as the file system reports them. While both stay the same, the next run has nothing to read. Any
//! program that writes the list, or adds or removes a state file, changes the time of its file or folder, which cannot be set
//! back.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::files::PRIVATE;

/// Name of the file in the state folder. Names of deployments do not begin with a dot.
const NAME: &str = ".idle";

/// Age from which the time of a change identifies it: two changes within one tick of the system's clock have the same time.
const SETTLED: Duration = Duration::from_millis(100);

/// Identities of the list and the state folder, as they were before they were read.
#[derive(Debug)]
pub(crate) struct Unread(String);

impl Unread {
    /// Records the identities that the file system reports. `None` if they prove nothing: the last change was just now, or its
    /// time has no fractions of a second.
    pub(crate) fn new(list: &Path, folder: &Path) -> Option<Self> {
        // Another version of the program may find something to do.
        let version = env!("CARGO_PKG_VERSION");
        Some(Self(format!("{version}\n{}\n{}\n", identity(list)?, identity(folder)?)))
    }

    /// Number of deployments in the list, if all of them were done when the list and the folder had these identities.
    pub(crate) fn all_done(&self, folder: &Path) -> Option<usize> {
        let remembered = fs::read_to_string(folder.join(NAME)).ok()?;
        remembered.strip_prefix(&self.0)?.strip_suffix('\n')?.parse().ok()
    }

    /// Records that all deployments of the list are done.
    pub(crate) fn remember(&self, folder: &Path, count: usize) -> io::Result<()> {
        // In place, which does not change the folder. A partial text is ignored.
        let mut file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .mode(PRIVATE)
            .open(folder.join(NAME))?;
        file.write_all(format!("{}{count}\n", self.0).as_bytes())
    }
}

/// Identity of a state of a file or folder: device, inode, size and time of its last change. `None` if the next change might have
/// the same identity.
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
