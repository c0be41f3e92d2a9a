//! The characters that a class of the engine matches. `class` translates Python's classes into the engine's syntax.

use regex_syntax::hir::{Class, HirKind};

/// Ranges of characters, in order, both ends included.
pub type Ranges = Vec<(char, char)>;

/// Returns the characters that a class, or a single character, in the engine's syntax matches.
#[must_use]
pub fn class_ranges(engine: &str, ignore_case: bool) -> Option<Ranges> {
    let parsed =
        regex_syntax::ParserBuilder::new().case_insensitive(ignore_case).build().parse(engine).ok()?;
    ranges(parsed.kind())
}

fn ranges(kind: &HirKind) -> Option<Ranges> {
    match kind {
        HirKind::Class(Class::Unicode(class)) => {
            Some(class.ranges().iter().map(|range| (range.start(), range.end())).collect())
        }
        HirKind::Class(Class::Bytes(class)) => {
            let ascii = class.ranges().iter().all(|range| range.end().is_ascii());
            ascii.then(|| {
                class.ranges().iter().map(|range| (range.start().into(), range.end().into())).collect()
            })
        }
        HirKind::Literal(literal) => {
            let mut chars = std::str::from_utf8(&literal.0).ok()?.chars();
            let char = chars.next()?;
            chars.next().is_none().then(|| vec![(char, char)])
        }
        _ => None,
    }
}
