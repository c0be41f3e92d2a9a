//! `codegen`, which builds the reference docs.

mod arguments;
mod rules;

use std::io::{self, BufWriter, IsTerminal as _};
use std::process::ExitCode;

use codegen::{Console, Sources, is_colored, place};
use heat_report::Failure;
use heat_report::terminal::Terminal;

use arguments::{Arguments, HELP, Request};

fn main() -> ExitCode {
    let colors = [is_colored(io::stdout().is_terminal()), is_colored(io::stderr().is_terminal())];
    let mut out = Terminal::new(BufWriter::new(io::stdout()), colors[0]);
    let mut err = Terminal::new(io::stderr(), colors[1]);
    let mut console = Console { out: &mut out, err: &mut err, color_err: colors[1] };
    let built = run(&mut console);
    // Output written before a failure is still flushed.
    let result = built.and_then(|()| Ok(console.out.flush()?));
    let Err(failure) = result else { return ExitCode::SUCCESS };
    match failure {
        // The reader has closed the pipe on purpose.
        Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        _ => _ = failure.write(console.color_err, console.err),
    }
    ExitCode::from(if matches!(failure, Failure::Refused(_)) { 1 } else { 2 })
}

/// Runs the request in the arguments.
fn run(console: &mut Console<'_>) -> Result<(), Failure> {
    let Arguments { schemas, types, docs, out, settings } = match arguments::read()? {
        Request::Build(arguments) => *arguments,
        Request::Help => return Ok(console.out.write_all(HELP.as_bytes())?),
    };
    let (schemas, is_built_in) = place::catalogue(schemas);
    let sources = Sources::new((!is_built_in).then(|| schemas.clone()), &schemas, types, docs.as_deref())?;
    codegen::build(&settings, &sources, &out, console)
}
