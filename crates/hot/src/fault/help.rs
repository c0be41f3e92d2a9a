//! What to write instead of what is wrong: in words, and as another name in place of one where nothing else is wrong.

use heat_model::ConstraintKind;
use heat_yaml::{Span, is_steering};

/// What to write instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Help {
    /// In words.
    pub text: String,
    /// The name that was probably meant, where only a name is wrong.
    pub rename: Option<Rename>,
}

/// A name that was probably meant in place of another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rename {
    /// Where the name stands; by default, at the place of the error.
    pub span: Option<Span>,
    /// The name.
    pub name: String,
    /// The name that was meant.
    pub meant: String,
}

/// The question whether another name was meant. If both look the same, it says what is different.
#[must_use]
pub fn did_you_mean(name: &str, meant: &str) -> String {
    // A space looks like another, an invisible character like none, and a letter of another alphabet like one of this.
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
    /// The question whether another name was meant.
    pub(crate) fn did_you_mean(name: &str, meant: &str) -> Self {
        Self { text: did_you_mean(name, meant), ..Self::renaming(name, meant, "") }
    }

    /// Help that proposes another name in place of one, in these words.
    pub(crate) fn renaming(name: &str, meant: &str, text: impl Into<String>) -> Self {
        let rename = Rename { span: None, name: name.to_owned(), meant: meant.to_owned() };
        Self { text: text.into(), rename: Some(rename) }
    }

    /// The help about a name that stands here, unless its place is known.
    pub(crate) fn or_at(mut self, span: Span) -> Self {
        if let Some(rename) = &mut self.rename {
            rename.span.get_or_insert(span);
        }
        self
    }

    /// The help after a few words.
    pub(crate) fn after(self, words: &str) -> Self {
        Self { text: format!("{words}: {}", self.text), ..self }
    }
}

impl Help {
    /// What a value has to be to meet a constraint, where Heat's words have Python's `None` for an end that is open, or only the
    /// constraint's own description.
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
