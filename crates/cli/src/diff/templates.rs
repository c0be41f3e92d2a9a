//! The templates of a folder that use changed items.

use std::fmt::Write as _;
use std::path::Path;

use heat_diff::{Finding, Severity};
use heat_model::ResourceType;
use heat_yaml::Diagnostic;

use crate::outcome::Failure;
use crate::session::Session;
use crate::template_usage::{Changes, Templates, Usage, summary, usages};

/// The uses of changes in the templates of a folder.
#[derive(Debug, Clone)]
pub struct TemplateUses {
    /// The uses, most severe first.
    pub usages: Vec<Usage>,
    /// The findings that the uses refer to, by index.
    pub findings: Vec<Finding>,
    /// The number of templates that were read.
    pub count: usize,
    /// The number of uses of accepted changes, which are not listed.
    pub accepted: usize,
    /// The templates that could not be read: it is unknown whether they use changed items.
    pub unreadable: Vec<Diagnostic>,
}

impl TemplateUses {
    /// The number of uses, in one line.
    #[must_use]
    pub fn summary(&self) -> String {
        let mut text = summary(&self.usages, self.count + self.unreadable.len());
        match self.accepted {
            0 => {}
            1 => text.push_str("; 1 use of an accepted change"),
            more => _ = write!(text, "; {more} uses of accepted changes"),
        }
        match self.unreadable.len() {
            0 => {}
            1 => text.push_str("; 1 template could not be read"),
            more => _ = write!(text, "; {more} templates could not be read"),
        }
        text
    }

    /// Removes the uses of accepted findings, which are identified by their fingerprints.
    pub(super) fn without_accepted(&mut self, allowed: &[&str]) {
        let findings = &self.findings;
        let is_allowed = |usage: &Usage| {
            findings
                .get(usage.finding)
                .is_some_and(|finding| allowed.contains(&finding.fingerprint().as_str()))
        };
        let known = self.usages.len();
        self.usages.retain(|usage| !is_allowed(usage));
        self.accepted += known - self.usages.len();
    }
}

/// Reads a folder of templates. Problems in a template are reported, and the others are still read.
///
/// # Errors
/// If the folder, or a file in it, cannot be read.
pub(super) fn read(folder: &Path, session: &mut Session) -> Result<(Templates, Vec<Diagnostic>), Failure> {
    let (templates, diagnostics) = Templates::read(folder);
    session.draw(&diagnostics)?;
    if diagnostics.iter().any(|each| each.severity == heat_yaml::Severity::Error) {
        let shown = folder.display();
        return Err(Failure::unreadable(format!("the templates in `{shown}` could not be read")));
    }
    Ok((templates, diagnostics))
}

/// Finds the uses.
pub(super) fn uses(
    (templates, unreadable): &(Templates, Vec<Diagnostic>),
    before: &[&ResourceType],
    after: &[&ResourceType],
    findings: Vec<Finding>,
    least: Severity,
) -> TemplateUses {
    let changes = Changes { least, ..Changes::new(before, after, &findings) };
    TemplateUses {
        usages: usages(templates, &changes),
        findings,
        count: templates.len(),
        accepted: 0,
        unreadable: unreadable.clone(),
    }
}
