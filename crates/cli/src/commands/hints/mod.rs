//! Hints beside clap's errors: alternatives to the arguments that clap refuses.

mod options;
mod words;

use std::ffi::OsString;

use clap::Command;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use heat_report::program::NAME;
use heat_yaml::one_line;

/// Adds a hint to clap's error about some arguments, if clap has none itself.
pub(super) fn with_hint(mut error: Error, arguments: &[OsString], command: &Command) -> Error {
    if !error.use_stderr() {
        return error;
    }
    let words: Vec<String> =
        arguments.iter().map(|argument| argument.to_string_lossy().into_owned()).collect();
    if let Some(moved) = option_after_paths(&words) {
        return command.clone().error(ErrorKind::TooManyValues, moved);
    }
    let (called, path) = called(&words, command);
    let hint = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            invalid(&error, ContextKind::InvalidSubcommand).first().and_then(|word| words::hint(word))
        }
        ErrorKind::UnknownArgument => invalid(&error, ContextKind::InvalidArg).first().and_then(|argument| {
            let at = words.iter().position(|word| word == argument);
            let value = at.and_then(|at| words.get(at + 1)).map(String::as_str);
            options::hint(argument, value, called, &path)
        }),
        ErrorKind::MissingRequiredArgument => {
            missing(called, &path, &invalid(&error, ContextKind::InvalidArg))
        }
        _ => None,
    };
    if let Some(hint) = hint {
        // A command with a merely similar name is no better.
        error.remove(ContextKind::SuggestedSubcommand);
        error.remove(ContextKind::SuggestedArg);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(hint)]));
    }
    error
}

/// The command that the words name, with its full name.
fn called<'c>(words: &[String], program: &'c Command) -> (&'c Command, String) {
    let (mut command, mut path) = (program, Vec::new());
    for word in words.iter().skip(1) {
        if let Some(below) = command.find_subcommand(word) {
            command = below;
            path.push(command.get_name());
        }
    }
    (command, path.join(" "))
}

/// The part of the arguments that an error calls invalid.
fn invalid(error: &Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(word)) => vec![word.clone()],
        Some(ContextValue::Strings(words)) => words.clone(),
        _ => Vec::new(),
    }
}

/// Suggests a value for a missing argument.
fn missing(command: &Command, path: &str, arguments: &[String]) -> Option<String> {
    if path == "init" {
        return Some(format!("a name of your own, such as `{NAME} init My::Custom::Token`"));
    }
    if path == "plan" {
        return Some(format!(
            "`{NAME} plan old.yaml new.yaml` compares two templates, `{NAME} plan main -- template.yaml` one with its revision"
        ));
    }
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

/// The hint for an option that follows `--`, after which only paths are allowed, with the arguments in the right order.
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
