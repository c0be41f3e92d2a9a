//! What to write instead of arguments that clap refuses: hints beside its errors.

use std::ffi::OsString;

use clap::Command;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use heat_report::program::NAME;
use heat_yaml::one_line;

/// What other programs call what a command does, with the commands to use.
const WORDS: [(&[&str], &str); 11] = [
    (&["lint", "test", "verify", "scan", "fix"], "`validate` checks templates, `check` checks schemas"),
    (&["new", "create", "start", "scaffold"], "`init` creates a schema, `plugin new` a plug-in in Rust"),
    (&["describe", "info", "get", "inspect"], "`show` describes a resource type"),
    (&["types", "search", "ls"], "`list` lists the resource types"),
    (&["preview", "update", "dry-run", "apply"], "`plan` shows what an update of a stack does"),
    (&["render", "eval", "expand"], "`resolve` resolves a template"),
    (
        &["docs", "doc", "site", "publish", "generate"],
        "`build` builds the reference docs, `serve` previews them",
    ),
    (&["compare"], "`diff` compares schemas, `plan` templates, `changes` releases"),
    (&["changelog", "log", "releases"], "`changes` shows what changed between two releases"),
    (
        &["upgrade"],
        "`validate --from RELEASE --to RELEASE` says what an upgrade of the cloud changes for templates",
    ),
    (&["lsp", "server"], "`language-server` answers editors, `serve` previews the docs"),
];

/// The error of clap for some arguments, with what to write instead where clap does not say it.
pub(super) fn with_hint(mut error: Error, arguments: &[OsString], command: &Command) -> Error {
    if !error.use_stderr() {
        return error;
    }
    let words: Vec<String> =
        arguments.iter().map(|argument| argument.to_string_lossy().into_owned()).collect();
    if let Some(moved) = option_after_paths(&words) {
        return command.clone().error(ErrorKind::TooManyValues, moved);
    }
    let hint = match error.kind() {
        ErrorKind::InvalidSubcommand => invalid(&error, ContextKind::InvalidSubcommand)
            .first()
            .and_then(|word| WORDS.iter().find(|(words, _)| words.contains(&word.as_str())))
            .map(|(_, hint)| (*hint).to_owned()),
        ErrorKind::MissingRequiredArgument => {
            let name = words.iter().skip(1).find_map(|word| command.find_subcommand(word));
            name.and_then(|command| missing(command, &invalid(&error, ContextKind::InvalidArg)))
        }
        _ => None,
    };
    if let Some(hint) = hint {
        // What merely sounds similar is no better.
        error.remove(ContextKind::SuggestedSubcommand);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(hint)]));
    }
    error
}

/// What an error says is wrong.
fn invalid(error: &Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(word)) => vec![word.clone()],
        Some(ContextValue::Strings(words)) => words.clone(),
        _ => Vec::new(),
    }
}

/// What can be written for an argument that is missing.
fn missing(command: &Command, arguments: &[String]) -> Option<String> {
    if arguments.iter().any(|argument| argument.contains("TYPE")) {
        return Some(format!("`{NAME} list` lists the resource types"));
    }
    let option = arguments.iter().find_map(|argument| {
        let long = argument.strip_prefix("--")?.split(' ').next()?;
        command.get_arguments().find(|argument| argument.get_long() == Some(long))
    })?;
    let values = option.get_possible_values();
    let names: Vec<&str> = values
        .iter()
        .filter(|value| !value.is_hide_set())
        .map(clap::builder::PossibleValue::get_name)
        .collect();
    let long = option.get_long()?;
    (!names.is_empty()).then(|| format!("the values of --{long} are {}", names.join(", ")))
}

/// What to say of an option that stands where only paths do, with the arguments in the right order.
fn option_after_paths(words: &[String]) -> Option<String> {
    let dashes = words.iter().position(|word| word == "--")?;
    let (before, after) = (words.get(1..dashes)?, words.get(dashes + 1..)?);
    let at = after.iter().position(|word| word.starts_with("--"))?;
    let (paths, options) = after.split_at(at);
    let line = [before, options, &["--".to_owned()], paths].concat().join(" ");
    let option = options.first()?;
    Some(format!(
        "`{}` comes after `--`, where only paths do: options come before it\n\n  tip: {NAME} {}",
        one_line(option),
        one_line(&line)
    ))
}
