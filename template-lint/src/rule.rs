//! What a rule is: its docs and its check.

use crate::{Context, Findings};

/// A rule for templates. What it finds is a warning: errors are what Heat refuses.
#[derive(Debug)]
pub struct Rule {
    /// Its id in kebab case, which names the problem.
    pub id: &'static str,
    /// What it is about.
    pub family: Family,
    /// A one-line summary.
    pub summary: &'static str,
    /// Its page, in CommonMark: *What it does*, *Why*, *Example*, *Use instead*.
    pub docs: &'static str,
    /// Its check.
    pub check: fn(&Context<'_>, &mut Findings<'_>),
}

/// What a rule is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Family {
    /// How YAML reads a text.
    Yaml,
    /// Parameters.
    Parameters,
    /// Conditions.
    Conditions,
    /// Resources and their properties.
    Resources,
    /// Functions.
    Functions,
}

impl Family {
    /// Its title.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Yaml => "YAML",
            Self::Parameters => "Parameters",
            Self::Conditions => "Conditions",
            Self::Resources => "Resources",
            Self::Functions => "Functions",
        }
    }
}
