//! `heat-config collect`: polls the metadata of this server, and applies it.

use std::ffi::OsString;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use heat_config::collect::{Apply, ApplyOutcome, COLLECTOR, Collector, Options, PollMode, Settings, Source};
use heat_config::network::{ClientOptions, Retry, Signaller, sleep_for};
use heat_deployments::Folders;
use heat_deployments::lock::AGENT;
use heat_deployments::log::Log;
use heat_deployments::run::{DeploymentResult, Notifier, Outcome, run_file};
use heat_deployments::state::State;

use super::hangup::Hangups;
use super::notifier::program;
use super::output::{print, usage};
use super::stderr::Stderr;
use super::supervise::folders;

/// Text of `--help`.
pub(super) const HELP: &str = "\
Polls the metadata of this server, writes the list of deployments, and runs their hooks.

Usage: heat-config collect [OPTIONS] [COLLECTOR]...

Collectors are heat_local, ec2, cfn, heat, request, local and zaqar; by default all of them, in this order. What Heat writes into the metadata
under the key os-collect-config replaces them, and names the source that it has prepared.

Options:
  --config-file FILE       Read settings from FILE (default: /etc/os-collect-config.conf); can be repeated
  --one-time               Collect and apply once
  --force                  The same: apply once, also if nothing has changed
  --print                  Print what the sources say, with the secrets in it, and change nothing
  --print-cachedir         Print the folder of the cache
  -c, --command COMMAND    Run COMMAND with a shell instead of the hooks, with the files in OS_CONFIG_FILES
  --NAME VALUE             Set an option of the file: cachedir, backup-cachedir, polling-interval (-i), min-polling-interval,
                           splay, deployment-key, or SECTION-OPTION, such as cfn-metadata-url
";

/// Default files with settings, used if no file is named.
const FILES: [&str; 2] = ["/etc/os-collect-config/os-collect-config.conf", "/etc/os-collect-config.conf"];

/// Options without a section.
const OPTIONS: [&str; 7] = [
    "command",
    "cachedir",
    "backup-cachedir",
    "polling-interval",
    "min-polling-interval",
    "splay",
    "deployment-key",
];

/// Task that the arguments select.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Task {
    Collect(PollMode),
    Print,
    PrintCache,
    Help,
}

/// Parsed arguments.
struct Arguments {
    task: Task,
    files: Vec<PathBuf>,
    options: Options,
}

/// Returns the exit code of the last attempt to apply, or 2 if the arguments are not valid. It returns only with `--one-time` and
/// similar options.
pub(super) fn main(arguments: &[OsString]) -> u8 {
    let arguments = match Arguments::parse(arguments) {
        Ok(arguments) => arguments,
        Err(problem) => return usage(&problem),
    };
    let folders = folders();
    let files = if arguments.files.is_empty() {
        FILES.iter().map(PathBuf::from).filter(|file| file.exists()).take(1).collect()
    } else {
        arguments.files
    };
    let started_by = [COLLECTOR, AGENT].into_iter().filter_map(std::env::var_os);
    let mut collector = Collector::new(files, arguments.options, folders.list()).started_by(started_by);
    let polling = match arguments.task {
        Task::Help => return print(HELP),
        Task::PrintCache => {
            return print(&format!("{}\n", collector.settings(&mut Stderr).cache.display()));
        }
        Task::Print => return print(&format!("{}\n", collector.print(&mut Stderr))),
        Task::Collect(polling) => polling,
    };
    let hangups = match polling {
        PollMode::Once => None,
        PollMode::Forever => watch(),
    };
    let mut pause = |duration| match &hangups {
        Some(hangups) => {
            if hangups.sleep(duration) {
                Stderr.info("SIGHUP: collecting now");
            }
        }
        None => sleep_for(duration),
    };
    if polling == PollMode::Forever {
        pause(part_of(collector.settings(&mut Stderr).splay));
    }
    collector.collect(polling, &mut Applier { folders, polling }, &mut pause, &mut Stderr)
}

/// Starts to watch for `SIGHUP`. If that fails, a warning is logged, and polling continues as it would otherwise.
fn watch() -> Option<Hangups> {
    match Hangups::watch() {
        Ok(hangups) => Some(hangups),
        Err(error) => {
            Stderr.warning(&format!("SIGHUP will end the program: {error}"));
            None
        }
    }
}

impl Arguments {
    fn parse(arguments: &[OsString]) -> Result<Self, String> {
        let mut parsed =
            Self { task: Task::Collect(PollMode::Forever), files: Vec::new(), options: Options::default() };
        let mut collectors = Vec::new();
        let mut rest = arguments.iter().map(|argument| argument.to_string_lossy().into_owned());
        while let Some(argument) = rest.next() {
            let (name, mut given) = match argument.split_once('=') {
                Some((name, value)) if name.starts_with("--") => (name.to_owned(), Some(value.to_owned())),
                _ => (argument, None),
            };
            let mut value =
                || given.take().or_else(|| rest.next()).ok_or_else(|| format!("`{name}` needs a value"));
            match name.as_str() {
                "--config-file" => parsed.files.push(value()?.into()),
                "-c" => parsed.add("DEFAULT", "command", value()?),
                "-i" => parsed.add("DEFAULT", "polling-interval", value()?),
                "--one-time" | "--force" => {
                    // With `--print`, nothing is applied.
                    if let Task::Collect(polling) = &mut parsed.task {
                        *polling = PollMode::Once;
                    }
                }
                "--print" => parsed.task = Task::Print,
                "--print-cachedir" => parsed.task = Task::PrintCache,
                "--help" | "-h" => parsed.task = Task::Help,
                name if !name.starts_with('-') => match Source::from_name(name) {
                    Some(_) => collectors.push(name.to_owned()),
                    None => return Err(format!("there is no collector `{name}`")),
                },
                name => {
                    let Some((section, option)) = option_of(name) else {
                        return Err(format!("`collect` has no option `{name}`"));
                    };
                    parsed.add(section, option, value()?);
                }
            }
            if given.is_some() {
                return Err(format!("`{name}` takes no value"));
            }
        }
        parsed.options.set("DEFAULT", "collectors", collectors);
        Ok(parsed)
    }

    /// Adds a value of an option.
    fn add(&mut self, section: &str, name: &str, value: String) {
        let mut values = self.options.all(section, name).unwrap_or_default().to_vec();
        values.push(value);
        self.options.set(section, name, values);
    }
}

/// Returns the section and the name of an option: `--NAME`, or `--SECTION-NAME`.
fn option_of(argument: &str) -> Option<(&str, &str)> {
    let name = argument.strip_prefix("--")?;
    if OPTIONS.contains(&name) {
        return Some(("DEFAULT", name));
    }
    let (section, option) = name.split_once('-')?;
    Source::from_name(section).map(|_| (section, option)).filter(|(_, option)| !option.is_empty())
}

/// Returns a random part of a time, so that servers that start together do not poll together.
fn part_of(longest: Duration) -> Duration {
    // Each of these hashers has random keys.
    let random = RandomState::new().build_hasher().finish() >> 32;
    let random = u32::try_from(random).unwrap_or(0);
    longest.mul_f64(f64::from(random) / f64::from(u32::MAX))
}

/// Runs the hooks of the list, or a command.
struct Applier {
    folders: Folders,
    polling: PollMode,
}

impl Apply for Applier {
    fn apply(&mut self, files: &[PathBuf], settings: &Settings, log: &mut dyn Log) -> ApplyOutcome {
        if let Some(command) = &settings.command {
            return run_command(command, files, log);
        }
        if !self.folders.list().exists() {
            log.info("there is no list of deployments yet");
            return ApplyOutcome::Done;
        }
        match run_file(&self.folders, &mut *self.notifier(), log) {
            // A full disk, for example: only another run starts it.
            Ok(report) if report.deployments.iter().any(is_not_started) => ApplyOutcome::Failed(1),
            Ok(_) => ApplyOutcome::Done,
            Err(error) => {
                log.error(&error.to_string());
                ApplyOutcome::Failed(1)
            }
        }
    }

    fn is_waiting(&self) -> bool {
        !State::of(&self.folders).owed().is_empty()
    }
}

impl Applier {
    fn notifier(&self) -> Box<dyn Notifier> {
        if let Some(program) = program(&self.folders) {
            return program;
        }
        match self.polling {
            PollMode::Once => Box::new(Signaller::default()),
            // A signal that was not accepted is tried again after the next poll, which must not wait for minutes.
            PollMode::Forever => {
                let retry = Retry { attempts: 3, ..Retry::default() };
                Box::new(Signaller::new(ClientOptions::default(), retry, Box::new(sleep_for)))
            }
        }
    }
}

fn is_not_started(handled: &DeploymentResult) -> bool {
    matches!(handled.outcome, Outcome::NotStarted(_))
}

/// Runs a command as os-collect-config does.
fn run_command(command: &str, files: &[PathBuf], log: &mut dyn Log) -> ApplyOutcome {
    let files = files.iter().fold(OsString::new(), |mut list, file| {
        if !list.is_empty() {
            list.push(":");
        }
        list.push(file);
        list
    });
    // The command may contain secrets.
    log.info(&format!("running the command with OS_CONFIG_FILES={}", files.to_string_lossy()));
    let mut shell = Command::new("/bin/sh");
    shell.arg("-c").arg(command).env("OS_CONFIG_FILES", files);
    match shell.env(COLLECTOR, std::process::id().to_string()).status() {
        Ok(status) if status.success() => ApplyOutcome::Done,
        Ok(status) => {
            log.error(&format!("the command failed ({status}): it is repeated after the next poll"));
            // Signals are reported as a shell reports them.
            let code = status.code().and_then(|code| u8::try_from(code).ok());
            ApplyOutcome::Failed(code.unwrap_or(128))
        }
        Err(error) => {
            log.error(&format!("the command cannot be run: {error}"));
            ApplyOutcome::Failed(127)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &[&str]) -> Result<Arguments, String> {
        Arguments::parse(&arguments.iter().map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn options_are_those_of_the_file() {
        let text = "--one-time --config-file=/a -i 5 --splay=3 --cfn-metadata-url http://h/?a=b --heat_local-path x \
                    --heat_local-path y -c run cfn heat";
        let parsed = parse(&text.split(' ').collect::<Vec<_>>()).ok().unwrap();
        assert_eq!((parsed.task, parsed.files), (Task::Collect(PollMode::Once), vec![PathBuf::from("/a")]));
        let options = parsed.options;
        assert_eq!(options.get("DEFAULT", "polling_interval"), Some("5"));
        assert_eq!(options.get("DEFAULT", "splay"), Some("3"));
        assert_eq!(options.get("DEFAULT", "command"), Some("run"));
        assert_eq!(options.get("cfn", "metadata_url"), Some("http://h/?a=b"));
        assert_eq!(options.all("heat_local", "path").unwrap(), ["x", "y"]);
        assert_eq!(options.all("DEFAULT", "collectors").unwrap(), ["cfn", "heat"]);
        assert_eq!(parse(&["--print", "--one-time"]).ok().unwrap().task, Task::Print);
        assert_eq!(parse(&[]).ok().unwrap().options.all("DEFAULT", "collectors"), None);
    }

    #[test]
    fn other_arguments_are_refused() {
        for (arguments, expect) in [
            (&["docker"][..], "there is no collector `docker`"),
            (&["--docker-url", "x"], "`collect` has no option `--docker-url`"),
            (&["--cfn-"], "`collect` has no option `--cfn-`"),
            (&["-x"], "`collect` has no option `-x`"),
            (&["--config-file"], "`--config-file` needs a value"),
            (&["--print=yes"], "`--print` takes no value"),
        ] {
            assert_eq!(parse(arguments).err().as_deref(), Some(expect));
        }
    }

    #[test]
    fn a_random_pause_is_within_its_bound() {
        let longest = Duration::from_secs(30);
        assert!((0..100).all(|_| part_of(longest) <= longest));
        assert_eq!(part_of(Duration::ZERO), Duration::ZERO);
    }
}
