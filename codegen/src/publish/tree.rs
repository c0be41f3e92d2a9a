//! Operations on whole folders: carrying over foreign files, exchanging two folders, and removing one.

use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use heat_catalogue::threads;
use walkdir::WalkDir;

/// A mount point inside a folder, at any depth: removing the folder would delete its contents.
pub(super) fn mount_below(folder: &Path) -> io::Result<Option<PathBuf>> {
    #[cfg(target_os = "linux")]
    if let Some(points) = mount_points(folder) {
        return Ok(points.into_iter().next());
    }
    let device = match whereabouts(folder) {
        Ok(found) => found.device,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    for entry in WalkDir::new(folder).min_depth(1) {
        let entry = entry?;
        let found = whereabouts(entry.path())?;
        if found.device != device || found.is_mount_point {
            return Ok(Some(entry.into_path()));
        }
    }
    Ok(None)
}

/// The mount points inside a folder according to the system's list, which takes less time than looking at every file. `None` if there
/// is no such list, as in some sandboxes, or no such folder.
#[cfg(target_os = "linux")]
fn mount_points(folder: &Path) -> Option<Vec<PathBuf>> {
    let folder = folder.canonicalize().ok()?;
    let list = fs::read("/proc/self/mountinfo").ok()?;
    // The fifth field of a line is the mount point.
    let lines = list.split(|byte| *byte == b'\n');
    let points = lines.filter_map(|line| line.split(|byte| *byte == b' ').nth(4)).map(mount_point);
    Some(points.filter(|point| *point != folder && point.starts_with(&folder)).collect())
}

/// Decodes a mount point from the system's list, which writes spaces, line breaks and backslashes as three octal digits after a
/// backslash.
#[cfg(target_os = "linux")]
fn mount_point(written: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    let mut path = Vec::with_capacity(written.len());
    let mut rest = written;
    while let Some((first, after)) = rest.split_first() {
        let digits =
            after.get(..3).filter(|_| *first == b'\\').and_then(|digits| std::str::from_utf8(digits).ok());
        let escaped = digits.and_then(|digits| u8::from_str_radix(digits, 8).ok());
        path.push(escaped.unwrap_or(*first));
        rest = if escaped.is_some() { &after[3..] } else { after };
    }
    std::ffi::OsString::from_vec(path).into()
}

/// Device of a path, and whether it is a mount point; a symbolic link at the path is not followed.
struct Whereabouts {
    device: (u64, u64),
    /// `true` if the path is a mount point: a bind mount of the same file system has the same device.
    is_mount_point: bool,
}

#[cfg(target_os = "linux")]
fn whereabouts(path: &Path) -> io::Result<Whereabouts> {
    use rustix::fs::{AtFlags, CWD, StatxAttributes, StatxFlags, statx};
    match statx(CWD, path, AtFlags::SYMLINK_NOFOLLOW | AtFlags::NO_AUTOMOUNT, StatxFlags::empty()) {
        Ok(found) => Ok(Whereabouts {
            device: (found.stx_dev_major.into(), found.stx_dev_minor.into()),
            is_mount_point: found.stx_attributes.contains(StatxAttributes::MOUNT_ROOT),
        }),
        // The kernel is old, or a sandbox does not allow the call.
        Err(rustix::io::Errno::NOSYS | rustix::io::Errno::PERM) => by_metadata(path),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(target_os = "linux"))]
fn whereabouts(path: &Path) -> io::Result<Whereabouts> {
    by_metadata(path)
}

#[cfg(unix)]
fn by_metadata(path: &Path) -> io::Result<Whereabouts> {
    use std::os::unix::fs::MetadataExt;
    let device = fs::symlink_metadata(path)?.dev();
    Ok(Whereabouts { device: (device, 0), is_mount_point: false })
}

#[cfg(not(unix))]
fn by_metadata(path: &Path) -> io::Result<Whereabouts> {
    fs::symlink_metadata(path)?;
    Ok(Whereabouts { device: (0, 0), is_mount_point: false })
}

/// Removes a folder, unless something is mounted in it.
pub(super) fn remove(folder: &Path) -> io::Result<()> {
    match mount_below(folder)? {
        None => {
            remove_folders_in(folder)?;
            fs::remove_dir_all(folder)
        }
        Some(mount) => Err(mounted(&mount)),
    }
}

/// Removes the folders in a folder, on all cores. Folders that cannot be removed are left.
fn remove_folders_in(folder: &Path) -> io::Result<()> {
    // The target of a symbolic link must not be touched.
    if !fs::symlink_metadata(folder)?.is_dir() {
        return Ok(());
    }
    let entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    threads::map(&entries, |entry| match entry.file_type() {
        Ok(file_type) if file_type.is_dir() => fs::remove_dir_all(entry.path()),
        _ => Ok(()),
    });
    Ok(())
}

/// The error for a mount point in a folder that should be removed.
pub(super) fn mounted(mount: &Path) -> io::Error {
    io::Error::other(format!("`{}` is a mount point", mount.display()))
}

/// Carries a file that is not the tool's over to the new folder, without removing it from the old one.
pub(super) fn carry(from: &Path, to: &Path) -> io::Result<()> {
    let metadata = fs::symlink_metadata(from)?;
    #[cfg(unix)]
    if metadata.is_symlink() {
        return std::os::unix::fs::symlink(fs::read_link(from)?, to);
    }
    match fs::hard_link(from, to) {
        Ok(()) => Ok(()),
        // Reading a pipe would block forever.
        Err(error) if !metadata.is_file() => Err(error),
        Err(_) => {
            fs::copy(from, to)?;
            keep_owner(&metadata, to)
        }
    }
}

/// Sets the owner and permissions of a new folder to those of the old one.
pub(super) fn keep_owner_and_mode(old: &Path, new: &Path) -> io::Result<()> {
    let metadata = fs::metadata(old)?;
    // The owner first: changing it clears special bits of the mode.
    keep_owner(&metadata, new)?;
    fs::set_permissions(new, metadata.permissions())
}

/// Preserves the owner and group as far as permitted: only root can give files away, and others only to their own groups.
#[cfg(unix)]
fn keep_owner(old: &Metadata, new: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, lchown};
    let now = fs::symlink_metadata(new)?;
    let unless_refused = |changed: io::Result<()>| match changed {
        Err(error) if error.kind() != ErrorKind::PermissionDenied => Err(error),
        _ => Ok(()),
    };
    if now.gid() != old.gid() {
        unless_refused(lchown(new, None, Some(old.gid())))?;
    }
    if now.uid() != old.uid() {
        unless_refused(lchown(new, Some(old.uid()), None))?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn keep_owner(_: &Metadata, _: &Path) -> io::Result<()> {
    Ok(())
}

/// Exchanges two folders in one step.
#[cfg(target_os = "linux")]
pub(super) fn exchange(new: &Path, old: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    match renameat_with(CWD, new, CWD, old, RenameFlags::EXCHANGE) {
        Ok(()) => Ok(()),
        // Some file systems do not support this.
        Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => exchange_by_renaming(new, old),
        Err(error) => Err(error.into()),
    }
}

/// Exchanges two folders.
#[cfg(not(target_os = "linux"))]
pub(super) fn exchange(new: &Path, old: &Path) -> io::Result<()> {
    exchange_by_renaming(new, old)
}

/// Exchanges two folders in three steps. Between the first two steps, there is no folder; if the second step fails, the first one
/// is reverted.
fn exchange_by_renaming(new: &Path, old: &Path) -> io::Result<()> {
    let aside = new.with_extension("old");
    fs::rename(old, &aside)?;
    if let Err(error) = fs::rename(new, old) {
        fs::rename(&aside, old)?;
        return Err(error);
    }
    fs::rename(&aside, new)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn mount_points_are_unescaped() {
        let check = |written: &[u8], expect: &str| assert_eq!(mount_point(written), Path::new(expect));
        check(b"/a/b", "/a/b");
        check(b"/a\\040b\\134c\\012", "/a b\\c\n");
        check(b"/a\\", "/a\\");
        check(b"/a\\09\\999", "/a\\09\\999");
    }

    #[test]
    fn the_system_lists_mount_points() {
        let points = mount_points(Path::new("/")).unwrap_or_default();
        assert!(points.contains(&PathBuf::from("/proc")), "{points:?}");
        assert_eq!(mount_points(Path::new("/no/such/folder")), None);
    }
}
