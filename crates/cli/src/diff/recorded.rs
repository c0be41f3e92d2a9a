//! Recorded releases: a folder with a file of facts, or a folder of schemas, for each release.

use std::fs;
use std::path::{Path, PathBuf};

use heat_catalogue::SchemaFiles;
use heat_catalogue::catalogue::{find_release, unknown_release};
use heat_catalogue::io_error::describe;
use heat_model::release::version_numbers;
use heat_model::{Release, ReleaseTable};

use crate::history::series::version_in_name;
use crate::outcome::Failure;

/// The name of the folder, which is next to the catalogue's folder.
const FOLDER: &str = "releases";

/// The recording of a release, identified by its version, the version of one of its point releases, or its name.
pub(super) fn find(name: &str, folder: Option<&Path>, schemas: &Path) -> Result<PathBuf, Failure> {
    let table = SchemaFiles::read_tables(schemas).releases;
    if table.releases.is_empty() {
        let message = format!("there is no release table in `{}`", schemas.display());
        let failure = Failure::unreadable(message)
            .with_help("set a catalogue that has `releases.yaml` with --schemas DIR");
        return Err(with_built_in_releases(failure, Some(name), None));
    }
    let release = find_release(&table, name).map_err(Failure::invalid_argument)?;
    let default_folder = schemas.parent().unwrap_or(Path::new("")).join(FOLDER);
    let folder = folder.unwrap_or(&default_folder);
    let recorded = recordings(folder, &table)?;
    let of_release = recorded.iter().filter(|(version, _)| table.series_of(version) == Some(release));
    let newest = of_release.max_by_key(|(version, _)| version_numbers(version));
    newest.map(|(_, path)| path.clone()).ok_or_else(|| {
        let message =
            format!("`{}` has no recording of {} ({})", folder.display(), release.version, release.name);
        let known: Vec<&str> = recorded.iter().map(|(version, _)| version.as_str()).collect();
        let failure = Failure::unreadable(message);
        let failure = if known.is_empty() {
            failure
        } else {
            failure.with_note(format!("it has {}", known.join(", ")))
        };
        failure.with_help("save the facts of that release there as VERSION.json")
    })
}

/// Adds a hint to the failure to read a side that has the name of a release: Heat's releases are built in, and have their own
/// options.
pub(super) fn with_built_in_releases(failure: Failure, base: Option<&str>, head: Option<&str>) -> Failure {
    let table = SchemaFiles::built_in_with_tables_alone().releases;
    let is_release = |name: &str| table.find(name).is_some();
    let (base, head) = match (base.and_then(|base| base.split_once("..")), base, head) {
        (Some((base, head)), ..) => (base, Some(head.trim_start_matches('.'))),
        (None, Some(base), head) => (base, head),
        (None, None, _) => return failure,
    };
    if !is_release(base) || head.is_some_and(|head| !is_release(head)) {
        return failure;
    }
    let newest = table.newest().map(|release| release.version.as_str()).unwrap_or_default();
    let head = head.unwrap_or(newest);
    failure
        .with_help(format!("the releases of Heat are built in: `heat-codegen diff --release {base} {head}`"))
}

/// The version of the release that will contain a side: the version for a name in the table, or one that the table may not have
/// yet.
///
/// # Errors
/// If it is neither a known name nor a version.
pub(super) fn version<'a>(name: &'a str, table: &'a ReleaseTable) -> Result<&'a str, Failure> {
    let is_named = |release: &&Release| release.names().any(|known| known.eq_ignore_ascii_case(name));
    if let Some(release) = table.releases.iter().find(is_named) {
        return Ok(&release.version);
    }
    if version_numbers(name).is_some() || table.get(name).is_some() {
        return Ok(name);
    }
    Err(unknown_release(table, name).invalid_argument())
}

/// The recordings in a folder: versions and paths, oldest first.
fn recordings(folder: &Path, table: &ReleaseTable) -> Result<Vec<(String, PathBuf)>, Failure> {
    let unreadable = |error: &std::io::Error| {
        let message =
            format!("the recorded releases in `{}` cannot be read: {}", folder.display(), describe(error));
        Failure::unreadable(message)
            .with_note("a catalogue contains the changes of each release, but not the complete schemas of older releases")
            .with_help(
                "set a folder that contains them with --recordings DIR: a facts file or a folder of schemas per release, named after its version, such as 18.0.1.json",
            )
    };
    let entries = fs::read_dir(folder).map_err(|error| unreadable(&error))?;
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| unreadable(&error))?.path();
        let is_recording = path.is_dir() || path.extension().is_some_and(|extension| extension == "json");
        if let Some(version) = version_in_name(&path).filter(|_| is_recording)
            && table.series_of(&version).is_some()
        {
            found.push((version, path));
        }
    }
    found.sort_by_key(|(version, _)| version_numbers(version));
    Ok(found)
}
