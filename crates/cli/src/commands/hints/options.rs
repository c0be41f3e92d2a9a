//! Names of options in other programs, each with the corresponding option of this one.

use clap::{Arg, Command};
use heat_report::program::NAME;
use heat_yaml::one_line;

/// The option of this program that corresponds to one of another program.
enum Ours {
    /// An option with this name.
    Option(&'static str),
    /// An option with this name and value.
    Value(&'static str, &'static str),
    /// An option with the value that was passed, if that is one of its possible values.
    Given(&'static str),
    /// The arguments without a name, which are files.
    Files,
    /// Something else, in words.
    Words(&'static str),
}

use Ours::{Files, Given, Option as Named, Value, Words};

/// The options of other programs, each with the corresponding ones here: the first that the command has is used. They are in the
/// order in which a reader would look for them: output, selection, inputs, running. Spaces separate the options of other programs.
const OPTIONS: &[(&str, &[Ours])] = &[
    ("-f --output-format --formatter --reporter --as", &[Given("format"), Files, Named("format")]),
    (
        "-o --output --outfile --output-file --out-file --save --write-to",
        &[
            Given("format"),
            Named("out"),
            Value("report", "FORMAT=FILE"),
            Words("the result goes to standard output: `> FILE` writes it to a file"),
        ],
    ),
    (
        "--dest --destination --output-dir --out-dir --outdir --target-dir -d",
        &[Named("out"), Named("schemas")],
    ),
    ("--no-color --no-colour --no-colors --plain --no-ansi", &[Value("color", "never")]),
    ("--colour --colors --ansi", &[Named("color")]),
    (
        "-v --verbose --debug -vv --trace --log-level --loglevel",
        &[Words("nothing is left out of the output: there is no more to show")],
    ),
    ("-s --silent --no-summary --no-notes --terse", &[Named("quiet")]),
    ("--summary --stats --count --totals", &[Named("statistics"), Words("the last lines are the summary")]),
    (
        "--disable --disable-rule --disable-rules --suppress --skip --skip-rule --skip-rules \
         --ignore-rule --ignore-rules --ignore-checks --skip-check --skip-checks --exclude-rule \
         --exclude-rules --allow --no-rule --off --except --exclude",
        &[Named("ignore"), Named("allowances")],
    ),
    (
        "--only --rule --rules --check-rule --include-rule --include-rules --checks --only-rules",
        &[Named("select"), Named("type")],
    ),
    ("--extend-select --include-checks --on --enable-rule", &[Named("enable"), Named("select")]),
    (
        "--fail-level --fail-severity --severity --minimum-severity --min-severity --level --error-on \
         --failure-threshold --max-warnings --warnings-as-errors --werror --exit-code --exit-non-zero \
         --detailed-exitcode --error",
        &[Named("fail-on")],
    ),
    ("--autofix --auto-fix --apply --write --in-place -i", &[Named("fix")]),
    ("--dry-run --dryrun --fix-dry-run --no-write -n", &[Named("diff"), Named("check")]),
    (
        "--follow --continuous --live --reload -w",
        &[Named("watch"), Words("a page reloads itself when its sources change")],
    ),
    ("--list-rules --show-rules --list-checks", &[Words("`rules` lists the rules")]),
    ("--explain --help-rule", &[Words("`explain ID` explains a rule or an error")]),
    (
        "-t --template --template-file --template-body --template-url --file --files --filename --input \
         --path --paths",
        &[Files],
    ),
    (
        "--env --env-file --environment-file --environments --var-file --values --values-file",
        &[Named("environment")],
    ),
    (
        "--param --params --parameters --parameter-overrides --set --var --vars -p",
        &[Named("parameter"), Named("address")],
    ),
    (
        "--config --conf --config-file --config-path -c",
        &[Named("settings"), Named("docs"), Named("allowances")],
    ),
    ("--base-dir --basedir --workdir --chdir -C", &[Named("root"), Named("schemas")]),
    ("--schema --schema-dir --catalogue --catalog", &[Named("schemas")]),
    ("-r -R --recursive", &[Words("a folder stands for all files below it")]),
    (
        "--heat-version --openstack-release --openstack-version --target-version --target-release \
         --heat-release --for",
        &[Named("release"), Named("to"), Named("releases")],
    ),
    ("--port --bind --listen --addr --interface", &[Named("address")]),
    ("--url --site-url --baseurl --root-url", &[Named("base-url")]),
    ("--title --logo --theme", &[Named("docs")]),
    ("--overwrite --yes -y --clobber", &[Named("force"), Words("files that exist are replaced")]),
    ("--hidden --show-hidden --include-deprecated --all-types", &[Named("include-hidden")]),
    (
        "--name --filter --search --grep --query",
        &[Words("words need no option: `list WORD` searches the names of types")],
    ),
    ("--property --attribute", &[Words("a property or attribute follows its type: `show TYPE.PROPERTY`")]),
    ("--stdin", &[Words("`-` is the standard input")]),
];

/// The hint for an option that a command does not have, with the value that was passed.
pub(super) fn hint(option: &str, value: Option<&str>, command: &Command, path: &str) -> Option<String> {
    let (option, value) = option.split_once('=').map_or((option, value), |(name, value)| (name, Some(value)));
    let known = OPTIONS.iter().find(|(names, _)| names.split(' ').any(|name| name == option));
    let ours = known.map(|(_, ours)| *ours).unwrap_or_default();
    if let Some(words) = ours.iter().find_map(|ours| ours.words(value, command, path)) {
        return Some(words);
    }
    // `--json` and the names of all other formats.
    let format = find(command, "format")?;
    let value = option.strip_prefix("--")?;
    let value = SHORT_FORMATS.iter().find(|(short, _)| *short == value).map_or(value, |(_, long)| long);
    has_value(format, value).then(|| as_written("format", Some(value)))
}

/// Short names of formats.
const SHORT_FORMATS: [(&str, &str); 4] =
    [("md", "markdown"), ("yml", "yaml"), ("txt", "text"), ("table", "text")];

impl Ours {
    /// The option as written on the command line, if the command has it.
    fn words(&self, given: Option<&str>, command: &Command, path: &str) -> Option<String> {
        match self {
            Named(long) => {
                let argument = find(command, long)?;
                let given =
                    given.filter(|value| argument.get_action().takes_values() && accepts(argument, value));
                let value = given.map(one_line).or_else(|| value_name(argument));
                Some(as_written(long, value.as_deref()))
            }
            Value(long, value) => find(command, long).map(|_| as_written(long, Some(value))),
            Given(long) => {
                let value = given
                    .filter(|value| find(command, long).is_some_and(|option| has_value(option, value)))?;
                Some(as_written(long, Some(value)))
            }
            Files => {
                let files =
                    command.get_positionals().find_map(|argument| argument.get_value_names()?.first())?;
                let is_file = ["PATH", "TEMPLATE", "OLD", "BASE", "FILE"].contains(&files.as_str());
                let file = given.map_or_else(|| files.to_string(), one_line);
                is_file.then(|| format!("files need no option: `{NAME} {path} {file}`"))
            }
            Words(words) => Some((*words).to_owned()),
        }
    }
}

fn as_written(long: &str, value: Option<&str>) -> String {
    value.map_or_else(|| format!("use `--{long}`"), |value| format!("use `--{long} {value}`"))
}

/// The option of a command with this name.
fn find<'c>(command: &'c Command, long: &str) -> Option<&'c Arg> {
    command.get_arguments().find(|argument| argument.get_long() == Some(long) && !argument.is_hide_set())
}

fn has_value(argument: &Arg, value: &str) -> bool {
    argument.get_possible_values().iter().any(|possible| possible.matches(value, true))
}

/// Returns whether an option accepts a value: any value, unless it lists the possible ones.
fn accepts(argument: &Arg, value: &str) -> bool {
    !value.starts_with('-') && (argument.get_possible_values().is_empty() || has_value(argument, value))
}

/// The name of an option's value in the help.
fn value_name(argument: &Arg) -> Option<String> {
    if !argument.get_action().takes_values() {
        return None;
    }
    Some(argument.get_value_names()?.first()?.to_string())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[track_caller]
    fn check(line: &str, expect: Option<&str>) {
        let mut program = crate::commands::command();
        program.build();
        let words: Vec<&str> = line.split(' ').collect();
        let command = program.find_subcommand(words[0]).unwrap();
        let found = hint(words[1], words.get(2).copied(), command, words[0]);
        assert_eq!(found.as_deref(), expect, "{line}");
    }

    #[test]
    fn options_of_other_programs_lead_to_ours() {
        check("validate --json", Some("use `--format json`"));
        check("show --json", Some("use `--format json`"));
        check("show --md", None);
        check("export --md", Some("use `--format markdown`"));
        check("validate -f json", Some("use `--format json`"));
        check("validate -f a.yaml", Some("files need no option: `heat-codegen validate a.yaml`"));
        check("validate -o junit", Some("use `--format junit`"));
        check("validate -o report.txt", Some("use `--report FORMAT=FILE`"));
        check("graph -o x.svg", Some("use `--out x.svg`"));
        check("graph -o mermaid", Some("use `--format mermaid`"));
        check("explain -o x", Some("the result goes to standard output: `> FILE` writes it to a file"));
        check("validate --disable unused-condition", Some("use `--ignore unused-condition`"));
        check("validate --max-warnings 0", Some("use `--fail-on SEVERITY`"));
        check("validate --severity warning", Some("use `--fail-on warning`"));
        check("plan --detailed-exitcode", Some("use `--fail-on WHAT`"));
        check("validate --set a=b", Some("use `--parameter a=b`"));
        check("validate --verbose", Some("nothing is left out of the output: there is no more to show"));
        check("serve --port 9000", Some("use `--address 9000`"));
        check("serve --port", Some("use `--address ADDRESS`"));
        check("build -o docs", Some("use `--out docs`"));
        check("list --no-color", Some("use `--color never`"));
        check("changes --port", None);
        check("validate --dry-run", Some("use `--diff`"));
        check("history --dry-run", Some("use `--check`"));
    }

    #[test]
    fn every_option_leads_to_one_that_exists() {
        let mut program = crate::commands::command();
        program.build();
        let commands: Vec<&Command> = program.get_subcommands().collect();
        let mut seen = BTreeSet::new();
        for (names, ours) in OPTIONS {
            for name in names.split(' ') {
                assert!(seen.insert(name), "{name} stands twice");
            }
            for one in *ours {
                let is_there = commands.iter().any(|command| match one {
                    Named(long) => find(command, long).is_some(),
                    Value(long, value) => find(command, long).is_some_and(|argument| {
                        argument.get_possible_values().is_empty() || has_value(argument, value)
                    }),
                    Given(long) => {
                        find(command, long).is_some_and(|option| !option.get_possible_values().is_empty())
                    }
                    Files | Words(_) => true,
                });
                assert!(is_there, "{names}");
            }
        }
    }
}
