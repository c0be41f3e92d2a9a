//! `heat-codegen`, the command. The library does the work.

use std::process::ExitCode;

/// Reading schemas and templates allocates many small texts.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    heat_codegen::commands::main()
}
