//! The commands of the program, and the names by which it can be started.

#[cfg(feature = "network")]
mod collect;
#[cfg(feature = "network")]
mod hangup;
mod help;
mod hook;
mod install;
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
use heat_deployments::log::Log as _;

use output::{print, usage};
use stderr::Stderr;

/// Runs the command that the arguments name; the first argument is the name of the program. Returns the exit code.
pub(crate) fn dispatch(arguments: &[OsString]) -> u8 {
    let Some((program, arguments)) = arguments.split_first() else { return usage("no name of the program") };
    let name = program_name(program);
    let (arguments, level) = match without_level(arguments) {
        Ok(taken) => taken,
        Err(problem) => return usage(&problem),
    };
    if let Err(problem) = stderr::set_level(level.as_deref()) {
        match level {
            Some(_) => return usage(&problem),
            // An invalid variable must not keep a service from its work.
            None => Stderr.warning(&format!("{}: {problem}", stderr::VARIABLE)),
        }
    }
    let command = match name.as_str() {
        "55-heat-config" => Some("run"),
        "heat-config-notify" => Some("notify"),
        "heat-config-rebuild-deployed" => Some("rebuild-deployed"),
        _ => None,
    };
    if let Some(command) = command {
        // The Python programs ignore arguments that they do not use.
        let taken = if command == "notify" || asks_for_help(&arguments) { arguments.as_slice() } else { &[] };
        return run_command(command, taken);
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
    if asks_for_help(arguments)
        && let Some(text) = help::of(command)
    {
        return print(text);
    }
    match (command, arguments) {
        ("run", []) => run::main(),
        ("hook", [name]) => run_hook(&name.to_string_lossy()),
        ("supervise-hook", []) => supervise::main(),
        ("notify", arguments) => notify::main(arguments),
        ("rebuild-deployed", []) => rebuild::main(),
        #[cfg(feature = "network")]
        ("collect", arguments) => collect::main(arguments),
        ("status", arguments) => status::main(arguments),
        ("install" | "uninstall" | "migrate", arguments) => install::main(command, arguments),
        ("help" | "--help" | "-h", []) => print(help::PROGRAM),
        ("help", [command]) => match help::of(&command.to_string_lossy()) {
            Some(text) => print(text),
            None => usage(&format!("there is no command `{}`", command.to_string_lossy())),
        },
        ("version" | "--version" | "-V", []) => {
            print(concat!("heat-config ", env!("CARGO_PKG_VERSION"), "\n"))
        }
        ("run" | "rebuild-deployed" | "supervise-hook" | "version", _) => {
            usage(&format!("`{command}` takes no arguments"))
        }
        ("hook" | "help", _) => usage(&format!("`{command}` takes one name")),
        _ => usage(&format!("there is no command `{command}`")),
    }
}

fn asks_for_help(arguments: &[OsString]) -> bool {
    arguments.iter().any(|argument| argument == "--help" || argument == "-h")
}

/// Returns the arguments without `--log-level`, and its value.
fn without_level(arguments: &[OsString]) -> Result<(Vec<OsString>, Option<String>), String> {
    let mut level = None;
    let mut others = Vec::new();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let text = argument.to_string_lossy();
        if text == "--log-level" {
            let value = rest.next().ok_or("`--log-level` needs a value")?;
            level = Some(value.to_string_lossy().into_owned());
        } else if let Some(value) = text.strip_prefix("--log-level=") {
            level = Some(value.to_owned());
        } else {
            others.push(argument.clone());
        }
    }
    Ok((others, level))
}

fn run_hook(name: &str) -> u8 {
    let Some(hook) = BuiltIn::named(name) else {
        let names: Vec<_> = BuiltIn::names().collect();
        return usage(&format!("there is no built-in hook `{name}`. There are {}", names.join(", ")));
    };
    hook::main(hook)
}

/// Name by which the program was started, without its folder.
fn program_name(argument: &OsStr) -> String {
    Path::new(argument).file_name().unwrap_or_default().to_string_lossy().into_owned()
}
