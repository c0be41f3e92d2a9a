//! Tests of reading the templates of a folder.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use heat_codegen::template_usage::Templates;
use heat_yaml::Severity;

use crate::support::{folder, write};

const TEMPLATE: &str = "heat_template_version: 2021-04-16\nresources: {a: {type: A::B}}\n";

#[test]
fn templates_are_found_however_deep_and_by_their_text() {
    let folder = folder("templates");
    write(&folder.join("b/c/deep.yml"), TEMPLATE);
    write(&folder.join("a.template"), TEMPLATE);
    write(&folder.join("b/environment.yaml"), "parameters: {a: 1}\n");
    write(&folder.join("notes.txt"), TEMPLATE);
    write(&folder.join("script.yaml"), "#!/bin/sh\nif [ -z \"$1\" ]; then\n\techo: no\nfi\n");
    write(&folder.join("latin.yaml"), b"a: \xff\n");
    let (templates, diagnostics) = Templates::read(&folder);
    assert_eq!((templates.len(), diagnostics.len()), (2, 0), "{diagnostics:?}");
    let (named, _) = Templates::read(&folder.join("notes.txt"));
    assert_eq!(named.len(), 1);
}

#[test]
fn other_templates_are_read_if_one_is_unreadable() {
    let folder = folder("broken-templates");
    write(&folder.join("a.yaml"), format!("{TEMPLATE}  x: [\n"));
    write(&folder.join("b.yaml"), TEMPLATE);
    write(&folder.join("c.yaml"), b"heat_template_version: \xff\n");
    let (templates, diagnostics) = Templates::read(&folder);
    assert_eq!(templates.len(), 1);
    let found: Vec<_> =
        diagnostics.iter().map(|found| (found.severity, found.file_name().unwrap_or_default())).collect();
    let path = |name: &str| folder.join(name).display().to_string();
    assert_eq!(found, [(Severity::Warning, path("a.yaml").as_str()), (Severity::Warning, &path("c.yaml"))]);
}

#[test]
fn a_missing_folder_is_an_error() {
    let (templates, diagnostics) = Templates::read(&folder("no-templates").join("none"));
    assert!(templates.is_empty());
    assert_eq!(diagnostics.len(), 1);
    assert_eq!(diagnostics[0].severity, Severity::Error);
    assert_eq!(diagnostics[0].message, "there is no such file or folder");
}
