//! The allowed dependencies between parts of `heat-codegen`, and between the layers of crates.

use std::fs;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};

/// The crates that parse the command line.
const CLAP: [&str; 3] = ["clap", "clap_complete", "clap_mangen"];

/// The modules of `heat-codegen`, from the top: each imports only from the layers below its own. ARCHITECTURE.md names the same
/// layers.
const LAYERS: [&[&str]; 8] = [
    &["commands"],
    &["plugin", "template_testing", "validation"],
    &["diff", "own_rules", "template_upgrade"],
    &[
        "checking",
        "deployment",
        "explanation",
        "graph",
        "history",
        "importing",
        "plan",
        "starter",
        "template_checking",
    ],
    &["reporting", "resolve"],
    &["inputs"],
    &["git", "session", "yaql"],
    &[
        "earlier_release",
        "outcome",
        "template_usage",
        "temporary_folder",
        "type_text",
        "upgrade_updates",
        "upgrade_words",
    ],
];

/// Returns whether a source names one of some crates, except in comments.
pub(super) fn names(tokens: TokenStream, crates: &[&str]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => names(group.stream(), crates),
        TokenTree::Ident(name) => crates.iter().any(|known| name == known),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

#[test]
fn only_commands_parse_arguments() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut users = 0;
    for entry in walkdir::WalkDir::new(&source).into_iter().map(Result::unwrap) {
        let path = entry.path().strip_prefix(&source).unwrap();
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let tokens: TokenStream = fs::read_to_string(entry.path()).unwrap().parse().unwrap();
        let is_user = names(tokens, &CLAP);
        users += usize::from(is_user);
        assert!(!is_user || path.starts_with("commands"), "{} reads arguments", path.display());
    }
    assert!(users > 10, "the commands are found");
}

#[test]
fn modules_import_from_the_layers_below() {
    let (_, read) = super::crates().iter().find(|(member, _)| member == "crates/cli").unwrap();
    let layer = |name: &String| LAYERS.iter().position(|layer| layer.contains(&name.as_str()));
    let mut wrong = Vec::new();
    let mut found = 0;
    for (module, used) in read.imports() {
        let Some(name) = module.first().filter(|name| *name != "main") else { continue };
        let Some(own) = layer(name) else {
            wrong.push(format!("{name} is in no layer"));
            continue;
        };
        for other in used.iter().filter_map(|used| used.first()).filter(|other| *other != name) {
            found += 1;
            if layer(other).is_none_or(|other| other <= own) {
                wrong.push(format!("{} imports {other}", module.join("::")));
            }
        }
    }
    assert!(found > 50, "{found} imports are found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
