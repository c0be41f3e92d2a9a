//! Help for errors: a suggestion in words and, if only a name is wrong, the name that was probably meant.

use heat_model::ConstraintKind;
use heat_yaml::{Span, is_steering};

/// Suggestion of a correction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Help {
    /// Text of the suggestion.
    pub text: String,
    /// Replacement of a name, if only that name is wrong.
    pub rename: Option<Rename>,
}

/// Replacement of a name with the one that was probably meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rename {
    /// Span of the name; by default, the span of the error.
    pub span: Option<Span>,
    /// Name in the text.
    pub name: String,
    /// Name that was probably meant.
    pub meant: String,
}

/// Asks whether another name was meant. If the two look the same, the text points out the difference.
#[must_use]
pub fn did_you_mean(name: &str, meant: &str) -> String {
    // Some characters cannot be told apart: spaces, letters of other alphabets, and invisible characters.
    let looks_the_same = |letter: &char| {
        letter.is_whitespace() || is_steering(*letter) || letter.is_alphabetic() || is_invisible(*letter)
    };
    let is_hidden = |letter: &char| {
        !letter.is_ascii_graphic() && *letter != ' ' && !meant.contains(*letter) && looks_the_same(letter)
    };
    match name.chars().find(is_hidden) {
        Some(letter) => {
            let kind = match letter {
                '\u{a0}' | '\u{202f}' => " (a no-break space)",
                other if is_invisible(other) => " (invisible)",
                other if other.is_whitespace() => " (a space)",
                _ => "",
            };
            format!(
                "did you mean `{meant}`? The name here contains the character U+{:04X}{kind}",
                letter as u32
            )
        }
        None => format!("did you mean `{meant}`?"),
    }
}

fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{200b}' | '\u{200c}' | '\u{200d}' | '\u{feff}')
}

impl Help {
    /// Help that asks whether another name was meant.
    pub(crate) fn did_you_mean(name: &str, meant: &str) -> Self {
        Self { text: did_you_mean(name, meant), ..Self::renaming(name, meant, "") }
    }

    /// Help that proposes another name, with this text.
    pub(crate) fn renaming(name: &str, meant: &str, text: impl Into<String>) -> Self {
        let rename = Rename { span: None, name: name.to_owned(), meant: meant.to_owned() };
        Self { text: text.into(), rename: Some(rename) }
    }

    /// Sets the span of the name, unless it is known.
    pub(crate) fn or_at(mut self, span: Span) -> Self {
        if let Some(rename) = &mut self.rename {
            rename.span.get_or_insert(span);
        }
        self
    }

    /// Puts a few words in front of the text.
    pub(crate) fn after(self, words: &str) -> Self {
        Self { text: format!("{words}: {}", self.text), ..self }
    }
}

impl Help {
    /// Help that states which values meet a constraint, for cases in which Heat's message has Python's `None` for an open end, or
    /// only the constraint's own description.
    pub(crate) fn for_constraint(kind: &ConstraintKind) -> Option<Self> {
        match kind {
            ConstraintKind::Range { .. } | ConstraintKind::Modulo { step: Some(_), offset: Some(_) } => {
                Some(format!("the value must be {kind}").into())
            }
            ConstraintKind::Length { min, max } => {
                let ends = ConstraintKind::Range { min: min.clone(), max: max.clone() };
                Some(format!("the length must be {ends}").into())
            }
            _ => None,
        }
    }
}

impl From<String> for Help {
    fn from(text: String) -> Self {
        Self { text, rename: None }
    }
}

impl From<&str> for Help {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

#[cfg(test)]
mod tests {
    use super::did_you_mean;

    #[test]
    fn names_that_look_the_same_are_told_apart() {
        let check =
            |name: &str, expect: &str| assert_eq!(did_you_mean(name, "get_param"), expect, "{name:?}");
        let asks = "did you mean `get_param`?";
        check("getparam", asks);
        check("get param", asks);
        let contains = |what: &str| format!("{asks} The name here contains the character {what}");
        check("\u{a0}get_param", &contains("U+00A0 (a no-break space)"));
        check("get_param\u{200b}", &contains("U+200B (invisible)"));
        check("get_par\u{430}m", &contains("U+0430"));
    }
}
