//! Tests of the grammar of the command line: the arguments, the names that they may have, and their conflicts.

use super::*;

fn check(arguments: &[&str]) -> Result<Cli, String> {
    let arguments = std::iter::once(&NAME).chain(arguments).map(OsString::from);
    parse(arguments).map_err(|error| error.to_string())
}

#[test]
fn the_command_line_is_consistent() {
    Cli::command().debug_assert();
}

#[test]
fn options_of_build_alone_mean_build() {
    assert!(matches!(check(&[]), Ok(Cli { command: None, .. })));
    assert!(matches!(check(&["--quiet"]), Ok(Cli { command: None, .. })));
    for arguments in [&["--include-hidden"][..], &["--schemas", "x"], &["--out", "x"]] {
        assert!(matches!(check(arguments), Ok(Cli { command: Some(Command::Build(_)), .. })));
    }
    assert!(matches!(check(&["--schemas", "x", "list"]), Ok(Cli { command: Some(Command::List(_)), .. })));
}

#[test]
fn a_line_of_a_list_is_no_option() {
    assert!(check(&["explain", "- Volume in use"]).is_ok());
    assert!(check(&["explain", "-Volume"]).is_err());
}

#[test]
fn no_argument_takes_the_place_of_a_global_one() {
    let command = Cli::command();
    let global: Vec<&clap::Id> =
        command.get_arguments().filter(|argument| argument.is_global_set()).map(clap::Arg::get_id).collect();
    assert!(!global.is_empty());
    for subcommand in command.get_subcommands() {
        for argument in subcommand.get_arguments() {
            assert!(!global.contains(&argument.get_id()), "{}: {argument}", subcommand.get_name());
        }
    }
}

#[test]
fn types_are_added_where_they_count() {
    assert!(check(&["validate", "a.yaml", "--types", "x.json", "--types", "y"]).is_ok());
    assert!(check(&["build", "--types", "x"]).is_ok());
    assert!(matches!(check(&["--types", "x"]), Ok(Cli { command: Some(Command::Build(_)), .. })));
    let error = check(&["check", "--types", "x"]).unwrap_err();
    assert!(error.contains("--types changes nothing for `check`"), "{error}");
    assert!(check(&["validate", "a.yaml", "--only-own-types"]).is_ok());
    let error = check(&["check", "--only-own-types"]).unwrap_err();
    assert!(error.contains("--only-own-types changes nothing for `check`"), "{error}");
}

#[test]
fn an_option_after_the_paths_is_explained() {
    let error = check(&["plan", "HEAD", "--", "t.yaml", "--format", "markdown"]).unwrap_err();
    assert!(error.contains("`--format` comes after `--`"), "{error}");
    assert!(check(&["plan", "HEAD", "--format", "markdown", "--", "t.yaml"]).is_ok());
}

#[test]
fn every_command_is_in_one_group() {
    let mut grouped: Vec<&str> = help::GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
    grouped.sort_unstable();
    let command = Cli::command();
    let mut known: Vec<&str> = command
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
        .map(clap::Command::get_name)
        .collect();
    known.sort_unstable();
    assert_eq!(grouped, known);
}

#[test]
fn an_option_has_one_meaning() {
    // A flag with a different meaning from the option of the same name elsewhere would be a trap.
    let command = Cli::command();
    let commands = || command.get_subcommands().filter(|command| !command.is_hide_set());
    let takes = |name: &str| -> Vec<(String, bool)> {
        let arguments = commands().filter_map(|command| {
            let argument = command
                .get_arguments()
                .find(|argument| argument.get_long() == Some(name) && !argument.is_hide_set())?;
            Some((command.get_name().to_owned(), argument.get_action().takes_values()))
        });
        arguments.collect()
    };
    for name in ["format", "out", "report", "fail-on", "release", "templates", "select", "ignore", "root"] {
        let takes = takes(name);
        assert!(!takes.is_empty() && takes.iter().all(|(_, takes_value)| *takes_value), "{name}: {takes:?}");
    }
    for (name, is_about) in [("templates", &["diff"][..]), ("releases", &["build", "serve"])] {
        let known: Vec<String> = takes(name).into_iter().map(|(command, _)| command).collect();
        assert_eq!(known, is_about, "{name}");
    }
}

#[test]
fn options_of_build_are_refused_before_other_commands() {
    let error = check(&["--base-url", "https://example.org", "check"]).unwrap_err();
    assert!(error.contains("--base-url is an option of `build`"), "{error}");
}

#[test]
fn every_command_has_an_example() {
    for command in Cli::command().get_subcommands() {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        assert!(help.starts_with("Example"), "{}", command.get_name());
        assert!(command.get_about().is_some(), "{}", command.get_name());
    }
}
