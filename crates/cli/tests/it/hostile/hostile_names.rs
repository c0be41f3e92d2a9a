//! Names and texts that could control a terminal, a log or a reader of the output, in every command and format.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "tests say what must hold by panicking")]

use std::fs;
use std::path::PathBuf;

use crate::support::{Ran, folder, run_in, write};

/// Hostile names as they are written in YAML, in double quotes.
const NAMES: [&str; 7] = [
    r"a\nb",
    r"x\n::add-mask::e",
    r"x\r\n  ::error::e ##[add-mask]y",
    r"\e]0;title\a\e[2J",
    r"\x9b2Jc1\x7f",
    r"\u202eevil\u2066\u200f\u061c",
    r"a\u2028b\u2029c\x85d",
];

/// The formats of `diff`.
const FORMATS: [&str; 8] = ["text", "markdown", "json", "sarif", "github", "junit", "gitlab", "html"];

/// Returns whether a terminal, or the log of a workflow, would act on a character.
fn is_steering(character: char) -> bool {
    let is_bidirectional = matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    (character.is_control() && !"\n\t".contains(character)) || is_bidirectional
}

#[track_caller]
fn check(ran: &Ran, commands: bool, what: &str) {
    for (text, may_command) in [(&ran.out, commands), (&ran.err, false)] {
        assert!(!text.contains(is_steering), "{what}: {text:?}");
        let is_hostile = |line: &str| {
            let line = line.trim_start();
            let is_own = ["::error ", "::warning ", "::notice "].iter().any(|own| line.starts_with(own));
            line.starts_with("::") && !(may_command && is_own)
        };
        let found = text.lines().find(|line| is_hostile(line));
        assert!(found.is_none(), "{what}: {found:?}");
        assert!(!text.contains("##["), "{what}: {text}");
    }
    assert!(ran.code <= 2, "{what}: {ran}");
}

/// A schema with the name in every possible position.
fn schema(name: &str, is_new: bool) -> String {
    let (kind, extra) = if is_new {
        ("integer", String::new())
    } else {
        ("string", format!("  \"gone {name}\": {{type: string, description: \"{name}\"}}\n"))
    };
    format!(
        "type: My::Custom::Token\ndescription: \"{name}. Text of {kind}\"\n\
         support_status: [{{status: DEPRECATED, version: \"{name}\", message: \"{name}\"}}, {{version: 5.0.0}}]\n\
         default_client_name: \"{name}\"\nentity: \"{name}\"\nproperties:\n{extra}  \"p {name}\":\n    type: {kind}\n    description: \"{name}\"\n    \
         constraints:\n      - custom_constraint: \"{name}\"\n        description: \"{name}\"\n  list:\n    type: list\n    \
         description: \"{name}\"\n    default: [\"{name}\"]\n    constraints: [{{allowed_values: [\"{name}\", b]}}]\n\
         attributes:\n  \"a {name}\": {{type: string, description: \"{name}\"}}\n\
         translation_rules:\n  - {{rule: resolve, translation_path: [\"p {name}\"], client_plugin: \"{name}\", finder: \"{name}\", entity: \"{name}\"}}\n\
         properties_groups:\n  - or: [[\"p {name}\"], [list]]\n\
         examples:\n  - title: \"{name}\"\n    template: \"{name}\"\n"
    )
}

/// Two catalogues that contain the name everywhere, and templates, facts and recorded releases.
fn catalogues(test: &str, index: usize, name: &str) -> PathBuf {
    let folder = folder(&format!("hostile-{test}-{index}"));
    for (side, is_new) in [("old", false), ("new", true)] {
        let version = if is_new { "6.0.0" } else { "5.0.0" };
        write(&folder.join(side).join("My/Custom/Token.yaml"), schema(name, is_new));
        write(
            &folder.join(side).join("releases.yaml"),
            format!(
                "- {{version: 5.0.0, name: \"{name}\", date: '2015-10-15'}}\n- {{version: {version}1, name: 'x', date: \"{name}\"}}\n"
            ),
        );
        write(
            &folder.join(side).join("constraints.yaml"),
            format!("\"{name} {version}\": {{description: \"{name}\", client_plugin: \"{name}\"}}\n"),
        );
    }
    // Files also have such names.
    let file: String =
        name.replace(r"\n", "\n").replace(r"\e", "\u{1b}").replace(r"\r", "\r").replace('/', "");
    write(&folder.join("old").join(format!("{file}.yaml")), "type: My::Custom::Other\ndescription: Other.\n");
    write(
        &folder.join("broken").join(format!("{file}.yaml")),
        format!("type: My::X\n\"{name}\": \"{name}\"\nproperties: {{\"{name}\": {{type: \"{name}\"}}}}\n"),
    );
    write(
        &folder.join("templates").join(format!("{file}.yaml")),
        format!(
            "heat_template_version: 2021-04-16\nresources:\n  \"{name}\":\n    type: My::Custom::Token\n    properties:\n      \"gone {name}\": \"{name}\"\n      \"p {name}\": \"{name}\"\n"
        ),
    );
    write(
        &folder.join("schema-diff.yaml"),
        format!(
            "allowances:\n  - {{rule: \"{name}\", path: \"{name}\", reason: \"{name}\", expires: \"{name}\"}}\n\"{name}\": 1\nseverities: {{\"{name}\": \"{name}\"}}\n"
        ),
    );
    folder
}

#[test]
fn every_format_of_diff() {
    for (index, name) in NAMES.iter().enumerate() {
        let folder = catalogues("diff", index, name);
        let mut all = vec!["diff".to_owned(), "old".into(), "new".into(), "--schemas".into(), "new".into()];
        for format in FORMATS {
            all.extend(["--report".to_owned(), format!("{format}=report.{format}")]);
        }
        run_in(&folder, &all.iter().map(String::as_str).collect::<Vec<_>>());
        for format in FORMATS {
            let sides = ["diff", "old", "new", "--schemas", "new", "--all", "--templates", "templates"];
            let ran = run_in(&folder, &[&sides[..], &["--format", format]].concat());
            assert!(ran.out.len() > 200, "{name} {format}: {ran}");
            check(&ran, format == "github", &format!("{name} {format}"));
            if ["json", "sarif", "gitlab"].contains(&format) {
                serde_json::from_str::<serde_json::Value>(&ran.out).unwrap();
            }
            let report = format!("report.{format}");
            let written = fs::read_to_string(folder.join(&report)).unwrap();
            check(&Ran { code: 0, out: written, err: String::new() }, format == "github", &report);
        }
        check(&run_in(&folder, &["diff", "old", "broken", "--schemas", "new"]), false, name);
    }
}

#[test]
fn every_other_command() {
    for (index, name) in NAMES.iter().enumerate() {
        let folder = catalogues("commands", index, name);
        let facts = run_in(&folder, &["export", "--schemas", "old", "--format", "json"]).out;
        write(&folder.join("facts.json"), facts);
        for schemas in ["old", "new", "broken"] {
            for arguments in [
                &["check"][..],
                &["check", "--format", "json"],
                &["check", "--format", "sarif"],
                &["check", "--format", "github"],
                &["list"],
                // Heat's many types, which are not hostile, are omitted from most outputs.
                &["list", "--format", "json", "--only-own-types"],
                &["show", "My::Custom::Token", "--format", "json", "--only-own-types"],
                &["show", "My::Custom::Token", "--format", "yaml", "--only-own-types"],
                &["show", "My::Custom::Token"],
                &["template", "My::Custom::Token", "--only-own-types"],
                &["export", "--format", "json"],
                &["export", "--format", "json-schema", "--only-own-types"],
                &["import", "--json", "facts.json", "--check"],
                &["history", "5.0.0=old", "6.0.01=new", "--out", "history.yaml"],
                &["history", "5.0.0=old", "6.0.01=new", "--out", "history.yaml", "--check"],
                &["build", "--out", "public"],
                &["init", "My::New::Type"],
            ] {
                let ran = run_in(&folder, &[arguments, &["--schemas", schemas]].concat());
                let is_github = arguments.contains(&"github");
                // YAML output is data: text that a log would interpret as a command is unchanged.
                let is_yaml = arguments[0] == "template" || arguments.contains(&"yaml");
                let ran = if is_yaml { Ran { out: ran.out.replace("##[", ""), ..ran } } else { ran };
                check(&ran, is_github, &format!("{name} {schemas} {arguments:?}"));
            }
            for format in ["markdown", "rst"] {
                let ran = run_in(&folder, &["export", "--format", format, "--schemas", schemas]);
                let all = Ran { out: ran.out.replace("##[", ""), ..ran };
                check(&all, false, &format!("{name} {schemas} {format}"));
            }
        }
    }
}

/// Errors repeat invalid arguments.
#[test]
fn every_error_about_an_argument() {
    let folder = folder("hostile-arguments");
    write(
        &folder.join("schemas/My/Custom/Token.yaml"),
        "type: My::Custom::Token\ndescription: Makes a token.\n",
    );
    write(&folder.join("schemas/releases.yaml"), "- {version: 5.0.0, name: Liberty, date: '2015-10-15'}\n");
    for name in NAMES {
        let name = name
            .replace(r"\n", "\n")
            .replace(r"\r", "\r")
            .replace(r"\e", "\u{1b}")
            .replace(r"\a", "\u{7}")
            .replace(r"\x9b", "\u{9b}")
            .replace(r"\x7f", "\u{7f}")
            .replace(r"\x85", "\u{85}")
            .replace(r"\u202e", "\u{202e}")
            .replace(r"\u2066", "\u{2066}")
            .replace(r"\u200f", "\u{200f}")
            .replace(r"\u061c", "\u{61c}")
            .replace(r"\u2028", "\u{2028}")
            .replace(r"\u2029", "\u{2029}");
        for arguments in [
            &["diff", &name][..],
            &["diff", &name, &name],
            &["diff", "--type", &name, "schemas"],
            &["diff", "--since-release", &name],
            &["diff", "--since-release", "5.0.0", "--recordings", &name],
            &["diff", "--allowances", &name, "schemas"],
            &["diff", "--report", &name],
            &["diff", "--format", &name],
            &["diff", "--templates", &name, "schemas"],
            &["diff", &format!("{name}..{name}")],
            &["check", &name],
            &["explain", &name],
            &["show", &name],
            &["template", &name],
            &["list", "--service", &name],
            &["export", "--format", "json", &name],
            &["export", "--format", "json", "--out", &name, &name],
            &["import", "--python", &name],
            &["import", "--json", &name],
            &["history", &name],
            &["init", &name],
            &["completions", &name],
            &[&name],
            &[&format!("--{name}")],
            &["check", "--schemas", &name],
            &["build", "--out", "public", "--site", &name],
        ] {
            let ran = run_in(&folder, arguments);
            assert_ne!(ran.code, 0, "{arguments:?}: {ran}");
            check(&ran, false, &format!("{arguments:?}"));
        }
    }
}
