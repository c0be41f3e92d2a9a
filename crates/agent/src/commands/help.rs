//! The texts of `--help`.

/// Text for the program itself.
pub(super) const PROGRAM: &str = "\
Applies OpenStack Heat's software configuration in this server.

Usage: heat-config [--log-level LEVEL] [COMMAND]

Commands:
  run                 Run the hook of each deployment that has not been done yet, and signal the result (the default)
  hook NAME           Run a built-in hook: the config on the standard input, the result on the standard output
  notify FILE         Signal the JSON on the standard input as the config in FILE says
  rebuild-deployed    Mark all current deployments as done, without running them
  status              Show what ran, what waits, and which signals are owed (--format json for programs)
  collect             Poll the metadata of this server, and apply it
  install             Write links, unit, folders and settings into this system or an image
  uninstall           Remove what install and migrate have written
  migrate             Take over from the Python agent; with --back, return to it
  help [COMMAND]      Print this text, or that of a command
  version             Print the version

Options:
  --log-level LEVEL   Write lines from this level on: debug, info (the default), warning or error. HEAT_CONFIG_LOG_LEVEL does the same
  -h, --help          Print this text, or that of a command

Started as 55-heat-config, heat-config-notify, heat-config-rebuild-deployed or by the name of a built-in hook, it is that program.
";

const RUN: &str = "\
Runs the hook of each deployment in the list that has not been done yet, and signals the result.

Usage: heat-config run

The list is /var/run/heat-config/heat-config, or HEAT_SHELL_CONFIG. If this program is stopped while a hook is running, the hook finishes,
and the next run signals its result. HEAT_CONFIG_TIMEOUT limits the seconds that a hook can take.

Exits with 0 whatever the hooks report, which is signalled; with 1 if there is no list or the state cannot be written; with 2 if the
arguments are not valid.
";

const HOOK: &str = "\
Runs a built-in hook.

Usage: heat-config hook NAME < CONFIG

NAME is ansible, apply-config, cfn-init, chef, hiera, json-file, puppet, salt or script. CONFIG is a deployment as JSON, as
/var/lib/heat-config/deployed/ID.json has it. The result is printed as JSON.

Exits with 0 if the result was printed, also if it is a failure; with 1 if CONFIG is not valid.
";

const NOTIFY: &str = "\
Signals a result to Heat.

Usage: heat-config notify FILE < RESULT

FILE has a deployment as JSON, with the inputs that say where to signal. RESULT is a map as JSON.

Exits with 0 if the signal was accepted or none is wanted, and with 1 otherwise.
";

const REBUILD: &str = "\
Marks all deployments in the list as done, without running them: for a server whose state has been lost.

Usage: heat-config rebuild-deployed

Exits with 1 if there is no list, or it or the state cannot be used.
";

const STATUS: &str = "\
Shows each deployment: its stage, the exit code of its hook, its action, group, name and ID.

Usage: heat-config status [--format FORMAT]

Options:
  --format FORMAT     text (the default) or json

Stages:
  waiting             The next run starts its hook
  running             Its hook is running
  interrupted         The server stopped while its hook was running: the next run signals a failure
  signal-owed         Its hook has finished: the next run signals the result
  done                Nothing is left to do
  skipped             There is nothing to do for its action or group
  no-hook             There is no hook for its group: the next run signals a failure
  unreadable          It has no valid ID

Exits with 1 if the list cannot be read. What has been done is shown all the same.
";

const INSTALL: &str = "\
Writes what makes this program the agent of a server: itself, links, a systemd unit, folders and settings.

Usage: heat-config install [--root DIR] [--dry-run] [--force]

Options:
  --root DIR          Write into the image that is mounted at DIR, instead of this system
  --dry-run           Report what would be done, and write nothing
  --force             Replace files that something else has written; they are kept below /var/lib/heat-config/replaced

Repeating it changes nothing. A file that something else has written, or that was changed since, is kept and reported.

Exits with 0 if everything is there; with 1 if a file was kept or cannot be written.
";

const UNINSTALL: &str = "\
Removes what install and migrate have written, and puts back what they have replaced.

Usage: heat-config uninstall [--root DIR] [--dry-run]

Options:
  --root DIR          Change the image that is mounted at DIR, instead of this system
  --dry-run           Report what would be done, and change nothing

A file that was changed since is kept and reported. What has been deployed stays in /var/lib/heat-config/deployed: neither this agent nor
another one repeats it.
";

const MIGRATE: &str = "\
Takes over from heat-agents, os-collect-config and os-refresh-config.

Usage: heat-config migrate [--root DIR] [--dry-run] [--back]

Options:
  --root DIR          Change the image that is mounted at DIR, instead of this system
  --dry-run           Report what would be done, and change nothing
  --back              Undo it: the Python agent is as it was

It installs this program, disables the service os-collect-config, takes over the settings of /etc/os-collect-config.conf, and moves the
Python hooks aside that are built in here. If other steps of os-refresh-config are in use, that stays in charge and starts this program.
What has been deployed is not repeated, in either direction.
";

/// Returns the text of a command. `None` if there is no command of this name.
pub(super) fn of(command: &str) -> Option<&'static str> {
    Some(match command {
        "run" => RUN,
        "hook" => HOOK,
        "notify" => NOTIFY,
        "rebuild-deployed" => REBUILD,
        "status" => STATUS,
        #[cfg(feature = "network")]
        "collect" => super::collect::HELP,
        "install" => INSTALL,
        "uninstall" => UNINSTALL,
        "migrate" => MIGRATE,
        "help" | "version" => PROGRAM,
        _ => return None,
    })
}
