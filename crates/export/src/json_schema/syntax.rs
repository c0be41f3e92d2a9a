//! The two syntaxes of templates.

use heat_hot_language::{HotVersion, Keys, TemplateVersion};

/// A syntax of templates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Syntax {
    Hot,
    Cfn,
}

impl Syntax {
    pub(super) const ALL: [Self; 2] = [Self::Hot, Self::Cfn];

    /// The template versions of the syntax, in order.
    pub(super) fn versions(self) -> Vec<TemplateVersion> {
        match self {
            Self::Hot => HotVersion::ALL.map(TemplateVersion::Hot).into(),
            Self::Cfn => vec![TemplateVersion::HeatCfn, TemplateVersion::AwsCfn],
        }
    }

    /// The newest version, which has the sections and keys of all others.
    pub(super) const fn newest(self) -> TemplateVersion {
        match self {
            Self::Hot => TemplateVersion::Hot(HotVersion::NEWEST),
            Self::Cfn => TemplateVersion::AwsCfn,
        }
    }

    /// The names of sections and keys in the newest version.
    pub(super) const fn keys(self) -> Keys {
        Keys::of(self.newest())
    }

    /// The name of a definition in this syntax.
    pub(super) fn definition(self, name: &str) -> String {
        match self {
            Self::Hot => name.to_owned(),
            Self::Cfn => format!("cfn_{name}"),
        }
    }
}

/// The template versions of both syntaxes.
pub(super) fn all_versions() -> impl DoubleEndedIterator<Item = TemplateVersion> {
    Syntax::Cfn.versions().into_iter().chain(Syntax::Hot.versions())
}
