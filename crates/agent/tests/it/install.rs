//! Installing into an image, and removing from it.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;

use crate::server::{Ended, Server, end, mode};

const UNIT: &str = "usr/lib/systemd/system/heat-config.service";
const WANTED: &str = "etc/systemd/system/multi-user.target.wants/heat-config.service";

/// Creates an image with the files of a small system.
fn image() -> Server {
    let server = Server::new();
    for folder in ["usr/bin", "etc/systemd/system/multi-user.target.wants", "var/lib"] {
        fs::create_dir_all(server.path("image").join(folder)).unwrap();
    }
    server
}

/// Adds the files that heat-agents and os-collect-config leave in an image.
fn python(server: &Server) {
    for name in [
        "usr/bin/heat-config-notify",
        "var/lib/heat-config/hooks/script",
        "usr/libexec/os-refresh-config/configure.d/55-heat-config",
    ] {
        write(server, name, "#!/usr/bin/env python3\nimport json\n", 0o755);
    }
    write(server, "var/lib/heat-config/hooks/mine", "#!/usr/bin/env python3\n", 0o755);
    write(server, "var/lib/heat-config/hooks/ansible", "#!/bin/sh\n", 0o755);
    write(server, "var/lib/heat-config/deployed/1.json", "{}", 0o600);
    write(server, "usr/libexec/os-refresh-config/configure.d/20-os-apply-config", "#!/bin/sh\n", 0o755);
    write(
        server,
        "etc/os-collect-config.conf",
        "[DEFAULT]\ncommand = os-refresh-config\npolling_interval = 7\n[cfn]\nstack_name = s\n",
        0o600,
    );
    let wanted = server.path("image/etc/systemd/system/multi-user.target.wants/os-collect-config.service");
    symlink("/usr/lib/systemd/system/os-collect-config.service", wanted).unwrap();
}

fn write(server: &Server, name: &str, text: &str, mode: u32) {
    let path = server.path("image").join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

fn read(server: &Server, name: &str) -> String {
    fs::read_to_string(server.path("image").join(name)).unwrap_or_default()
}

#[track_caller]
fn run(server: &Server, arguments: &str, code: i32) -> Ended {
    let root = server.path("image");
    let arguments: Vec<&str> = arguments.split(' ').chain(["--root", root.to_str().unwrap()]).collect();
    let ended = end(&mut server.command(&arguments));
    assert_eq!(ended.code, Some(code), "{}{}", ended.stdout, ended.log);
    ended
}

/// Returns everything in an image: the mode and the content of files, the targets of links. Folders that are empty are left out.
fn snapshot(server: &Server) -> BTreeMap<String, String> {
    fn add(folder: &Path, root: &Path, all: &mut BTreeMap<String, String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
            if path.is_symlink() {
                all.insert(name, fs::read_link(&path).unwrap().display().to_string());
            } else if path.is_dir() {
                add(&path, root, all);
            } else {
                let content = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
                all.insert(name, format!("{:o} {content}", mode(&path)));
            }
        }
    }
    let mut all = BTreeMap::new();
    add(&server.path("image"), &server.path("image"), &mut all);
    all
}

#[test]
fn an_image_gets_everything_once() {
    let server = image();
    let before = snapshot(&server);
    let would = run(&server, "install --dry-run", 0).stdout;
    assert!(would.contains("would: link /usr/bin/heat-config-notify -> heat-config"), "{would}");
    assert_eq!(snapshot(&server), before);
    run(&server, "install", 0);
    let after = snapshot(&server);
    assert!(after["usr/bin/heat-config"].starts_with("755 "));
    assert_eq!(after["usr/bin/heat-config-notify"], "heat-config");
    assert_eq!(after["usr/bin/heat-config-rebuild-deployed"], "heat-config");
    assert_eq!(after[WANTED], "/usr/lib/systemd/system/heat-config.service");
    for setting in [
        "KillMode=process",
        "TimeoutStopSec=",
        "HEAT_CONFIG_TIMEOUT=",
        "ExecStart=/usr/bin/heat-config collect",
    ] {
        assert!(after[UNIT].contains(setting), "{setting}: {}", after[UNIT]);
    }
    assert!(after["etc/default/heat-config"].starts_with("644 "));
    for (folder, expect) in
        [("var/lib/heat-config/deployed", 0o700), ("usr/libexec/heat-config/hooks", 0o755)]
    {
        assert_eq!(mode(&server.path("image").join(folder)), expect, "{folder}");
    }
    // The program in the image is started by its other names.
    let notify =
        end(std::process::Command::new(server.path("image/usr/bin/heat-config-notify")).arg("--help"));
    assert!(notify.stdout.starts_with("Signals a result"), "{}", notify.stdout);
    assert_eq!(run(&server, "install", 0).stdout, "nothing to do\n");
    assert_eq!(snapshot(&server), after);
    run(&server, "uninstall", 0);
    assert_eq!(snapshot(&server), before);
    assert_eq!(run(&server, "uninstall", 0).stdout, "nothing to do\n");
}

#[test]
fn what_others_have_written_is_kept() {
    let server = image();
    write(&server, UNIT, "mine", 0o644);
    write(&server, "usr/bin/heat-config-notify", "theirs", 0o755);
    write(&server, "etc/default/heat-config", "HEAT_CONFIG_TIMEOUT=60\n", 0o600);
    let before = snapshot(&server);
    let run_once = run(&server, "install", 1).stdout;
    for kept in [UNIT, "usr/bin/heat-config-notify", "etc/default/heat-config"] {
        assert!(run_once.contains(&format!("kept /{kept}")), "{kept}: {run_once}");
        assert_eq!(snapshot(&server)[kept], before[kept]);
    }
    run(&server, "install --force", 0);
    assert!(read(&server, UNIT).contains("KillMode"));
    // Settings are never replaced.
    assert_eq!(read(&server, "etc/default/heat-config"), "HEAT_CONFIG_TIMEOUT=60\n");
    assert_eq!(read(&server, "var/lib/heat-config/replaced/usr/bin/heat-config-notify"), "theirs");
    run(&server, "uninstall", 0);
    assert_eq!(snapshot(&server), before);
}

#[test]
fn what_was_changed_is_kept() {
    let server = image();
    run(&server, "install", 0);
    write(&server, UNIT, "changed", 0o644);
    write(&server, "etc/default/heat-config", "HEAT_CONFIG_TIMEOUT=60\n", 0o644);
    assert!(run(&server, "install", 1).stdout.contains("kept /usr/lib/systemd"));
    run(&server, "uninstall", 1);
    assert_eq!(read(&server, UNIT), "changed");
    assert_eq!(read(&server, "etc/default/heat-config"), "HEAT_CONFIG_TIMEOUT=60\n");
    assert!(!server.path("image/usr/bin/heat-config").exists());
}

#[test]
fn an_older_version_is_replaced() {
    let server = image();
    run(&server, "install", 0);
    // As written by an older version.
    let text = read(&server, "var/lib/heat-config/installed");
    let digest = text.lines().find(|line| line.ends_with(UNIT)).unwrap().split(' ').nth(1).unwrap();
    let of_old = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    write(&server, "var/lib/heat-config/installed", &text.replace(digest, of_old), 0o644);
    write(&server, UNIT, "abc", 0o644);
    run(&server, "install", 0);
    assert!(read(&server, UNIT).contains("KillMode"));
    run(&server, "uninstall", 0);
    assert!(!server.path("image").join(UNIT).exists());
}

#[test]
fn a_service_that_was_disabled_stays_so() {
    let server = image();
    run(&server, "install", 0);
    fs::remove_file(server.path("image").join(WANTED)).unwrap();
    assert!(run(&server, "install", 0).stdout.contains("has been disabled"));
    assert!(!server.path("image").join(WANTED).is_symlink());
    run(&server, "uninstall", 0);
}

#[test]
fn nothing_is_written_outside_of_an_image() {
    let server = image();
    fs::create_dir_all(server.path("outside")).unwrap();
    fs::create_dir_all(server.path("image/usr/lib")).unwrap();
    symlink(server.path("outside"), server.path("image/usr/lib/systemd")).unwrap();
    let ended = run(&server, "install", 1);
    assert!(ended.stdout.contains("would be outside"), "{}", ended.stdout);
    assert_eq!(fs::read_dir(server.path("outside")).unwrap().count(), 0);
    let missing = end(&mut server.command(&["install", "--root", "missing"]));
    assert_eq!(missing.code, Some(1));
    assert!(missing.log.contains("`missing` cannot be used"), "{}", missing.log);
}

#[test]
fn what_was_done_before_an_error_can_be_completed_and_undone() {
    let server = image();
    write(&server, "etc/default", "a file", 0o644);
    let before = snapshot(&server);
    let failed = run(&server, "install", 1).stdout;
    assert!(failed.contains("file /usr/bin/heat-config\n"), "{failed}");
    assert!(failed.contains("warning: /etc/default/heat-config: "), "{failed}");
    run(&server, "uninstall", 0);
    assert_eq!(snapshot(&server), before);
    run(&server, "install", 1);
    fs::remove_file(server.path("image/etc/default")).unwrap();
    let completed = run(&server, "install", 0).stdout;
    assert!(completed.starts_with("file /etc/default/heat-config\n"), "{completed}");
    assert_eq!(run(&server, "install", 0).stdout, "nothing to do\n");
}

#[test]
fn an_error_does_not_keep_the_rest_from_being_undone() {
    let server = image();
    write(&server, "usr/bin/heat-config-notify", "theirs", 0o755);
    run(&server, "install --force", 0);
    let moved = server.path("image/var/lib/heat-config/replaced/usr/bin/heat-config-notify");
    fs::remove_file(&moved).unwrap();
    // A folder in place of a file that was written.
    fs::remove_file(server.path("image").join(UNIT)).unwrap();
    fs::create_dir(server.path("image").join(UNIT)).unwrap();
    let undone = run(&server, "uninstall", 1).stdout;
    assert!(undone.contains(&format!("warning: /{UNIT}: ")), "{undone}");
    assert!(undone.contains("warning: /usr/bin/heat-config-notify cannot be put back: "), "{undone}");
    for name in ["usr/bin/heat-config", "usr/bin/heat-config-notify", WANTED] {
        assert!(fs::symlink_metadata(server.path("image").join(name)).is_err(), "{name}");
    }
    // The manifest still lists the changes that could not be undone.
    fs::remove_dir(server.path("image").join(UNIT)).unwrap();
    run(&server, "uninstall", 0);
    assert_eq!(run(&server, "uninstall", 0).stdout, "nothing to do\n");
    assert!(!server.path("image/var/lib/heat-config").exists());
}

#[test]
fn the_python_agent_is_replaced_and_comes_back() {
    let server = image();
    python(&server);
    let before = snapshot(&server);
    // The two agents are not started side by side.
    let installed = run(&server, "install", 1).stdout;
    assert!(installed.contains("heat-config migrate"), "{installed}");
    assert!(!server.path("image").join(WANTED).is_symlink());
    run(&server, "uninstall", 0);
    assert_eq!(snapshot(&server), before);

    let would = run(&server, "migrate --dry-run", 0).stdout;
    assert_eq!(snapshot(&server), before);
    let done = run(&server, "migrate", 0).stdout;
    assert_eq!(would.replace("would: ", ""), done);
    let after = snapshot(&server);
    assert_eq!(after[WANTED], "/usr/lib/systemd/system/heat-config.service");
    assert!(!after.contains_key("etc/systemd/system/multi-user.target.wants/os-collect-config.service"));
    assert_eq!(after["usr/bin/heat-config-notify"], "heat-config");
    assert_eq!(after["usr/libexec/os-refresh-config/configure.d/55-heat-config"], "/usr/bin/heat-config");
    // A hook that is built in is moved aside, unless it is not the Python hook.
    assert!(!after.contains_key("var/lib/heat-config/hooks/script"));
    assert!(
        after.contains_key("var/lib/heat-config/hooks/mine")
            && after.contains_key("var/lib/heat-config/hooks/ansible")
    );
    assert!(done.contains("note: /var/lib/heat-config/hooks/ansible is used"), "{done}");
    let settings = read(&server, "etc/os-collect-config/os-collect-config.conf");
    assert!(
        !settings.contains("os-refresh-config\n")
            && settings.contains("polling_interval = 7\n[cfn]\nstack_name = s\n")
    );
    assert_eq!(mode(&server.path("image/etc/os-collect-config/os-collect-config.conf")), 0o600);
    assert_eq!(run(&server, "migrate", 0).stdout.lines().filter(|line| !line.starts_with("note")).count(), 0);
    run(&server, "migrate --back", 0);
    assert_eq!(snapshot(&server), before);
}

#[test]
fn other_steps_of_os_refresh_config_stay_in_use() {
    let server = image();
    python(&server);
    write(&server, "usr/libexec/os-refresh-config/post-configure.d/90-mine", "#!/bin/sh\n", 0o755);
    let done = run(&server, "migrate", 0).stdout;
    assert!(
        done.contains("os-refresh-config stays in charge") && done.contains("post-configure.d/90-mine"),
        "{done}"
    );
    assert!(!server.path("image/etc/os-collect-config/os-collect-config.conf").exists());
    assert!(read(&server, "etc/os-collect-config.conf").contains("command"));
    let step = server.path("image/usr/libexec/os-refresh-config/configure.d/55-heat-config");
    assert_eq!(fs::read_link(step).unwrap(), Path::new("/usr/bin/heat-config"));
}

#[test]
fn wrong_options_are_refused() {
    let server = image();
    for arguments in
        ["install --back", "uninstall --force", "migrate --force", "install now", "install --root"]
    {
        let ended = end(&mut server.command(&arguments.split(' ').collect::<Vec<_>>()));
        assert_eq!(ended.code, Some(2), "{arguments}");
    }
}
