//! Tests that the ids in outputs are explained: `explain` knows every id that the sources use for a diagnostic.
//!
//! Ids are found in the tokens of the sources: where a diagnostic is created, and in calls of functions that take one as `code`.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::Path;

use heat_codegen::explanation;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The folders with code that can create a diagnostic.
const FOLDERS: [&str; 3] = ["crates", "macros/src", "codegen/src"];

/// The names of the type in the sources: the language server has other types of diagnostics.
const TYPES: [&str; 2] = ["Diagnostic", "Finding"];

/// The ids in some sources, each with one of the files that contain it.
#[derive(Default)]
struct Ids {
    /// The values of constants, by name.
    constants: HashMap<String, Vec<String>>,
    /// Functions that take an id, with its index among their arguments.
    takers: HashSet<(String, usize)>,
    found: BTreeMap<String, String>,
}

impl Ids {
    /// Reads sources: first the declarations, then their uses.
    fn of<'a>(sources: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> Self {
        let mut ids = Self::default();
        let read = |(name, text): (&str, &str)| {
            let tokens: TokenStream = text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
            (name.to_owned(), tokens)
        };
        let sources: Vec<(String, TokenStream)> = sources.map(read).collect();
        for (_, tokens) in &sources {
            each_level(tokens, &mut |level| ids.declare(level));
        }
        for (name, tokens) in &sources {
            each_level(tokens, &mut |level| ids.use_in(level, name));
        }
        ids
    }

    /// Stores the constants and the functions that a level of tokens declares.
    fn declare(&mut self, level: &[TokenTree]) {
        for at in 0..level.len() {
            let rest = &level[at..];
            match word(rest.first()).as_deref() {
                Some("const") => self.constants.extend_with(constant(rest)),
                Some("fn") => {
                    let Some(name) = word(rest.get(1)) else { continue };
                    let parameters = rest.iter().find_map(parenthesized).unwrap_or_default();
                    let own = parameters.iter().filter(|parameter| !is_self(parameter));
                    let place = own.enumerate().find(|(_, parameter)| is_id(parameter));
                    // There are many functions of this name: the one of diagnostics is recognised by its type.
                    self.takers.extend(place.filter(|_| name != "new").map(|(place, _)| (name, place)));
                }
                Some("let") => {
                    let closure = rest.get(3..).unwrap_or_default();
                    let takes_id =
                        is(closure.first(), '|') && word(closure.get(1)).as_deref() == Some("code");
                    self.takers.extend(word(rest.get(1)).filter(|_| takes_id).map(|name| (name, 0)));
                }
                _ => {}
            }
        }
    }

    /// Finds the ids that a level of tokens passes to diagnostics.
    fn use_in(&mut self, level: &[TokenTree], file: &str) {
        for at in 0..level.len() {
            let Some(name) = word(level.get(at)) else { continue };
            if name == "code" && is(level.get(at + 1), ':') && !is(level.get(at + 2), ':') {
                let value = level[at + 2..].split(|token| is(Some(token), ',')).next().unwrap_or_default();
                self.take(value, file);
            }
            let Some(arguments) = level.get(at + 1).and_then(parenthesized) else { continue };
            let before = level.get(..at).unwrap_or_default();
            if word(before.last()).as_deref() == Some("fn") {
                continue;
            }
            let is_diagnostic = matches!(before, [.., of, one, other]
                if is(Some(one), ':') && is(Some(other), ':') && word(Some(of)).is_some_and(|of| TYPES.contains(&of.as_str())));
            let places: Vec<usize> = match name.as_str() {
                "error" if is_diagnostic => vec![0],
                "new" if is_diagnostic => vec![1],
                _ => {
                    self.takers.iter().filter(|(taker, _)| *taker == name).map(|(_, place)| *place).collect()
                }
            };
            for argument in places.into_iter().filter_map(|place| arguments.get(place)) {
                self.take(argument, file);
            }
        }
    }

    /// Takes the id from an expression: a literal, or a constant.
    fn take(&mut self, expression: &[TokenTree], file: &str) {
        let ids = match expression {
            [TokenTree::Literal(literal)] => text_of(&literal.to_string()).into_iter().collect(),
            // The constant is one of a module, and not of a type.
            [path @ .., TokenTree::Ident(name)]
                if !path.iter().any(|token| word(Some(token)).is_some_and(|name| is_type(&name))) =>
            {
                self.constants.get(&name.to_string()).cloned().unwrap_or_default()
            }
            _ => Vec::new(),
        };
        let is_id =
            |text: &String| text.split('-').all(|part| part.bytes().all(|byte| byte.is_ascii_lowercase()));
        self.found.extend(ids.into_iter().filter(is_id).map(|id| (id, file.to_owned())));
    }
}

/// Adds a value to those of a name.
trait ExtendWith {
    fn extend_with(&mut self, constant: Option<(String, String)>);
}

impl ExtendWith for HashMap<String, Vec<String>> {
    fn extend_with(&mut self, constant: Option<(String, String)>) {
        if let Some((name, value)) = constant {
            self.entry(name).or_default().push(value);
        }
    }
}

/// The name and the value of a constant that is a string.
fn constant(tokens: &[TokenTree]) -> Option<(String, String)> {
    let end = tokens.iter().position(|token| is(Some(token), ';'))?;
    let TokenTree::Literal(value) = tokens.get(end.checked_sub(1)?)? else { return None };
    Some((word(tokens.get(1))?, text_of(&value.to_string())?))
}

/// Calls a function with the tokens of each level, except those that are only for tests.
pub(super) fn each_level(tokens: &TokenStream, work: &mut impl FnMut(&[TokenTree])) {
    let mut level: Vec<TokenTree> = Vec::new();
    let mut is_for_tests = false;
    for token in tokens.clone() {
        let ends = matches!(&token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
            || is(Some(&token), ';');
        match &token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
                is_for_tests |= group.stream().to_string().replace(' ', "") == "cfg(test)";
            }
            TokenTree::Group(group) if !is_for_tests => each_level(&group.stream(), work),
            _ => {}
        }
        if is_for_tests {
            is_for_tests = !ends;
        } else {
            level.push(token);
        }
    }
    work(&level);
}

fn word(token: Option<&TokenTree>) -> Option<String> {
    match token? {
        TokenTree::Ident(ident) => Some(ident.to_string()),
        _ => None,
    }
}

fn is_type(name: &str) -> bool {
    name.starts_with(|first: char| first.is_uppercase())
}

fn is(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

pub(super) fn text_of(literal: &str) -> Option<String> {
    Some(literal.strip_prefix('"')?.strip_suffix('"')?.to_owned())
}

/// The parts of a group in parentheses, between its commas.
fn parenthesized(token: &TokenTree) -> Option<Vec<Vec<TokenTree>>> {
    let TokenTree::Group(group) = token else { return None };
    if group.delimiter() != Delimiter::Parenthesis {
        return None;
    }
    let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
    Some(tokens.split(|token| is(Some(token), ',')).map(<[TokenTree]>::to_vec).collect())
}

fn is_self(parameter: &[TokenTree]) -> bool {
    word(parameter.last()).as_deref() == Some("self")
}

/// Returns whether a parameter is an id: `code: &'static str`.
fn is_id(parameter: &[TokenTree]) -> bool {
    let is_static = parameter.iter().any(|token| word(Some(token)).as_deref() == Some("static"));
    word(parameter.first()).as_deref() == Some("code") && is_static
}

/// The sources that are not tests.
pub(super) fn sources(root: &Path) -> Vec<(String, String)> {
    let entries = FOLDERS.iter().flat_map(|folder| walkdir::WalkDir::new(root.join(folder)));
    let paths = entries.map(Result::unwrap).map(walkdir::DirEntry::into_path);
    let is_source = |path: &Path| {
        let inner = path.strip_prefix(root).unwrap();
        path.extension().is_some_and(|end| end == "rs")
            && !inner.iter().any(|part| part == "tests" || part == "tests.rs" || part == "benches")
    };
    let read = |path: &Path| {
        (path.strip_prefix(root).unwrap().display().to_string(), fs::read_to_string(path).unwrap())
    };
    paths.filter(|path| is_source(path)).map(|path| read(&path)).collect()
}

#[test]
fn every_id_is_explained() {
    let sources = sources(super::root());
    let ids = Ids::of(sources.iter().map(|(name, text)| (name.as_str(), text.as_str())));
    // Each of these ids is found in a different form.
    for known in ["syntax", "duplicate-type", "omitted-findings", "not-a-library", "duplicate-release"] {
        assert!(ids.found.contains_key(known), "{known}: {:?}", ids.found);
    }
    let unexplained: Vec<_> = ids.found.iter().filter(|(id, _)| !explanation::knows(id)).collect();
    assert!(unexplained.is_empty(), "`explain` does not know {unexplained:#?}");
}

#[test]
fn ids_are_found_in_all_forms() {
    let check = |text: &str, expect: &[&str]| {
        let ids = Ids::of([("a.rs", text)].into_iter());
        assert_eq!(ids.found.keys().collect::<Vec<_>>(), expect, "{text}");
    };
    check("fn f() { Diagnostic::error(\"a-b\", x) }", &["a-b"]);
    check("fn f() { Finding::new(Severity::Note, \"a-b\", x) }", &["a-b"]);
    check("const A: &str = \"a-b\"; fn f() { Diagnostic::new(s, code::A, x) }", &["a-b"]);
    check("const A: &str = \"a-b\"; fn f() { Diagnostic::new(s, Kind::A, x) }", &[]);
    check("fn g(&self, x: X, code: &'static str) {} fn f() { h(s.g(x, \"a-b\")) }", &["a-b"]);
    check("fn f() { let g = |code, x| Diagnostic::error(code, x); g(\"a-b\", 1) }", &["a-b"]);
    check("const A: &str = \"a-b\"; fn f() { Facts { at, code: code::A, x: 1 } }", &["a-b"]);
    check("#[cfg(test)] mod tests { fn f() { Diagnostic::error(\"a-b\", x) } }", &[]);
    check("fn f() { Other::error(\"a-b\", x); new(a, \"c\") }", &[]);
}
