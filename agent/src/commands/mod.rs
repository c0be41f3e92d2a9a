//! The commands of the program, and the names that it can be started by.

use std::ffi::{OsStr, OsString};
use std::io::Write as _;
use std::path::Path;

const HELP: &str = "\
Applies OpenStack Heat's software configuration in this server.

Usage: heat-config [COMMAND]

Commands:
  run                 Run the hook of each deployment that has not been done yet, and signal the result (the default)
  hook NAME           Run a built-in hook: the config on the standard input, the result on the standard output
  notify FILE         Signal the JSON on the standard input as the config in FILE says
  rebuild-deployed    Mark all current deployments as done, without running them
  status              Show what ran, what waits, and which signals are still owed
  collect             Poll the metadata of this server, and apply it
  help                Print this text
  version             Print the version

Started as `55-heat-config`, `heat-config-notify`, `heat-config-rebuild-deployed` or by the name of a built-in hook, it is that program.
";

/// Runs the command that the arguments name, the first of which is the name of the program. Returns the exit code.
#[must_use]
pub(crate) fn dispatch(arguments: &[OsString]) -> u8 {
    let Some((program, arguments)) = arguments.split_first() else { return usage("no name of the program") };
    let name = program_name(program);
    match name.as_str() {
        "heat-config-notify" => return command("notify", arguments),
        "heat-config-rebuild-deployed" => return command("rebuild-deployed", arguments),
        "55-heat-config" => return command("run", arguments),
        _ => {}
    }
    let Some((first, rest)) = arguments.split_first() else { return command("run", &[]) };
    command(&first.to_string_lossy(), rest)
}

fn command(name: &str, arguments: &[OsString]) -> u8 {
    let _ = arguments;
    match name {
        "help" | "--help" | "-h" => print(HELP),
        "version" | "--version" | "-V" => print(concat!("heat-config ", env!("CARGO_PKG_VERSION"), "\n")),
        _ => usage(&format!("there is no command `{name}`")),
    }
}

/// The name that the program was started by, without its folder.
fn program_name(argument: &OsStr) -> String {
    Path::new(argument).file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn print(text: &str) -> u8 {
    u8::from(std::io::stdout().write_all(text.as_bytes()).is_err())
}

fn usage(problem: &str) -> u8 {
    // There is nowhere left to report an error of writing this to.
    let _ = writeln!(std::io::stderr(), "error: {problem}\n\n{HELP}");
    2
}
