//! Names of Heat's types in the sources: a fact about a type is a key of its schema, which plug-ins can write, too.
//!
//! Only whole texts count: a text with other words is for readers.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::ids::{each_level, sources, text_of};

/// The files that name types: each with the reason, and below it the names.
const EXCEPTIONS: &str = include_str!("type_names.txt");

/// Returns whether a text is the name of a type of Heat.
fn is_type_of_heat(text: &str) -> bool {
    let rest = text.strip_prefix("OS::").or_else(|| text.strip_prefix("AWS::"));
    rest.is_some_and(|rest| {
        let parts: Vec<&str> = rest.split("::").collect();
        parts.len() > 1
            && parts
                .iter()
                .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric()))
    })
}

/// The types that tokens name, except in tests.
fn type_names(tokens: &TokenStream) -> BTreeSet<String> {
    let (mut found, mut lists) = (BTreeSet::new(), Vec::new());
    each_level(tokens, &mut |level| {
        for token in level {
            match token {
                TokenTree::Literal(literal) => {
                    found.extend(text_of(&literal.to_string()).filter(|text| is_type_of_heat(text)));
                }
                TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
                    lists.push(group.stream());
                }
                _ => {}
            }
        }
    });
    found.extend(lists.iter().flat_map(type_names));
    found
}

#[test]
fn facts_about_types_are_in_their_schemas() {
    let is_test = |path: &str| path.ends_with("_tests.rs");
    let named: BTreeMap<String, BTreeSet<String>> = sources(super::root())
        .into_iter()
        .filter(|(path, _)| !is_test(path))
        .map(|(path, text)| (path, type_names(&text.parse().unwrap())))
        .filter(|(_, names)| !names.is_empty())
        .collect();
    let lines: Vec<&str> = EXCEPTIONS.lines().collect();
    let excepted = lines.chunks(2).map(|entry| {
        let (path, reason) = entry[0].split_once(": ").unwrap();
        assert!(!reason.is_empty(), "{path}");
        (path.to_owned(), entry[1].split_whitespace().map(str::to_owned).collect())
    });
    let excepted: BTreeMap<String, BTreeSet<String>> = excepted.collect();
    assert_eq!(
        named, excepted,
        "the key of a schema, or an exception with a reason, is missing or is not needed"
    );
}

#[test]
fn names_are_found_in_code_alone() {
    let check = |code: &str, expect: &[&str]| {
        let found = type_names(&code.parse().unwrap());
        assert_eq!(found.iter().map(String::as_str).collect::<Vec<_>>(), expect, "{code}");
    };
    check(
        "fn f() { matches!(x, \"OS::A::B\") && [(\"AWS::C::D\", 1)].len() > 0 }",
        &["AWS::C::D", "OS::A::B"],
    );
    check("/// Such as\n/// `OS::A::B`\nconst A: &str = \"type: OS::A::B\";", &[]);
    check("const A: [&str; 3] = [\"OS::A\", \"My::A::B\", \"OS::A::\"];", &[]);
    check("#[cfg(test)] mod tests { const A: &str = \"OS::A::B\"; }", &[]);
}
