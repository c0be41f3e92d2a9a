//! `heat-config status`.

use std::ffi::OsString;
use std::fs;

use heat_deployments::Folders;
use heat_deployments::deployment::read_list;
use heat_deployments::log::Log as _;
use heat_deployments::status::{status, to_json, to_text};

use super::output::{print, usage};
use super::stderr::Stderr;

/// Returns 1 if the list cannot be read. The deployments with a state are shown all the same.
pub(super) fn main(arguments: &[OsString]) -> u8 {
    let arguments: Vec<_> = arguments.iter().map(|argument| argument.to_string_lossy()).collect();
    let arguments: Vec<&str> = arguments.iter().map(AsRef::as_ref).collect();
    let is_json = match arguments[..] {
        [] | ["--format", "text"] | ["--format=text"] => false,
        ["--format", "json"] | ["--format=json"] => true,
        _ => return usage("`status` takes `--format text` or `--format json`"),
    };
    let folders = Folders::from_environment();
    let path = folders.list();
    let list = fs::read(&path).map_err(|error| error.to_string()).and_then(|text| read_list(&text));
    let mut code = 0;
    let list = list.unwrap_or_else(|problem| {
        Stderr.error(&format!("The list of deployments {} cannot be read: {problem}", path.display()));
        code = 1;
        Vec::new()
    });
    let all = status(&list, &folders);
    let text = if is_json { format!("{}\n", to_json(&all)) } else { to_text(&all) };
    print(&text).max(code)
}
