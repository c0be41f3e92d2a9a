//! Releases of Heat, each in a virtual environment, which is made from the package index if there is none.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use heat_catalogue::SchemaFiles;
use heat_catalogue::catalogue::find_release;
use heat_catalogue::io_error::describe;
use heat_yaml::one_line;

use crate::outcome::Failure;
use crate::session::Session;

/// Written into an environment when everything is installed.
const COMPLETE: &str = "heat-codegen-complete";

/// The interpreter of a Heat: `asked` is the path of one, or a release by its version, name or code name: `27`, `27.0.1`, `2026.2`,
/// `hibiscus`. A release that is not installed yet is installed into the user's cache, with `python` as its interpreter.
///
/// # Errors
/// If there is no such release, or it cannot be installed.
pub(crate) fn interpreter(asked: &str, python: &Path, session: &mut Session) -> Result<PathBuf, Failure> {
    if is_interpreter(asked) {
        return Ok(PathBuf::from(asked));
    }
    let version = version(asked)?;
    let folder = cache()?.join(format!("heat-{version}"));
    let interpreter = folder.join("bin/python");
    if folder.join(COMPLETE).is_file() {
        return Ok(interpreter);
    }
    session.note(&format!("installing Heat {version} into {}", one_line(&folder.display().to_string())))?;
    // What an installation left that was interrupted.
    _ = fs::remove_dir_all(&folder);
    let requirement =
        if version.matches('.').count() == 2 { version.clone() } else { format!("{version}.*") };
    run(Command::new(python).args(["-m", "venv"]).arg(&folder), &version)?;
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    run(Command::new(&interpreter).args(install).arg(format!("openstack-heat=={requirement}")), &version)?;
    fs::write(folder.join(COMPLETE), "")
        .map_err(|error| Failure::unreadable(format!("`{}`: {}", folder.display(), describe(&error))))?;
    Ok(interpreter)
}

fn is_interpreter(asked: &str) -> bool {
    asked.contains(std::path::MAIN_SEPARATOR) || asked.starts_with("python") || Path::new(asked).is_file()
}

/// The version of a release, as far as it is known: `27`, `27.0.1`.
fn version(asked: &str) -> Result<String, Failure> {
    let numbers: Vec<&str> = asked.split('.').collect();
    // A series such as `2026.2` is a name.
    let is_version = numbers.len() <= 3
        && numbers
            .iter()
            .all(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
        && numbers[0].len() <= 2;
    if is_version {
        return Ok(asked.to_owned());
    }
    let releases = SchemaFiles::built_in().releases;
    let release = find_release(&releases, asked).map_err(Failure::invalid_argument)?;
    Ok(release.version.split('.').next().unwrap_or(&release.version).to_owned())
}

/// The folder of the environments, and of what else this program keeps for a user.
pub(crate) fn cache() -> Result<PathBuf, Failure> {
    let given = env::var_os("XDG_CACHE_HOME").filter(|path| Path::new(path).is_absolute()).map(PathBuf::from);
    let home =
        || env::var_os("HOME").filter(|path| !path.is_empty()).map(|home| Path::new(&home).join(".cache"));
    let cache = given.or_else(home).ok_or_else(|| {
        Failure::unreadable("there is no cache folder").with_help("set HOME or XDG_CACHE_HOME")
    })?;
    Ok(cache.join("heat-codegen"))
}

fn run(command: &mut Command, version: &str) -> Result<(), Failure> {
    let failed = |why: String| {
        Failure::unreadable(format!("Heat {version} cannot be installed: {}", one_line(&why)))
            .with_help("install it into an environment of your own, and name its interpreter with --python")
    };
    let output = command.output().map_err(|error| {
        failed(format!("`{}`: {}", command.get_program().to_string_lossy(), describe(&error)))
    })?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let last = said.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("it printed nothing");
    Err(failed(last.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(asked: &str, expect: Option<&str>) {
        assert_eq!(version(asked).ok().as_deref(), expect, "{asked}");
    }

    #[test]
    fn a_release_has_a_version_and_names() {
        check("27", Some("27"));
        check("27.0.1", Some("27.0.1"));
        check("2026.2", Some("27"));
        check("yoga", Some("18"));
        check("hibiscus", Some("27"));
        check("yogga", None);
        assert!(is_interpreter("venv/bin/python"));
        assert!(is_interpreter("python3.11"));
        assert!(!is_interpreter("27"));
    }
}
