//! `hiera`: writes the hierarchy and the data files that Puppet looks values up in.

use std::fmt::Write as _;
use std::path::{Component, Path, PathBuf};

use heat_model::Value;
use heat_model::python::str_of;

use super::job::{Job, cannot_write};
use super::report;
use crate::files::{make_folder, overwrite};
use crate::json::{DATA, indented};
use crate::process::Program;
use crate::signal::Outputs;

/// Command that prints `empty` unless the metadata still has hiera data of the older kind.
const CHECK: &str = "os-apply-config --key hiera.datafiles --type raw --key-default empty";

pub(super) fn run(job: &mut Job<'_>) -> Result<Outputs, String> {
    let config = job.config_map()?;
    refuse_older_data(job)?;
    let folder = job.folder("HEAT_PUPPET_HIERA_DATADIR", "/etc/puppet/hieradata")?;
    if let Some(hierarchy) = config.get("hierarchy") {
        let hierarchy = hierarchy.as_list().ok_or("`hierarchy` is not a list")?;
        let path = job.folders.path("HEAT_HIERA_CONFIG", "/etc/puppet/hiera.yaml");
        let mut text =
            format!("\n---\n:backends:\n  - json\n:json:\n  :datadir: {}\n:hierarchy:\n", folder.display());
        for item in hierarchy {
            // Writing into a string cannot fail.
            let _ = writeln!(text, "  - {}", str_of(item));
        }
        let written =
            path.parent().map_or(Ok(()), make_folder).and_then(|()| overwrite(&path, text.as_bytes()));
        written.map_err(|error| cannot_write(&path, &error))?;
    }
    if let Some(files) = config.get("datafiles") {
        for (name, data) in files.as_map().ok_or("`datafiles` is not a map")? {
            write_data(&data_file(&folder, name)?, data)?;
        }
    }
    Ok(report::texts("", "", 0))
}

/// Fails if there is data of the older kind, which would be ignored from now on.
fn refuse_older_data(job: &mut Job<'_>) -> Result<(), String> {
    let command = job.folders.text("HEAT_HIERA_ELEMENT_CHECK_CMD", CHECK);
    let command = command.to_string_lossy();
    let mut words = command.split(' ').map(Into::into);
    let program = Program {
        path: words.next().unwrap_or_default(),
        arguments: words.collect(),
        time_limit: job.time_limit,
        ..Program::default()
    };
    // Without the program there is no such data.
    let Ok(finished) = program.run() else { return Ok(()) };
    let printed = finished.stdout.text();
    let printed = printed.trim_end();
    if printed == "empty" {
        return Ok(());
    }
    Err(format!(
        "There is hieradata from os-apply-config ({printed}). Change whatever sets `hiera.datafiles` to a deployment with the group `hiera`"
    ))
}

/// Path of the file for a set of data. An error if it would not be in the folder or below it.
pub(super) fn data_file(folder: &Path, name: &str) -> Result<PathBuf, String> {
    let is_inside = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    if name.is_empty() || !is_inside {
        return Err(format!("`{name}` is not a name for a file of hiera data"));
    }
    Ok(folder.join(format!("{name}.json")))
}

fn write_data(path: &Path, data: &Value) -> Result<(), String> {
    let made = path.parent().map_or(Ok(()), make_folder);
    let written = made.and_then(|()| overwrite(path, indented(data, DATA).as_bytes()));
    written.map_err(|error| cannot_write(path, &error))
}
