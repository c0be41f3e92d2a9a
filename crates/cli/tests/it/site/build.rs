//! Tests of folders from which `build` takes the checker of templates for the browser and pages about errors, and of those into
//! which it may not publish.

#![expect(clippy::unwrap_used, reason = "a test that fails may panic")]

use std::fs;
use std::path::{Path, PathBuf};
#[cfg(target_os = "linux")]
use std::process::{Command, Output};

use heat_site::BrowserChecker;

use crate::support::{Ran, folder, run_in, write};

/// Builds a site of the catalogue of the tests in a folder.
fn build_in(name: &str, prepare: impl FnOnce(&Path), arguments: &[&str]) -> (Ran, PathBuf) {
    let folder = folder(name);
    write(&folder.join("schemas/A/B.yaml"), "type: A::B\ndescription: A thing.\n");
    prepare(&folder);
    let ran = run_in(&folder, &[&["build", "--out", "public"], arguments].concat());
    (ran, folder.join("public"))
}

#[test]
fn a_program_without_a_checker_says_that_the_page_is_left_out() {
    let (ran, public) = build_in("checker-built-in", |_| {}, &[]);
    assert_eq!(ran.code, 0, "{ran}");
    // An earlier build determines whether this program was compiled with a checker.
    let is_built_in = BrowserChecker::built_in().is_some();
    assert_eq!(ran.err.contains("*Check a template* is left out: "), !is_built_in, "{ran}");
    assert_eq!(public.join("check.html").exists(), is_built_in);
}

#[test]
fn the_default_folder_is_found() {
    let prepare = |folder: &Path| {
        write(&folder.join("target/checker/heat_browser.js"), "");
        write(&folder.join("target/checker/heat_browser_bg.wasm"), "");
    };
    let (ran, public) = build_in("checker-default", prepare, &[]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran}");
    assert!(public.join("check.html").exists());
}

#[test]
fn an_incomplete_checker_is_an_error() {
    let prepare = |folder: &Path| write(&folder.join("built/heat_browser.js"), "");
    let (ran, public) = build_in("checker-incomplete", prepare, &["--browser-checker", "built"]);
    assert_ne!(ran.code, 0, "{ran}");
    assert!(ran.err.contains("there is no `heat_browser_bg.wasm`"), "{ran}");
    assert!(!public.exists());
}

#[test]
fn errors_of_ones_own_replace_or_extend_those() {
    let folder = folder("own-errors");
    write(&folder.join("schemas/A/B.yaml"), "type: A::B\ndescription: A thing.\n");
    let head = |message: &str| {
        format!(
            "---\nmessage: '{message}'\nshown: [resource]\nunprovoked: It takes a token.\n---\nWhat it means.\n"
        )
    };
    write(&folder.join("docs/errors/failures/no-token.md"), head("No token for {name}"));
    let built = |folder: &Path| run_in(folder, &["build", "--site", "docs", "--out", "public"]);
    let ran = built(&folder);
    assert_eq!(ran.code, 0, "{ran}");
    let page = fs::read_to_string(folder.join("public/errors/no-token.html")).unwrap();
    assert!(page.contains("<h1>No token for <var>name</var></h1>"), "{page}");
    write(&folder.join("docs/errors/failures/no-token.md"), head("{name}"));
    let ran = built(&folder);
    assert!(ran.code != 0 && ran.err.contains("every text has the words of `{name}`"), "{ran}");
}

/// Builds a site in a separate mount namespace, in which `mount` was run before. `None` if the machine does not permit it.
#[cfg(target_os = "linux")]
fn build_with_mount(folder: &Path, mount: &str) -> Option<Output> {
    let permitted =
        Command::new("unshare").args(["-rm", "true"]).output().is_ok_and(|done| done.status.success());
    if !permitted {
        return None;
    }
    let script = format!("set -e; cd '{}'; {mount}; exec \"$0\" build --out public", folder.display());
    let program = env!("CARGO_BIN_EXE_heat-codegen");
    Some(Command::new("unshare").args(["-rm", "sh", "-c", &script, program]).output().unwrap())
}

/// Checks that with a mount point below the site, nothing is published, and nothing is lost.
#[cfg(target_os = "linux")]
fn check_mount(name: &str, mount: &str) {
    let (ran, public) = build_in(name, |_| {}, &[]);
    assert_eq!(ran.code, 0, "{ran}");
    let folder = public.parent().unwrap();
    let index = fs::read_to_string(public.join("index.html")).unwrap();
    write(&folder.join("schemas/A/C.yaml"), "type: A::C\n");
    fs::create_dir(public.join("data")).unwrap();
    write(&folder.join("elsewhere/precious"), "precious");
    let Some(output) = build_with_mount(folder, mount) else { return };
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("is a mount point"), "{error}");
    assert_eq!(fs::read_to_string(public.join("index.html")).unwrap(), index);
    assert_eq!(fs::read_to_string(folder.join("elsewhere/precious")).unwrap(), "precious");
}

#[cfg(target_os = "linux")]
#[test]
fn mount_points_in_the_site_are_not_removed() {
    check_mount("mount-other", "mount -t tmpfs none public/data; echo precious > public/data/file");
    // The same file system, mounted again: its device does not reveal it.
    check_mount("mount-same", "mount --bind elsewhere public/data");
    // Leftovers of an earlier run are removed first, and may also contain a mount point.
    check_mount(
        "mount-staging",
        "mkdir -p .public.heat-codegen/data; mount --bind elsewhere .public.heat-codegen/data",
    );
    check_mount("mount-file", "touch public/file; mount --bind elsewhere/precious public/file");
}
