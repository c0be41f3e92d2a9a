//! The two ways to write templates.

use heat_hot_language::{HotVersion, Keys, TemplateVersion};

/// A way to write templates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Syntax {
    Hot,
    Cfn,
}

impl Syntax {
    pub(super) const ALL: [Self; 2] = [Self::Hot, Self::Cfn];

    /// The syntax's versions, in order.
    pub(super) fn versions(self) -> Vec<TemplateVersion> {
        match self {
            Self::Hot => HotVersion::ALL.map(TemplateVersion::Hot).into(),
            Self::Cfn => vec![TemplateVersion::HeatCfn, TemplateVersion::AwsCfn],
        }
    }

    /// The version that has the sections and keys of all of them.
    pub(super) const fn newest(self) -> TemplateVersion {
        match self {
            Self::Hot => TemplateVersion::Hot(HotVersion::NEWEST),
            Self::Cfn => TemplateVersion::AwsCfn,
        }
    }

    /// What the newest version calls sections and keys.
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

/// The versions of both.
pub(super) fn all_versions() -> impl DoubleEndedIterator<Item = TemplateVersion> {
    Syntax::Cfn.versions().into_iter().chain(Syntax::Hot.versions())
}
