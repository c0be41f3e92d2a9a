//! `json-file`: the config is a map of paths, and each value is written to its path as JSON.

use std::path::Path;

use super::job::{Job, cannot_write};
use super::report;
use crate::files::{make_folder, overwrite};
use crate::json::{DATA, indented};
use crate::signal::Outputs;

pub(super) fn run(job: &mut Job<'_>) -> Result<Outputs, String> {
    for (path, value) in job.config_map()? {
        let path = job.folders.placed(Path::new(&path));
        // A bare name has no folder: the file is written to the current one.
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let made = folder.map_or(Ok(()), make_folder);
        let written = made.and_then(|()| overwrite(&path, indented(&value, DATA).as_bytes()));
        written.map_err(|error| cannot_write(&path, &error))?;
    }
    Ok(report::texts("", "", 0))
}
