//! Effect of the entries: the findings that they accept, and the entries that have expired.

use heat_model::ReleaseTable;
use heat_yaml::{Diagnostic, Severity as Level};

use super::expiry::is_over;
use super::settings::{Allowance, Allowances, FindingMatcher};
use crate::diff::report::{AcceptedFinding, Entry};

/// The information that determines the effect of entries.
#[derive(Debug, Clone, Copy)]
pub(in crate::diff) struct Times<'a> {
    /// The releases, which order versions.
    pub(in crate::diff) releases: &'a ReleaseTable,
    /// The current release on the base side, if known.
    pub(in crate::diff) before: Option<&'a str>,
    /// The current release on the head side, if known.
    pub(in crate::diff) after: Option<&'a str>,
    /// The file on the base side, if known. Also `None` if only some of the changes are considered, because unused entries
    /// cannot be detected then.
    pub(in crate::diff) base: Option<&'a Allowances>,
}

/// Findings, split into accepted ones and others.
#[derive(Debug, Default)]
pub(in crate::diff) struct SplitFindings {
    /// The findings that are not accepted.
    pub(in crate::diff) entries: Vec<Entry>,
    /// The accepted findings.
    pub(in crate::diff) allowed: Vec<AcceptedFinding>,
    /// The entries that expire with this change; together they are one policy finding.
    pub(in crate::diff) expired: Vec<Diagnostic>,
    /// Other messages about entries.
    pub(in crate::diff) warnings: Vec<Diagnostic>,
}

impl Allowances {
    /// Splits findings into accepted ones and others.
    pub(in crate::diff) fn part(&self, entries: Vec<Entry>, times: Times<'_>) -> SplitFindings {
        let mut parted = SplitFindings::default();
        let mut used = vec![false; self.entries.len()];
        let over: Vec<bool> =
            self.entries.iter().map(|each| is_over(&each.expires, times.after, times.releases)).collect();
        for entry in entries {
            let mut by = None;
            for (index, each) in
                self.entries.iter().enumerate().filter(|(_, each)| each.what.is_match(&entry))
            {
                used[index] = true;
                if !over[index] {
                    by = by.or(Some(each));
                }
            }
            match by {
                None => parted.entries.push(entry),
                Some(Allowance { reason, expires, .. }) => {
                    let (reason, expires) = (reason.clone(), expires.clone());
                    parted.allowed.push(AcceptedFinding { entry, reason, expires });
                }
            }
        }
        for ((allowance, used), over) in self.entries.iter().zip(used).zip(over) {
            let is_known = |base: &Self| base.entries.iter().any(|each| each.what == allowance.what);
            if over {
                let was_over = times
                    .before
                    .is_some_and(|before| is_over(&allowance.expires, Some(before), times.releases));
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
            FindingMatcher::Fingerprint(_) => {
                diagnostic.with_note("the fingerprint of a finding changes when its facts change")
            }
            FindingMatcher::Place { .. } => diagnostic,
        }
    }

    fn expired(&self, allowance: &Allowance, is_used: bool, current: &str, is_rest: bool) -> Diagnostic {
        let level = if is_rest { Level::Warning } else { Level::Error };
        let diagnostic = Diagnostic::new(level, "expired-allowance", "this allowance has expired")
            .with_label(&self.source, allowance.expires_span, format!("the current release is {current}"));
        if is_used {
            return diagnostic
                .with_label(&self.source, allowance.what_span, "the change that it accepted still exists")
                .with_help("revert the change, or set a later release");
        }
        diagnostic.with_help("remove the entry")
    }
}
