//! The page of a rule in Markdown.

use std::fmt::Write as _;

use heat_export::markdown::code;

use super::facts::{Facts, opposite};
use crate::guide::rules::severity_words;
use crate::links::addresses::error_url;
use crate::pages::frame::twin::TwinLinks;

/// The text of the page.
pub(super) fn twin(facts: &Facts<'_>, links: &TwinLinks<'_>) -> String {
    let Facts { rule, text, reports, advice, errors, related, .. } = facts;
    let mut out = format!("# {}\n\n{}. Severity: {}.\n", rule.id, rule.summary, severity_words(rule));
    out.push_str(text.trim_end());
    out.push('\n');
    if !reports.is_empty() {
        let command = rule.set.command();
        let _ = write!(out, "\n## What is reported\n`heat-codegen {command}` says of the example:\n");
        for report in reports {
            let _ = write!(out, "\n```text\n{}\n```\n", report.trim_end());
        }
    }
    if let Some(text) = opposite(rule) {
        let _ = write!(out, "\n## Opposite change\n{text}\n");
    }
    let _ = write!(out, "\n## {}\n{}\n", advice.title, advice.text.trim_end());
    if !errors.is_empty() {
        out.push_str("\n## Errors of Heat\n");
        for page in errors {
            let _ = writeln!(out, "- [{}](/{})", code(page.message()), error_url(&page.id));
        }
    }
    if !related.is_empty() {
        out.push_str("\n## Related rules\n");
        for other in related {
            let _ = writeln!(out, "- [`{}`](/{}): {}", other.id, other.page_url(), other.summary);
        }
    }
    links.of_document(&out)
}
