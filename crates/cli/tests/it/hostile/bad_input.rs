//! Tests with input that cannot be read, and output that cannot be written.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::support::{Ran, command, fixture, folder, run, run_in, write};
use insta::assert_snapshot;

/// A catalogue with one valid type, and an error that `spoil` adds.
fn catalogue(name: &str, spoil: impl FnOnce(&Path)) -> Ran {
    let folder = folder(name);
    let schemas = folder.join("schemas");
    write(&schemas.join("My/Net/Good.yaml"), "type: My::Net::Good\ndescription: A good type.\n");
    spoil(&schemas);
    let ran = run_in(&folder, &["list", "--only-own-types"]);
    assert_eq!(ran.out, "My::Net::Good\n", "the others are read all the same: {ran}");
    run_in(&folder, &["check"])
}

#[test]
fn invalid_utf8() {
    let ran = catalogue("invalid-utf8", |schemas| {
        write(&schemas.join("My/Net/Bad.yaml"), b"type: My::Net::Bad\n# \xff\n");
    });
    assert_snapshot!(ran);
}

#[test]
fn a_folder_where_a_file_is_expected() {
    let ran = catalogue("folder", |schemas| {
        fs::create_dir_all(schemas.join("My/Net/Bad.yaml")).unwrap();
        fs::create_dir_all(schemas.join("releases.yaml")).unwrap();
    });
    assert_snapshot!(ran);
}

#[cfg(unix)]
#[test]
fn dangling_and_circular_links() {
    use std::os::unix::fs::symlink;
    let ran = catalogue("links", |schemas| {
        symlink("nothing.yaml", schemas.join("My/Net/Nowhere.yaml")).unwrap();
        symlink("..", schemas.join("My/Net/Back")).unwrap();
    });
    assert_snapshot!(ran);
    // The operating system has its own message for a link to itself.
    let ran = catalogue("link-to-itself", |schemas| {
        symlink("Self.yaml", schemas.join("My/Net/Self.yaml")).unwrap();
    });
    assert!(ran.code == 2 && ran.out.contains("--> schemas/My/Net/Self.yaml\n"), "{ran}");
}

#[cfg(unix)]
#[test]
fn a_file_without_permission() {
    use std::os::unix::fs::PermissionsExt;
    let mut is_readable = false;
    let ran = catalogue("permission", |schemas| {
        let path = schemas.join("My/Net/Bad.yaml");
        write(&path, "type: My::Net::Bad\n");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o0)).unwrap();
        // Root can read the file anyway.
        is_readable = fs::read(&path).is_ok();
        if is_readable {
            fs::remove_file(&path).unwrap();
        }
    });
    if !is_readable {
        assert!(ran.code == 2 && ran.out.contains("no permission to read it"), "{ran}");
    }
}

#[test]
fn two_files_of_one_type() {
    let spoil = |schemas: &Path| {
        write(&schemas.join("My/Net/Other.yaml"), "type: My::Net::Good\ndescription: The same.\n");
    };
    assert_snapshot!(catalogue("two-files", spoil));
    // If only one of the files is passed, the other is still found.
    let folder = folder("two-files-again");
    let schemas = folder.join("schemas");
    write(&schemas.join("My/Net/Good.yaml"), "type: My::Net::Good\ndescription: A good type.\n");
    spoil(&schemas);
    for file in ["Good", "Other"] {
        let ran = run_in(&folder, &["check", &format!("schemas/My/Net/{file}.yaml")]);
        assert_eq!((ran.code, ran.out.matches("is described in two files").count()), (1, 1), "{file}: {ran}");
    }
}

#[test]
fn no_catalogue() {
    let folder = folder("no-catalogue");
    assert_snapshot!(run_in(&folder, &["check"]), @r"
    exit code 2
    --- err
    error: there is no folder `schemas`
      help: --schemas DIR names the folder of your schemas, and `heat-codegen init TYPE` begins one; `heat-codegen validate` checks templates
    ");
    write(&folder.join("file"), "");
    assert_snapshot!(run_in(&folder, &["--schemas", "file", "list"]), @r"
    exit code 2
    --- err
    error: `file` is not a folder
      help: set the catalogue's folder with --schemas DIR
    ");
    assert_snapshot!(run_in(&folder, &["check", "nothing.yaml"]), @r"
    exit code 2
    --- out
    error[unreadable-file]: there is no such file or folder
     --> nothing.yaml

    1 error in 1 of 1 file
    ");
}

#[test]
fn a_broken_catalogue_is_not_exported() {
    let ran = run_in(&fixture("broken"), &["export", "--format", "json"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.ends_with("error: the catalogue has errors; nothing was written\n"), "{ran}");
}

#[test]
fn an_output_that_cannot_be_written() {
    let folder = folder("unwritable");
    // A folder has the path of the output.
    let out = folder.join("there.json");
    fs::create_dir(&out).unwrap();
    let ran = run(&["export", "--format", "json", "--out", out.to_str().unwrap()]);
    assert!(ran.code == 2 && ran.err.starts_with("error: `"), "{ran}");
}

#[test]
fn invalid_arguments() {
    assert_eq!(run(&["check", "--fromat", "json"]).code, 2);
    assert_eq!(run(&["lst"]).code, 2);
    assert_eq!(run(&["--help"]).code, 0);
}

#[test]
fn a_closed_pipe_is_no_error() {
    for arguments in
        [&["rules"][..], &["check", "--format", "sarif"], &["export", "--format", "json-schema"], &["--help"]]
    {
        let mut child = command(&fixture("catalogue"), arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    }
}
