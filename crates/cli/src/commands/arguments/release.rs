//! The argument `--release`: the catalogue as of an earlier release.

use clap::Args;

use crate::commands::candidates;
use crate::session::Session;

/// The release that a command is about.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct ReleaseArgs {
    /// The catalogue as it was in this release, by name, code name or version, such as `yoga`, `antelope` or `18.0.0` [default: the
    /// newest].
    #[arg(long, value_name = "RELEASE", add = candidates::releases())]
    release: Option<String>,
}

impl ReleaseArgs {
    /// The requested release.
    pub(crate) fn asked(&self) -> Option<&str> {
        self.release.as_deref()
    }

    /// Sets this release in a session.
    pub(crate) fn apply(&self, session: &mut Session) {
        session.release.clone_from(&self.release);
    }
}
