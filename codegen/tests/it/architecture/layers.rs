//! The allowed dependencies between parts of `codegen`.

use std::fs;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};

/// The crates that parse the command line.
const CLAP: [&str; 2] = ["clap", "clap_complete"];

/// Whether a source names one of some crates, except in comments.
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
