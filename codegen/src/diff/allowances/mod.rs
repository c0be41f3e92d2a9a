//! `schema-diff.yaml`: the findings that are meant, each with a reason and the release in which that ends.
//!
//! ```yaml
//! min_deprecated_releases: 2
//! fail_on: [breaking, policy]
//! allowances:
//!   - fingerprint: "3dfe1de0e603fc58"
//!     reason: Nova resizes no server any more.
//!     expires: 28.0.0
//!   - rule: property-removed
//!     path: OS::Nova::Server.properties.metadata
//!     reason: Nobody uses it.
//!     expires: 28.0.0
//! ```
//!
//! An entry that allows nothing, or whose time is over, is a mistake: whoever reads the file is to find what holds.

mod add;
mod read;

use std::sync::Arc;

use heat_model::diff::{Policy, Rule, Severity};
use heat_yaml::{Diagnostic, Source, Span};

pub(super) use add::{NewEntries, add};

use super::report::{Allowed, Entry};

/// The file's name, beside the catalogue's folder.
pub(super) const FILE: &str = "schema-diff.yaml";

/// What the file says.
#[derive(Debug)]
pub(super) struct Allowances {
    source: Arc<Source>,
    pub(super) min_deprecated_releases: Option<usize>,
    pub(super) fail_on: Option<Vec<Severity>>,
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
#[derive(Debug)]
enum What {
    /// The finding of this fingerprint.
    Fingerprint(String),
    /// What a rule finds at a place, or in it.
    Place { rule: &'static Rule, path: String },
}

impl What {
    fn is(&self, entry: &Entry) -> bool {
        match self {
            Self::Fingerprint(fingerprint) => *fingerprint == entry.fingerprint,
            Self::Place { rule, path } => {
                let subject = entry.subject();
                let rest = subject.strip_prefix(path.as_str());
                rule.id == entry.rule.id
                    && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
            }
        }
    }
}

/// Findings, parted.
#[derive(Debug, Default)]
pub(super) struct Parted {
    /// What is not allowed.
    pub(super) entries: Vec<Entry>,
    /// What is.
    pub(super) allowed: Vec<Allowed>,
    /// The entries that allow nothing, or no longer do.
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Allowances {
    /// Reads what the file says.
    pub(super) fn read(source: &Arc<Source>) -> Self {
        read::allowances(source)
    }

    /// Parts findings into those that are allowed and the others.
    pub(super) fn part(&self, entries: Vec<Entry>, policy: &Policy<'_>) -> Parted {
        let mut parted = Parted::default();
        let mut used = vec![false; self.entries.len()];
        let is_over: Vec<bool> =
            self.entries.iter().map(|allowance| is_over(&allowance.expires, policy)).collect();
        for entry in entries {
            let mut by = None;
            for (index, allowance) in self.entries.iter().enumerate().filter(|(_, each)| each.what.is(&entry))
            {
                used[index] = true;
                if !is_over[index] {
                    by = by.or(Some(allowance));
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
            if !used {
                parted.diagnostics.push(self.stale(allowance));
            } else if is_over {
                parted.diagnostics.push(self.expired(allowance, policy));
            }
        }
        parted
    }

    fn stale(&self, allowance: &Allowance) -> Diagnostic {
        let diagnostic = Diagnostic::error("stale-allowance", "an entry allows what is not found")
            .with_label(&self.source, allowance.what_span, "nothing that is found is this")
            .with_help("remove the entry");
        match allowance.what {
            What::Fingerprint(_) => diagnostic
                .with_note("a finding has another fingerprint once what it is about is something else"),
            What::Place { .. } => diagnostic,
        }
    }

    fn expired(&self, allowance: &Allowance, policy: &Policy<'_>) -> Diagnostic {
        let current = policy.current_version.unwrap_or_default();
        Diagnostic::error("expired-allowance", "the time of an entry is over")
            .with_label(&self.source, allowance.expires_span, format!("the current release is {current}"))
            .with_label(&self.source, allowance.what_span, "what it allowed is still found")
            .with_help("mend what it allows, or agree on another release and give that")
    }
}

/// Whether a release is the current one or came before it. Of releases that the table does not know, the numbers decide.
fn is_over(expires: &str, policy: &Policy<'_>) -> bool {
    let Some(current) = policy.current_version else { return false };
    match (policy.releases.position(expires), policy.releases.position(current)) {
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
