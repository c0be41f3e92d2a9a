//! `heat-config`: the program for images. It can also be started by the names of the Python programs that it replaces.

mod commands;

use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    ExitCode::from(commands::dispatch(&arguments))
}
