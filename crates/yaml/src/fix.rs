//! Fixes: changes of a text that findings propose, and their applicability.

use crate::scalar::{ScalarType, implicit_type};
use crate::{Source, Span};

/// A replacement of a part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// Span of the text to replace.
    pub span: Span,
    /// The new text.
    pub text: String,
}

/// Applicability of a fix: whether a program may apply it without a review by a person. The names are those of ruff.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Applicability {
    /// The fix cannot be wrong: nothing else can have been meant. `validate --fix` applies it.
    Safe,
    /// The fix is a guess of what was meant, such as the known name that is nearest to an unknown one. Editors offer it, and
    /// `--fix` applies it only with `--unsafe-fixes`.
    Unsafe,
}

impl Applicability {
    /// Name of the applicability in lowercase.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Unsafe => "unsafe",
        }
    }
}

/// A change of a text that fixes a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// The change.
    pub edit: Edit,
    /// Applicability of the change.
    pub applicability: Applicability,
}

impl Fix {
    /// Returns a fix that cannot be wrong.
    #[must_use]
    pub fn safe(edit: Edit) -> Self {
        Self { edit, applicability: Applicability::Safe }
    }

    /// Returns a fix that is a guess.
    #[must_use]
    pub fn guess(edit: Edit) -> Self {
        Self { edit, applicability: Applicability::Unsafe }
    }
}

impl Edit {
    /// Returns the edit that renames a scalar. Quotes around the name stay, and quotes are added if the new name needs them.
    /// `None` if the text at the span is not exactly this name, for example because it has escapes.
    ///
    /// ```
    /// use heat_yaml::{Edit, Source, Span};
    ///
    /// let source = Source::new("a.yaml", "flavour: 'flavour'\n");
    /// let edit = Edit::rename(&source, Span::new(9, 18), "flavour", "flavor").expect("the name is there");
    /// assert_eq!((edit.span, edit.text.as_str()), (Span::new(10, 17), "flavor"));
    /// assert_eq!(Edit::rename(&source, Span::new(0, 7), "flavour", "yes").expect("the name is there").text, "'yes'");
    /// assert_eq!(Edit::rename(&source, Span::new(0, 7), "size", "flavor"), None);
    /// ```
    #[must_use]
    pub fn rename(source: &Source, span: Span, name: &str, new: &str) -> Option<Self> {
        // Names with characters that no scalar on one line can contain are not written.
        if new.is_empty() || new.contains(char::is_control) {
            return None;
        }
        let written = source.slice(span);
        if written == name {
            let text = if is_plain(new) { new.to_owned() } else { format!("'{}'", new.replace('\'', "''")) };
            return Some(Self { span, text });
        }
        let inner = Span::new(span.start + 1, span.end.saturating_sub(1).max(span.start + 1));
        let is_quoted_by =
            |quote: char| written.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote)) == Some(name);
        if is_quoted_by('\'') && !name.contains('\'') {
            return Some(Self { span: inner, text: new.replace('\'', "''") });
        }
        let is_literal = |text: &str| !text.contains(['"', '\\']);
        (is_quoted_by('"') && is_literal(name) && is_literal(new))
            .then(|| Self { span: inner, text: new.to_owned() })
    }
}

/// Returns whether a name without quotes is a string in any context.
fn is_plain(name: &str) -> bool {
    let is_word = |character: char| character.is_alphanumeric() || "_-./:".contains(character);
    name.starts_with(char::is_alphanumeric)
        && name.chars().all(is_word)
        && !name.ends_with(':')
        && implicit_type(name) == ScalarType::String
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ParseOptions, Value, parse_template};

    /// Checks the value of `a` after it was renamed.
    fn check(value: &str, name: &str, new: &str, expect: Option<&str>) {
        for (before, after) in [("{a: ", "}"), ("a: ", "\n"), ("- [b, ", ", c]")] {
            let text = format!("{before}{value}{after}");
            let source = Source::new("a.yaml", text.as_str());
            let span = Span::new(before.len(), before.len() + value.len());
            let edit = Edit::rename(&source, span, name, new);
            assert_eq!(edit.as_ref().map(|edit| edit.text.as_str()), expect, "{text}");
            let Some(Edit { span, text: new_text }) = edit else { continue };
            let mut changed = text.clone();
            changed.replace_range(span.start..span.end, &new_text);
            let changed_source = Source::new("a.yaml", changed.as_str());
            let parsed = parse_template(&changed_source, &ParseOptions::template());
            assert!(!parsed.has_errors(), "{changed}");
            let mut strings = Vec::new();
            collect(&parsed.root.unwrap(), &mut strings);
            assert!(strings.contains(&new.to_owned()), "{changed}: {strings:?}");
        }
    }

    fn collect(node: &crate::Node, strings: &mut Vec<String>) {
        match &node.value {
            Value::String(text) => strings.push(text.clone()),
            Value::Sequence(items) => items.iter().for_each(|item| collect(item, strings)),
            Value::Mapping(map) => map.iter().for_each(|entry| collect(&entry.value, strings)),
            _ => {}
        }
    }

    #[test]
    fn the_new_name_is_read_as_itself() {
        check("flavour", "flavour", "flavor", Some("flavor"));
        check("flavour", "flavour", "My::Type", Some("My::Type"));
        // Heat reads dates as strings.
        check("flavour", "flavour", "2018-08-31", Some("2018-08-31"));
        check("flavour", "flavour", "1.10", Some("'1.10'"));
        check("flavour", "flavour", "it's", Some("'it''s'"));
        check("flavour", "flavour", "a: b", Some("'a: b'"));
        check("flavour", "flavour", "a:", Some("'a:'"));
        check("flavour", "flavour", "-", Some("'-'"));
        check("flavour", "flavour", "no", Some("'no'"));
        check("'flavour'", "flavour", "it's", Some("it''s"));
        check("\"flavour\"", "flavour", "it's", Some("it's"));
        check("\"flavour\"", "flavour", "a\"b", None);
        check("flavour", "flavour", "a\nb", None);
        check("\"fl\\u0061vour\"", "flavour", "flavor", None);
        check("'", "", "a", None);
        check("&x flavour", "flavour", "flavor", None);
    }
}
