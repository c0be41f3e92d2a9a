//! Replacing the Python agent in a system, and taking over its settings.

use std::io;
use std::path::Path;

use heat_deployments::hook::BuiltIn;

use super::root::Root;

/// Files with the settings of os-collect-config. The first that exists is read.
const SETTINGS: [&str; 2] = ["/etc/os-collect-config/os-collect-config.conf", "/etc/os-collect-config.conf"];

/// Folders of hooks.
const HOOKS: [&str; 2] = ["/usr/libexec/heat-config/hooks", "/var/lib/heat-config/hooks"];

/// Other names of the agent that are Python programs in an image of heat-agents.
const NAMES: [&str; 4] = [
    "/usr/bin/heat-config-notify",
    "/usr/bin/heat-config-rebuild-deployed",
    "/usr/local/bin/heat-config-notify",
    "/usr/local/bin/heat-config-rebuild-deployed",
];

/// Folders of os-refresh-config.
const STEPS: [&str; 2] = ["/usr/libexec/os-refresh-config", "/opt/stack/os-config-refresh"];

/// Steps of os-refresh-config that this program makes unnecessary.
const OWN_STEPS: [&str; 2] = ["20-os-apply-config", "55-heat-config"];

const SERVICE: &str = "os-collect-config.service";

/// Links that start the service of the Python agent.
fn enabled(root: &Root) -> Vec<String> {
    let folder = "/etc/systemd/system";
    let is_wants = |name: &String| Path::new(name).extension().is_some_and(|extension| extension == "wants");
    let wants = root.names(folder).into_iter().filter(is_wants);
    let links = wants.map(|name| format!("{folder}/{name}/{SERVICE}"));
    links.filter(|link| root.exists(link)).collect()
}

pub(super) fn is_python_agent_enabled(root: &Root) -> bool {
    !enabled(root).is_empty()
}

/// Moves aside the files that conflict with this program, which is at the path `program`, and takes over the settings.
pub(super) fn migrate(root: &mut Root, program: &str) -> io::Result<()> {
    for link in enabled(root) {
        root.move_aside(&link)?;
    }
    for name in NAMES {
        let is_python = is_python(root, name)?;
        if is_python {
            root.move_aside(name)?;
        }
    }
    for hook in python_hooks(root)? {
        root.move_aside(&hook)?;
    }
    let others = other_steps(root);
    for step in STEPS.map(|folder| format!("{folder}/configure.d/55-heat-config")) {
        if root.exists(&step) {
            root.replace_link(&step, program)?;
        }
    }
    settings(root, &others)
}

/// Finds the hooks of heat-agents that are built into this program.
fn python_hooks(root: &mut Root) -> io::Result<Vec<String>> {
    let mut found = Vec::new();
    for folder in HOOKS {
        for name in root.names(folder).into_iter().filter(|name| BuiltIn::names().any(|own| own == name)) {
            let path = format!("{folder}/{name}");
            if is_python(root, &path)? {
                found.push(path);
            } else {
                root.note(&format!("{path} is used in place of the built-in hook, as before"));
            }
        }
    }
    Ok(found)
}

/// Returns whether a file is a Python program.
fn is_python(root: &Root, path: &str) -> io::Result<bool> {
    let content = root.read(path)?.unwrap_or_default();
    let first = content.split(|byte| *byte == b'\n').next().unwrap_or_default();
    Ok(first.starts_with(b"#!") && String::from_utf8_lossy(first).contains("python"))
}

/// Steps of os-refresh-config that do something that this program does not do.
fn other_steps(root: &Root) -> Vec<String> {
    let mut found = Vec::new();
    for folder in STEPS {
        for phase in root.names(folder) {
            let names = root.names(&format!("{folder}/{phase}"));
            let others = names.into_iter().filter(|name| !OWN_STEPS.contains(&name.as_str()));
            found.extend(others.map(|name| format!("{folder}/{phase}/{name}")));
        }
    }
    found
}

/// Takes over the settings without the command, which would be run in place of the hooks.
fn settings(root: &mut Root, other_steps: &[String]) -> io::Result<()> {
    for path in SETTINGS {
        let Some(content) = root.read(path)? else { continue };
        let text = String::from_utf8_lossy(&content).into_owned();
        let Some(command) = text.lines().find_map(command_of) else { return Ok(()) };
        if !is_refresh(command) {
            root.note(&format!(
                "{path} names the command `{command}`, which is run in place of the hooks, as before"
            ));
            return Ok(());
        }
        if !other_steps.is_empty() {
            root.note(&format!(
                "os-refresh-config stays in charge of the steps, because some have no replacement here: {}",
                other_steps.join(", ")
            ));
            return Ok(());
        }
        let kept: String = text.lines().filter(|line| command_of(line).is_none()).fold(
            format!("# Written by heat-config migrate: {path} without its command.\n"),
            |kept, line| kept + line + "\n",
        );
        return root.replace_file(SETTINGS[0], 0o600, kept.as_bytes());
    }
    Ok(())
}

/// Value of the option `command`.
fn command_of(line: &str) -> Option<&str> {
    let value = line.strip_prefix("command")?.trim_start();
    value.strip_prefix(['=', ':']).map(str::trim)
}

/// Returns whether a command is os-refresh-config, with any options.
fn is_refresh(command: &str) -> bool {
    let program = command.split_whitespace().next().unwrap_or_default();
    program.rsplit('/').next() == Some("os-refresh-config")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found() {
        fn check(line: &str, expect: Option<&str>) {
            assert_eq!(command_of(line), expect, "{line}");
        }
        check("command = os-refresh-config --timeout 60", Some("os-refresh-config --timeout 60"));
        check("command: x", Some("x"));
        check("command=", Some(""));
        check("commands = x", None);
        check("# command = x", None);
        assert!(is_refresh("/usr/bin/os-refresh-config --timeout 60") && is_refresh("os-refresh-config"));
        assert!(!is_refresh("") && !is_refresh("my-os-refresh-config"));
    }
}
