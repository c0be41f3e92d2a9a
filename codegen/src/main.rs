//! `heat-codegen`, the command. The library does the work.

use std::process::ExitCode;

fn main() -> ExitCode {
    heat_codegen::commands::main()
}
