//! `heat-config rebuild-deployed`, also as `heat-config-rebuild-deployed`.

use std::fs;

use heat_config::Folders;
use heat_config::deployment::read_list;
use heat_config::log::Log as _;
use heat_config::rebuild::rebuild;

use super::stderr::Stderr;

/// Returns 1 if the list cannot be read, or a deployment cannot be marked.
pub(super) fn main() -> u8 {
    let folders = Folders::from_environment();
    let path = folders.list();
    let list = fs::read(&path).map_err(|error| error.to_string()).and_then(|text| read_list(&text));
    let list = match list {
        Ok(list) => list,
        Err(problem) => {
            Stderr.error(&format!("The list of deployments {} cannot be read: {problem}", path.display()));
            return 1;
        }
    };
    match rebuild(&list, &folders, &mut Stderr) {
        Ok(_) => 0,
        Err(error) => {
            Stderr.error(&format!("The deployments cannot be marked: {error}"));
            1
        }
    }
}
