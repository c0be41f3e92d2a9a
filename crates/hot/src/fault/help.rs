//! What to write instead of what is wrong: in words, and as another name in place of one where nothing else is wrong.

use heat_model::ConstraintKind;
use heat_yaml::Span;

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

impl Help {
    /// The question whether another name was meant.
    pub(crate) fn did_you_mean(name: &str, meant: &str) -> Self {
        Self { text: format!("did you mean `{meant}`?"), ..Self::renaming(name, meant, "") }
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
