//! Replays recorded answers of real Heat.

use std::process::ExitCode;

fn main() -> ExitCode {
    conformance::cli::main()
}
