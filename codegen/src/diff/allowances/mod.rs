//! `schema-diff.yaml`: the changes that a project accepts, each with a reason and the release in which that ends, and what
//! the project makes of rules.
//!
//! ```yaml
//! min_deprecated_releases: 2
//! fail_on: [breaking, policy]
//! severities:
//!   property-default-changed: breaking
//!   status-*: ignore
//! allowances:
//!   - fingerprint: "3dfe1de0e603fc58"
//!     reason: Nova can no longer resize servers.
//!     expires: 28.0.0
//!   - rule: property-removed
//!     path: OS::Nova::Server.properties.metadata
//!     reason: Nobody uses it.
//!     expires: 28.0.0
//! ```
//!
//! The life of an entry: it is written together with the change, whose finding it allows. Once both are merged, the change
//! is no longer found in everyday comparisons, and the entry rests: that is no mistake, because comparisons that reach further
//! back, such as those between releases, still find it. It ends with its release: the change that makes this release the
//! current one has to remove the entry. Until an entry of the same change allows something, a warning says that it does not.

mod add;
mod read;

use std::sync::Arc;

use heat_diff::{Rule, Severities, Severity};
use heat_model::ReleaseTable;
use heat_yaml::{Diagnostic, Severity as Level, Source, Span};

pub(super) use add::{NewEntries, add};

use super::report::{Allowed, Entry};
use crate::glob::Glob;

/// The file's name, beside the catalogue's folder.
pub(super) const FILE: &str = "schema-diff.yaml";

/// What the file says.
#[derive(Debug)]
pub(super) struct Allowances {
    source: Arc<Source>,
    pub(super) min_deprecated_releases: Option<usize>,
    pub(super) fail_on: Option<Vec<Severity>>,
    /// The severities that the project gives to rules.
    pub(super) severities: Severities,
    entries: Vec<Allowance>,
    /// All that is wrong with it.
    pub(super) diagnostics: Vec<Diagnostic>,
}

#[derive(Debug)]
struct Allowance {
    what: What,
    /// Where it says what it allows.
    what_span: Span,
    reason: String,
    expires: String,
    expires_span: Span,
}

/// What an entry allows.
#[derive(Debug, PartialEq)]
enum What {
    /// The finding with this fingerprint.
    Fingerprint(String),
    /// What rules find at places, or in them.
    Place { rules: Glob, path: Glob },
}

impl What {
    fn is_match(&self, entry: &Entry) -> bool {
        match self {
            Self::Fingerprint(fingerprint) => *fingerprint == entry.fingerprint,
            Self::Place { rules, path } => {
                let is_place =
                    path.is_match_or_around(&entry.subject()) || path.is_match_or_around(&entry.path);
                rules.is_match(entry.rule.id) && is_place
            }
        }
    }
}

/// The rules that a glob stands for.
fn rules_of(glob: &Glob) -> impl Iterator<Item = &'static Rule> {
    heat_diff::RULES.iter().copied().filter(move |rule| glob.is_match(rule.id))
}

/// What the entries are judged by.
#[derive(Debug, Clone, Copy)]
pub(super) struct Times<'a> {
    /// The releases, which order versions.
    pub(super) releases: &'a ReleaseTable,
    /// The current release on the base side, where it is known.
    pub(super) before: Option<&'a str>,
    /// The current release on the head side, where it is known.
    pub(super) after: Option<&'a str>,
    /// The file as it is on the base side, where that is known. None also where only a part of the changes is looked at,
    /// so that nothing can be said of entries that allow nothing.
    pub(super) base: Option<&'a Allowances>,
}

/// Findings, split into those that are allowed and the others.
#[derive(Debug, Default)]
pub(super) struct Parted {
    /// What is not allowed.
    pub(super) entries: Vec<Entry>,
    /// What is.
    pub(super) allowed: Vec<Allowed>,
    /// The entries that end with this change; they count as a finding against the policy.
    pub(super) expired: Vec<Diagnostic>,
    /// What else there is to know of entries.
    pub(super) warnings: Vec<Diagnostic>,
}

impl Allowances {
    /// Reads what the file says.
    pub(super) fn read(source: &Arc<Source>) -> Self {
        read::allowances(source)
    }

    /// Splits findings into those that are allowed and the others.
    pub(super) fn part(&self, entries: Vec<Entry>, times: Times<'_>) -> Parted {
        let mut parted = Parted::default();
        let mut used = vec![false; self.entries.len()];
        let is_over: Vec<bool> =
            self.entries.iter().map(|each| is_over(&each.expires, times.after, times.releases)).collect();
        for entry in entries {
            let mut by = None;
            for (index, each) in
                self.entries.iter().enumerate().filter(|(_, each)| each.what.is_match(&entry))
            {
                used[index] = true;
                if !is_over[index] {
                    by = by.or(Some(each));
                }
            }
            match by {
                None => parted.entries.push(entry),
                Some(Allowance { reason, expires, .. }) => {
                    let (reason, expires) = (reason.clone(), expires.clone());
                    parted.allowed.push(Allowed { entry, reason, expires });
                }
            }
        }
        for ((allowance, used), is_over) in self.entries.iter().zip(used).zip(is_over) {
            let is_known = |base: &Self| base.entries.iter().any(|each| each.what == allowance.what);
            if is_over {
                let was_over = times
                    .before
                    .is_some_and(|before| self::is_over(&allowance.expires, Some(before), times.releases));
                let is_rest = !used && (was_over || times.before.is_none());
                let diagnostic = self.expired(allowance, used, times.after.unwrap_or_default(), is_rest);
                if is_rest { &mut parted.warnings } else { &mut parted.expired }.push(diagnostic);
            } else if !used && times.base.is_some_and(|base| !is_known(base)) {
                parted.warnings.push(self.unused(allowance));
            }
        }
        parted
    }

    fn unused(&self, allowance: &Allowance) -> Diagnostic {
        let message = "this new allowance matches no finding";
        let diagnostic = Diagnostic::new(Level::Warning, "unused-allowance", message)
            .with_label(&self.source, allowance.what_span, "no finding matches this")
            .with_help("correct the entry, or remove it");
        match allowance.what {
            What::Fingerprint(_) => {
                diagnostic.with_note("the fingerprint of a finding changes when what it is about does")
            }
            What::Place { .. } => diagnostic,
        }
    }

    fn expired(&self, allowance: &Allowance, is_used: bool, current: &str, is_rest: bool) -> Diagnostic {
        let level = if is_rest { Level::Warning } else { Level::Error };
        let diagnostic = Diagnostic::new(level, "expired-allowance", "this allowance has expired")
            .with_label(&self.source, allowance.expires_span, format!("the current release is {current}"));
        if is_used {
            return diagnostic
                .with_label(&self.source, allowance.what_span, "what it allowed is still found")
                .with_help("revert the change, or agree on a later release and write that");
        }
        diagnostic.with_help("remove the entry")
    }
}

/// Whether a release is the current one or came before it. Of releases that the table does not know, the numbers decide.
fn is_over(expires: &str, current: Option<&str>, releases: &ReleaseTable) -> bool {
    let Some(current) = current else { return false };
    match (releases.position(expires), releases.position(current)) {
        (Some(expires), Some(current)) => expires <= current,
        _ => numbers(expires) <= numbers(current),
    }
}

/// The release that most likely follows one: the next number.
pub(super) fn release_after(current: &str) -> Option<String> {
    let next = numbers(current)?.first()?.checked_add(1)?;
    // Until 2015 releases had the names of half-years.
    (next < 2000).then(|| format!("{next}.0.0"))
}

/// The numbers of a version; none where it is not made of numbers.
fn numbers(version: &str) -> Option<Vec<u64>> {
    version.split('.').map(|part| part.parse().ok()).collect()
}

#[cfg(test)]
mod tests;
