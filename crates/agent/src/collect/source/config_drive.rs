//! The config drive: a small file system with the server's metadata.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use heat_model::Value;

use crate::collect::files::read_json;
use heat_deployments::files::make_folder;
use heat_deployments::log::Log;

/// The device, by the label of its file system. The kernel's device manager creates the link.
const DEVICE: &str = "/dev/disk/by-label/config-2";

/// Directory where the config drive is mounted if it is not mounted yet.
const MOUNT_POINT: &str = "/run/heat-config/config-2";

/// Reads the metadata on the drive. `None` if there is no drive, or if it cannot be read, which is logged.
pub(super) fn metadata(log: &mut dyn Log) -> Option<Value> {
    let device = fs::canonicalize(DEVICE).ok()?;
    if let Some(mounted) = mount_point(&fs::read_to_string("/proc/mounts").unwrap_or_default(), &device) {
        return read(&mounted, log);
    }
    let mounted = Path::new(MOUNT_POINT);
    if let Err(error) = make_folder(mounted) {
        log.error(&format!("the config drive cannot be mounted: {error}"));
        return None;
    }
    if !succeeds(Command::new("mount").args(["-o", "ro"]).arg(&device).arg(mounted)) {
        log.error("the config drive cannot be mounted");
        return None;
    }
    let found = read(mounted, log);
    if !succeeds(Command::new("umount").arg("-l").arg(mounted)) {
        log.error("the config drive cannot be unmounted");
    }
    found
}

/// Returns the mount point of a device, from the kernel's table, in which a space is `\040`.
fn mount_point(table: &str, device: &Path) -> Option<PathBuf> {
    let line = table.lines().find_map(|line| {
        let mut fields = line.split(' ');
        (Path::new(fields.next()?) == device).then(|| fields.next()).flatten()
    });
    line.map(|path| path.replace("\\040", " ").into())
}

fn read(mounted: &Path, log: &mut dyn Log) -> Option<Value> {
    match read_json(&mounted.join("ec2/latest/meta-data.json")) {
        Ok(Some(found)) if found.is_truthy() => Some(found),
        Ok(_) => {
            log.warning("the config drive has no metadata");
            None
        }
        Err(problem) => {
            log.error(&format!("the metadata on the config drive cannot be used: {problem}"));
            None
        }
    }
}

fn succeeds(command: &mut Command) -> bool {
    let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mounted_drive_is_found() {
        let table = "proc /proc proc rw 0 0\n/dev/sr0 /media/config\\0402 iso9660 ro 0 0\n\n/dev/sr1\n";
        assert_eq!(mount_point(table, Path::new("/dev/sr0")), Some("/media/config 2".into()));
        assert_eq!(mount_point(table, Path::new("/dev/sr1")), None);
        assert_eq!(mount_point(table, Path::new("/dev/sr2")), None);
    }
}
