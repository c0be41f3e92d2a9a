//! `heat-config install`, `uninstall` and `migrate`: installing into a system or an image, and removing from it.
//!
//! `root` changes files below a folder and records in `manifest` what it did, so that it can be repeated and undone. `migrate`
//! knows the files of the Python agent.

mod manifest;
mod migrate;
mod root;

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

use super::output::{print, usage};
use root::Root;

/// Path of the program in a system, which the unit and the links name.
const PROGRAM: &str = "/usr/bin/heat-config";

/// Other names of the program, by which other programs start it.
const NAMES: [&str; 2] = ["/usr/bin/heat-config-notify", "/usr/bin/heat-config-rebuild-deployed"];

const UNIT: &str = "/usr/lib/systemd/system/heat-config.service";

/// Link that starts the unit at boot.
const WANTED: &str = "/etc/systemd/system/multi-user.target.wants/heat-config.service";

const SETTINGS: &str = "/etc/default/heat-config";

/// Folders with their modes.
const FOLDERS: [(&str, u32); 4] = [
    ("/usr/libexec/heat-config/hooks", 0o755),
    ("/var/lib/heat-config", 0o755),
    ("/var/lib/heat-config/deployed", 0o700),
    ("/var/lib/os-collect-config", 0o700),
];

/// Parsed arguments.
#[derive(Debug, Default)]
struct Arguments {
    root: Option<PathBuf>,
    is_dry_run: bool,
    is_forced: bool,
    is_back: bool,
}

impl Arguments {
    fn parse(command: &str, arguments: &[OsString]) -> Result<Self, String> {
        let mut parsed = Self::default();
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let text = argument.to_string_lossy();
            match (text.as_ref(), command) {
                ("--root", _) => parsed.root = Some(rest.next().ok_or("`--root` needs a folder")?.into()),
                ("--dry-run", _) => parsed.is_dry_run = true,
                ("--force", "install") => parsed.is_forced = true,
                ("--back", "migrate") => parsed.is_back = true,
                (option, _) => match option.strip_prefix("--root=") {
                    Some(root) => parsed.root = Some(root.into()),
                    None => return Err(format!("`{command}` has no option `{option}`")),
                },
            }
        }
        Ok(parsed)
    }
}

/// Returns 0 if everything is installed or removed as requested, 1 if something was kept or cannot be changed, and 2 if the
/// arguments are not valid.
pub(super) fn main(command: &str, arguments: &[OsString]) -> u8 {
    let arguments = match Arguments::parse(command, arguments) {
        Ok(arguments) => arguments,
        Err(problem) => return usage(&problem),
    };
    let is_image = arguments.root.is_some();
    let folder = arguments.root.unwrap_or_else(|| "/".into());
    let mut root = match Root::open(&folder, arguments.is_dry_run, arguments.is_forced) {
        Ok(root) => root,
        Err(error) => {
            eprint(&format!("`{}` cannot be used: {error}", folder.display()));
            return 1;
        }
    };
    let done = match command {
        "install" => install(&mut root),
        "migrate" if !arguments.is_back => {
            migrate::migrate(&mut root, PROGRAM).and_then(|()| install(&mut root))
        }
        _ => root.undo(),
    };
    // Also record changes before an error: they can be undone.
    for error in [done, root.finish()].into_iter().filter_map(Result::err) {
        root.problem(&error.to_string());
    }
    let text = root.report();
    let next =
        next_step(command, arguments.is_back, root.has_changed() && !is_image && !arguments.is_dry_run);
    print(&format!("{text}{next}")).max(u8::from(root.has_problems()))
}

/// Returns the next step for the user in a running system.
fn next_step(command: &str, is_back: bool, has_changed: bool) -> &'static str {
    match (command, is_back, has_changed) {
        (_, _, false) => "",
        ("install", ..) => "next: systemctl daemon-reload && systemctl start heat-config\n",
        // The unit of this agent conflicts with that of the Python agent, and stops it.
        ("migrate", false, _) => "next: systemctl daemon-reload && systemctl restart heat-config\n",
        ("migrate", true, _) => {
            "next: systemctl stop heat-config && systemctl daemon-reload && systemctl start os-collect-config\n"
        }
        _ => "next: systemctl stop heat-config && systemctl daemon-reload\n",
    }
}

/// Path of this program's file. In an image, `/proc` may not be mounted.
fn own_file() -> Option<PathBuf> {
    let by_path = || {
        let path = PathBuf::from(std::env::args_os().next()?);
        (path.is_absolute() && path.is_file()).then_some(path)
    };
    std::env::current_exe().ok().or_else(by_path)
}

fn eprint(problem: &str) {
    use std::io::Write as _;
    // There is nowhere to report a failure to write this.
    let _ = writeln!(io::stderr(), "error: {problem}");
}

fn install(root: &mut Root) -> io::Result<()> {
    for (path, mode) in FOLDERS {
        root.folder(path, mode)?;
    }
    match own_file() {
        Some(own) if !root.is_same(PROGRAM, &own) => root.file(PROGRAM, 0o755, &std::fs::read(own)?)?,
        None if !root.exists(PROGRAM) => {
            return Err(io::Error::other(
                "the file of this program is not known: mount /proc, or start it by its path",
            ));
        }
        Some(_) | None => {}
    }
    for name in NAMES {
        root.link(name, "heat-config")?;
    }
    root.file(UNIT, 0o644, include_bytes!("../../../packaging/heat-config.service"))?;
    root.settings(SETTINGS, include_bytes!("../../../packaging/heat-config.default"))?;
    if migrate::is_python_agent_enabled(root) {
        root.problem("os-collect-config.service is enabled, and heat-config.service is not: see `heat-config migrate --help`");
        return Ok(());
    }
    if root.was_written(WANTED) && !root.exists(WANTED) {
        root.note("heat-config.service has been disabled, and stays so");
        return Ok(());
    }
    root.link(WANTED, UNIT)
}
