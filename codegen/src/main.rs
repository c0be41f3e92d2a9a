//! `heat-codegen`, the command. What it does is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    heat_codegen::commands::main()
}
