//! What the commands print.

use std::io::Write as _;

pub(super) const HELP: &str = "\
Applies OpenStack Heat's software configuration in this server.

Usage: heat-config [COMMAND]

Commands:
  run                 Run the hook of each deployment that has not been done yet, and signal the result (the default)
  hook NAME           Run a built-in hook: the config on the standard input, the result on the standard output
  notify FILE         Signal the JSON on the standard input as the config in FILE says
  rebuild-deployed    Mark all current deployments as done, without running them
  status              Show what ran, what waits, and which signals are owed (--format json for programs)
  collect             Poll the metadata of this server, and apply it
  help                Print this text
  version             Print the version

Started as 55-heat-config, heat-config-notify, heat-config-rebuild-deployed or by the name of a built-in hook, it is that program.
";

/// Prints a text. Returns the exit code.
pub(super) fn print(text: &str) -> u8 {
    let mut stdout = std::io::stdout();
    u8::from(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).is_err())
}

/// Explains what is wrong with the arguments. Returns the exit code.
pub(super) fn usage(problem: &str) -> u8 {
    // There is nowhere to report that this cannot be written.
    let _ = write!(std::io::stderr(), "error: {problem}\n\n{HELP}");
    2
}
