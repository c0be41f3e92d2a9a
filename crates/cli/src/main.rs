//! The program `heat-codegen`. The library does the work.

use std::process::ExitCode;

/// Reading schemas and templates allocates many small texts, which this allocator does faster.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    heat_codegen::commands::main()
}
