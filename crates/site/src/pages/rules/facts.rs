//! The data of a rule, for its page in HTML and in Markdown.

use heat_errors::ErrorPage;
use heat_history::Mirror;
use heat_report::RuleDocs;

use super::advice::{Advice, advice};
use super::examples::{EXAMPLE, ExampleReports, reports};
use super::related::{Mentions, errors_of, related};
use crate::contents::site::Site;

/// The data of a rule, for its page in both forms.
pub(super) struct Facts<'r> {
    pub(super) rule: &'r RuleDocs,
    /// The docs, without the parts that pages do not show.
    pub(super) text: &'r str,
    pub(super) reports: Vec<&'static str>,
    pub(super) advice: Advice,
    pub(super) errors: Vec<&'r ErrorPage>,
    pub(super) related: Vec<&'r RuleDocs>,
    pub(super) previous: Option<&'r RuleDocs>,
    pub(super) next: Option<&'r RuleDocs>,
}

impl<'r> Facts<'r> {
    pub(super) fn new(site: &'r Site<'_>, rules: &[&'r RuleDocs], mentions: &Mentions, index: usize) -> Self {
        let rule = rules[index];
        // Pages do not name hidden types, but the examples of the rules about them do.
        let (text, reports) = match reports(rule) {
            ExampleReports::NamesHiddenType => {
                let example = format!("\n## {EXAMPLE}\n");
                (rule.page.split(&*example).next().unwrap_or_default(), Vec::new())
            }
            ExampleReports::Shown(reports) => (&*rule.page, reports),
        };
        Self {
            rule,
            text,
            reports,
            advice: advice(rule),
            errors: errors_of(rule, &site.options.errors),
            related: related(index, rules, mentions, &site.options.errors),
            previous: index.checked_sub(1).and_then(|before| rules.get(before).copied()),
            next: rules.get(index + 1).copied(),
        }
    }
}

/// The text about the opposite change, in CommonMark.
pub(super) fn opposite(rule: &RuleDocs) -> Option<String> {
    Some(match rule.mirror? {
        Mirror::Rule(mirror) if mirror == rule.id => "This rule also reports the opposite change.".to_owned(),
        Mirror::Rule(mirror) => {
            format!("[`{mirror}`](/{}) reports the opposite change.", rule.set.page_url(mirror))
        }
        Mirror::None(reason) => reason.to_owned(),
    })
}
