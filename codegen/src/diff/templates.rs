//! The templates of a folder that use what changed.

use std::path::Path;

use heat_diff::{Finding, Severity};
use heat_model::ResourceType;

use crate::outcome::Failure;
use crate::session::Session;
use crate::template_usage::{Changes, Templates, Usage, summary, usages};

/// The uses of changes in the templates of a folder.
#[derive(Debug, Clone)]
pub struct TemplateUses {
    /// The uses, most severe first.
    pub usages: Vec<Usage>,
    /// The findings that they refer to, by index.
    pub findings: Vec<Finding>,
    /// The number of templates.
    pub count: usize,
}

impl TemplateUses {
    /// The number of uses, in one line.
    #[must_use]
    pub fn summary(&self) -> String {
        summary(&self.usages, self.count)
    }

    /// Removes the uses of accepted findings, which are identified by their fingerprints.
    pub(super) fn without(&mut self, allowed: &[&str]) {
        let findings = &self.findings;
        let is_allowed = |usage: &Usage| {
            findings
                .get(usage.finding)
                .is_some_and(|finding| allowed.contains(&finding.fingerprint().as_str()))
        };
        self.usages.retain(|usage| !is_allowed(usage));
    }
}

/// Reads a folder of templates. Problems in a template are reported, and the others are still read.
///
/// # Errors
/// If the folder, or a file in it, cannot be read.
pub(super) fn read(folder: &Path, session: &mut Session) -> Result<Templates, Failure> {
    let (templates, diagnostics) = Templates::read(folder);
    session.draw(&diagnostics)?;
    if diagnostics.iter().any(|each| each.severity == heat_yaml::Severity::Error) {
        let shown = folder.display();
        return Err(Failure::unreadable(format!("the templates in `{shown}` could not be read")));
    }
    Ok(templates)
}

/// Finds the uses.
pub(super) fn uses(
    templates: &Templates,
    before: &[&ResourceType],
    after: &[&ResourceType],
    findings: Vec<Finding>,
    least: Severity,
) -> TemplateUses {
    let changes = Changes { least, ..Changes::new(before, after, &findings) };
    TemplateUses { usages: usages(templates, &changes), findings, count: templates.len() }
}
