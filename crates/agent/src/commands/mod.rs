//! The commands of the program, and the names that it can be started by.

#[cfg(feature = "network")]
mod collect;
#[cfg(feature = "network")]
mod hangup;
mod hook;
mod notifier;
mod notify;
mod output;
mod rebuild;
mod run;
mod status;
mod stderr;
mod supervise;

use std::ffi::{OsStr, OsString};
use std::path::Path;

use heat_deployments::hook::BuiltIn;

use output::{HELP, print, usage};

/// Runs the command that the arguments name, the first of which is the name of the program. Returns the exit code.
pub(crate) fn dispatch(arguments: &[OsString]) -> u8 {
    let Some((program, arguments)) = arguments.split_first() else { return usage("no name of the program") };
    let name = program_name(program);
    match name.as_str() {
        "55-heat-config" => return run::main(),
        "heat-config-notify" => return notify::main(arguments),
        "heat-config-rebuild-deployed" => return rebuild::main(),
        _ => {}
    }
    if let Some(hook) = BuiltIn::named(&name) {
        return hook::main(hook);
    }
    match arguments.split_first() {
        None => run::main(),
        Some((command, arguments)) => run_command(&command.to_string_lossy(), arguments),
    }
}

fn run_command(command: &str, arguments: &[OsString]) -> u8 {
    match (command, arguments) {
        ("run", []) => run::main(),
        ("hook", [name]) => run_hook(&name.to_string_lossy()),
        ("supervise-hook", []) => supervise::main(),
        ("notify", arguments) => notify::main(arguments),
        ("rebuild-deployed", []) => rebuild::main(),
        #[cfg(feature = "network")]
        ("collect", arguments) => collect::main(arguments),
        ("status", arguments) => status::main(arguments),
        ("help" | "--help" | "-h", []) => print(HELP),
        ("version" | "--version" | "-V", []) => {
            print(concat!("heat-config ", env!("CARGO_PKG_VERSION"), "\n"))
        }
        ("run" | "hook" | "rebuild-deployed" | "supervise-hook" | "help" | "version", _) => {
            usage(&format!("`{command}` takes other arguments"))
        }
        _ => usage(&format!("there is no command `{command}`")),
    }
}

fn run_hook(name: &str) -> u8 {
    let Some(hook) = BuiltIn::named(name) else {
        let names: Vec<_> = BuiltIn::names().collect();
        return usage(&format!("there is no built-in hook `{name}`. There are {}", names.join(", ")));
    };
    hook::main(hook)
}

/// The name that the program was started by, without its folder.
fn program_name(argument: &OsStr) -> String {
    Path::new(argument).file_name().unwrap_or_default().to_string_lossy().into_owned()
}
